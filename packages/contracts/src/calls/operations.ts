import { z } from 'zod';
import { decimalString } from '../entities/fields.js';
import { defineCall } from './call-definition.js';

/** GET /api/admin/counts: counts that the sidebar and the filters show; 0 for lists that the caller may not see. */
export const adminCounts = z.object({
  /** Number of orders that are pending, processing or completed. */
  orders: z.number().int(),
  /** Number of orders that are pending or processing. */
  openOrders: z.number().int(),
  archived: z.number().int(),
  users: z.number().int(),
  /** Number of tickets that wait for an answer by staff. */
  tickets: z.number().int(),
  /** Number of tickets that were answered or closed. */
  endedTickets: z.number().int(),
});
export type AdminCounts = z.infer<typeof adminCounts>;

/**
 * GET /api/health/ready: 200 while a purchase would work, otherwise 503 with the same body. Only admins and holders of
 * the metrics token get details.
 */
export const healthAnswer = z.looseObject({
  status: z.enum(['ok', 'degraded', 'down']),
  postgres: z.boolean().optional(),
  /** Payment methods that work now. */
  payments: z.array(z.string()).optional(),
  /**
   * Number of accounts created on the server, which are admins when signed in by admin code; more than expected
   * should be investigated.
   */
  operatorAccounts: z.number().int().optional(),
  /** Reasons why the database would reject a purchase: an older schema, a full disk, a missing permission. */
  problems: z.array(z.string()).optional(),
  /** Problems that an operator should fix although the shop works. */
  warnings: z.array(z.string()).optional(),
});
export type Health = z.infer<typeof healthAnswer>;

const amount = z.object({ cents: z.number().int(), currency: z.string() });

/** A payment or refund that differs between a provider and the shop. */
export const moneyDifference = z.object({
  kind: z.enum(['payment', 'refund']),
  /**
   * Kind of difference. unrecorded: known to the provider only; missing: known to the shop only; amount: the amounts
   * differ.
   */
  fault: z.enum(['unrecorded', 'missing', 'amount']),
  /** References at the provider: of the payment or refund itself, and of the payment that it belongs to. */
  ref: z.string(),
  paymentRef: z.string(),
  /** Reference of the checkout; null if the shop knows none. */
  checkout: z.string().nullable(),
  provider: amount.nullable(),
  shop: amount.nullable(),
  at: z.string(),
});
export type MoneyDifference = z.infer<typeof moneyDifference>;

/** GET /api/admin/reconciliation: the latest comparison of the shop's payments with those of each provider. */
export const reconciliationAnswer = z.array(
  z.object({
    provider: z.string(),
    checkedAt: z.string(),
    /** Dollars moved in the compared period, and dollars on which provider and shop agree. */
    total: decimalString,
    matched: decimalString,
    /** Time of the oldest payment or refund without a counterpart; a recent one may still be in progress. */
    oldestUnmatchedAt: z.string().nullable(),
    differences: z.array(moneyDifference),
  }),
);
export type ReconciliationAnswer = z.infer<typeof reconciliationAnswer>;

/** Rate limit of the API documentation, which is large and the same for all readers. */
const DOCS_BOUNDS = { perAddress: { name: 'docs-address', points: 60, windowMs: 60_000 } } as const;

/** Calls of operators and their monitoring tools. */
export const operationCalls = {
  counts: defineCall({
    method: 'GET',
    path: '/api/admin/counts',
    access: 'staff',
    right: 'any',
    summary: 'The numbers beside the tabs of the panel.',
    answer: adminCounts,
  }),
  reconciliation: defineCall({
    method: 'GET',
    path: '/api/admin/reconciliation',
    access: 'staff',
    right: 'money',
    summary:
      'Whether the money of the payment providers and of the shop agrees, by the last hourly comparison.',
    answer: reconciliationAnswer,
  }),
  live: defineCall({
    method: 'GET',
    path: '/api/health/live',
    access: 'public',
    summary: 'The process answers.',
    answer: z.object({ status: z.literal('ok') }),
  }),
  ready: defineCall({
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    summary:
      'Whether a purchase would work; 503 with the same body where not. Details for admins and with the metrics or the bot token.',
    answer: healthAnswer,
  }),
  metrics: defineCall({
    method: 'GET',
    path: '/api/metrics',
    access: 'public',
    summary: 'Metrics in the text format of Prometheus, with the metrics token.',
    media: 'text/plain',
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  openApi: defineCall({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This description of the calls, as OpenAPI 3.1.',
    answer: z.looseObject({ openapi: z.string() }),
    bounds: DOCS_BOUNDS,
  }),
  docs: defineCall({
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    summary: 'This description of the calls, as a page to read.',
    media: 'text/html',
    bounds: DOCS_BOUNDS,
  }),
} as const;
