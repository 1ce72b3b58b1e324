import { z } from 'zod';
import { refuse, parseForm, snowflakeParam } from '../core/errors.js';
import { requireNotBanned, addMember, removeMember, setRoles } from '../core/members.js';
import { allows, guildPermissions, highestPosition, type PermissionName } from '../core/permissions.js';
import type { MemberRow, RoleRow } from '../core/state.js';
import { memberJson } from '../core/views.js';
import {
  sameSecret,
  requireGuild,
  created,
  noContent,
  ok,
  type Answer,
  type Endpoint,
  type RestCall,
} from './pipeline.js';

const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1),
  after: z
    .string()
    .regex(/^\d{1,20}$/)
    .default('0'),
});
const searchSchema = z.object({
  query: z.string().min(1),
  limit: z.coerce.number().int().min(1).max(1000).default(1),
});
const joinSchema = z.object({
  access_token: z.string().min(1),
  nick: z.string().max(32).optional(),
  roles: z.array(z.string()).optional(),
});
const editSchema = z.object({
  nick: z.string().max(32).nullish(),
  roles: z.array(z.string().regex(/^\d{1,20}$/)).nullish(),
});

const perGuild = { major: ['guild'], bucket: { name: 'members', limit: 50, windowMs: 5000 } };
const perGuildRoles = { major: ['guild'], bucket: { name: 'member.roles', limit: 10, windowMs: 10_000 } };

/** The server's members and their roles. */
export const memberEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/guilds/:guild/members', auth: 'bot', ...perGuild, run: listMembers },
  { method: 'GET', path: '/guilds/:guild/members/search', auth: 'bot', ...perGuild, run: searchMembers },
  {
    method: 'GET',
    path: '/guilds/:guild/members/:user',
    auth: 'bot',
    ...perGuild,
    run: (call) => {
      requireGuild(call);
      return ok(memberJson(call.context.hub, memberOf(call)));
    },
  },
  { method: 'PUT', path: '/guilds/:guild/members/:user', auth: 'bot', ...perGuild, run: joinByGrant },
  { method: 'PATCH', path: '/guilds/:guild/members/:user', auth: 'bot', ...perGuild, run: editMember },
  {
    method: 'DELETE',
    path: '/guilds/:guild/members/:user',
    auth: 'bot',
    ...perGuild,
    run: (call) => {
      requireGuild(call);
      const member = memberOf(call);
      requireRight(call, 'KICK_MEMBERS');
      requireAbove(call, highestPosition(call.context.hub.state, member));
      removeMember(call.context.hub, member.userId);
      return noContent;
    },
  },
  {
    method: 'PUT',
    path: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    ...perGuildRoles,
    run: (call) => {
      const { member, role } = memberAndRole(call);
      setRoles(call.context.hub, member, [...member.roles, role.id]);
      return noContent;
    },
  },
  {
    method: 'DELETE',
    path: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    ...perGuildRoles,
    run: (call) => {
      const { member, role } = memberAndRole(call);
      setRoles(
        call.context.hub,
        member,
        member.roles.filter((id) => id !== role.id),
      );
      return noContent;
    },
  },
];

function listMembers(call: RestCall): Answer {
  requireGuild(call);
  const { hub } = call.context;
  if (!hub.state.privileged.guildMembers) throw refuse.missingAccess();
  const { limit, after } = parseForm(listSchema, call.query);
  const sorted = [...hub.state.members].sort((a, b) => (BigInt(a.userId) < BigInt(b.userId) ? -1 : 1));
  const page = sorted.filter((one) => BigInt(one.userId) > BigInt(after)).slice(0, limit);
  return ok(page.map((member) => memberJson(hub, member)));
}

function searchMembers(call: RestCall): Answer {
  requireGuild(call);
  const { hub } = call.context;
  const { query, limit } = parseForm(searchSchema, call.query);
  const start = query.toLowerCase();
  const hits = hub.state.members.filter((member) => {
    const user = hub.user(member.userId);
    return [user.username, user.globalName, member.nick ?? ''].some((name) =>
      name.toLowerCase().startsWith(start),
    );
  });
  return ok(hits.slice(0, limit).map((member) => memberJson(hub, member)));
}

/** Adds a person who granted `guilds.join`: 201 with the member, 204 for an existing member. */
function joinByGrant(call: RestCall): Answer {
  requireGuild(call);
  const { hub } = call.context;
  const user = hub.user(snowflakeParam('user_id', call.params['user']));
  const form = parseForm(joinSchema, call.body);
  requireRight(call, 'CREATE_INSTANT_INVITE');
  const grant = hub.state.grants.find((one) => sameSecret(one.accessToken, form.access_token));
  if (!grant || grant.userId !== user.id || grant.expiresAt <= hub.now()) throw refuse.invalidToken();
  if (!grant.scopes.includes('guilds.join')) throw refuse.missingScope();
  requireNotBanned(hub, user.id);
  if (hub.findMember(user.id)) return noContent;
  const roles = (form.roles ?? []).map((id) => manageableRole(call, id).id);
  return created(memberJson(hub, addMember(hub, user.id, { nick: form.nick ?? null, roles })));
}

function editMember(call: RestCall): Answer {
  requireGuild(call);
  const { hub } = call.context;
  const member = memberOf(call);
  const form = parseForm(editSchema, call.body);
  if (form.nick !== undefined) {
    requireRight(call, 'MANAGE_NICKNAMES');
    requireAbove(call, highestPosition(hub.state, member));
    member.nick = form.nick;
  }
  if (form.roles) {
    const next = form.roles;
    const changed = [...next, ...member.roles].filter(
      (id) => next.includes(id) !== member.roles.includes(id),
    );
    changed.forEach((id) => manageableRole(call, id));
    setRoles(hub, member, next);
  }
  return ok(memberJson(hub, member));
}

function memberOf(call: RestCall): MemberRow {
  const { hub } = call.context;
  const user = hub.user(snowflakeParam('user_id', call.params['user']));
  return hub.member(user.id);
}

function memberAndRole(call: RestCall): { member: MemberRow; role: RoleRow } {
  requireGuild(call);
  const member = memberOf(call);
  const role = manageableRole(call, snowflakeParam('role_id', call.params['role']));
  return { member, role };
}

/** A role that the bot may give and take: below its own highest, not managed, not everyone's. */
function manageableRole(call: RestCall, id: string): RoleRow {
  const { state, world } = call.context.hub;
  const role = state.roles.find((one) => one.id === id);
  if (!role) throw refuse.unknownRole();
  requireRight(call, 'MANAGE_ROLES');
  requireAbove(call, role.position);
  if (role.managed || role.id === world.guildId) throw refuse.missingPermissions();
  return role;
}

function requireRight(call: RestCall, name: PermissionName): void {
  const { state, world } = call.context.hub;
  const bits = guildPermissions(state, world.guildId, call.context.hub.member(world.botUserId));
  if (!allows(bits, name)) throw refuse.missingPermissions();
}

function requireAbove(call: RestCall, position: number): void {
  const { hub } = call.context;
  if (highestPosition(hub.state, hub.member(hub.world.botUserId)) <= position)
    throw refuse.missingPermissions();
}
