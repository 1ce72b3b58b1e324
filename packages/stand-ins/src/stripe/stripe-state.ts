import { Stripe } from 'stripe';
import type { Delivery } from '../message-sender.js';
import { newId } from '../server/stand-in.js';
import { notFound } from './stripe-errors.js';

/** A price in the form of Stripe's answers; the library's type has a decimal class of its own instead. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A checkout session, with data that Stripe stores but shows elsewhere. */
export interface SessionRecord {
  readonly session: Stripe.Checkout.Session;
  readonly lineItems: readonly WireLineItem[];
  /** Metadata and description that the payment intent will get when it is created. */
  readonly paymentIntentData: {
    readonly metadata: Record<string, string>;
    readonly description: string | null;
  };
  /** Message to the buyer about the attempt that was declined last. */
  declineMessage?: string;
}

/** Objects that events are about. */
export type EventSubject =
  | Stripe.Checkout.Session
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Radar.EarlyFraudWarning;

/** An event in the form of Stripe's messages, with the object as it was then. */
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

/** An event, and its delivery. */
export interface EventRecord extends Delivery {
  readonly event: WireEvent;
}

/** First answer that was given for an idempotency key. */
export interface SavedAnswer {
  readonly fingerprint: string;
  readonly route: string;
  readonly status: number;
  readonly body: string;
  readonly at: number;
}

/** State of the Stripe stand-in; maps keep the order of creation. */
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

/** Version of the state's format; a file of an older version is ignored. */
const STRIPE_STATE_VERSION = 2;

/**
 * True when a saved state has the present format. Comparing the version is enough, since only the stand-in writes the
 * file.
 */
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

/** Reads a map's own entry, so that a name from a client, such as `constructor`, finds nothing. */
export function ownEntry<T>(map: Readonly<Record<string, T>>, key: string | null): T | undefined {
  return key !== null && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Formats cents as US dollars, such as `$32.50`. */
export function formatDollarAmount(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** State and services that the actions of the Stripe stand-in share. */
export interface StripeContext {
  readonly state: StripeState;
  /** Called after each change of `state`, which must then be saved. */
  onChange(): void;
  /** Time of the stand-in in whole seconds, which Stripe's objects use. */
  now(): number;
  /** Records an event with the object as it is now, and sends the event. */
  emit(type: Stripe.Event['type'], object: EventSubject): void;
}

/** Past events, each with the object as it was then. */
export class EventLog {
  constructor(private readonly state: StripeState) {}

  /** Records an event that waits to be delivered. `now` is in seconds. */
  record(type: Stripe.Event['type'], subject: EventSubject, now: number): EventRecord {
    const event: WireEvent = {
      id: newId('evt_1'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: now,
      data: { object: structuredClone(subject) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    const record: EventRecord = { event, attempts: [], tries: 0, state: 'waiting' };
    this.state.events[event.id] = record;
    return record;
  }

  /** Returns an event by its id; 404 when there is none. */
  get(id: string): EventRecord {
    const record = ownEntry(this.state.events, id);
    if (record === undefined) throw notFound('event', id, 'id');
    return record;
  }

  /** Lists all events, newest first. */
  all(): EventRecord[] {
    return Object.values(this.state.events).toReversed();
  }
}
