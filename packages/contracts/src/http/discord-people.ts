import { z } from 'zod';
import { boundedString, discordId, id, line, text } from '../entities/fields.js';
import { rewardKey } from '../entities/reward.js';
import { TICKET_PICTURES } from '../entities/picture.js';
import { ticketPriority } from '../state/ticket-states.js';
import { madeAt } from './bot.js';
import { botLanguage } from '../entities/bot-language.js';
import { loyaltyAnswer, redeemRewardRequest } from './loyalty.js';
import { TICKET_NAME_LENGTH, TICKET_SUBJECT_LENGTH } from './tickets.js';

// What customers do in Discord: calls of the bot below /api/bot, and their switch on the account page.

/** GET and PATCH /api/account/direct-messages: the bot's messages about the own orders. */
export const directMessagesAnswer = z.object({
  /** Without a linked Discord account nobody is written to. */
  isLinked: z.boolean(),
  isEnabled: z.boolean(),
});
export type DirectMessagesAnswer = z.infer<typeof directMessagesAnswer>;
export const directMessagesRequest = z.strictObject({ isEnabled: z.boolean() });

/** GET /api/bot/people?discordId=… and the answer to PATCH: what a person chose, and the account it is linked to. */
export const botPersonAnswer = z.object({
  /** null: the language of their Discord. */
  language: botLanguage.nullable(),
  directMessages: z.boolean(),
  /** The language of their Discord as the bot last told it; null while it is not known. */
  clientLanguage: botLanguage.nullish(),
  /** A message could not reach them since their direct messages are closed, and they were not told yet. */
  messagesClosed: z.boolean().optional(),
  account: z.object({ username: z.string(), isBlocked: z.boolean() }).nullable(),
});
export type BotPersonAnswer = z.infer<typeof botPersonAnswer>;
/** PATCH /api/bot/people: changes what it names. */
export const changeBotPersonRequest = z.strictObject({
  discordId,
  language: botLanguage.nullable().optional(),
  directMessages: z.boolean().optional(),
  /** The language of their Discord, which direct messages are in while they chose none. */
  clientLanguage: botLanguage.optional(),
  /** They were told that their direct messages are closed. */
  toldClosed: z.literal(true).optional(),
});
export type ChangeBotPersonRequest = z.infer<typeof changeBotPersonRequest>;

/** GET /api/bot/rewards?discordId=… → the reward shop and the own codes; null without an account. */
export const botRewardsAnswer = z.object({
  loyalty: loyaltyAnswer.pick({ points: true, membershipTier: true, rewards: true, shop: true }).nullable(),
});
export type BotRewardsAnswer = z.infer<typeof botRewardsAnswer>;
/** POST /api/bot/rewards/redeem: `requestId` names the question that was confirmed, so that it is redeemed once. */
export const botRedeemRequest = z.strictObject({
  discordId,
  rewardId: rewardKey,
  requestId: redeemRewardRequest.shape.requestId.unwrap(),
});
export type BotRedeemRequest = z.infer<typeof botRedeemRequest>;

/** The longest text of a ticket written in Discord, characters: what a window there takes. */
export const BOT_TICKET_TEXT_LENGTH = 4_000;
/** The id of the interaction that asks: asked again under it, nothing more is stored. Left out by a bot from before. */
export const botRequestId = discordId.optional();
/** POST /api/bot/tickets; the same `requestId` of the same person answers the same ticket and secret again. */
export const botTicketRequest = z.strictObject({
  discordId,
  requestId: botRequestId,
  /** The person's name in Discord, for who has no account. */
  name: line(TICKET_NAME_LENGTH),
  subject: line(TICKET_SUBJECT_LENGTH),
  message: text(BOT_TICKET_TEXT_LENGTH),
  priority: ticketPriority,
  /** The own order that it is about. */
  orderId: id.optional(),
  /** Creation time of that order. */
  madeAt,
  /** Addresses of pictures that were added in Discord, at its own file host. */
  pictures: z.array(boundedString(2_000)).max(TICKET_PICTURES).optional(),
});
export type BotTicketRequest = z.infer<typeof botTicketRequest>;
