import { z } from 'zod';
import { discordErrors, parseForm, requireSnowflake } from '../core/errors.js';
import { createInvite, findUsableInvite } from '../core/members-and-invites.js';
import { guildPermissions, hasPermission } from '../core/permissions.js';
import { channelJson, guildJson, inviteJson, roleJson } from '../core/json-views.js';
import type { InviteRow } from '../core/state.js';
import {
  findBotChannel,
  assertGuild,
  answerNoContent,
  answerOk,
  type Endpoint,
  type RestCall,
} from './answer-call.js';
import type { APIGatewayBotInfo, APIGatewayInfo } from 'discord.js';
import type { DiscordContext } from '../core/context.js';

const inviteSchema = z.object({
  max_age: z.int().min(0).max(604_800).default(86_400),
  max_uses: z.int().min(0).max(100).default(0),
  temporary: z.boolean().default(false),
  unique: z.boolean().default(false),
});

/** Endpoints for the server, its channels, roles and invites. */
export const guildEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/guilds/:guild',
    auth: 'bot',
    run: (call) => {
      assertGuild(call);
      const { hub } = call.context;
      const count = hub.state.members.length;
      const counts =
        call.query['with_counts'] === 'true'
          ? { approximate_member_count: count, approximate_presence_count: count }
          : {};
      return answerOk({ ...guildJson(hub), ...counts });
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/channels',
    auth: 'bot',
    run: (call) => {
      assertGuild(call);
      const { hub } = call.context;
      return answerOk(hub.state.channels.filter((one) => one.type === 0).map((one) => channelJson(hub, one)));
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/threads/active',
    auth: 'bot',
    run: (call) => {
      assertGuild(call);
      const { hub } = call.context;
      const active = hub.state.channels.filter(({ thread }) => thread?.archived === false);
      return answerOk({ threads: active.map((one) => channelJson(hub, one)), members: [] });
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/roles',
    auth: 'bot',
    run: (call) => {
      assertGuild(call);
      const { state, world } = call.context.hub;
      return answerOk(state.roles.map((role) => roleJson(role, world.botUserId)));
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/invites',
    auth: 'bot',
    run: (call) => {
      assertGuild(call);
      const { hub } = call.context;
      assertCanManageGuild(call);
      return answerOk(hub.state.invites.map((invite) => inviteJson(hub, invite)));
    },
  },
  {
    method: 'GET',
    path: '/channels/:channel',
    auth: 'bot',
    run: (call) => answerOk(channelJson(call.context.hub, findBotChannel(call))),
  },
  {
    method: 'POST',
    path: '/channels/:channel/invites',
    auth: 'bot',
    run: (call) => {
      const channel = findBotChannel(call, 'CREATE_INSTANT_INVITE');
      const { hub } = call.context;
      const form = parseForm(inviteSchema, call.body);
      const invite = createInvite(hub, {
        channelId: channel.id,
        maxAge: form.max_age,
        maxUses: form.max_uses,
        temporary: form.temporary,
        unique: form.unique,
      });
      return answerOk(inviteJson(hub, invite));
    },
  },
  {
    method: 'GET',
    path: '/invites/:code',
    auth: 'any',
    run: (call) => answerOk(inviteJson(call.context.hub, findInvite(call))),
  },
  {
    method: 'DELETE',
    path: '/invites/:code',
    auth: 'bot',
    run: (call) => {
      const { hub } = call.context;
      const invite = findInvite(call);
      assertCanManageGuild(call);
      hub.state.invites = hub.state.invites.filter((one) => one !== invite);
      return answerNoContent;
    },
  },
  {
    method: 'POST',
    path: '/users/@me/channels',
    auth: 'bot',
    run: (call) => {
      const { hub, directChannelRefusal } = call.context;
      if (directChannelRefusal.current()) throw discordErrors.openingTooFast();
      const { recipient_id: recipientId } = parseForm(
        z.object({ recipient_id: z.string().regex(/^\d{1,20}$/) }),
        call.body,
      );
      const recipient = hub.getUser(requireSnowflake('recipient_id', recipientId));
      if (recipient.bot) throw discordErrors.cannotMessageUser();
      return answerOk(channelJson(hub, hub.openDirectChannel(recipient.id)));
    },
  },
];

function assertCanManageGuild(call: RestCall): void {
  const { hub } = call.context;
  const bits = guildPermissions(hub.state, hub.world.guildId, hub.getMember(hub.world.botUserId));
  if (!hasPermission(bits, 'MANAGE_GUILD')) throw discordErrors.missingPermissions();
}

function findInvite(call: RestCall): InviteRow {
  return findUsableInvite(call.context.hub, call.params['code'] ?? '');
}

/** Returns the gateway's address below an origin such as `http://127.0.0.1:3100`. */
export function gatewayUrl(context: DiscordContext, origin: string): string {
  return `${origin.replace(/^http/, 'ws')}${context.options.basePath}/gateway`;
}

/** Endpoints for the gateway's address, and for the number of log-ins left on the day. */
export function gatewayEndpoints(identifiesLeft: () => number): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/gateway',
      auth: 'none',
      run: (call) => answerOk({ url: gatewayUrl(call.context, call.origin) } satisfies APIGatewayInfo),
    },
    {
      method: 'GET',
      path: '/gateway/bot',
      auth: 'bot',
      run: (call) =>
        answerOk({
          url: gatewayUrl(call.context, call.origin),
          shards: 1,
          session_start_limit: {
            total: 1000,
            remaining: identifiesLeft(),
            reset_after: 86_400_000,
            max_concurrency: 1,
          },
        } satisfies APIGatewayBotInfo),
    },
  ];
}
