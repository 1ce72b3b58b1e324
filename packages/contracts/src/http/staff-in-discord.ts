import { z } from 'zod';
import { boundedString, decimalString, discordId, id, text } from '../entities/fields.js';
import { staffOrder } from '../entities/order.js';
import { STAFF_RIGHTS } from '../entities/rights.js';
import { ROLES } from '../entities/role.js';
import { adminUser } from './admin-users.js';
import { madeAt } from './bot.js';
import { DISCORD_PROBLEMS } from './discord-status.js';
import { BOT_TICKET_TEXT_LENGTH, botRequestId } from './discord-people.js';
import { addTicketNoteRequest } from './tickets.js';

// What staff do in Discord by command: calls of the bot below /api/bot.

/** How many orders the queue shows at once. */
export const BOT_QUEUE_LENGTH = 15;
/** GET /api/bot/queue?discordId=… → the open orders that are due first, and how many there are. */
export const botQueueAnswer = z.object({ orders: z.array(staffOrder), total: z.number().int() });
export type BotQueueAnswer = z.infer<typeof botQueueAnswer>;

/** POST /api/bot/tickets/{id}/respond */
export const botAnswerTicketRequest = z.strictObject({
  discordId,
  requestId: botRequestId,
  response: text(BOT_TICKET_TEXT_LENGTH),
  madeAt,
});
export type BotAnswerTicketRequest = z.infer<typeof botAnswerTicketRequest>;
/** POST /api/bot/tickets/{id}/notes */
export const botTicketNoteRequest = addTicketNoteRequest.extend({
  discordId,
  requestId: botRequestId,
  madeAt,
});
export type BotTicketNoteRequest = z.infer<typeof botTicketNoteRequest>;

/** GET /api/bot/rights?discordId=… → what that person may do as staff; nothing for customers. */
export const botRightsAnswer = z.object({ role: z.enum(ROLES), rights: z.array(z.enum(STAFF_RIGHTS)) });
export type BotRightsAnswer = z.infer<typeof botRightsAnswer>;

/** GET /api/bot/orders/{id}/refund?discordId=…&amount=…: all that is left without an amount. */
export const botOrderToRefundQuery = z.strictObject({ discordId, amount: decimalString.optional() });
/** → the order, what of its money is left to go back, and all that would go back; absent where the amount can't. */
export const botOrderToRefundAnswer = staffOrder.extend({
  refundable: decimalString.optional(),
  goesBack: z.object({ cash: decimalString, storeCredit: decimalString, bonus: decimalString }).optional(),
});
export type BotOrderToRefundAnswer = z.infer<typeof botOrderToRefundAnswer>;

/**
 * POST /api/bot/orders/{id}/refund: an amount of a delivered order's money, or all of it. Bound to the order as staff saw
 * it when they were asked, so that what was confirmed twice is refunded once.
 */
export const botRefundRequest = z.strictObject({
  discordId,
  version: z.int32().min(1),
  amount: decimalString.optional(),
  madeAt,
});
export type BotRefundRequest = z.infer<typeof botRefundRequest>;

/** POST /api/bot/products/{id}/stock: what is on hand, held pieces included. */
export const botSetStockRequest = z.strictObject({
  discordId,
  stock: z.number().int().min(0).max(1_000_000),
  /** The version that was proposed; any other is refused with the product as it is. Without one the last wins. */
  stockVersion: z.int32().min(0).optional(),
});
export type BotSetStockRequest = z.infer<typeof botSetStockRequest>;
export const botSetStockAnswer = z.object({
  id,
  name: z.string(),
  onHand: z.number().int(),
  free: z.number().int(),
  /** What was on hand before; left out by a backend from before. */
  before: z.number().int().optional(),
});
export type BotSetStockAnswer = z.infer<typeof botSetStockAnswer>;

/** How many accounts a search shows. */
export const BOT_USERS_LENGTH = 5;
/** GET /api/bot/users?discordId=…&q=… → accounts by name, number or Discord id; no money figures, no addresses. */
export const botUsersQuery = z.strictObject({ discordId, q: boundedString(100).min(1) });
export const botUsersAnswer = z.object({
  users: z.array(
    adminUser.pick({
      id: true,
      username: true,
      discordUsername: true,
      discordId: true,
      minecraftName: true,
      loyaltyPoints: true,
      membershipTier: true,
      blocked: true,
      blockReason: true,
      createdAt: true,
    }),
  ),
  total: z.number().int(),
});
export type BotUsersAnswer = z.infer<typeof botUsersAnswer>;

/** GET /api/bot/status?discordId=… → what waits, and what is wrong with the connection to Discord. */
export const botStatusAnswer = z.object({
  /** Null without the right to see them, as tickets are. */
  openOrders: z.number().int().nullable(),
  tickets: z.number().int().nullable(),
  /** Posts that wait to be sent, and posts that Discord refuses. */
  waitingPosts: z.number().int(),
  parkedPosts: z.number().int(),
  /** What the Discord page names. */
  problems: z.array(z.enum(DISCORD_PROBLEMS)),
});
export type BotStatusAnswer = z.infer<typeof botStatusAnswer>;

/** Acts that ask for the second step, which Discord does not prove: the answer is a link to the panel. */
export const PANEL_ACTS = ['cancel', 'pool', 'block'] as const;
/** `orderId`: which order is meant, as the audit names it; left out by a bot from before. */
export const botPanelActRequest = z.strictObject({
  discordId,
  act: z.enum(PANEL_ACTS),
  orderId: id.optional(),
});
export type BotPanelActRequest = z.infer<typeof botPanelActRequest>;
