import { z } from 'zod';
import { boundedString, discordId, id, idParam, clientDecimal, text } from '../../entities/fields.js';
import { staffOrder } from '../../entities/order.js';
import { STAFF_RIGHTS, ROLES } from '../../entities/rights.js';
import { defineCall } from '../call.js';
import { DISCORD_PROBLEMS } from '../discord.js';
import { refundPreview } from '../refunds.js';
import { addTicketNoteRequest } from '../tickets.js';
import { adminUser } from '../users.js';
import { madeAt, botPersonInput } from './commands.js';
import { BOT_TICKET_TEXT_LENGTH, botRequestId } from './people.js';

// Calls of the bot for the commands of staff, below /api/bot.

/** Largest number of orders in the queue's answer. */
export const BOT_QUEUE_LENGTH = 15;
/** GET /api/bot/queue?discordId=… → the open orders with the earliest due times, and the number of all. */
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

/** GET /api/bot/rights?discordId=… → the person's role and rights; none for customers. */
export const botRightsAnswer = z.object({ role: z.enum(ROLES), rights: z.array(z.enum(STAFF_RIGHTS)) });
export type BotRightsAnswer = z.infer<typeof botRightsAnswer>;

/** GET /api/bot/orders/{id}/refund?discordId=…&amount=…: without an amount, asks about the rest of the money. */
export const botOrderToRefundQuery = z.strictObject({ discordId, amount: clientDecimal.optional() });
/** The answer: the order, and the sums of its refund. */
export const botOrderToRefundAnswer = staffOrder.extend(refundPreview.partial().shape);
export type BotOrderToRefundAnswer = z.infer<typeof botOrderToRefundAnswer>;

/**
 * POST /api/bot/orders/{id}/refund: refunds an amount of a delivered order, or all that is left. Valid only for the
 * version that staff saw in the confirmation, so that confirming twice refunds once.
 */
export const botRefundRequest = z.strictObject({
  discordId,
  version: z.int32().min(1),
  amount: clientDecimal.optional(),
  madeAt,
});
export type BotRefundRequest = z.infer<typeof botRefundRequest>;

/** POST /api/bot/products/{id}/stock: sets the pieces on hand, held pieces included. */
export const botSetStockRequest = z.strictObject({
  discordId,
  stock: z.number().int().min(0).max(1_000_000),
  /** The proposed stock version; a stale one is refused with the current product. Without it, the last change wins. */
  stockVersion: z.int32().min(0).optional(),
});
export type BotSetStockRequest = z.infer<typeof botSetStockRequest>;
export const botSetStockAnswer = z.object({
  id,
  name: z.string(),
  onHand: z.number().int(),
  free: z.number().int(),
  /** Pieces on hand before the change; absent from older backends. */
  before: z.number().int().optional(),
});
export type BotSetStockAnswer = z.infer<typeof botSetStockAnswer>;

/** Largest number of accounts in the answer to a search. */
export const MAX_BOT_USERS = 5;
/** GET /api/bot/users?discordId=…&q=… → accounts by name, number or Discord id; no money figures or addresses. */
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

/** GET /api/bot/status?discordId=… → counts of waiting work, and problems with Discord. */
export const botStatusAnswer = z.object({
  /** Null without the right to see orders; `tickets` is null without the right to see tickets. */
  openOrders: z.number().int().nullable(),
  tickets: z.number().int().nullable(),
  /** Number of posts that wait to be sent. */
  waitingPosts: z.number().int(),
  /** Number of posts that Discord refused permanently. */
  parkedPosts: z.number().int(),
  /** The problems on the panel's Discord page. */
  problems: z.array(z.enum(DISCORD_PROBLEMS)),
});
export type BotStatusAnswer = z.infer<typeof botStatusAnswer>;

/** Actions that need the second step, which Discord cannot check; the bot answers with a link to the panel. */
export const PANEL_ONLY_ACTIONS = ['cancel', 'pool', 'block'] as const;
/** `orderId`: the order, for the audit; absent from older bots. */
export const botPanelActRequest = z.strictObject({
  discordId,
  act: z.enum(PANEL_ONLY_ACTIONS),
  orderId: id.optional(),
});
export type BotPanelActRequest = z.infer<typeof botPanelActRequest>;

