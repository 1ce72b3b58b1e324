import { z } from 'zod';
import { botLanguage } from '../../languages.js';
import { boundedString, discordId, id, line, text } from '../../entities/fields.js';
import { MAX_TICKET_PICTURES } from '../../entities/picture.js';
import { rewardKey } from '../../entities/reward.js';
import { ticketPriority } from '../../state/ticket-states.js';
import { defineCall, QUARTER_HOUR_MS } from '../call.js';
import { loyaltyAnswer, redeemRewardAnswer, redeemRewardRequest } from '../loyalty.js';
import { createTicketAnswer, TICKET_NAME_LENGTH, TICKET_SUBJECT_LENGTH } from '../tickets.js';
import { madeAt, botPersonInput } from './commands.js';

// Calls of the bot on behalf of customers, below /api/bot, and the switch for messages on the account page.

/** GET and PATCH /api/account/direct-messages: the switch for the bot's messages about the account's orders. */
export const directMessagesAnswer = z.object({
  /** True with a linked Discord account, without which the bot sends no messages. */
  isLinked: z.boolean(),
  isEnabled: z.boolean(),
});
export type DirectMessagesAnswer = z.infer<typeof directMessagesAnswer>;
export const directMessagesRequest = z.strictObject({ isEnabled: z.boolean() });

/** GET /api/bot/people?discordId=… and the answer to PATCH: a person's choices, and the linked account. */
export const botPersonAnswer = z.object({
  /** The chosen language; null for that of the person's Discord client. */
  language: botLanguage.nullable(),
  directMessages: z.boolean(),
  /** The Discord client's language in the bot's last report; null while unknown. */
  clientLanguage: botLanguage.nullish(),
  /**
   * True when a message failed because the person's direct messages are closed, and the person was not informed yet.
   */
  messagesClosed: z.boolean().optional(),
  account: z.object({ username: z.string(), isBlocked: z.boolean() }).nullable(),
});
export type BotPersonAnswer = z.infer<typeof botPersonAnswer>;
/** PATCH /api/bot/people: changes the given fields. */
export const changeBotPersonRequest = z.strictObject({
  discordId,
  language: botLanguage.nullable().optional(),
  directMessages: z.boolean().optional(),
  /** The Discord client's language, used for direct messages without a chosen language. */
  clientLanguage: botLanguage.optional(),
  /** Records that the person was informed about closed direct messages. */
  toldClosed: z.literal(true).optional(),
});
export type ChangeBotPersonRequest = z.infer<typeof changeBotPersonRequest>;

/** GET /api/bot/rewards?discordId=… → the reward shop and the person's codes; null without an account. */
export const botRewardsAnswer = z.object({
  loyalty: loyaltyAnswer.pick({ points: true, membershipTier: true, rewards: true, shop: true }).nullable(),
});
export type BotRewardsAnswer = z.infer<typeof botRewardsAnswer>;
/** POST /api/bot/rewards/redeem: `requestId` identifies the confirmation, so that a repeat redeems nothing more. */
export const botRedeemRequest = z.strictObject({
  discordId,
  rewardId: rewardKey,
  requestId: redeemRewardRequest.shape.requestId.unwrap(),
});
export type BotRedeemRequest = z.infer<typeof botRedeemRequest>;

/** Longest text of a ticket written in Discord, characters: the limit of Discord's windows. */
export const BOT_TICKET_TEXT_LENGTH = 4_000;
/** The interaction's id; a repeated call with it stores nothing more. Older bots do not send it. */
export const botRequestId = discordId.optional();
/** POST /api/bot/tickets; a person's repeat with the same `requestId` returns the same ticket and secret. */
export const botTicketRequest = z.strictObject({
  discordId,
  requestId: botRequestId,
  /** The person's name in Discord, used without an account. */
  name: line(TICKET_NAME_LENGTH),
  subject: line(TICKET_SUBJECT_LENGTH),
  message: text(BOT_TICKET_TEXT_LENGTH),
  priority: ticketPriority,
  /** The person's order that the ticket is about. */
  orderId: id.optional(),
  /** Creation time of that order. */
  madeAt,
  /** Addresses of the added pictures at Discord's file host. */
  pictures: z.array(boundedString(2_000)).max(MAX_TICKET_PICTURES).optional(),
});
export type BotTicketRequest = z.infer<typeof botTicketRequest>;

/** Largest body, bytes: enough for the longest text in any script. */
const MAX_BODY_BYTES = 32 * 1024;

/** Calls of the bot on behalf of customers, and their switch on the account page. */
export const peopleCalls = {
  directMessages: defineCall({
    method: 'GET',
    path: '/api/account/direct-messages',
    access: 'session',
    summary: 'Whether the bot writes to the own Discord account about the own orders.',
    answer: directMessagesAnswer,
  }),
  setDirectMessages: defineCall({
    method: 'PATCH',
    path: '/api/account/direct-messages',
    access: 'session',
    summary: 'Switches direct messages about the own orders on or off.',
    body: directMessagesRequest,
    answer: directMessagesAnswer,
    errors: ['DISCORD_NOT_LINKED'],
    bounds: { perAccount: { name: 'direct-messages', points: 30, windowMs: QUARTER_HOUR_MS } },
  }),
  botPerson: defineCall({
    method: 'GET',
    path: '/api/bot/people',
    access: 'bot',
    summary: 'What a person in Discord chose, and the account that proved their Discord id.',
    query: botPersonInput,
    answer: botPersonAnswer,
  }),
  changeBotPerson: defineCall({
    method: 'PATCH',
    path: '/api/bot/people',
    access: 'bot',
    summary: "Changes a person's language or their direct messages, and answers all they chose.",
    body: changeBotPersonRequest,
    answer: botPersonAnswer,
  }),
  botRewards: defineCall({
    method: 'GET',
    path: '/api/bot/rewards',
    access: 'bot',
    summary: 'What points buy and the own codes of a person, or null without an account.',
    query: botPersonInput,
    answer: botRewardsAnswer,
    errors: ['BLOCKED'],
  }),
  botRedeem: defineCall({
    method: 'POST',
    path: '/api/bot/rewards/redeem',
    access: 'bot',
    summary: 'Spends points of a person on a reward; the same `requestId` answers the same reward again.',
    body: botRedeemRequest,
    status: 201,
    answer: redeemRewardAnswer,
    errors: [
      'ALREADY_OWNED',
      'BLOCKED',
      'CONFLICT',
      'DISCORD_NOT_LINKED',
      'DISPUTE_OPEN',
      'INSUFFICIENT_POINTS',
      'NOT_FOUND',
      'TIER_TOO_LOW',
    ],
  }),
  botCreateTicket: defineCall({
    method: 'POST',
    path: '/api/bot/tickets',
    access: 'bot',
    summary:
      'Sends a support ticket of a person; who has no account page to read it on gets a secret token for it. The same `requestId` answers the same ticket again.',
    body: botTicketRequest,
    status: 201,
    answer: createTicketAnswer,
    errors: [
      'BODY_TOO_LARGE',
      'IMAGE_TOO_LARGE',
      'IMAGE_UNREADABLE',
      'NOT_FOUND',
      'RATE_LIMITED',
      'STALE_REFERENCE',
      'UNAVAILABLE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    bounds: { bodyLimit: MAX_BODY_BYTES },
  }),
} as const;
