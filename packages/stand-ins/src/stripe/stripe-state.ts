import type { Stripe } from 'stripe';
import type { Delivery } from '../delivery/delivery.js';

/** A price on the wire, where the library's type has its own decimal class. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A checkout session, with data that the service stores but shows elsewhere. */
export interface SessionRecord {
  readonly session: Stripe.Checkout.Session;
  readonly lineItems: readonly WireLineItem[];
  /** Metadata and description for the payment intent, once there is one. */
  readonly paymentIntentData: {
    readonly metadata: Record<string, string>;
    readonly description: string | null;
  };
  /** The message to the buyer about the last declined attempt. */
  declineMessage?: string;
}

/** The objects of events. */
export type EventSubject =
  | Stripe.Checkout.Session
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Radar.EarlyFraudWarning;

/** An event on the wire, with the object's state at that time. */
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

/** An event and its delivery. */
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

/** The stand-in's state; maps keep the order of creation. */
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

/** Version of the state's shape; a file of an older version is ignored. */
const STRIPE_STATE_VERSION = 2;

/** Tells whether a saved state has the present shape. The version is enough, since only the stand-in writes the file. */
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

/** A map's own entry, so that a client's name such as `constructor` finds nothing. */
export function own<T>(map: Readonly<Record<string, T>>, key: string | null): T | undefined {
  return key !== null && Object.hasOwn(map, key) ? map[key] : undefined;
}
