import { ref as refSchema, splitByWeight, type Cents } from '@pax/contracts';
import { z } from 'zod';
import type { DisputeReport, ProviderReport } from '../../payment-provider.js';
import { sessionInState } from '../paypal-session-id.js';
import {
  moneySchema,
  timeSchema,
  toProviderPayment,
  paypalIdSchema,
  orderSessionId,
} from './paypal-order.js';

/** Schema of a PayPal message, whose type determines the fields of its resource. */
export const webhookEventSchema = z.looseObject({
  id: z.string().regex(/^[\w-]{1,100}$/),
  event_type: z.string().regex(/^[\w.-]{1,100}$/),
  resource: z.looseObject({}),
});

const approvedOrderSchema = z.object({
  purchase_units: z.array(z.object({ custom_id: refSchema })).length(1),
});
const captureSchema = z.object({
  id: paypalIdSchema,
  amount: moneySchema,
  custom_id: refSchema,
  supplementary_data: z.object({ related_ids: z.object({ order_id: paypalIdSchema }) }),
});
const moneyBackSchema = z.object({
  id: paypalIdSchema,
  amount: moneySchema,
  create_time: timeSchema.optional(),
  custom_id: z.string().optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
});
const disputeSchema = z.object({
  dispute_id: paypalIdSchema,
  dispute_amount: moneySchema,
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: paypalIdSchema, gross_amount: moneySchema.optional() }))
    .min(1)
    .max(100),
  dispute_outcome: z.object({ outcome_code: z.string(), amount_refunded: moneySchema.optional() }).optional(),
  create_time: timeSchema.optional(),
  update_time: timeSchema.optional(),
});

const APPROVED = 'CHECKOUT.ORDER.APPROVED';
const REVERSED = 'PAYMENT.CAPTURE.REVERSED';
/** State of a payment session, by the type of a message about its capture. */
const CAPTURE_STATES: Readonly<Record<string, 'paid' | 'confirming' | 'failed'>> = {
  'PAYMENT.CAPTURE.COMPLETED': 'paid',
  'PAYMENT.CAPTURE.PENDING': 'confirming',
  'PAYMENT.CAPTURE.DENIED': 'failed',
  'PAYMENT.CAPTURE.DECLINED': 'failed',
};
const REFUND_STATES: Readonly<Record<string, 'made' | 'failed'>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'made',
  'PAYMENT.REFUND.FAILED': 'failed',
};
const DISPUTES = ['CUSTOMER.DISPUTE.CREATED', 'CUSTOMER.DISPUTE.UPDATED', 'CUSTOMER.DISPUTE.RESOLVED'];
/**
 * State of a dispute, by PayPal's outcome code. With a payout, PayPal itself pays the buyer, and the shop keeps its
 * money.
 */
const OUTCOME_STATES: Readonly<Record<string, DisputeReport['state']>> = {
  ACCEPTED: 'lost',
  RESOLVED_BUYER_FAVOUR: 'lost',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
  NONE: 'won',
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_WITH_PAYOUT: 'won',
};

/** Types of PayPal events that the shop processes. The webhook at PayPal has to send these types. */
export const PAYPAL_EVENTS: ReadonlySet<string> = new Set([
  APPROVED,
  ...Object.keys(CAPTURE_STATES),
  ...Object.keys(REFUND_STATES),
  REVERSED,
  ...DISPUTES,
]);

/** Builds the custom id that PayPal stores with a refund of the shop, in the characters that PayPal allows. */
export const refundCustomId = (refundId: number): string => `refund-${refundId}`;

/**
 * Reads the refund row's id from the custom id of a refund, also in the former form with a colon; empty for a
 * refund made by somebody else.
 */
export function readRefundId(name: string | undefined): { refundId?: number } {
  const refundId = /^refund[-:](\d{1,9})$/.exec(name ?? '')?.[1];
  return refundId === undefined ? {} : { refundId: Number(refundId) };
}

/** Reads what a verified PayPal message reports. */
export function readWebhook({
  event_type: type,
  resource,
}: z.output<typeof webhookEventSchema>): ProviderReport {
  if (!PAYPAL_EVENTS.has(type)) return ignoredReport('ignored');
  if (type === APPROVED) return approvalReport(resource);
  const state = CAPTURE_STATES[type];
  if (state) return captureReport(state, resource);
  const made = REFUND_STATES[type];
  if (made) return refundReport(made, resource);
  return type === REVERSED ? reversalReport(resource) : disputeReport(resource);
}

const ignoredReport = (why: string): ProviderReport => ({ about: 'nothing', ignored: why });

function approvalReport(resource: unknown): ProviderReport {
  const { data } = approvedOrderSchema.safeParse(resource);
  const ref = data?.purchase_units[0]?.custom_id;
  return ref === undefined ? ignoredReport('not ours') : { about: 'approval', ref };
}

function captureReport(state: 'paid' | 'confirming' | 'failed', resource: unknown): ProviderReport {
  const { data } = captureSchema.safeParse(resource);
  if (!data) return state === 'paid' ? oddCaptureReport(resource) : ignoredReport('not ours');
  const { custom_id: ref, supplementary_data: about } = data;
  const id = orderSessionId(ref, about.related_ids.order_id);
  const session =
    state === 'paid' ? { id, url: null, state, payment: toProviderPayment(data) } : sessionInState(state, id);
  return { about: 'session', ref, session };
}

