import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/discord';

export const catalogue: SameKeys<typeof mix> = {
  title: 'Discord test',
  intro: 'Try what the shop does on Discord. For admins only.',
  closed: {
    visitor: 'Please sign in first',
    visitorText: 'This page is for the shop’s admins.',
    signIn: 'Sign in',
    other: 'For admins only',
    otherText: 'Your account is not an admin’s.',
    home: 'Back to Shop',
  },
  status: {
    heading: 'Bot status',
    check: 'Check status',
    connected: 'The bot is connected',
    away: 'The bot is not connected',
    unknown: 'Not checked yet',
    failed: 'Failed to check Discord status',
    problems: {
      NOT_SET_UP: 'The shop has no Discord server to ask: set DISCORD_TOKEN and DISCORD_GUILD_ID.',
      GUILD_UNKNOWN:
        'Discord does not know the server of the shop. Check DISCORD_GUILD_ID and invite the bot. Until then staff rights, join rewards and roles stand still.',
      TOKEN_REFUSED: 'Discord refuses the token of the shop. Check DISCORD_TOKEN.',
      DISCORD_AWAY: 'Discord does not answer the shop.',
      BOT_AWAY:
        'No bot has reported. Start it, or look into its log, which names settings that are missing or wrong.',
      BOT_GATEWAY_AWAY:
        'The bot runs and posts, but it is not connected to Discord, so commands and buttons get no answer. It connects again by itself.',
      BOT_LOGINS_SPENT:
        'The bot logged in too often and waits until {{until}}. Look into its log for why it restarts.',
      BOT_GUILD_UNKNOWN:
        'The bot is no member of the server in its settings. Check its DISCORD_GUILD_ID and invite it.',
      COMMANDS_FAILED: 'The commands are not registered at Discord. The bot tries again by itself.',
      INTENTS_REFUSED:
        'Discord does not grant the bot the intents of its settings ({{detail}}), so it works without them. Switch them on in the developer portal or off in the settings, and restart the bot.',
      INTENTS_IDLE:
        'DISCORD_MEMBERS_INTENT is on, but DISCORD_CHANNEL_WELCOME names no channel, so newcomers are not welcomed. Set the channel, or switch the intent off, and restart the bot.',
      EVENTS_UNREADABLE_one: 'The bot set one message of Discord aside because it could not read it.',
      EVENTS_UNREADABLE_other:
        'The bot set {{count}} messages of Discord aside because it could not read them.',
    },
  },
  send: {
    heading: 'Test message',
    text: 'It goes to the channel of that kind, marked as a test.',
    type: 'Channel',
    types: { order: 'Orders', history: 'History', stock: 'Stock', error: 'Errors' },
    message: 'Message',
    preset: 'This is a test message from the shop.',
    submit: 'Send test message',
    missingType: 'Please select a test type',
    missingMessage: 'Please write a message',
    sent: 'Discord {{type}} message sent successfully!',
    failed: 'Failed to send Discord message',
    network: 'Network error while testing Discord',
    link: 'Open the message',
    waiting: 'It is queued and will appear as soon as the bot is there.',
  },
  server: {
    heading: 'Server',
    read: 'Ask for server info',
    members: 'Members',
    invite: 'Invitation',
    name: 'Name',
    failed: 'The server info could not be loaded',
  },
  posts: {
    heading: 'Latest posts',
    read: 'Show the latest posts',
    none: 'No posts yet.',
    failed: 'The posts could not be loaded',
    resend: 'Send again',
    resent: 'Queued to be sent again.',
    resendFailed: 'It could not be sent again',
    open: 'Open',
    number: 'Post {{id}}',
    copyOf: 'again: Post {{id}}',
    order: 'order #{{id}}',
    states: {
      pending: 'Waiting',
      claimed: 'Being sent',
      sent: 'Sent',
      parked: 'Refused',
      counted: 'Counted in another post',
    },
  },
  /** As Discord calls them. */
  permissions: {
    ViewChannel: 'View Channel',
    SendMessages: 'Send Messages',
    EmbedLinks: 'Embed Links',
    ReadMessageHistory: 'Read Message History',
    MentionEveryone: 'Mention Everyone',
    CreateInstantInvite: 'Create Invite',
    ManageRoles: 'Manage Roles',
    PinMessages: 'Pin Messages',
    CreatePublicThreads: 'Create Public Threads',
    SendMessagesInThreads: 'Send Messages in Threads',
    Administrator: 'Administrator',
    ManageGuild: 'Manage Server',
    ManageChannels: 'Manage Channels',
    ManageWebhooks: 'Manage Webhooks',
    ManageGuildExpressions: 'Manage Expressions',
    ManageMessages: 'Manage Messages',
    ManageThreads: 'Manage Threads',
    KickMembers: 'Kick Members',
    BanMembers: 'Ban Members',
    ModerateMembers: 'Time Out Members',
  },
  doctor: {
    heading: 'Permissions and settings',
    text: 'What the bot sees on the server now. Changes show here by themselves.',
    waiting: 'The bot reports this as soon as it is connected and on the server.',
    complete: 'Complete',
    lacks_one: '{{count}} missing',
    lacks_other: '{{count}} missing',
    wrong: 'Wrong setting',
    risk: 'Risk',
    missing: 'Missing: ',
    allowed: 'Allowed: ',
    channels: {
      orders: 'Orders',
      history: 'History',
      stock: 'Stock',
      error: 'Errors',
      tickets: 'Tickets',
      welcome: 'Welcome',
      purchases: 'Purchases',
      restocks: 'Back in stock',
    },
    channel: {
      help: 'In Discord, open the settings of #{{name}}, then Permissions, and allow the bot’s role what is missing.',
      unknown:
        'No channel of the server has the id in {{setting}}. Copy the channel’s id in Discord, set it for the bot, and start the bot again.',
      no_text:
        '{{setting}} names “{{name}}”, which takes no messages. Set the id of a text channel for the bot, and start the bot again.',
    },
    server: 'Whole server',
    serverHelp:
      'In Discord, open Server Settings, then Roles, and allow the bot’s role what is missing. Without “Create Invite” everybody gets the same invitation, without “Manage Roles” nobody gets the VIP role.',
    roles: { staff: 'Staff role', vip: 'VIP role' },
    role: {
      fine: 'As it should be',
      unknown:
        'No role of the server has the id in {{setting}}. Copy the role’s id in Discord, set it for shop and bot, and start both again.',
      above_bot:
        'The role “{{name}}” stands above the bot’s own, so that the bot can’t give it. In Discord, open Server Settings, then Roles, and drag the bot’s role above it.',
      managed:
        '{{setting}} names “{{name}}”, which nobody can give. Set the id of a role of your own for shop and bot, and start both again.',
      given_by_others:
        'Who has the role {{roles}} may give “{{name}}” to anybody, and with it its rights in the shop, without being an admin. In Discord, take “Manage Roles” from that role, or move “{{name}}” above it.',
      staff_permissions:
        'Customers get this role for points, and “{{name}}” has permissions of moderators: {{permissions}}. In Discord, open Server Settings, then Roles, and take them from it.',
      above_staff:
        'Customers get this role for points, and “{{name}}” stands above the staff role, so that staff can’t moderate them. In Discord, open Server Settings, then Roles, and drag it below.',
      has_rights:
        'The panel gives “{{name}}” rights, which do not count, since customers get this role for points. Take them from it in the panel, under Rights.',
    },
  },
  setup: {
    heading: '“Missing Access”?',
    text: 'Then the bot can’t see or write to the channel. In Discord, open the channel’s settings, then Permissions, and allow the bot’s role:',
    admin: 'Or give the bot’s role the Administrator permission, which covers all of them.',
  },
};
