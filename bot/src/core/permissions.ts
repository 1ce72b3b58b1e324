import type { BotPermission } from '@pax/contracts';

/** What posting needs in each channel: posts and edits, and the search for a post that may have arrived. */
export const CHANNEL_NEEDS: readonly BotPermission[] = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'ReadMessageHistory',
];
/** Invites from the account page; without it they have one address for all. */
export const INVITE_NEED: BotPermission = 'CreateInstantInvite';
/** To mention a role that not everybody may mention. */
export const PING_NEED: BotPermission = 'MentionEveryone';
/** To give the role of VIPs. */
export const ROLE_NEED: BotPermission = 'ManageRoles';

/** To pin the lasting messages; _Manage Messages_ no longer gives it. */
export const PIN_NEED: BotPermission = 'PinMessages';

/** In the channel of the tickets' posts: a thread each, and the archiving of it. */
export const THREAD_NEEDS: readonly BotPermission[] = ['CreatePublicThreads', 'SendMessagesInThreads'];

/** Everything that the bot may need, which the link that invites it asks for. */
export const ALL_NEEDS: readonly BotPermission[] = [
  ...CHANNEL_NEEDS,
  INVITE_NEED,
  PING_NEED,
  ROLE_NEED,
  PIN_NEED,
  ...THREAD_NEEDS,
];
