import type { ChannelRow, DiscordState, MemberRow } from './state.js';

/** Permission bits that the stand-in supports. */
export const PERMISSION = {
  CREATE_INSTANT_INVITE: 1n << 0n,
  KICK_MEMBERS: 1n << 1n,
  ADMINISTRATOR: 1n << 3n,
  MANAGE_CHANNELS: 1n << 4n,
  MANAGE_GUILD: 1n << 5n,
  ADD_REACTIONS: 1n << 6n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  MANAGE_MESSAGES: 1n << 13n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  CHANGE_NICKNAME: 1n << 26n,
  MANAGE_NICKNAMES: 1n << 27n,
  MANAGE_ROLES: 1n << 28n,
  USE_APPLICATION_COMMANDS: 1n << 31n,
  MANAGE_THREADS: 1n << 34n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
  PIN_MESSAGES: 1n << 51n,
} as const;

export type PermissionName = keyof typeof PERMISSION;

const ALL = Object.values(PERMISSION).reduce((sum, bit) => sum | bit, 0n);

/** Permissions of a member in the server: all for owner and administrators, otherwise those of the roles together. */
export function guildPermissions(state: DiscordState, guildId: string, member: MemberRow): bigint {
  if (member.userId === state.ownerId) return ALL;
  const granted = state.roles
    .filter((role) => role.id === guildId || member.roles.includes(role.id))
    .reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  return (granted & PERMISSION.ADMINISTRATOR) === 0n ? granted : ALL;
}

/**
 * Permissions of a member in a channel: overwrites for everyone, then for all roles together, then for the member.
 * Without VIEW_CHANNEL there are none; without SEND_MESSAGES, no embeds and no @everyone.
 */
export function channelPermissions(
  state: DiscordState,
  guildId: string,
  member: MemberRow,
  channel: ChannelRow,
): bigint {
  let granted = guildPermissions(state, guildId, member);
  if (granted === ALL) return ALL;
  const applyOverwrite = (allow: bigint, deny: bigint): void => {
    granted = (granted & ~deny) | allow;
  };
  const everyone = channel.overwrites.find((one) => one.id === guildId);
  if (everyone) applyOverwrite(BigInt(everyone.allow), BigInt(everyone.deny));
  const ofRoles = channel.overwrites.filter((one) => one.type === 0 && member.roles.includes(one.id));
  applyOverwrite(
    ofRoles.reduce((sum, one) => sum | BigInt(one.allow), 0n),
    ofRoles.reduce((sum, one) => sum | BigInt(one.deny), 0n),
  );
  const own = channel.overwrites.find((one) => one.type === 1 && one.id === member.userId);
  if (own) applyOverwrite(BigInt(own.allow), BigInt(own.deny));
  if ((granted & PERMISSION.VIEW_CHANNEL) === 0n) return 0n;
  if ((granted & PERMISSION.SEND_MESSAGES) === 0n)
    granted &= ~(PERMISSION.EMBED_LINKS | PERMISSION.MENTION_EVERYONE | PERMISSION.ATTACH_FILES);
  return granted;
}

/** True when a set of permission bits contains a permission. */
export function hasPermission(bits: bigint, name: PermissionName): boolean {
  return (bits & PERMISSION[name]) !== 0n;
}

/** Joins permissions into one set of bits, as Discord sends it. */
export function permissionBits(...names: PermissionName[]): string {
  return names.reduce((sum, name) => sum | PERMISSION[name], 0n).toString();
}

/** Position of a member's highest role; the owner is above all roles. */
export function highestPosition(state: DiscordState, member: MemberRow): number {
  if (member.userId === state.ownerId) return Number.MAX_SAFE_INTEGER;
  return state.roles
    .filter((role) => member.roles.includes(role.id))
    .reduce((highest, role) => Math.max(highest, role.position), 0);
}
