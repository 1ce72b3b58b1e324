import type {
  APIDMChannel,
  APIExtendedInvite,
  APIGuild,
  APIGuildMember,
  APIMessage,
  APIRole,
  APITextChannel,
  APIThreadChannel,
  APIUser,
} from 'discord.js';
import type { Hub } from './hub.js';
import type { ChannelRow, InviteRow, MemberRow, MessageRow, RoleRow, UserRow } from './state.js';

/** Type of a value as calls transmit it, in which the library's enumerations are plain texts and numbers. */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends number
    ? number
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;

const formatIsoTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000+00:00');

/** Fields of a server that Discord documents but the library's type lacks. */
interface UntypedGuildFields {
  nsfw: boolean;
  home_header: null;
  latest_onboarding_question_id: null;
}

/** A message with its embeds and components as they were sent, since their own schemas have checked them. */
type ShownMessage = Wire<Omit<APIMessage, 'embeds' | 'components' | 'referenced_message'>> &
  Pick<MessageRow, 'embeds' | 'components'> & { referenced_message?: ShownMessage | null };

/** A channel as calls transmit it; in contrast to the library's type, a direct message channel has no name. */
type ShownChannel = Omit<APIDMChannel, 'name'> | APITextChannel | APIThreadChannel;

/** A type of the library, in which messages are replaced by those of the stand-in. */
export type Shown<T> = T extends APIMessage
  ? ShownMessage
  : T extends object
    ? { [K in keyof T]: Shown<T[K]> }
    : Wire<T>;

/** Converts a user into the form that Discord sends. */
export function userJson(user: UserRow): Wire<APIUser> {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.bot ? '0001' : '0',
    global_name: user.bot ? null : user.globalName,
    avatar: null,
    bot: user.bot,
    system: false,
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  };
}

export function memberJson(hub: Hub, member: MemberRow): Wire<APIGuildMember> {
  return { ...memberPartJson(member), user: userJson(hub.getUser(member.userId)) };
}

/** Converts a member without its user, as messages contain it. */
export function memberPartJson(member: MemberRow): Wire<Omit<APIGuildMember, 'user'>> {
  return {
    nick: member.nick,
    avatar: null,
    avatar_decoration_data: null,
    collectibles: null,
    banner: null,
    roles: [...member.roles],
    joined_at: formatIsoTime(member.joinedAt),
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    communication_disabled_until: null,
  };
}

export function roleJson(role: RoleRow, botUserId: string): Wire<APIRole> & { description: null } {
  return {
    id: role.id,
    name: role.name,
    description: null,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: role.hoist,
    icon: null,
    unicode_emoji: null,
    position: role.position,
    permissions: role.permissions,
    managed: role.managed,
    mentionable: role.mentionable,
    flags: 0,
    ...(role.managed ? { tags: { bot_id: botUserId } } : {}),
  };
}

export function channelJson(hub: Hub, channel: ChannelRow): Wire<ShownChannel> {
  const lastMessage = hub.getMessages(channel.id).findLast((one) => one.visibleTo === null);
  const common = { id: channel.id, last_message_id: lastMessage?.id ?? null, flags: 0 };
  if (channel.type === 1)
    return {
      ...common,
      type: channel.type,
      recipients: [userJson(hub.getUser(channel.recipientId ?? ''))],
    };
  if (channel.thread) {
    const { parentId, ownerId, archived, locked, autoArchive, archivedAt } = channel.thread;
    return {
      ...common,
      type: channel.type,
      guild_id: hub.world.guildId,
      name: channel.name,
      parent_id: parentId,
      owner_id: ownerId,
      rate_limit_per_user: 0,
      message_count: hub.getMessages(channel.id).length,
      total_message_sent: hub.getMessages(channel.id).length,
      member_count: 1,
      thread_metadata: {
        archived,
        locked,
        auto_archive_duration: autoArchive,
        archive_timestamp: formatIsoTime(archivedAt),
      },
    };
  }
  return {
    ...common,
    type: channel.type,
    guild_id: hub.world.guildId,
    name: channel.name,
    topic: channel.topic,
    position: channel.position,
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    permission_overwrites: channel.overwrites.map((one) => ({ ...one })),
  };
}

