import { z } from 'zod';
import { boundedString, discordId, id, idParam, clientDecimal, text } from '../../entities/fields.js';
import { staffOrder } from '../../entities/order.js';
import { STAFF_RIGHTS, ROLES } from '../../entities/rights.js';
import { ticketStatus } from '../../state/ticket-states.js';
import { defineCall } from '../call-definition.js';
import { DISCORD_PROBLEMS } from '../discord.js';
import { refundPreview } from '../refunds-and-disputes.js';
import { addTicketNoteRequest } from '../support/tickets.js';
import { adminUser } from '../users.js';
import { TICKET_MESSAGE_LENGTH } from '../support/ticket-messages.js';
import { madeAt, botPersonInput, positiveInteger } from './commands.js';
import { BOT_TICKET_TEXT_LENGTH, botRequestId } from './customers.js';

// Calls of the bot for staff commands, below /api/bot.

/** Number of orders on one page of the queue: as many as fit into a message of components, with their buttons. */
export const BOT_QUEUE_PAGE_SIZE = 6;
/** GET /api/bot/queue?discordId=…&page=…: a page number beyond the last one gives the last page. */
export const botQueueQuery = botPersonInput.extend({ page: positiveInteger.default(1) });
/** Answer with a page of the open orders: overdue ones first, then those with priority, then by due time. */
export const botQueueAnswer = z.object({
  orders: z.array(staffOrder),
  /** Number of all open orders. */
  total: z.number().int(),
  /** Number of the page, from 1; absent from older backends, as the next two. */
  page: z.number().int().default(1),
  /** True when the person may take, complete and hand back orders. */
  mayMove: z.boolean().default(true),
  /** Orders on the page that the person bought and therefore may not move. */
  ownIds: z.array(id).default([]),
});
export type BotQueueAnswer = z.infer<typeof botQueueAnswer>;

/** POST /api/bot/tickets/{id}/respond: answers a ticket for a staff member. */
export const botAnswerTicketRequest = z.strictObject({
  discordId,
  requestId: botRequestId,
  response: text(BOT_TICKET_TEXT_LENGTH),
  madeAt,
});
export type BotAnswerTicketRequest = z.infer<typeof botAnswerTicketRequest>;
/** POST /api/bot/tickets/{id}/notes: adds an internal note for a staff member. */
export const botTicketNoteRequest = addTicketNoteRequest.extend({
  discordId,
  requestId: botRequestId,
  madeAt,
});
export type BotTicketNoteRequest = z.infer<typeof botTicketNoteRequest>;
/** POST /api/bot/tickets/{id}/staff-messages: writes a message to a ticket's sender for a staff member. */
export const botStaffMessageRequest = z.strictObject({
  discordId,
  requestId: botRequestId,
  text: text(TICKET_MESSAGE_LENGTH),
  madeAt,
});

/** POST /api/bot/tickets/{id}/status: takes or closes a ticket for a staff member; only an answer resolves one. */
export const botSetTicketStatusRequest = z.strictObject({
  discordId,
  status: ticketStatus.extract(['in_progress', 'closed']),
  madeAt,
});
export type BotSetTicketStatusRequest = z.infer<typeof botSetTicketStatusRequest>;

/** GET /api/bot/rights?discordId=… returns the person's role and staff rights; none for customers. */
export const botRightsAnswer = z.object({ role: z.enum(ROLES), rights: z.array(z.enum(STAFF_RIGHTS)) });
export type BotRightsAnswer = z.infer<typeof botRightsAnswer>;

/**
 * GET /api/bot/orders/{id}/refund?discordId=…&amount=…: previews a refund of the amount, or of all that can still be
 * refunded.
 */
export const botOrderToRefundQuery = z.strictObject({ discordId, amount: clientDecimal.optional() });
/** Answer with the order, and the sums that the refund would return. */
export const botOrderToRefundAnswer = staffOrder.extend(refundPreview.partial().shape);
export type BotOrderToRefundAnswer = z.infer<typeof botOrderToRefundAnswer>;

