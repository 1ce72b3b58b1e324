import { z } from 'zod';
import { decimalString, id, instant } from '../entities/fields.js';
import { defineCall } from './call.js';
import { listQuery } from './lists.js';
import { orderRefund } from './refunds.js';

/** GET /api/admin/counts: the numbers of the sidebar and of the filters; 0 without the right to the list. */
export const adminCounts = z.object({
  /** Number of orders that are pending, processing or completed. */
  orders: z.number().int(),
  /** Number of orders that are pending or processing. */
  openOrders: z.number().int(),
  archived: z.number().int(),
  users: z.number().int(),
  /** Number of tickets that wait for staff. */
  tickets: z.number().int(),
  /** Number of tickets that were answered or closed. */
  endedTickets: z.number().int(),
});
export type AdminCounts = z.infer<typeof adminCounts>;

/**
 * GET /api/health/ready: 200 while a purchase would work, otherwise 503 with the same body. Admins and holders of the
 * metrics token get the details, all others only the status.
 */
export const healthAnswer = z.looseObject({
  status: z.enum(['ok', 'degraded', 'down']),
  postgres: z.boolean().optional(),
  /** Payment methods that work now. */
  payments: z.array(z.string()).optional(),
  /** Number of accounts created on the server, which admin codes open; more than expected needs a closer look. */
  operatorAccounts: z.number().int().optional(),
  /** Reasons why a purchase could not be stored: an older schema, a full disk, a missing permission. */
  problems: z.array(z.string()).optional(),
  /** Problems that an operator should fix although the shop works. */
  warnings: z.array(z.string()).optional(),
});
export type Health = z.infer<typeof healthAnswer>;

/** GET /api/payments/methods: the payment methods that work now. */
export const paymentMethodsAnswer = z.object({ methods: z.array(z.string()) });
export type PaymentMethodsAnswer = z.infer<typeof paymentMethodsAnswer>;

const amount = z.object({ cents: z.number().int(), currency: z.string() });

/** One payment or refund that differs between a provider and the shop. */
export const moneyDifference = z.object({
  kind: z.enum(['payment', 'refund']),
  /** unrecorded: only the provider knows it; missing: only the shop does; amount: the amounts differ. */
  fault: z.enum(['unrecorded', 'missing', 'amount']),
  /** The provider's references of the movement and of its payment. */
  ref: z.string(),
  paymentRef: z.string(),
  /** Null if the shop knows no checkout. */
  checkout: z.string().nullable(),
  provider: amount.nullable(),
  shop: amount.nullable(),
  at: z.string(),
});
export type MoneyDifference = z.infer<typeof moneyDifference>;

/** GET /api/admin/reconciliation: the last comparison with each provider. */
export const reconciliationAnswer = z.array(
  z.object({
    provider: z.string(),
    checkedAt: z.string(),
    /** Dollars moved in the compared time, and dollars on which both sides agree. */
    total: decimalString,
    matched: decimalString,
    /** Time of the oldest movement without a match, which may still be in progress. */
    oldestUnmatchedAt: z.string().nullable(),
    differences: z.array(moneyDifference),
  }),
);
export type ReconciliationAnswer = z.infer<typeof reconciliationAnswer>;

/** States for filtering stranded payments; without one, all are listed. */
export const STRANDED_STATES = ['waiting', 'back'] as const;

/** A received payment that no checkout could accept. */
export const strandedPayment = z.object({
  id,
  provider: z.string(),
  /** The provider's reference of the payment. */
  reference: z.string(),
  /** Reference of the payment's checkout, and its orders; without orders, the panel has no order to open. */
  checkout: z.string(),
  orders: z.array(id),
  /** Cents of the payment's currency, which need not be the shop's. */
  amount: z.object({ cents: z.int().min(0), currency: z.string() }),
  receivedAt: instant,
  /** The reason why no checkout could accept the payment, in the shop's words; null if no money arrived. */
  reason: z.string().nullable(),
  /** Refunds of the payment, oldest first, in the payment's currency. */
  refunds: z.array(orderRefund),
});
/** GET /api/admin/stranded-payments, newest first. */
export const strandedPaymentsAnswer = z.array(strandedPayment);
export type StrandedPayment = z.infer<typeof strandedPayment>;

/** Limit of the docs, which are large and the same for all readers until the next version. */
const DOCS_BOUNDS = { perAddress: { name: 'docs-address', points: 60, windowMs: 60_000 } } as const;

/** Calls of operators and their tools. */
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
  strandedPayments: defineCall({
    method: 'GET',
    path: '/api/admin/stranded-payments',
    access: 'staff',
    right: 'money',
    summary: 'One page of the money that no checkout could take, newest first, and how far each goes back.',
    query: listQuery,
    answer: strandedPaymentsAnswer,
  }),
  paymentMethods: defineCall({
    method: 'GET',
    path: '/api/payments/methods',
    access: 'public',
    summary: 'The ways to pay that work now.',
    answer: paymentMethodsAnswer,
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