/** Largest body, bytes: enough for the longest text in any script. */
const MAX_BODY_BYTES = 32 * 1024;

/** Calls of the bot on behalf of staff; the backend reads the rights of the person each time. */
export const staffCalls = {
  botQueue: defineCall({
    method: 'GET',
    path: '/api/bot/queue',
    access: 'bot',
    right: 'orders',
    summary: 'The open orders that are due first.',
    query: botPersonInput,
    answer: botQueueAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
  botAnswerTicket: defineCall({
    method: 'POST',
    path: '/api/bot/tickets/:id/respond',
    params: { id: idParam },
    access: 'bot',
    right: 'tickets',
    summary: 'Answers a ticket on behalf of staff, which resolves it; once for one `requestId`.',
    body: botAnswerTicketRequest,
    status: 204,
    errors: ['BLOCKED', 'FORBIDDEN', 'ILLEGAL_MOVE', 'OWN_TICKET', 'STALE_REFERENCE'],
    bounds: { bodyLimit: MAX_BODY_BYTES },
  }),
  botNoteTicket: defineCall({
    method: 'POST',
    path: '/api/bot/tickets/:id/notes',
    params: { id: idParam },
    access: 'bot',
    right: 'tickets',
    summary:
      'Adds an internal note to a ticket on behalf of staff with an account; once for one `requestId`.',
    body: botTicketNoteRequest,
    status: 204,
    errors: ['BLOCKED', 'DISCORD_NOT_LINKED', 'FORBIDDEN', 'ILLEGAL_MOVE', 'STALE_REFERENCE'],
  }),
  botRights: defineCall({
    method: 'GET',
    path: '/api/bot/rights',
    access: 'bot',
    summary: 'What a person may do as staff, so that nothing else is listed to them.',
    query: botPersonInput,
    answer: botRightsAnswer,
    errors: ['BLOCKED'],
  }),
  botOrderToRefund: defineCall({
    method: 'GET',
    path: '/api/bot/orders/:id/refund',
    params: { id: idParam },
    access: 'bot',
    right: 'refund',
    summary: 'The order that staff are asked about before they refund it; a refusal is audited.',
    query: botOrderToRefundQuery,
    answer: botOrderToRefundAnswer,
    errors: ['BLOCKED', 'FORBIDDEN', 'OWN_ORDER'],
  }),
  botRefundOrder: defineCall({
    method: 'POST',
    path: '/api/bot/orders/:id/refund',
    params: { id: idParam },
    access: 'bot',
    right: 'refund',
    summary: 'Refunds a delivered order on behalf of staff, up to the limit that asks for no second step.',
    body: botRefundRequest,
    answer: staffOrder,
    errors: [
      'STALE_REFERENCE',
      'BLOCKED',
      'FORBIDDEN',
      'ILLEGAL_MOVE',
      'OWN_ORDER',
      'REFUND_TOO_LARGE',
      'SECOND_STEP_REQUIRED',
      'STALE',
      'WITHDRAWN',
    ],
  }),
  botSetStock: defineCall({
    method: 'POST',
    path: '/api/bot/products/:id/stock',
    params: { id: idParam },
    access: 'bot',
    right: 'products',
    summary: 'Sets what is on hand of a product on behalf of staff.',
    body: botSetStockRequest,
    answer: botSetStockAnswer,
    errors: ['BLOCKED', 'FORBIDDEN', 'PRODUCT_NOT_FOUND', 'STALE'],
  }),
  botUsers: defineCall({
    method: 'GET',
    path: '/api/bot/users',
    access: 'bot',
    right: 'users',
    summary: 'Accounts that staff search for, without money figures.',
    query: botUsersQuery,
    answer: botUsersAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
  botStatus: defineCall({
    method: 'GET',
    path: '/api/bot/status',
    access: 'bot',
    right: 'any',
    summary: 'What waits for staff, and what is wrong between shop, bot and Discord.',
    query: botPersonInput,
    answer: botStatusAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
  botPanelAct: defineCall({
    method: 'POST',
    path: '/api/bot/panel-acts',
    access: 'bot',
    summary: 'Whether a person may do in the panel what asks for a second step; it is told where.',
    body: botPanelActRequest,
    status: 204,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
} as const;
