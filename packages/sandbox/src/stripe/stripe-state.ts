import type { Stripe } from 'stripe';
import type { Delivery } from '../delivery/delivery.js';

/** A price as it looks on the wire (the library's type speaks of its own decimal class). */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A checkout session with what the service keeps about it but shows elsewhere. */
export interface SessionRecord {
  readonly session: Stripe.Checkout.Session;
  readonly lineItems: readonly WireLineItem[];
  /** Metadata and description for the payment intent, once there is one. */
  readonly paymentIntentData: {
    readonly metadata: Record<string, string>;
    readonly description: string | null;
  };
  /** What the buyer is told about the last declined try. */
  declineMessage?: string;
}

/** The objects that events speak of. */
export type EventSubject =
  | Stripe.Checkout.Session
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Radar.EarlyFraudWarning;

/** An event on the wire, with the object as it was when it happened. */
export interface WireEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: EventSubject };
  readonly livemode: false;
  pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
  readonly type: Stripe.Event['type'];
}

/** An event and the story of its delivery. */
export interface EventRecord extends Delivery {
  readonly event: WireEvent;
}

/** The first answer given under an idempotency key. */
export interface SavedAnswer {
  readonly fingerprint: string;
  readonly route: string;
  readonly status: number;
  readonly body: string;
  readonly at: number;
}

/** Everything the stand-in remembers; maps keep the order of creation. */
export interface StripeState {
  readonly version: number;
  readonly accountId: string;
  readonly sessions: Record<string, SessionRecord>;
  readonly paymentIntents: Record<string, Stripe.PaymentIntent>;
  readonly charges: Record<string, Stripe.Charge>;
  readonly refunds: Record<string, Stripe.Refund>;
  readonly disputes: Record<string, Stripe.Dispute>;
  readonly events: Record<string, EventRecord>;
  readonly answers: Record<string, SavedAnswer>;
}

/** Raised whenever the shape above changes; older files are then left behind. */
const STRIPE_STATE_VERSION = 2;

/** Whether a saved state has the shape above: it says so by its version, and nobody else writes it. */
export function isStripeState(saved: unknown): saved is StripeState {
  return (
    typeof saved === 'object' &&
    saved !== null &&
    'version' in saved &&
    saved.version === STRIPE_STATE_VERSION
  );
}

export function emptyStripeState(): StripeState {
  return {
    version: STRIPE_STATE_VERSION,
    accountId: 'acct_1SandboxOfPaxMarket',
    sessions: {},
    paymentIntents: {},
    charges: {},
    refunds: {},
    disputes: {},
    events: {},
    answers: {},
  };
}

/** A map's own entry: names such as `constructor` that a client may send find nothing. */
export function own<T>(map: Readonly<Record<string, T>>, key: string | null): T | undefined {
  return key !== null && Object.hasOwn(map, key) ? map[key] : undefined;
}