/** Reports money that the PayPal app captured without a request of the shop; staff have to refund it. */
function oddCaptureReport(resource: unknown): ProviderReport {
  const { data } = z.object({ id: paypalIdSchema }).safeParse(resource);
  const detail = `PayPal's capture ${data?.id ?? 'without an id'} names no checkout of the shop. Nothing was changed; refund it if it is none of your other sales.`;
  const alert = { kind: 'stranded', title: 'Odd PayPal payment', detail } as const;
  return { about: 'alert', alert, ignored: 'not ours' };
}

function refundReport(state: 'made' | 'failed', resource: unknown): ProviderReport {
  const { data } = moneyBackSchema.safeParse(resource);
  const paymentRef = data && captureIdOf(data);
  if (!data || paymentRef === undefined) return ignoredReport('not ours');
  return {
    about: 'refund',
    state,
    refundRef: data.id,
    paymentRef,
    ...data.amount,
    ...(data.create_time && { madeAt: data.create_time }),
    ...readRefundId(data.custom_id),
    // False, because the PayPal app may also serve another program.
    isOwnAccount: false,
  };
}

/** Reads a reversal by the bank. This message names no dispute; if there is one, another message does. */
function reversalReport(resource: unknown): ProviderReport {
  const { data } = moneyBackSchema.safeParse(resource);
  const paymentRef = data && captureIdOf(data);
  if (!data || paymentRef === undefined) return ignoredReport('not ours');
  if (data.amount.amountCents === 0) return ignoredReport('no amount');
  const when = data.create_time && { openedAt: data.create_time };
  return { about: 'dispute', state: 'open', disputeRef: paymentRef, paymentRef, ...data.amount, ...when };
}

function disputeReport(resource: unknown): ProviderReport {
  const { data } = disputeSchema.safeParse(resource);
  if (!data) return ignoredReport('not ours');
  const { dispute_id: disputeRef, dispute_amount: disputed, dispute_outcome: outcome } = data;
  const decided = outcome ? (OUTCOME_STATES[outcome.outcome_code] ?? 'open') : 'open';
  const got = (decided === 'lost' && outcome?.amount_refunded) || disputed;
  const { currency } = got.amountCents > 0 ? got : disputed;
  const told = {
    about: 'dispute' as const,
    disputeRef,
    currency,
    ...(data.create_time && { openedAt: data.create_time }),
    ...(data.update_time && { toldAt: data.update_time }),
    ...(decided !== 'open' && data.update_time && { closedAt: data.update_time }),
  };
  if (data.disputed_transactions.some(({ gross_amount: gross }) => gross && gross.currency !== currency))
    return mixedCurrencyReport(disputeRef);
  const [first, ...others] = splitDispute(
    data.disputed_transactions,
    disputed.amountCents,
    got.amountCents,
  ).map(({ gotCents, disputedCents, paymentRef }) =>
    // Counts a decision for the buyer without a refund as won, because the money stayed with the shop.
    gotCents === 0
      ? { ...told, paymentRef, state: 'won' as const, amountCents: disputedCents }
      : {
          ...told,
          paymentRef,
          state: decided,
          amountCents: gotCents,
          ...(gotCents !== disputedCents && { disputedCents }),
        },
  );
  if (!first) return ignoredReport('not ours');
  return others.length === 0 ? first : { about: 'disputes', disputes: [first, ...others] };
}

/** Reports a dispute in several currencies, whose amount cannot be split over its payments. */
function mixedCurrencyReport(disputeRef: string): ProviderReport {
  const detail = `PayPal's dispute ${disputeRef} is of another currency than a payment that it names. Nothing was changed: look at PayPal.`;
  const alert = { kind: 'dispute', title: 'Dispute in another currency', detail } as const;
  return { about: 'alert', alert, ignored: 'other currency' };
}

type Disputed = z.output<typeof disputeSchema>['disputed_transactions'];

/** The part of a dispute that concerns one payment. */
interface DisputePart {
  readonly paymentRef: string;
  readonly disputedCents: Cents;
  /** Amount that the buyer received; the whole part until the dispute is decided. */
  readonly gotCents: Cents;
}

/**
 * Splits a dispute over its payments in proportion to their amounts, equally if one is missing. A payment without a
 * share is left out.
 */
function splitDispute(payments: Disputed, disputedCents: Cents, gotCents: Cents): DisputePart[] {
  const amounts = payments.map(({ gross_amount: gross }) => gross?.amountCents);
  const weights = amounts.map((cents) => (amounts.includes(undefined) ? 1 : (cents ?? 1)));
  const [disputed, got] = [splitByWeight(disputedCents, weights), splitByWeight(gotCents, weights)];
  return payments
    .map(({ seller_transaction_id: paymentRef }, index) => ({
      paymentRef,
      disputedCents: disputed[index] ?? 0,
      gotCents: got[index] ?? 0,
    }))
    .filter((part) => part.disputedCents + part.gotCents > 0);
}

/** Reads the id of the capture that was refunded or reversed, from the message's links. */
function captureIdOf({ links }: z.output<typeof moneyBackSchema>): string | undefined {
  const href = links.find(({ rel }) => rel === 'up')?.href;
  return href && /\/captures\/([\w-]{1,60})$/.exec(href)?.[1];
}
