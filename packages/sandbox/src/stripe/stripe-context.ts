import type { Stripe } from 'stripe';
import type { EventSubject, StripeState } from './stripe-state.js';

/** What every action of the Stripe stand-in works with. */
export interface StripeContext {
  readonly state: StripeState;
  /** Says that `state` was changed and has to be kept. */
  changed(): void;
  /** The stand-in's clock in whole seconds, as the service's objects count. */
  now(): number;
  /** Records an event about the object as it is now, and sends it. */
  emit(type: Stripe.Event['type'], object: EventSubject): void;
}
