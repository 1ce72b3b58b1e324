import { z } from 'zod';
import { refuse, parseForm, snowflakeParam } from '../core/errors.js';
import { createInvite, usableInvite } from '../core/members.js';
import { guildPermissions, allows } from '../core/permissions.js';
import { channelJson, guildJson, inviteJson, roleJson } from '../core/views.js';
import type { InviteRow } from '../core/state.js';
import { botChannel, requireGuild, noContent, ok, type Endpoint, type RestCall } from './pipeline.js';
import type { APIGatewayBotInfo, APIGatewayInfo } from 'discord.js';
import type { DiscordContext } from '../core/context.js';

const inviteSchema = z.object({
  max_age: z.int().min(0).max(604_800).default(86_400),
  max_uses: z.int().min(0).max(100).default(0),
  temporary: z.boolean().default(false),
  unique: z.boolean().default(false),
});

/** The server, its channels, roles and invites. */
export const guildEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/guilds/:guild',
    auth: 'bot',
    run: (call) => {
      requireGuild(call);
      const { hub } = call.context;
      const count = hub.state.members.length;
      const counts =
        call.query['with_counts'] === 'true'
          ? { approximate_member_count: count, approximate_presence_count: count }
          : {};
      return ok({ ...guildJson(hub), ...counts });
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/channels',
    auth: 'bot',
    run: (call) => {
      requireGuild(call);
      const { hub } = call.context;
      return ok(hub.state.channels.filter((one) => one.type === 0).map((one) => channelJson(hub, one)));
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/threads/active',
    auth: 'bot',
    run: (call) => {
      requireGuild(call);
      const { hub } = call.context;
      const active = hub.state.channels.filter(({ thread }) => thread?.archived === false);
      return ok({ threads: active.map((one) => channelJson(hub, one)), members: [] });
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/roles',
    auth: 'bot',
    run: (call) => {
      requireGuild(call);
      const { state, world } = call.context.hub;
      return ok(state.roles.map((role) => roleJson(role, world.botUserId)));
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild/invites',
    auth: 'bot',
    run: (call) => {
      requireGuild(call);
      const { hub } = call.context;
      requireGuildRight(call);
      return ok(hub.state.invites.map((invite) => inviteJson(hub, invite)));
    },
  },
  {
    method: 'GET',
    path: '/channels/:channel',
    auth: 'bot',
    run: (call) => ok(channelJson(call.context.hub, botChannel(call))),
  },
  {
    method: 'POST',
    path: '/channels/:channel/invites',
    auth: 'bot',
    run: (call) => {
      const channel = botChannel(call, 'CREATE_INSTANT_INVITE');
      const { hub } = call.context;
      const form = parseForm(inviteSchema, call.body);
      const invite = createInvite(hub, {
        channelId: channel.id,
        maxAge: form.max_age,
        maxUses: form.max_uses,
        temporary: form.temporary,
        unique: form.unique,
      });
      return ok(inviteJson(hub, invite));
    },
  },
  {
    method: 'GET',
    path: '/invites/:code',
    auth: 'any',
    run: (call) => ok(inviteJson(call.context.hub, findInvite(call))),
  },
  {
    method: 'DELETE',
    path: '/invites/:code',
    auth: 'bot',
    run: (call) => {
      const { hub } = call.context;
      const invite = findInvite(call);
      requireGuildRight(call);
      hub.state.invites = hub.state.invites.filter((one) => one !== invite);
      return noContent;
    },
  },
  {
    method: 'POST',
    path: '/users/@me/channels',
    auth: 'bot',
    run: (call) => {
      const { hub, openings } = call.context;
      if (openings.current()) throw refuse.openingTooFast();
      const { recipient_id: recipientId } = parseForm(
        z.object({ recipient_id: z.string().regex(/^\d{1,20}$/) }),
        call.body,
      );
      const recipient = hub.user(snowflakeParam('recipient_id', recipientId));
      if (recipient.bot) throw refuse.cannotMessageUser();
      return ok(channelJson(hub, hub.directChannel(recipient.id)));
    },
  },
];

function requireGuildRight(call: RestCall): void {
  const { hub } = call.context;
  const bits = guildPermissions(hub.state, hub.world.guildId, hub.member(hub.world.botUserId));
  if (!allows(bits, 'MANAGE_GUILD')) throw refuse.missingPermissions();
}

function findInvite(call: RestCall): InviteRow {
  return usableInvite(call.context.hub, call.params['code'] ?? '');
}

/** The gateway's address below an origin such as `http://127.0.0.1:3100`. */
export function gatewayUrl(context: DiscordContext, origin: string): string {
  return `${origin.replace(/^http/, 'ws')}${context.options.basePath}/gateway`;
}

/** Endpoints for the gateway's address and the day's remaining log-ins. */
export function gatewayEndpoints(identifiesLeft: () => number): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/gateway',
      auth: 'none',
      run: (call) => ok({ url: gatewayUrl(call.context, call.origin) } satisfies APIGatewayInfo),
    },
    {
      method: 'GET',
      path: '/gateway/bot',
      auth: 'bot',
      run: (call) =>
        ok({
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
