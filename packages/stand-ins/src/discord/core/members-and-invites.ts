import { type Hub, INTENT, newCode } from './hub.js';
import type { JsonObject, MemberRow, InviteRow } from './state.js';
import { memberJson, userJson } from './json-views.js';
import { discordErrors } from './errors.js';

/** Makes a user a member of the server and sends the gateway event; does nothing for a member. */
export function addMember(
  hub: Hub,
  userId: string,
  extra: Partial<Pick<MemberRow, 'nick' | 'roles'>> = {},
): MemberRow {
  const known = hub.findMember(userId);
  if (known) return known;
  const member: MemberRow = {
    userId,
    nick: extra.nick ?? null,
    roles: extra.roles ?? [],
    joinedAt: hub.now(),
  };
  hub.state.members.push(member);
  publishMemberEvent(hub, 'GUILD_MEMBER_ADD', memberJson(hub, member));
  hub.commitChange();
  return member;
}

/** Removes a member from the server and sends the gateway event. @returns false when the user was no member */
export function removeMember(hub: Hub, userId: string): boolean {
  const known = hub.findMember(userId);
  if (!known) return false;
  hub.state.members = hub.state.members.filter((one) => one !== known);
  publishMemberEvent(hub, 'GUILD_MEMBER_REMOVE', { user: userJson(hub.getUser(userId)) });
  hub.commitChange();
  return true;
}

/** Gives a member exactly the given roles, and sends the gateway event if that changed anything. */
export function setRoles(hub: Hub, member: MemberRow, roles: readonly string[]): void {
  const next = [...new Set(roles)];
  const same = next.length === member.roles.length && next.every((id) => member.roles.includes(id));
  if (same) return;
  member.roles = next;
  publishMemberEvent(hub, 'GUILD_MEMBER_UPDATE', memberJson(hub, member));
  hub.commitChange();
}

function publishMemberEvent(hub: Hub, type: string, data: JsonObject): void {
  hub.publish({ type, data: { guild_id: hub.world.guildId, ...data }, intents: INTENT.GUILD_MEMBERS });
}

/** Largest number of invites of a server. */
const MAX_INVITES = 1_000;

/** Requested properties of a new invite. */
export type InviteRequest = Pick<InviteRow, 'channelId' | 'maxAge' | 'maxUses' | 'temporary'> & {
  /** True to create a new invite, even if an equal one can still be used. */
  readonly unique: boolean;
};

/** Creates an invite, or returns an equal one that can be used, unless `unique` is set. @throws DiscordError 30016 */
export function createInvite(hub: Hub, { unique, ...wanted }: InviteRequest): InviteRow {
  const { state } = hub;
  state.invites = state.invites.filter((one) => isUsable(hub, one));
  const equal = state.invites.find(
    (one) =>
      one.channelId === wanted.channelId &&
      one.maxAge === wanted.maxAge &&
      one.maxUses === wanted.maxUses &&
      one.temporary === wanted.temporary,
  );
  if (equal && !unique) return equal;
  if (state.invites.length >= MAX_INVITES) throw discordErrors.tooManyInvites();
  const invite = { ...wanted, code: newCode(8), uses: 0, createdAt: hub.now() };
  state.invites.push(invite);
  hub.commitChange();
  return invite;
}

/** Finds an invite that can be used; the stand-in's built-in one never expires. @throws DiscordError 10006 */
export function findUsableInvite(hub: Hub, code: string): InviteRow {
  const { state, world } = hub;
  const general = state.channels.find((one) => one.type === 0);
  if (code === world.inviteCode && general)
    return {
      code,
      channelId: general.id,
      maxAge: 0,
      maxUses: 0,
      temporary: false,
      uses: 0,
      createdAt: hub.now(),
    };
  const invite = state.invites.find((one) => one.code === code && isUsable(hub, one));
  if (!invite) throw discordErrors.unknownInvite();
  return invite;
}

/** Makes a person a member by an invite; does nothing for a member. @throws DiscordError 10006, 40007 */
export function acceptInvite(hub: Hub, userId: string, code: string): MemberRow {
  const invite = findUsableInvite(hub, code);
  assertNotBanned(hub, userId);
  if (!hub.findMember(userId)) invite.uses += 1;
  return addMember(hub, userId);
}

/** Refuses banned people. @throws DiscordError 40007 */
export function assertNotBanned(hub: Hub, userId: string): void {
  if (hub.state.bans.includes(userId)) throw discordErrors.bannedUser();
}

function isUsable(hub: Hub, invite: InviteRow): boolean {
  const isLapsed = invite.maxAge > 0 && invite.createdAt + invite.maxAge * 1000 <= hub.now();
  const isUsedUp = invite.maxUses > 0 && invite.uses >= invite.maxUses;
  return !isLapsed && !isUsedUp;
}
