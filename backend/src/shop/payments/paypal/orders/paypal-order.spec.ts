import { describe, expect, it } from '@jest/globals';
import { orderSchema, sessionAfterCapture } from './paypal-order.js';

const captureOf = (status: string, value = '19.99') => ({
  id: `CAP-${status}`,
  status,
  amount: { currency_code: 'USD', value },
});
const outcome = (status: string, ...captures: object[]) =>
  sessionAfterCapture(
    'session',
    orderSchema.parse({ id: 'ORDER1', status, purchase_units: [{ payments: { captures } }] }),
  );

describe('what an order’s money says of its session (OWN-499)', () => {
  it.each(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])(
    'its money came where its capture is %s',
    (status) => {
      expect(outcome('COMPLETED', captureOf('DECLINED'), captureOf(status))).toEqual({
        id: 'session',
        url: null,
        state: 'paid',
        payment: {
          provider: 'paypal-orders',
          providerRef: `CAP-${status}`,
          amountCents: 1_999,
          currency: 'usd',
        },
      });
    },
  );

  it.each([
    ['COMPLETED', ['PENDING'], 'confirming'],
    ['COMPLETED', ['DECLINED', 'PENDING'], 'confirming'],
    ['COMPLETED', ['DECLINED'], 'failed'],
    ['COMPLETED', ['FAILED', 'DECLINED'], 'failed'],
    // PayPal shows no capture yet.
    ['COMPLETED', [], 'confirming'],
    ['APPROVED', [], undefined],
    ['CREATED', [], undefined],
    ['VOIDED', [], undefined],
  ])('an order that is %s with captures %j is %s', (status, captures, state) => {
    const session = outcome(status, ...captures.map((one) => captureOf(one)));
    expect(session?.state).toBe(state);
    expect(session?.payment ?? null).toBeNull();
  });
});
