import { Stripe } from 'stripe';
import { newId } from '../server/new-id.js';
import { noSuch } from './stripe-error.js';
import {
  own,
  type EventRecord,
  type EventSubject,
  type StripeState,
  type WireEvent,
} from './stripe-state.js';

/** The past events, each with its object's state at that time. */
export class EventLog {
  constructor(private readonly state: StripeState) {}

  /** Records an event that waits for its delivery. `now` is in seconds. */
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

  /** The event with an id; 404 when there is none. */
  get(id: string): EventRecord {
    const record = own(this.state.events, id);
    if (record === undefined) throw noSuch('event', id, 'id');
    return record;
  }

  /** All events, newest first. */
  all(): EventRecord[] {
    return Object.values(this.state.events).toReversed();
  }
}
