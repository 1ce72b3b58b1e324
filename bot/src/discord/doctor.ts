import {
  type BotPermission,
  CHANNELS,
  findStaffPermissions,
  findVipRisks,
  type Channel,
  type CheckedChannel,
  type CheckedRole,
  type DoctorReport,
} from '@pax/contracts';
import { ChannelType, PermissionFlagsBits, type Guild, type GuildMember, type Role } from 'discord.js';

/** Permissions for posting in a channel: send, edit, and search the history for a post that may have arrived. */
export const CHANNEL_PERMISSIONS: readonly BotPermission[] = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'ReadMessageHistory',
];
/** Permission for personal invites on the account page; without it, all people get the same invite link. */
export const INVITE_PERMISSION: BotPermission = 'CreateInstantInvite';
/** Permission to mention a role that members in general may not mention. */
export const PING_PERMISSION: BotPermission = 'MentionEveryone';
/** Permission to give the VIP role. */
export const ROLE_PERMISSION: BotPermission = 'ManageRoles';

/** Permission to pin the lasting messages; Discord's _Manage Messages_ no longer includes it. */
export const PIN_PERMISSION: BotPermission = 'PinMessages';

/** Permissions to open and archive a thread for each ticket, in the tickets channel. */
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

/** The channels and roles that the doctor examines, from the settings. */
export interface DoctorSettings {
  readonly channels: Readonly<Record<Channel, string>>;
  /** The channel of the welcome. */
  readonly welcomeChannelId: string | undefined;
  readonly staffRoleId: string | undefined;
  readonly vipRoleId: string | undefined;
  /** The role that new orders mention. */
  readonly staffPing: string | undefined;
}

const MAX_ROLE_NAMES = 5;

type ExaminedChannel = CheckedChannel['channel'];

/**
 * Lists the permissions that the bot needs in a channel; the ping permission only when the role is not mentionable.
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

const splitByHeld = (
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
  return { channel, state: 'found', name, ...splitByHeld(needs, found.permissionsFor(me)) };
}

/** Checks the VIP role: below the bot's highest role, not managed by Discord, and without rights of staff. */
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

/** Finds the roles whose non-admin members can give themselves this role, and so its rights in the shop. */
function findRolesThatGive(guild: Guild, { id, position }: Role): string[] {
  return guild.roles.cache
    .filter((other) => other.id !== id && !other.managed && other.position > position)
    .filter(({ permissions }) => permissions.has(PermissionFlagsBits.ManageRoles, false))
    .filter(({ permissions }) => !permissions.has(PermissionFlagsBits.Administrator))
    .map(({ name }) => name)
    .slice(0, MAX_ROLE_NAMES);
}

/** Checks a role that grants rights in the shop, which only admins should be able to give. */
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
 * Reports which permissions, channels and roles the bot has or lacks, from the last gateway events, without a call.
 * @returns undefined until Discord has sent the bot its own membership
 */
export function examineServer(guild: Guild, settings: DoctorSettings): DoctorReport | undefined {
  const { me } = guild.members;
  if (!me) return undefined;
  const { staffRoleId, vipRoleId, welcomeChannelId } = settings;
  const channels: ExaminedChannel[] = [
    ...CHANNELS,
    ...(welcomeChannelId === undefined ? [] : ['welcome' as const]),
  ];
  const needs = [INVITE_PERMISSION, ...(vipRoleId === undefined ? [] : [ROLE_PERMISSION])];
  return {
    channels: channels.map((channel) => examineChannel(guild, me, channel, settings)),
    server: splitByHeld(needs, me.permissions),
    roles: [
      ...(staffRoleId === undefined ? [] : [examineStaffRole(guild, staffRoleId)]),
      ...(vipRoleId === undefined ? [] : [examineVipRole(guild, me, vipRoleId, staffRoleId)]),
    ],
  };
}
