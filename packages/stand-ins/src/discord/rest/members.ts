import { z } from 'zod';
import { discordErrors, parseForm, requireSnowflake } from '../core/errors.js';
import { assertNotBanned, addMember, removeMember, setRoles } from '../core/members-and-invites.js';
import {
  hasPermission,
  guildPermissions,
  highestPosition,
  type PermissionName,
} from '../core/permissions.js';
import type { MemberRow, RoleRow } from '../core/state.js';
import { memberJson } from '../core/json-views.js';
import {
  isSameSecret,
  assertGuild,
  answerCreated,
  answerNoContent,
  answerOk,
  type Answer,
  type Endpoint,
  type RestCall,
} from './answer-call.js';

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

/** Endpoints for the server's members and their roles. */
export const memberEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/guilds/:guild/members', auth: 'bot', ...perGuild, run: listMembers },
  { method: 'GET', path: '/guilds/:guild/members/search', auth: 'bot', ...perGuild, run: searchMembers },
  {
    method: 'GET',
    path: '/guilds/:guild/members/:user',
    auth: 'bot',
    ...perGuild,
    run: (call) => {
      assertGuild(call);
      return answerOk(memberJson(call.context.hub, findMember(call)));
    },
  },
  { method: 'PUT', path: '/guilds/:guild/members/:user', auth: 'bot', ...perGuild, run: addMemberByGrant },
  { method: 'PATCH', path: '/guilds/:guild/members/:user', auth: 'bot', ...perGuild, run: editMember },
  {
    method: 'DELETE',
    path: '/guilds/:guild/members/:user',
    auth: 'bot',
    ...perGuild,
    run: (call) => {
      assertGuild(call);
      const member = findMember(call);
      assertBotPermission(call, 'KICK_MEMBERS');
      assertBotAbove(call, highestPosition(call.context.hub.state, member));
      removeMember(call.context.hub, member.userId);
      return answerNoContent;
    },
  },
  {
    method: 'PUT',
    path: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    ...perGuildRoles,
    run: (call) => {
      const { member, role } = findMemberAndRole(call);
      setRoles(call.context.hub, member, [...member.roles, role.id]);
      return answerNoContent;
    },
  },
  {
    method: 'DELETE',
    path: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    ...perGuildRoles,
    run: (call) => {
      const { member, role } = findMemberAndRole(call);
      setRoles(
        call.context.hub,
        member,
        member.roles.filter((id) => id !== role.id),
      );
      return answerNoContent;
    },
  },
];

function listMembers(call: RestCall): Answer {
  assertGuild(call);
  const { hub } = call.context;
  if (!hub.state.privileged.guildMembers) throw discordErrors.missingAccess();
  const { limit, after } = parseForm(listSchema, call.query);
  const sorted = [...hub.state.members].sort((a, b) => (BigInt(a.userId) < BigInt(b.userId) ? -1 : 1));
  const page = sorted.filter((one) => BigInt(one.userId) > BigInt(after)).slice(0, limit);
  return answerOk(page.map((member) => memberJson(hub, member)));
}

function searchMembers(call: RestCall): Answer {
  assertGuild(call);
  const { hub } = call.context;
  const { query, limit } = parseForm(searchSchema, call.query);
  const start = query.toLowerCase();
  const hits = hub.state.members.filter((member) => {
    const user = hub.getUser(member.userId);
    return [user.username, user.globalName, member.nick ?? ''].some((name) =>
      name.toLowerCase().startsWith(start),
    );
  });
  return answerOk(hits.slice(0, limit).map((member) => memberJson(hub, member)));
}

/**
 * Adds a person who granted `guilds.join` to the server: answers 201 with the new member, or 204 for an existing one.
 */
function addMemberByGrant(call: RestCall): Answer {
  assertGuild(call);
  const { hub } = call.context;
  const user = hub.getUser(requireSnowflake('user_id', call.params['user']));
  const form = parseForm(joinSchema, call.body);
  assertBotPermission(call, 'CREATE_INSTANT_INVITE');
  const grant = hub.state.grants.find((one) => isSameSecret(one.accessToken, form.access_token));
  if (!grant || grant.userId !== user.id || grant.expiresAt <= hub.now()) throw discordErrors.invalidToken();
  if (!grant.scopes.includes('guilds.join')) throw discordErrors.missingScope();
  assertNotBanned(hub, user.id);
  if (hub.findMember(user.id)) return answerNoContent;
  const roles = (form.roles ?? []).map((id) => findManageableRole(call, id).id);
  return answerCreated(memberJson(hub, addMember(hub, user.id, { nick: form.nick ?? null, roles })));
}

function editMember(call: RestCall): Answer {
  assertGuild(call);
  const { hub } = call.context;
  const member = findMember(call);
  const form = parseForm(editSchema, call.body);
  if (form.nick !== undefined) {
    assertBotPermission(call, 'MANAGE_NICKNAMES');
    assertBotAbove(call, highestPosition(hub.state, member));
    member.nick = form.nick;
  }
  if (form.roles) {
    const next = form.roles;
    const changedIds = [...next, ...member.roles].filter(
      (id) => next.includes(id) !== member.roles.includes(id),
    );
    changedIds.forEach((id) => findManageableRole(call, id));
    setRoles(hub, member, next);
  }
  return answerOk(memberJson(hub, member));
}

function findMember(call: RestCall): MemberRow {
  const { hub } = call.context;
  const user = hub.getUser(requireSnowflake('user_id', call.params['user']));
  return hub.getMember(user.id);
}

function findMemberAndRole(call: RestCall): { member: MemberRow; role: RoleRow } {
  assertGuild(call);
  const member = findMember(call);
  const role = findManageableRole(call, requireSnowflake('role_id', call.params['role']));
  return { member, role };
}

/**
 * Finds a role that the bot may give and take away: below its own highest role, not managed by Discord, not
 * `@everyone`.
 */
function findManageableRole(call: RestCall, id: string): RoleRow {
  const { state, world } = call.context.hub;
  const role = state.roles.find((one) => one.id === id);
  if (!role) throw discordErrors.unknownRole();
  assertBotPermission(call, 'MANAGE_ROLES');
  assertBotAbove(call, role.position);
  if (role.managed || role.id === world.guildId) throw discordErrors.missingPermissions();
  return role;
}

function assertBotPermission(call: RestCall, name: PermissionName): void {
  const { state, world } = call.context.hub;
  const bits = guildPermissions(state, world.guildId, call.context.hub.getMember(world.botUserId));
  if (!hasPermission(bits, name)) throw discordErrors.missingPermissions();
}

function assertBotAbove(call: RestCall, position: number): void {
  const { hub } = call.context;
  if (highestPosition(hub.state, hub.getMember(hub.world.botUserId)) <= position)
    throw discordErrors.missingPermissions();
}
