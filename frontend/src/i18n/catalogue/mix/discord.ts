/** The page on which staff try the Discord integration. */
export const catalogue = {
  title: 'Discord test',
  intro: 'Try what the shop does on Discord. For admins and staff only.',
  closed: {
    visitor: 'Please sign in first',
    visitorText: 'This page is for the shop’s staff.',
    signIn: 'Sign in',
    other: 'For staff only',
    otherText: 'Your account has no rights here. Ask an admin of the shop if you should have.',
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
      BOT_AWAY: 'No bot has reported. Start it, or look into its log.',
      BOT_LOGINS_SPENT:
        'The bot logged in too often and waits until {{until}}. Look into its log for why it restarts.',
      BOT_GUILD_UNKNOWN:
        'The bot is no member of the server in its settings. Check its DISCORD_GUILD_ID and invite it.',
      COMMANDS_FAILED: 'The commands are not registered at Discord. The bot tries again by itself.',
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
    states: {
      pending: 'Waiting',
      claimed: 'Being sent',
      sent: 'Sent',
      parked: 'Refused',
      counted: 'Counted in another post',
    },
  },
  setup: {
    heading: '“Missing Access”?',
    text: 'Then the bot can’t see or write to the channel. In Discord, open the channel’s settings, then Permissions, and allow the bot’s role:',
    permissions: {
      view: 'View Channel',
      send: 'Send Messages',
      embed: 'Embed Links',
      mention: 'Mention Everyone',
      history: 'Read Message History',
    },
    admin: 'Or give the bot’s role the Administrator permission, which covers all of them.',
  },
};

export const german: readonly string[] = [];
