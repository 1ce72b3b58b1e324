import type { APIApplication, APIUser, RESTAPIPartialCurrentUserGuild } from 'discord.js';
import { discordErrors, requireSnowflake } from '../core/errors.js';
import type { Hub } from '../core/hub.js';
import { guildPermissions } from '../core/permissions.js';
import type { JsonObject } from '../core/state.js';
import { memberJson, userJson, type Wire } from '../core/json-views.js';
import { answerOk, type Endpoint, type RestCall } from './answer-call.js';

/** Endpoints about people, for the bot and for a person's own access token. */
export const userEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/users/@me',
    auth: 'any',
    run: (call) => {
      assertScope(call, 'identify');
      return answerOk(ownUser(call));
    },
  },
  {
    method: 'GET',
    path: '/users/@me/guilds',
    auth: 'any',
    run: (call) => {
      assertScope(call, 'guilds');
      return answerOk(listGuilds(call));
    },
  },
  {
    method: 'GET',
    path: '/users/@me/guilds/:guild/member',
    auth: 'bearer',
    run: (call) => {
      assertScope(call, 'guilds.members.read');
      const { hub } = call.context;
      if (call.params['guild'] !== hub.world.guildId) throw discordErrors.unknownGuild();
      return answerOk(memberJson(hub, hub.getMember(callerId(call))));
    },
  },
  {
    method: 'GET',
    path: '/users/:user',
    auth: 'bot',
    run: (call) =>
      answerOk(userJson(call.context.hub.getUser(requireSnowflake('user_id', call.params['user'])))),
  },
  {
    method: 'GET',
    path: '/oauth2/@me',
    auth: 'bearer',
    run: (call) => {
      if (call.caller.kind !== 'bearer') throw discordErrors.unauthorized();
      const { grant } = call.caller;
      const user = grant.scopes.includes('identify') ? { user: ownUser(call) } : {};
      return answerOk({
        application: applicationJson(call.context.hub),
        scopes: grant.scopes,
        expires: new Date(grant.expiresAt).toISOString(),
        ...user,
      });
    },
  },
  {
    method: 'GET',
    path: '/applications/@me',
    auth: 'bot',
    run: (call) => answerOk(applicationJson(call.context.hub)),
  },
  {
    method: 'GET',
    path: '/oauth2/applications/@me',
    auth: 'bot',
    run: (call) => answerOk(applicationJson(call.context.hub)),
  },
];

function callerId(call: RestCall): string {
  if (call.caller.kind === 'none') throw discordErrors.unauthorized();
  return call.caller.userId;
}

function assertScope(call: RestCall, scope: string): void {
  if (call.caller.kind === 'bearer' && !call.caller.grant.scopes.includes(scope))
    throw discordErrors.unauthorized();
}

function ownUser(call: RestCall): Wire<APIUser> {
  const user = call.context.hub.getUser(callerId(call));
  const own = { ...userJson(user), locale: 'en-US', mfa_enabled: user.bot, premium_type: 0, verified: true };
  const mayMail = call.caller.kind === 'bearer' && call.caller.grant.scopes.includes('email');
  return mayMail ? { ...own, email: `${user.username}@example.test` } : own;
}

function listGuilds(call: RestCall): Wire<RESTAPIPartialCurrentUserGuild>[] {
  const { hub } = call.context;
  const member = hub.findMember(callerId(call));
  if (!member) return [];
  return [
    {
      id: hub.world.guildId,
      name: hub.world.guildName,
      icon: null,
      banner: null,
      owner: hub.state.ownerId === member.userId,
      permissions: guildPermissions(hub.state, hub.world.guildId, member).toString(),
      features: [],
    },
  ];
}

function applicationJson(hub: Hub): JsonObject {
  const owner = hub.getUser(hub.state.ownerId);
  const { guildMembers, messageContent } = hub.state.privileged;
  const flags = (guildMembers ? 1 << 15 : 0) | (messageContent ? 1 << 19 : 0);
  return {
    id: hub.world.applicationId,
    name: hub.world.guildName,
    icon: null,
    description: '',
    summary: '',
    bot_public: false,
    bot_require_code_grant: false,
    bot: userJson(hub.getUser(hub.world.botUserId)),
    owner: userJson(owner),
    team: null,
    verify_key: '0'.repeat(64),
    guild_id: hub.world.guildId,
    flags,
    flags_new: String(flags),
  } satisfies Wire<APIApplication>;
}
