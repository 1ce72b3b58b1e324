import {
  type BotPermission,
  CHANNELS,
  findStaffPermissions,
  findVipRisks,
  type ChannelIds,
  type CheckedChannel,
  type CheckedRole,
  type DoctorReport,
} from '@pax/contracts';
import { ChannelType, PermissionFlagsBits, type Guild, type GuildMember, type Role } from 'discord.js';

/**
 * Permissions for posting in a channel: sending, editing, and searching the history for a post whose outcome is
 * unknown.
 */
export const CHANNEL_PERMISSIONS: readonly BotPermission[] = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'ReadMessageHistory',
];
/** Permission to create personal invites for the account page; without it, everyone gets the same invite link. */
export const INVITE_PERMISSION: BotPermission = 'CreateInstantInvite';
/** Permission to mention a role that ordinary members may not mention. */
export const PING_PERMISSION: BotPermission = 'MentionEveryone';
/** Permission to give the VIP role. */
export const ROLE_PERMISSION: BotPermission = 'ManageRoles';

/** Permission to pin the bot's pinned messages; Discord's _Manage Messages_ no longer includes it. */
export const PIN_PERMISSION: BotPermission = 'PinMessages';

/** Permissions in the tickets channel to open a thread for each ticket, and to archive the thread. */
export const THREAD_PERMISSIONS: readonly BotPermission[] = ['CreatePublicThreads', 'SendMessagesInThreads'];

/** All permissions that the bot may need; the bot's invite link asks for them. */
export const ALL_PERMISSIONS: readonly BotPermission[] = [
  ...CHANNEL_PERMISSIONS,
  INVITE_PERMISSION,
  PING_PERMISSION,
  ROLE_PERMISSION,
  PIN_PERMISSION,
  ...THREAD_PERMISSIONS,
];

/** Channels and roles in the settings that the doctor examines. */
export interface DoctorSettings {
  readonly channels: ChannelIds;
  /** The channel in which newcomers are welcomed. */
  readonly welcomeChannelId: string | undefined;
  readonly staffRoleId: string | undefined;
  readonly vipRoleId: string | undefined;
  /** The role that posts of new orders mention. */
  readonly staffPing: string | undefined;
}

const MAX_ROLE_NAMES = 5;

type ExaminedChannel = CheckedChannel['channel'];

/**
 * Lists the permissions that the bot needs in a channel; the one for mentions only when the role is not mentionable.
 */
function requiredPermissions(
  guild: Guild,
  channel: ExaminedChannel,
  { staffPing }: DoctorSettings,
): BotPermission[] {
  const pings = channel === 'orders' && staffPing !== undefined;
  const isMentionable = pings && guild.roles.cache.get(staffPing)?.mentionable === true;
  const pins = channel === 'stock' || channel === 'welcome';
  return [
    ...CHANNEL_PERMISSIONS,
    ...(pings && !isMentionable ? [PING_PERMISSION] : []),
    ...(pins ? [PIN_PERMISSION] : []),
    ...(channel === 'tickets' ? THREAD_PERMISSIONS : []),
  ];
}

interface PermissionHolder {
  has(bit: bigint): boolean;
}

const splitHeldPermissions = (
  needs: readonly BotPermission[],
  held: PermissionHolder | null,
): { has: BotPermission[]; lacks: BotPermission[] } => {
  const isHeld = (name: BotPermission): boolean => held?.has(PermissionFlagsBits[name]) === true;
  return { has: needs.filter(isHeld), lacks: needs.filter((name) => !isHeld(name)) };
};

function examineChannel(
  guild: Guild,
  me: GuildMember,
  channel: ExaminedChannel,
  settings: DoctorSettings,
): CheckedChannel {
  const id = channel === 'welcome' ? settings.welcomeChannelId : settings.channels[channel];
  const found = guild.channels.cache.get(id ?? '');
  if (!found) return { channel, state: 'unknown', has: [], lacks: [] };
  const { name } = found;
  if (found.type !== ChannelType.GuildText && found.type !== ChannelType.GuildAnnouncement)
    return { channel, state: 'no_text', name, has: [], lacks: [] };
  const needs = requiredPermissions(guild, channel, settings);
  return { channel, state: 'found', name, ...splitHeldPermissions(needs, found.permissionsFor(me)) };
}

/** Checks the VIP role: the bot can assign it, Discord does not manage it, and it gives no staff permissions. */
function examineVipRole(
  guild: Guild,
  me: GuildMember,
  id: string,
  staffRoleId: string | undefined,
): CheckedRole {
  const role = guild.roles.cache.get(id);
  if (!role) return { role: 'vip', state: 'unknown' };
  const { name } = role;
  if (role.managed || id === guild.id) return { role: 'vip', state: 'managed', name };
  const isBelow = guild.ownerId === me.id || me.roles.highest.comparePositionTo(role) > 0;
  if (!isBelow) return { role: 'vip', state: 'above_bot', name };
  const placed = { permissions: role.permissions.bitfield, position: role.position };
  const [risk = 'fine'] = findVipRisks(placed, guild.roles.cache.get(staffRoleId ?? ''));
  const permissions = findStaffPermissions(placed);
  return { role: 'vip', state: risk, name, ...(permissions.length > 0 && { permissions }) };
}

/** Finds roles whose members are no admins but can assign this role, which gives rights in the shop. */
function findRolesThatGive(guild: Guild, { id, position }: Role): string[] {
  return guild.roles.cache
    .filter((other) => other.id !== id && !other.managed && other.position > position)
    .filter(({ permissions }) => permissions.has(PermissionFlagsBits.ManageRoles, false))
    .filter(({ permissions }) => !permissions.has(PermissionFlagsBits.Administrator))
    .map(({ name }) => name)
    .slice(0, MAX_ROLE_NAMES);
}

/** Checks that only admins can assign a role that gives rights in the shop. */
function examineStaffRole(guild: Guild, id: string): CheckedRole {
  const role = guild.roles.cache.get(id);
  if (!role) return { role: 'staff', state: 'unknown' };
  const { name } = role;
  const givenBy = findRolesThatGive(guild, role);
  return givenBy.length > 0
    ? { role: 'staff', state: 'given_by_others', name, givenBy }
    : { role: 'staff', state: 'fine', name };
}

/**
 * Reports which permissions, channels and roles the bot has or lacks, from the latest gateway events.
 * @returns undefined until Discord has sent the bot's own membership
 */
export function examineServer(guild: Guild, settings: DoctorSettings): DoctorReport | undefined {
  const { me } = guild.members;
  if (!me) return undefined;
  const { staffRoleId, vipRoleId, welcomeChannelId } = settings;
  const channels: ExaminedChannel[] = [
    ...CHANNELS.filter((channel) => settings.channels[channel] !== undefined),
    ...(welcomeChannelId === undefined ? [] : ['welcome' as const]),
  ];
  const needs = [INVITE_PERMISSION, ...(vipRoleId === undefined ? [] : [ROLE_PERMISSION])];
  return {
    channels: channels.map((channel) => examineChannel(guild, me, channel, settings)),
    server: splitHeldPermissions(needs, me.permissions),
    roles: [
      ...(staffRoleId === undefined ? [] : [examineStaffRole(guild, staffRoleId)]),
      ...(vipRoleId === undefined ? [] : [examineVipRole(guild, me, vipRoleId, staffRoleId)]),
    ],
  };
}