/**
 * POST /api/bot/orders/{id}/refund: refunds an amount of a delivered order, or all that is left. Refused when the
 * order's version is no longer the confirmed one, so that confirming twice refunds once.
 */
export const botRefundRequest = z.strictObject({
  discordId,
  version: z.int32().min(1),
  amount: clientDecimal.optional(),
  madeAt,
});
export type BotRefundRequest = z.infer<typeof botRefundRequest>;

/** POST /api/bot/products/{id}/stock: sets the pieces on hand, including pieces that unfinished checkouts hold. */
export const botSetStockRequest = z.strictObject({
  discordId,
  stock: z.number().int().min(0).max(1_000_000),
  /**
   * Version of the stock in the chosen suggestion; an outdated one is refused with the current product. Without a
   * version, the stock is always overwritten.
   */
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

/** Largest number of accounts in one search result. */
export const MAX_BOT_USERS = 5;
/**
 * GET /api/bot/users?discordId=…&q=… finds accounts by name, number or Discord id; without money figures and addresses.
 */
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

/** GET /api/bot/status?discordId=… returns counts of waiting work, and problems with Discord. */
export const botStatusAnswer = z.object({
  /** Number of open orders, null without the right to see orders; `tickets` is null without the right to see tickets. */
  openOrders: z.number().int().nullable(),
  tickets: z.number().int().nullable(),
  /** Number of posts that wait to be sent. */
  waitingPosts: z.number().int(),
  /** Number of posts that Discord refused permanently. */
  parkedPosts: z.number().int(),
  /** Problems that the panel's Discord page shows. */
  problems: z.array(z.enum(DISCORD_PROBLEMS)),
});
export type BotStatusAnswer = z.infer<typeof botStatusAnswer>;

/** Actions that need the second step, which Discord cannot check, so the bot answers with a link to the panel. */
export const PANEL_ONLY_ACTIONS = ['cancel', 'pool', 'block'] as const;
/** `orderId` names the order in the audit; absent from older bots. */
export const botPanelActRequest = z.strictObject({
  discordId,
  act: z.enum(PANEL_ONLY_ACTIONS),
  orderId: id.optional(),
});
export type BotPanelActRequest = z.infer<typeof botPanelActRequest>;

/** Largest body of a call with an answer to a ticket, bytes: enough for the longest text in any script. */
const MAX_BODY_BYTES = 32 * 1024;

/** Calls that the bot makes for staff; the backend reads the person's rights for each call. */
export const staffCalls = {
  botQueue: defineCall({
    method: 'GET',
    path: '/api/bot/queue',
    access: 'bot',
    right: 'orders',
    summary: 'One page of the open orders, overdue ones first.',
    query: botQueueQuery,
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
  botWriteStaffMessage: defineCall({
    method: 'POST',
    path: '/api/bot/tickets/:id/staff-messages',
    params: { id: idParam },
    access: 'bot',
    right: 'tickets',
    summary: "Writes to a ticket's sender on behalf of staff with an account; once for one `requestId`.",
    body: botStaffMessageRequest,
    status: 204,
    errors: [
      'BLOCKED',
      'DISCORD_NOT_LINKED',
      'FORBIDDEN',
      'ILLEGAL_MOVE',
      'OWN_TICKET',
      'RATE_LIMITED',
      'STALE_REFERENCE',
    ],
  }),
  botSetTicketStatus: defineCall({
    method: 'POST',
    path: '/api/bot/tickets/:id/status',
    params: { id: idParam },
    access: 'bot',
    right: 'tickets',
    summary: 'Takes or closes a ticket on behalf of staff; taking it twice changes nothing.',
    body: botSetTicketStatusRequest,
    status: 204,
    errors: ['BLOCKED', 'FORBIDDEN', 'ILLEGAL_MOVE', 'OWN_TICKET', 'STALE_REFERENCE'],
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
