import { z } from 'zod';
import { botLanguage } from '../../languages.js';
import {
  boundedString,
  discordId,
  gameName,
  idParam,
  optionalLine,
  ref,
  reportText,
} from '../../entities/fields.js';
import { order, staffOrder } from '../../entities/order.js';
import { adminProduct, product } from '../../entities/product.js';
import { orderMove, orderStatus } from '../../state/order-states.js';
import { defineCall } from '../call-definition.js';
import { joinRewardAnswer } from '../discord.js';
import { loyaltyAnswer, referralStatsAnswer } from '../loyalty.js';

/** Latest time that a JavaScript Date can hold, ms since 1970. */
const MAX_DATE_MS = 8_640_000_000_000_000;
/**
 * Creation time of the order or ticket in a message, ms since 1970. After a backup is restored, another one may have
 * its number; the call then answers 409 STALE_REFERENCE. Absent for typed numbers.
 */
export const madeAt = z.int().min(0).max(MAX_DATE_MS).optional();
/**
 * POST /api/bot/orders/{id}/{move}: moves an order as the panel does; a repeat by the same person is answered as the
 * first time. `version` is the one that a button was shown with; absent for posts and typed numbers.
 */
export const botOrderTransitionRequest = z.strictObject({
  discordId,
  madeAt,
  version: z.int32().min(1).optional(),
});

/** Number of orders on one page of `/orders`. */
export const BOT_ORDERS_PAGE_SIZE = 10;
/** Largest number of suggestions for an option, according to Discord. */
export const MAX_SUGGESTIONS = 25;
/** A positive integer of at most six digits, in a query. */
export const positiveInteger = boundedString(6)
  .regex(/^[1-9]\d*$/)
  .transform(Number);
/**
 * GET /api/bot/orders?discordId=…: one page of the person's orders; the header X-Total-Count has their total number.
 */
export const botOrdersQuery = z.strictObject({
  discordId,
  /** Text to find in the one-line description of an order, such as `#41 · Elytra × 2`. */
  q: optionalLine(100).optional(),
  /**
   * Comma-separated statuses; with `q`, orders in one of the statuses are listed in addition to those that match the
   * text.
   */
  state: boundedString(80)
    .transform((states) => states.split(','))
    .pipe(z.array(orderStatus))
    .optional(),
  /** Reference of a purchase; only its orders are listed. */
  checkout: ref.optional(),
  /** Page number from 1; a number beyond the last page gives the last page. */
  page: positiveInteger.default(1),
  limit: positiveInteger.pipe(z.number().max(MAX_SUGGESTIONS)).default(BOT_ORDERS_PAGE_SIZE),
});
export type BotOrdersQuery = z.infer<typeof botOrdersQuery>;
/**
 * Answer with orders, newest first; GET /api/bot/orders/{id}?discordId=… returns one of the person's orders, or for
 * staff any order.
 */
export const botOrdersAnswer = z.array(order);
/** A product as the bot gets it; optional fields are missing from backends older than the command `/product`. */
export const botProduct = product
  .pick({ id: true, name: true, price: true, stock: true, category: true })
  .extend(
    product
      .pick({ isCustom: true, description: true, bulkMinQuantity: true, bulkPrice: true, image: true })
      .partial().shape,
  )
  // Version of the stock, which suggestions of `/stock-set` contain, so that an outdated choice is refused.
  .extend(adminProduct.pick({ onHand: true, stockVersion: true }).partial().shape);
export type BotProduct = z.infer<typeof botProduct>;
/** GET /api/bot/stock?q=… returns the products whose name or category contains the text, and the free stock. */
export const botStockAnswer = z.object({
  coinStock: z.number().int(),
  products: z.array(botProduct),
});
/** GET /api/bot/points?discordId=… returns points and tier of the person's account; null without an account. */
export const botPointsAnswer = z.object({
  loyalty: loyaltyAnswer
    .pick({ points: true, pendingPoints: true, pendingDeduction: true, membershipTier: true, nextTier: true })
    .nullable(),
});
export type BotPointsAnswer = z.infer<typeof botPointsAnswer>;

/**
 * GET /api/bot/referral?discordId=… returns referral code and earnings of the person's account; null without an
 * account.
 */
export const botReferralAnswer = z.object({
  referral: referralStatsAnswer.shape.stats.extend({ code: z.string().nullable() }).nullable(),
});
export type BotReferralAnswer = z.infer<typeof botReferralAnswer>;

