import { z } from 'zod';
import { discordId, id, optionalLine } from '../../entities/fields.js';
import { staffOrder } from '../../entities/order.js';
import { adminTicket } from '../../entities/ticket.js';
import { orderTransition } from '../../state/order-states.js';
import { defineCall } from '../call-definition.js';
import { adminUser } from '../users.js';
import { BOT_ORDERS_PAGE_SIZE, positiveInteger } from './commands.js';

// Look-ups of the bot for staff, below /api/bot: suggestions for options of commands, and the orders of a member.

/** Acts on an order whose command suggests orders. */
export const SUGGESTED_ORDER_ACTS = [...orderTransition.exclude(['archive']).options, 'refund'] as const;
export type SuggestedOrderAct = (typeof SUGGESTED_ORDER_ACTS)[number];

/** GET /api/bot/suggestions/tickets?discordId=…&q=… and …/users: what was typed so far; empty finds the first ones. */
export const botSuggestQuery = z.strictObject({ discordId, q: optionalLine(100).optional() });
/** GET /api/bot/suggestions/orders?discordId=…&act=…&q=… finds orders that the act is possible for. */
export const botSuggestOrdersQuery = botSuggestQuery.extend({ act: z.enum(SUGGESTED_ORDER_ACTS) });
export type BotSuggestOrdersQuery = z.infer<typeof botSuggestOrdersQuery>;

export const botSuggestOrdersAnswer = z.array(
  staffOrder.pick({ id: true, productName: true, quantity: true, username: true, status: true }),
);
export type BotSuggestOrdersAnswer = z.infer<typeof botSuggestOrdersAnswer>;
/** Tickets that are not ended, since no command of the bot does anything with others. */
export const botSuggestTicketsAnswer = z.array(
  adminTicket.pick({ id: true, subject: true, name: true, status: true }),
);
export const botSuggestUsersAnswer = z.array(
  adminUser.pick({ id: true, username: true, discordUsername: true }),
);

/** GET /api/bot/member-orders?discordId=…&memberId=…&page=…: orders of the account with the member's Discord id. */
export const botMemberOrdersQuery = z.strictObject({
  discordId,
  memberId: discordId,
  page: positiveInteger.default(1),
});
/** Answer with a page of orders, newest first; `account` is null when no account has the member's Discord id. */
export const botMemberOrdersAnswer = z.object({
  account: z.object({ id, username: z.string() }).nullable(),
  orders: z.array(staffOrder).max(BOT_ORDERS_PAGE_SIZE),
  total: z.number().int(),
  /** True when the person may open the account in the panel; absent from older backends. */
  mayReadUsers: z.boolean().default(false),
});
export type BotMemberOrdersAnswer = z.infer<typeof botMemberOrdersAnswer>;

/** Look-ups that the bot makes for staff; a refused suggestion leaves no audit row, since each keystroke asks. */
export const staffLookUpCalls = {
  botSuggestOrders: defineCall({
    method: 'GET',
    path: '/api/bot/suggestions/orders',
    access: 'bot',
    right: 'orders',
    summary: 'Orders that staff can choose in an option of a command.',
    query: botSuggestOrdersQuery,
    answer: botSuggestOrdersAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
  botSuggestTickets: defineCall({
    method: 'GET',
    path: '/api/bot/suggestions/tickets',
    access: 'bot',
    right: 'tickets',
    summary: 'Tickets that staff can choose in an option of a command.',
    query: botSuggestQuery,
    answer: botSuggestTicketsAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
  botSuggestUsers: defineCall({
    method: 'GET',
    path: '/api/bot/suggestions/users',
    access: 'bot',
    right: 'users',
    summary: 'Accounts that staff can choose in an option of a command.',
    query: botSuggestQuery,
    answer: botSuggestUsersAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
  botMemberOrders: defineCall({
    method: 'GET',
    path: '/api/bot/member-orders',
    access: 'bot',
    right: 'orders',
    summary: 'One page of the orders of a member of the Discord server, for staff.',
    query: botMemberOrdersQuery,
    answer: botMemberOrdersAnswer,
    errors: ['BLOCKED', 'FORBIDDEN'],
  }),
} as const;
