import type { BotPermission } from '@pax/contracts';

/** Permissions for posting in a channel: send, edit, and search the history for a post that may have arrived. */
export const CHANNEL_NEEDS: readonly BotPermission[] = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'ReadMessageHistory',
];
/** Permission for personal invites on the account page; without it, everybody gets the same invite link. */
export const INVITE_NEED: BotPermission = 'CreateInstantInvite';
/** Permission to mention a role that is not mentionable by everybody. */
export const PING_NEED: BotPermission = 'MentionEveryone';
/** Permission to give the VIP role. */
export const ROLE_NEED: BotPermission = 'ManageRoles';

/** Permission to pin the lasting messages; Discord's _Manage Messages_ no longer includes it. */
export const PIN_NEED: BotPermission = 'PinMessages';

/** Permissions to open and archive a thread for each ticket, in the channel of the tickets' posts. */
export const THREAD_NEEDS: readonly BotPermission[] = ['CreatePublicThreads', 'SendMessagesInThreads'];

/** All permissions that the bot may need; the bot's invite link asks for them. */
export const ALL_NEEDS: readonly BotPermission[] = [
  ...CHANNEL_NEEDS,
  INVITE_NEED,
  PING_NEED,
  ROLE_NEED,
  PIN_NEED,
  ...THREAD_NEEDS,
];