/** Converts the server, without its members and channels. */
export function guildJson(hub: Hub): Wire<APIGuild> & UntypedGuildFields {
  const { state, world } = hub;
  return {
    id: world.guildId,
    name: world.guildName,
    icon: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    owner_id: state.ownerId,
    afk_channel_id: null,
    afk_timeout: 300,
    region: 'deprecated',
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: state.roles.map((role) => roleJson(role, world.botUserId)),
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: state.channels.find((one) => one.type === 0)?.id ?? null,
    system_channel_flags: 0,
    rules_channel_id: null,
    max_presences: null,
    max_members: 500_000,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: 'en-US',
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    latest_onboarding_question_id: null,
    hub_type: null,
    incidents_data: null,
    nsfw: false,
    nsfw_level: 0,
    premium_progress_bar_enabled: false,
  };
}

/** Converts a message into the form that Discord sends, the same for everybody who may see the message. */
export function messageJson(hub: Hub, row: MessageRow): ShownMessage {
  const { world } = hub;
  const replied = row.replyTo === null ? undefined : hub.findMessage(row.channelId, row.replyTo);
  const json: ShownMessage = {
    id: row.id,
    type: row.type,
    channel_id: row.channelId,
    author: userJson(hub.getUser(row.authorId)),
    content: row.content,
    timestamp: formatIsoTime(row.createdAt),
    edited_timestamp: row.editedAt === null ? null : formatIsoTime(row.editedAt),
    tts: false,
    mention_everyone: row.mentionEveryone,
    mentions: row.mentions.map((id) => userJson(hub.getUser(id))),
    mention_roles: [...row.mentionRoles],
    mention_channels: [],
    attachments: [],
    embeds: row.embeds,
    components: row.components,
    pinned: (row.pinnedAt ?? null) !== null,
    flags: row.flags,
  };
  if (row.nonce !== null) json.nonce = row.nonce;
  if (row.replyTo !== null) {
    json.message_reference = {
      type: 0,
      channel_id: row.channelId,
      message_id: row.replyTo,
      guild_id: world.guildId,
    };
    json.referenced_message = replied ? messageJson(hub, { ...replied, replyTo: null }) : null;
  }
  if (row.origin) {
    const { origin } = row;
    json.application_id = world.applicationId;
    json.webhook_id = world.applicationId;
    json.interaction_metadata = {
      id: origin.interactionId,
      type: origin.type,
      user: userJson(hub.getUser(origin.userId)),
      authorizing_integration_owners: { 0: world.guildId },
      ...(origin.originalId === null ? {} : { original_response_message_id: origin.originalId }),
      ...(origin.commandName === null ? {} : { name: origin.commandName, command_type: 1 }),
    };
    if (origin.commandName !== null)
      json.interaction = {
        id: origin.interactionId,
        type: 2,
        name: origin.commandName,
        user: userJson(hub.getUser(origin.userId)),
      };
  }
  return json;
}

export function inviteJson(hub: Hub, invite: InviteRow): Wire<APIExtendedInvite> & { guild_id: string } {
  const { id, name, features, icon, splash, banner, description, ...whole } = guildJson(hub);
  const { verification_level, vanity_url_code, nsfw_level, premium_subscription_count } = whole;
  const channel = hub.getChannel(invite.channelId);
  return {
    type: 0,
    code: invite.code,
    guild: {
      id,
      name,
      features,
      icon,
      splash,
      banner,
      description,
      verification_level,
      vanity_url_code,
      nsfw_level,
      premium_subscription_count,
    },
    guild_id: hub.world.guildId,
    channel: { id: channel.id, name: channel.name, type: channel.type },
    inviter: userJson(hub.getUser(hub.world.botUserId)),
    max_uses: invite.maxUses,
    max_age: invite.maxAge,
    uses: invite.uses,
    temporary: invite.temporary,
    created_at: formatIsoTime(invite.createdAt),
    expires_at: invite.maxAge === 0 ? null : formatIsoTime(invite.createdAt + invite.maxAge * 1000),
    approximate_member_count: hub.state.members.length,
    approximate_presence_count: hub.state.members.length,
  };
}
