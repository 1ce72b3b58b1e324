import { z } from 'zod';
import { botLanguage } from '../../languages.js';
import { boundedString, discordId, id, idParam, line, text } from '../../entities/fields.js';
import { MAX_TICKET_PICTURES } from '../../entities/picture.js';
import { rewardKey } from '../../entities/reward.js';
import { ticketPriority } from '../../state/ticket-states.js';
import { defineCall, QUARTER_HOUR_MS } from '../call-definition.js';
import { loyaltyAnswer, redeemRewardAnswer, redeemRewardRequest } from '../loyalty.js';
import { TICKET_MESSAGE_LENGTH } from '../support/ticket-messages.js';
import { createTicketAnswer, TICKET_NAME_LENGTH, TICKET_SUBJECT_LENGTH } from '../support/tickets.js';
import { madeAt, botPersonInput } from './commands.js';

// Calls that the bot makes for customers, below /api/bot, and the account page's switch for direct messages.

/**
 * GET and PATCH /api/account/direct-messages: reads and sets whether the bot sends messages about the account's orders.
 */
export const directMessagesAnswer = z.object({
  /** True with a linked Discord account, without which the bot cannot send messages. */
  isLinked: z.boolean(),
  isEnabled: z.boolean(),
});
export type DirectMessagesAnswer = z.infer<typeof directMessagesAnswer>;
export const directMessagesRequest = z.strictObject({ isEnabled: z.boolean() });

/** GET /api/bot/people?discordId=… and the answer to PATCH: a person's settings in the bot, and the linked account. */
export const botPersonAnswer = z.object({
  /** Language that the person chose; null to use that of the person's Discord client. */
  language: botLanguage.nullable(),
  directMessages: z.boolean(),
  /** Language of the person's Discord client, as the bot last reported it; null while unknown. */
  clientLanguage: botLanguage.nullish(),
  /**
   * True when a message failed because the person's direct messages are closed, and the person has not been told yet.
   */
  messagesClosed: z.boolean().optional(),
  account: z.object({ username: z.string(), isBlocked: z.boolean() }).nullable(),
});
export type BotPersonAnswer = z.infer<typeof botPersonAnswer>;
/** PATCH /api/bot/people: changes the settings given in the body. */
export const changeBotPersonRequest = z.strictObject({
  discordId,
  language: botLanguage.nullable().optional(),
  directMessages: z.boolean().optional(),
  /** Language of the person's Discord client, used for direct messages when the person chose no language. */
  clientLanguage: botLanguage.optional(),
  /** Records that the person has been told about closed direct messages. */
  toldClosed: z.literal(true).optional(),
});
export type ChangeBotPersonRequest = z.infer<typeof changeBotPersonRequest>;

/** GET /api/bot/rewards?discordId=… returns the reward shop and the person's codes; null without an account. */
export const botRewardsAnswer = z.object({
  loyalty: loyaltyAnswer.pick({ points: true, membershipTier: true, rewards: true, shop: true }).nullable(),
});
export type BotRewardsAnswer = z.infer<typeof botRewardsAnswer>;
/**
 * POST /api/bot/rewards/redeem: `requestId` is new for each confirmation, so that a repeated call redeems no second
 * reward.
 */
export const botRedeemRequest = z.strictObject({
  discordId,
  rewardId: rewardKey,
  requestId: redeemRewardRequest.shape.requestId.unwrap(),
});
export type BotRedeemRequest = z.infer<typeof botRedeemRequest>;

/** Longest text of a ticket written in Discord, in characters: the limit of Discord's modals. */
export const BOT_TICKET_TEXT_LENGTH = 4_000;
/** Id of the Discord interaction; a repeated call with the same id stores nothing again. Older bots do not send it. */
export const botRequestId = discordId.optional();
/**
 * POST /api/bot/tickets; a repeat by the same person with the same `requestId` returns the first ticket and its secret.
 */
export const botTicketRequest = z.strictObject({
  discordId,
  requestId: botRequestId,
  /** Name of the person in Discord, used when the person has no account. */
  name: line(TICKET_NAME_LENGTH),
  subject: line(TICKET_SUBJECT_LENGTH),
  message: text(BOT_TICKET_TEXT_LENGTH),
  priority: ticketPriority,
  /** Order of the person that the ticket is about. */
  orderId: id.optional(),
  /** Creation time of the order that the ticket is about. */
  madeAt,
  /** Addresses of the attached pictures at Discord's file host. */
  pictures: z.array(boundedString(2_000)).max(MAX_TICKET_PICTURES).optional(),
});
export type BotTicketRequest = z.infer<typeof botTicketRequest>;

/** POST /api/bot/tickets/{id}/messages: writes a message of the ticket's sender; a repeat of a request writes none. */
export const botTicketMessageRequest = z.strictObject({
  discordId,
  requestId: botRequestId,
  text: text(TICKET_MESSAGE_LENGTH),
  /** Creation time of the ticket, from the pressed button. */
  madeAt,
  /** Addresses of the attached pictures at Discord's file host. */
  pictures: botTicketRequest.shape.pictures,
});
export type BotTicketMessageRequest = z.infer<typeof botTicketMessageRequest>;

/** Largest body, bytes: enough for the longest text in any script. */
const MAX_BODY_BYTES = 32 * 1024;

/** Calls that the bot makes for customers, and the account page's switch for direct messages. */
export const customerCalls = {
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
  botWriteTicketMessage: defineCall({
    method: 'POST',
    path: '/api/bot/tickets/:id/messages',
    params: { id: idParam },
    access: 'bot',
    summary: 'Writes a message of a person to a ticket of theirs that has not ended.',
    body: botTicketMessageRequest,
    status: 204,
    errors: [
      'BLOCKED',
      'BODY_TOO_LARGE',
      'ILLEGAL_MOVE',
      'IMAGE_TOO_LARGE',
      'IMAGE_UNREADABLE',
      'NOT_FOUND',
      'RATE_LIMITED',
      'STALE_REFERENCE',
      'UNAVAILABLE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  }),
} as const;
