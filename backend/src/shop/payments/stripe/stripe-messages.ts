import type { Stripe } from 'stripe';
import { z } from 'zod';
import { ShopError } from '../../../platform/shop-error.js';
import type { Settings } from '../../../settings.js';
import type {
  PaymentSession,
  ProviderMessageReader,
  ProviderReport,
  RawMessage,
  VerifiedMessage,
  DisputeReport,
} from '../payment-provider.js';
import { refundReport } from './stripe-refund-report.js';
import { toSession } from './stripe-session.mapper.js';

const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;
/**
 * Types of Stripe events about refunds. Updated and failed also report that the bank sent a refund back, perhaps
 * days later.
 */
const REFUND_EVENTS = ['refund.created', 'refund.updated', 'refund.failed'] as const;
const DISPUTE_EVENTS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;
const FRAUD_WARNING = 'radar.early_fraud_warning.created';
/** Types of Stripe events that the shop processes. The webhook endpoint at Stripe has to send these types. */
export const STRIPE_EVENTS: ReadonlySet<string> = new Set<string>([
  ...SESSION_EVENTS,
  ...REFUND_EVENTS,
  ...DISPUTE_EVENTS,
  FRAUD_WARNING,
]);

type SessionEvent = Extract<Stripe.Event, { type: (typeof SESSION_EVENTS)[number] }>;

const event = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({ object: z.object({}) }),
});

/** Verifies and reads Stripe's webhook messages. */
export class StripeMessages implements ProviderMessageReader {
  private readonly secret: string | undefined;
  private readonly isLive: boolean;

  constructor(
    private readonly client: Stripe | undefined,
    { stripe }: Settings,
  ) {
    this.secret = stripe.webhookSecret;
    this.isLive = /^[a-z]k_live_/.test(stripe.secretKey ?? '');
  }

  verifyMessage({ body, headers }: RawMessage): Promise<VerifiedMessage> {
    try {
      const payload = this.parseSigned(body, headers);
      const { id, type } = event.parse(payload);
      return Promise.resolve({ id, type, payload });
    } catch {
      const refused = this.isSignedTooLongAgo(body, headers)
        ? new ShopError('SIGNATURE_INVALID', 'This message is too old.', { reason: 'old' })
        : new ShopError('SIGNATURE_INVALID', 'The signature of this message is not valid.');
      return Promise.reject(refused);
    }
  }

  /**
   * Checks the signature and parses the message.
   * @param toleranceS largest age, seconds; five minutes by default
   * @throws Error for a message that Stripe did not sign
   */
  private parseSigned(
    body: RawMessage['body'],
    headers: RawMessage['headers'],
    toleranceS?: number,
  ): unknown {
    const signature = headers['stripe-signature'];
    if (!body || typeof signature !== 'string' || !this.secret || !this.client)
      throw new Error('body, signature or keys are missing');
    return this.client.webhooks.constructEvent(body, signature, this.secret, toleranceS);
  }

  /** Tells whether a message was signed by Stripe, but longer ago than the limit. */
  private isSignedTooLongAgo(body: RawMessage['body'], headers: RawMessage['headers']): boolean {
    try {
      return event.safeParse(this.parseSigned(body, headers, Number.MAX_SAFE_INTEGER)).success;
    } catch {
      return false;
    }
  }

  readMessage(payload: unknown): ProviderReport {
    if (!isEvent(payload)) throw new Error('the stored message is not an event of Stripe');
    if (!STRIPE_EVENTS.has(payload.type)) return ignoredReport('ignored');
    if (payload.livemode !== this.isLive) return ignoredReport('other mode');
    if (isSessionEvent(payload)) return sessionReport(payload);
    const { type, data } = payload;
    if (type === FRAUD_WARNING) return warningReport(data.object);
    if (DISPUTE_EVENTS.some((one) => one === type)) return disputeReport(data.object);
    return refundReport(type, data.object);
  }
}

const ignoredReport = (why: string): ProviderReport => ({ about: 'nothing', ignored: why });

/**
 * Reads a report about a session. The reference counts only together with the metadata that the shop set, because
 * the buyer of a Payment Link chooses it.
 */
function sessionReport({ type, data }: SessionEvent): ProviderReport {
  const { client_reference_id: ref, metadata } = data.object;
  if (typeof ref !== 'string' || metadata?.['checkout'] !== ref) return ignoredReport('not ours');
  const session = toSession(data.object);
  const isRefused = type === 'checkout.session.async_payment_failed' && isUnpaid(session);
  return { about: 'session', ref, session: isRefused ? { ...session, state: 'failed' } : session };
}

function isUnpaid({ state }: PaymentSession): boolean {
  return state === 'open' || state === 'confirming';
}

/**
 * Accepts any object with the fields of an event, because a message with a verified signature has Stripe's form.
 */
function isEvent(payload: unknown): payload is Stripe.Event {
  return event.safeParse(payload).success;
}

function isSessionEvent(known: Stripe.Event): known is SessionEvent {
  return SESSION_EVENTS.some((type) => type === known.type);
}

/** Statuses that end a dispute. A closed inquiry took no money. */
const END_STATES: Readonly<Record<string, DisputeReport['state']>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
  prevented: 'won',
};

const ref = z.string().min(1).max(100);
const disputeSchema = z.object({
  id: ref,
  amount: z.int().positive(),
  currency: z.string().max(10),
  payment_intent: ref,
  status: z.string(),
});
const warningSchema = z.object({ id: ref, payment_intent: ref });

/** Reads a dispute from an event by its status, whatever the event's type, because events come in any order. */
export function disputeReport(object: unknown): ProviderReport {
  const { data: dispute } = disputeSchema.safeParse(object);
  if (!dispute) return { about: 'nothing', ignored: 'not ours' };
  const { id: disputeRef, payment_intent: paymentRef, amount: amountCents, currency, status } = dispute;
  const state = END_STATES[status] ?? 'open';
  return { about: 'dispute', state, disputeRef, paymentRef, amountCents, currency };
}

/** Reads an early fraud warning from an event. */
export function warningReport(object: unknown): ProviderReport {
  const { data: warning } = warningSchema.safeParse(object);
  if (!warning) return { about: 'nothing', ignored: 'not ours' };
  return { about: 'warning', warningRef: warning.id, paymentRef: warning.payment_intent };
}
