import type { Stripe } from 'stripe';
import type { EventSubject, StripeState } from './stripe-state.js';

/** Shared state and services of the Stripe stand-in's acts. */
export interface StripeContext {
  readonly state: StripeState;
  /** Called after each change of `state`, which must be saved. */
  changed(): void;
  /** The stand-in's time in whole seconds, the unit of the service's objects. */
  now(): number;
  /** Records an event with the object's present state, and sends it. */
  emit(type: Stripe.Event['type'], object: EventSubject): void;
}
