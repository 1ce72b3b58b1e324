import { describe, expect, it } from '@jest/globals';
import {
  CHECKOUT_TRANSITIONS,
  CHECKOUT_STATES,
  HOLDING_STATES,
  PAYMENT_METHODS,
  type CheckoutState,
} from './checkout-states.js';

const statesBefore = (target: CheckoutState) =>
  CHECKOUT_STATES.filter((state) => CHECKOUT_TRANSITIONS[state].includes(target));

describe('moves of a checkout', () => {
  it('are those of the table (OWN-92)', () => {
    expect(CHECKOUT_TRANSITIONS).toEqual({
      open: ['paid', 'confirming', 'expired', 'cancelled', 'failed'],
      confirming: ['paid', 'failed', 'open'],
      paid: ['disputed', 'refunded'],
      disputed: ['paid', 'lost'],
      expired: ['paid'],
      cancelled: ['paid'],
      failed: ['paid'],
      lost: [],
      refunded: ['lost'],
    });
  });

  it('end only where the money is gone for good', () => {
    expect(CHECKOUT_STATES.filter((state) => CHECKOUT_TRANSITIONS[state].length === 0)).toEqual(['lost']);
    expect(statesBefore('lost')).toEqual(['disputed', 'refunded']);
  });

  it('go back to open only where an instrument was declined (OWN-920)', () => {
    expect(statesBefore('open')).toEqual(['confirming']);
  });

  it('never sweep or cancel a checkout that is confirming', () => {
    expect(statesBefore('expired')).toEqual(['open']);
    expect(statesBefore('cancelled')).toEqual(['open']);
  });

  it('reach every state from open', () => {
    const reached = new Set<CheckoutState>(['open']);
    for (const state of reached) for (const next of CHECKOUT_TRANSITIONS[state]) reached.add(next);
    expect([...reached].toSorted()).toEqual(CHECKOUT_STATES.toSorted());
  });

  it('take late money from every state that ended unpaid', () => {
    expect(statesBefore('paid')).toEqual([
      'open',
      'confirming',
      'expired',
      'cancelled',
      'failed',
      'disputed',
    ]);
  });
});

describe('a checkout', () => {
  it('holds goods while it is open or confirming', () => {
    expect(HOLDING_STATES).toEqual(['open', 'confirming']);
  });

  it('is paid by card, wallet or crypto, or by nothing at a total of 0 (SHOP-3.20)', () => {
    expect(PAYMENT_METHODS).toEqual(['card', 'wallet', 'crypto', 'none']);
  });
});
