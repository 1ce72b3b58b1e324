import type { APIApplication, APIUser, RESTAPIPartialCurrentUserGuild } from 'discord.js';
import { refuse, snowflakeParam, parseForm } from '../core/errors.js';
import type { Hub } from '../core/hub.js';
import { guildPermissions } from '../core/permissions.js';
import type { JsonObject, OAuthGrantRow } from '../core/state.js';
import { memberJson, userJson, type Wire } from '../core/views.js';
import { ok, type Endpoint, type RestCall } from './pipeline.js';
import { z } from 'zod';

/** Endpoints about people, for the bot and for a person's own access token. */
export const userEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/users/@me',
    auth: 'any',
    run: (call) => {
      requireScope(call, 'identify');
      return ok(ownUser(call));
    },
  },
  {
    method: 'GET',
    path: '/users/@me/guilds',
    auth: 'any',
    run: (call) => {
      requireScope(call, 'guilds');
      return ok(guildsOf(call));
    },
  },
  {
    method: 'GET',
    path: '/users/@me/guilds/:guild/member',
    auth: 'bearer',
    run: (call) => {
      requireScope(call, 'guilds.members.read');
      const { hub } = call.context;
      if (call.params['guild'] !== hub.world.guildId) throw refuse.unknownGuild();
      return ok(memberJson(hub, hub.member(userIdOf(call))));
    },
  },
  {
    method: 'GET',
    path: '/users/:user',
    auth: 'bot',
    run: (call) => ok(userJson(call.context.hub.user(snowflakeParam('user_id', call.params['user'])))),
  },
  {
    method: 'GET',
    path: '/oauth2/@me',
    auth: 'bearer',
    run: (call) => {
      if (call.caller.kind !== 'bearer') throw refuse.unauthorized();
      const { grant } = call.caller;
      const user = grant.scopes.includes('identify') ? { user: ownUser(call) } : {};
      return ok({
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
    run: (call) => ok(applicationJson(call.context.hub)),
  },
  {
    method: 'GET',
    path: '/oauth2/applications/@me',
    auth: 'bot',
    run: (call) => ok(applicationJson(call.context.hub)),
  },
];

function userIdOf(call: RestCall): string {
  if (call.caller.kind === 'none') throw refuse.unauthorized();
  return call.caller.userId;
}

function requireScope(call: RestCall, scope: string): void {
  if (call.caller.kind === 'bearer' && !call.caller.grant.scopes.includes(scope)) throw refuse.unauthorized();
}

function ownUser(call: RestCall): Wire<APIUser> {
  const user = call.context.hub.user(userIdOf(call));
  const own = { ...userJson(user), locale: 'en-US', mfa_enabled: user.bot, premium_type: 0, verified: true };
  const mayMail = call.caller.kind === 'bearer' && call.caller.grant.scopes.includes('email');
  return mayMail ? { ...own, email: `${user.username}@example.test` } : own;
}

function guildsOf(call: RestCall): Wire<RESTAPIPartialCurrentUserGuild>[] {
  const { hub } = call.context;
  const member = hub.findMember(userIdOf(call));
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
  const owner = hub.user(hub.state.ownerId);
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
    bot: userJson(hub.user(hub.world.botUserId)),
    owner: userJson(owner),
    team: null,
    verify_key: '0'.repeat(64),
    guild_id: hub.world.guildId,
    flags,
    flags_new: String(flags),
  } satisfies Wire<APIApplication>;
}

const localised = z.record(z.string(), z.string()).optional();
const metadataSchema = z
  .array(
    z.object({
      type: z.int().min(1).max(8),
      key: z.string().regex(/^[a-z0-9_]{1,50}$/),
      name: z.string().min(1).max(100),
      name_localizations: localised,
      description: z.string().min(1).max(200),
      description_localizations: localised,
    }),
  )
  .max(5);
const connectionSchema = z.object({
  platform_name: z.string().max(50).nullish(),
  platform_username: z.string().max(100).nullish(),
  metadata: z.record(z.string(), z.string().max(100)).optional(),
});

function requireOwnApplication({ context, params }: RestCall): void {
  if (params['application'] !== context.hub.world.applicationId) throw refuse.notFound();
}

/** The grant of a person who allows the application to write role connections. */
function writingGrant(call: RestCall): OAuthGrantRow {
  requireOwnApplication(call);
  if (call.caller.kind !== 'bearer') throw refuse.unauthorized();
  const { grant } = call.caller;
  if (!grant.scopes.includes('role_connections.write')) throw refuse.missingScope();
  return grant;
}

/** Endpoints of linked roles: the application's fields, and its data about a person. */
export const roleConnectionEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/applications/:application/role-connections/metadata',
    auth: 'bot',
    run: (call) => {
      requireOwnApplication(call);
      return ok(call.context.hub.state.roleMetadata ?? []);
    },
  },
  {
    method: 'PUT',
    path: '/applications/:application/role-connections/metadata',
    auth: 'bot',
    run: (call) => {
      requireOwnApplication(call);
      const { hub } = call.context;
      hub.state.roleMetadata = parseForm(metadataSchema, call.body);
      hub.changed();
      return ok(hub.state.roleMetadata);
    },
  },
  {
    method: 'GET',
    path: '/users/@me/applications/:application/role-connection',
    auth: 'bearer',
    run: (call) =>
      ok(call.context.hub.state.roleConnections?.[writingGrant(call).userId] ?? { metadata: {} }),
  },
  {
    method: 'PUT',
    path: '/users/@me/applications/:application/role-connection',
    auth: 'bearer',
    run: (call) => {
      const { userId } = writingGrant(call);
      const { hub } = call.context;
      const {
        platform_name = null,
        platform_username = null,
        metadata = {},
      } = parseForm(connectionSchema, call.body);
      const known = new Set((hub.state.roleMetadata ?? []).map(({ key }) => key));
      const kept = Object.fromEntries(Object.entries(metadata).filter(([key]) => known.has(key)));
      const connection = { platform_name, platform_username, metadata: kept };
      hub.state.roleConnections = { ...hub.state.roleConnections, [userId]: connection };
      hub.changed();
      return ok(connection);
    },
  },
];