/**
 * POST /api/bot/join-rewards returns a JoinRewardAnswer: claims the join reward for the account linked to the Discord
 * id.
 */
export const botJoinRewardRequest = z.strictObject({ discordId, inGameName: gameName.optional() });
/** POST /api/bot/alerts: reports a failure of the bot, which is posted in the error channel. */
export const botAlertRequest = z.strictObject({ title: reportText(200), detail: reportText(1000) });
/**
 * POST /api/bot/admin-codes, with the interaction token of a deferred `/admin-code`. The shop asks Discord who used the
 * command and writes the private answer itself, so that the bot never reads the code.
 */
export const botAdminCodeRequest = z.strictObject({
  // A token of dots only is refused, since it would change the path of the address at Discord.
  interactionToken: boundedString(512).regex(/^(?!\.+$)[\w.~=-]+$/),
  language: botLanguage,
});
export type BotAdminCodeRequest = z.infer<typeof botAdminCodeRequest>;

/** Query of calls that the bot makes for a person: the person's Discord id. */
export const botPersonInput = z.strictObject({ discordId });

/** Calls of the bot for commands and buttons. */
export const botCalls = {
  botOwnOrders: defineCall({
    method: 'GET',
    path: '/api/bot/orders',
    access: 'bot',
    summary:
      'One page of the own orders of a person, newest first; their whole number is in the header X-Total-Count.',
    query: botOrdersQuery,
    answer: botOrdersAnswer,
  }),
  botOrder: defineCall({
    method: 'GET',
    path: '/api/bot/orders/:id',
    params: { id: idParam },
    access: 'bot',
    right: 'orders',
    summary: 'One order: an own one, or any for staff.',
    query: botPersonInput,
    answer: order,
  }),
  botTransitionOrder: defineCall({
    method: 'POST',
    path: '/api/bot/orders/:id/:move',
    params: { id: idParam, move: orderMove },
    access: 'bot',
    right: 'move',
    summary: 'Moves an order on behalf of staff, as the panel does.',
    body: botOrderTransitionRequest,
    answer: staffOrder,
    errors: ['FORBIDDEN', 'BLOCKED', 'ILLEGAL_MOVE', 'OWN_ORDER', 'STALE', 'STALE_REFERENCE', 'WITHDRAWN'],
  }),
  botStock: defineCall({
    method: 'GET',
    path: '/api/bot/stock',
    access: 'bot',
    summary: 'What can be bought now, by a part of its name or category.',
    query: z.strictObject({ q: optionalLine(100).optional() }),
    answer: botStockAnswer,
  }),
  botPoints: defineCall({
    method: 'GET',
    path: '/api/bot/points',
    access: 'bot',
    summary: 'The points and the tier of a person, or null without an account.',
    query: botPersonInput,
    answer: botPointsAnswer,
    errors: ['BLOCKED'],
  }),
  botReferral: defineCall({
    method: 'GET',
    path: '/api/bot/referral',
    access: 'bot',
    summary: 'The referral code of a person and what it earned, or null without an account.',
    query: botPersonInput,
    answer: botReferralAnswer,
    errors: ['BLOCKED'],
  }),
  botJoinReward: defineCall({
    method: 'POST',
    path: '/api/bot/join-rewards',
    access: 'bot',
    summary: 'Claims the join reward on behalf of a person.',
    body: botJoinRewardRequest,
    answer: joinRewardAnswer,
    errors: ['BLOCKED', 'RATE_LIMITED'],
  }),
  reportAlert: defineCall({
    method: 'POST',
    path: '/api/bot/alerts',
    access: 'bot',
    summary: 'Reports a failure of the bot for the error channel.',
    body: botAlertRequest,
    status: 204,
    // The limit of the body is large, since a long report is shortened instead of being refused.
    bounds: { bodyLimit: 64 * 1024 },
  }),
  botAdminCode: defineCall({
    method: 'POST',
    path: '/api/bot/admin-codes',
    access: 'bot',
    right: 'any',
    summary:
      'Writes a one-time admin code into the private answer of whoever of the team asked for it in Discord.',
    body: botAdminCodeRequest,
    status: 204,
    errors: ['FORBIDDEN', 'BLOCKED', 'DISCORD_NOT_LINKED', 'RATE_LIMITED'],
  }),
} as const;
