import type { Hub } from './hub.js';
import { INTENT } from './intents.js';
import type { JsonObject, MemberRow } from './state.js';
import { memberJson, userJson } from './views.js';

/** Makes a user a member, notifies the gateway; an existing membership stays as it is. */
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
  tell(hub, 'GUILD_MEMBER_ADD', memberJson(hub, member));
  hub.changed();
  return member;
}

/** Ends a membership and notifies the gateway; answers whether there was one. */
export function removeMember(hub: Hub, userId: string): boolean {
  const known = hub.findMember(userId);
  if (!known) return false;
  hub.state.members = hub.state.members.filter((one) => one !== known);
  tell(hub, 'GUILD_MEMBER_REMOVE', { user: userJson(hub.user(userId)) });
  hub.changed();
  return true;
}

/** Gives a member exactly these roles and notifies the gateway if that changed anything. */
export function setRoles(hub: Hub, member: MemberRow, roles: readonly string[]): void {
  const next = [...new Set(roles)];
  const same = next.length === member.roles.length && next.every((id) => member.roles.includes(id));
  if (same) return;
  member.roles = next;
  tell(hub, 'GUILD_MEMBER_UPDATE', memberJson(hub, member));
  hub.changed();
}

function tell(hub: Hub, type: string, data: JsonObject): void {
  hub.publish({ type, data: { guild_id: hub.world.guildId, ...data }, intents: INTENT.GUILD_MEMBERS });
}
