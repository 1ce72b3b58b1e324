import { GENERAL_CHANNEL_ID, type DiscordWorld } from '../../fixed-ids.js';
import { permissionBits } from './permissions.js';
import type { ChannelRow, DiscordState, MemberRow, OverwriteRow, RoleRow, UserRow } from './state.js';

const TOPICS = {
  orders: 'Paid orders, newest at the bottom',
  history: 'Completed, archived, cancelled and refunded',
  stock: 'What runs low and what is back',
  error: 'Failures, security and disputes',
  tickets: 'Questions from buyers',
  purchases: 'What others buy',
  restocks: 'What is back in stock',
} as const;

/** Creates the state of a new stand-in: people, roles and channels, but no messages. */
export function seedState(world: DiscordWorld, now: number): DiscordState {
  const people = world.users.map((user): UserRow => ({
    id: user.id,
    username: user.username,
    globalName: displayName(user.username),
    bot: false,
    persona: user.persona,
    dmsOpen: true,
  }));
  const bot: UserRow = {
    id: world.botUserId,
    username: 'market-bot',
    globalName: 'Market Bot',
    bot: true,
    persona: null,
    dmsOpen: false,
  };
  const members = world.users
    .filter((user) => user.persona !== 'stranger')
    .map((user): MemberRow => ({ userId: user.id, nick: null, roles: [...user.roles], joinedAt: now }));
  const owner = world.users.find((user) => user.persona === 'operator');
  return {
    format: 1,
    lastId: '0',
    ownerId: owner?.id ?? world.botUserId,
    privileged: { guildMembers: true, messageContent: true, presences: false },
    users: [bot, ...people],
    members: [{ userId: bot.id, nick: null, roles: [world.roles.bot], joinedAt: now }, ...members],
    bans: [],
    roles: seedRoles(world),
    channels: seedChannels(world),
    messages: {},
    globalCommands: [],
    guildCommands: [],
    interactions: [],
    invites: [],
    codes: [],
    grants: [],
    nonces: [],
    calls: [],
    callSeq: 0,
  };
}

/** Returns the stored state, or a new one if the stored state is missing or of an older format. */
export function restoreState(stored: unknown, world: DiscordWorld, now: number): DiscordState {
  const fresh = seedState(world, now);
  if (typeof stored !== 'object' || stored === null) return fresh;
  const old = stored as Partial<DiscordState>;
  if (old.format !== 1) return fresh;
  const users = old.users ?? [];
  const known = new Set(users.map((user) => user.id));
  if (fresh.users.some((user) => !known.has(user.id))) return fresh;
  return { ...fresh, ...old };
}

function seedRoles(world: DiscordWorld): RoleRow[] {
  const createRole = (
    id: string,
    name: string,
    position: number,
    color: number,
    permissions: string,
  ): RoleRow => ({
    id,
    name,
    position,
    color,
    permissions,
    hoist: position > 0,
    mentionable: false,
    managed: id === world.roles.bot,
  });
  const everyone = permissionBits(
    'VIEW_CHANNEL',
    'SEND_MESSAGES',
    'EMBED_LINKS',
    'READ_MESSAGE_HISTORY',
    'CREATE_INSTANT_INVITE',
    'CHANGE_NICKNAME',
    'ADD_REACTIONS',
    'USE_APPLICATION_COMMANDS',
    'SEND_MESSAGES_IN_THREADS',
  );
  const botBits = permissionBits(
    'VIEW_CHANNEL',
    'SEND_MESSAGES',
    'EMBED_LINKS',
    'ATTACH_FILES',
    'READ_MESSAGE_HISTORY',
    'MENTION_EVERYONE',
    'MANAGE_ROLES',
    'CREATE_INSTANT_INVITE',
    'CREATE_PUBLIC_THREADS',
    'SEND_MESSAGES_IN_THREADS',
    'PIN_MESSAGES',
    'USE_APPLICATION_COMMANDS',
  );
  return [
    createRole(world.guildId, '@everyone', 0, 0, everyone),
    createRole(world.roles.vip, 'VIP', 1, 0xe8b04a, '0'),
    createRole(world.roles.staff, 'Staff', 2, 0x4fb286, permissionBits('MANAGE_MESSAGES', 'KICK_MEMBERS')),
    createRole(world.roles.bot, 'Market Bot', 3, 0x6fa8dc, botBits),
  ];
}

function seedChannels(world: DiscordWorld): ChannelRow[] {
  const closed: OverwriteRow[] = [
    { id: world.guildId, type: 0, allow: '0', deny: permissionBits('VIEW_CHANNEL') },
    { id: world.roles.staff, type: 0, allow: permissionBits('VIEW_CHANNEL'), deny: '0' },
    { id: world.roles.bot, type: 0, allow: permissionBits('VIEW_CHANNEL'), deny: '0' },
  ];
  const readOnly: OverwriteRow[] = [
    { id: world.guildId, type: 0, allow: '0', deny: permissionBits('SEND_MESSAGES') },
    { id: world.roles.bot, type: 0, allow: permissionBits('SEND_MESSAGES'), deny: '0' },
  ];
  const createChannel = (
    id: string,
    name: string,
    topic: string,
    position: number,
    overwrites: OverwriteRow[],
  ) => ({
    id,
    type: 0 as const,
    name,
    topic,
    position,
    overwrites: overwrites.map((one) => ({ ...one })),
    recipientId: null,
  });
  const names = ['orders', 'history', 'stock', 'error', 'tickets'] as const;
  return [
    createChannel(GENERAL_CHANNEL_ID, 'general', 'Say hello, ask the bot', 0, []),
    ...names.map((name, index) => createChannel(world.channels[name], name, TOPICS[name], index + 1, closed)),
    ...(['purchases', 'restocks'] as const).map((name, index) =>
      createChannel(world.channels[name], name, TOPICS[name], names.length + index + 1, readOnly),
    ),
  ];
}

function displayName(username: string): string {
  const [first = ''] = username.split(/[._]/);
  return first === '' ? username : first.charAt(0).toUpperCase() + first.slice(1);
}
