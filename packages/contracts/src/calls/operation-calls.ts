import { z } from 'zod';
import { adminCounts } from '../http/admin.js';
import { healthAnswer, paymentMethodsAnswer } from '../http/health.js';
import { sellerAnswer } from '../http/receipt.js';
import { listQuery } from '../http/lists.js';
import { reconciliationAnswer } from '../http/reconciliation.js';
import { strandedPaymentsAnswer } from '../http/stranded-payment.js';
import { defineCall } from './call.js';

/** Limit of the docs, which are large and the same for everybody until the next version. */
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
  seller: defineCall({
    method: 'GET',
    path: '/api/seller',
    access: 'public',
    summary: 'Who sells, and for how many days evidence of purchases is kept, as the settings say.',
    answer: sellerAnswer,
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
