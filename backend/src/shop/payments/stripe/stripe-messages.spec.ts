import { describe, expect, it } from '@jest/globals';
import { testSettings } from '../../../../test/settings.js';
import { StripeMessages } from './stripe-messages.js';

const REF = 'kXr2-9fQ_0aB7cD4eF6gH1';
const session = {
  id: 'cs_1',
  url: null,
  client_reference_id: REF,
  metadata: { checkout: REF },
  status: 'complete',
  payment_status: 'paid',
  payment_intent: 'pi_1',
  amount_total: 1_999,
  currency: 'usd',
};
const readerOf = (secretKey: string): StripeMessages => {
  const settings = testSettings('postgres://unused/unused', {});
  return new StripeMessages(undefined, { ...settings, stripe: { ...settings.stripe, secretKey } });
};
const read = (type: string, change: object = {}, livemode = false, secretKey = 'sk_test_spec') =>
  readerOf(secretKey).readMessage({
    id: 'evt_1',
    type,
    livemode,
    data: { object: { ...session, ...change } },
  });

describe('what an event says of a session (OWN-80)', () => {
  it.each([
    ['completed', {}, 'paid'],
    ['completed', { payment_status: 'unpaid' }, 'confirming'],
    ['async_payment_succeeded', {}, 'paid'],
    ['async_payment_failed', { payment_status: 'unpaid' }, 'failed'],
    // It came before, and its message after the money.
    ['async_payment_failed', {}, 'paid'],
    ['async_payment_failed', { status: 'expired', payment_status: 'unpaid' }, 'expired'],
    ['expired', { status: 'expired', payment_status: 'unpaid' }, 'expired'],
    ['expired', { status: 'expired' }, 'paid'],
    ['expired', { status: 'open', payment_status: 'unpaid' }, 'open'],
  ])('%s with %j: %s', (type, change, state) => {
    const payment = { provider: 'stripe', providerRef: 'pi_1', amountCents: 1_999, currency: 'usd' };
    expect(read(`checkout.session.${type}`, change)).toEqual({
      about: 'session',
      ref: REF,
      session: { id: 'cs_1', url: null, state, payment: state === 'paid' ? payment : null },
    });
  });

  it.each([
    { client_reference_id: null },
    { metadata: {} },
    { metadata: null },
    { metadata: { checkout: 'other' } },
    { client_reference_id: 'other' },
  ])('is none of the shop’s with %j', (change) => {
    expect(read('checkout.session.completed', change)).toEqual({ about: 'nothing', ignored: 'not ours' });
  });
});

describe('the mode of an event (OWN-80)', () => {
  it.each([
    ['sk_test_a', false],
    ['rk_test_a', false],
    ['sk_live_a', true],
    ['rk_live_a', true],
    ['sk_test_live_a', false],
  ])('with the key %s is live: %p', (secretKey, isLive) => {
    const type = 'checkout.session.completed';
    expect(read(type, {}, isLive, secretKey)).toMatchObject({ about: 'session' });
    expect(read(type, {}, !isLive, secretKey)).toEqual({ about: 'nothing', ignored: 'other mode' });
  });
});
