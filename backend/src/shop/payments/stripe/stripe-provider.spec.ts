import { describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import type { MoneyMovement } from '../payment-provider.js';
import { stripeMovements } from './stripe-provider.js';

const SINCE = new Date('2026-11-23T10:00:00.900Z');
const MADE = 1_795_600_000;
const about = { amount: 400, currency: 'usd', created: MADE, payment_intent: 'pi_1' };
const charge = {
  ...about,
  id: 'ch_1',
  status: 'succeeded',
  amount_captured: 400,
  metadata: { checkout: 'a checkout' },
};
const refund = { ...about, id: 're_1', status: 'succeeded', metadata: { refund: '7' } };

/** The movements that are told where Stripe lists these, one a page, and the questions that Stripe was asked. */
async function told(charges: readonly object[], refunds: readonly object[]) {
  const asked: URL[] = [];
  const answer = async (input: string | URL | Request): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url);
    const all = url.pathname === '/v1/charges' ? charges : refunds;
    const after = url.searchParams.get('starting_after');
    const from = after === null ? 0 : all.findIndex((one) => 'id' in one && one.id === after) + 1;
    const data = all.slice(from, from + 1);
    return Response.json({ object: 'list', url: url.pathname, data, has_more: from + 1 < all.length });
  };
  const stripe = new Stripe('sk_test_of_specs', { httpClient: Stripe.createFetchHttpClient(answer) });
  const movements: MoneyMovement[] = [];
  for await (const one of stripeMovements(stripe, SINCE)) movements.push(one);
  return { movements, asked };
}

describe('money that Stripe lists (OWN-496)', () => {
  it.each([
    ['succeeded', true],
    ['pending', true],
    ['requires_action', true],
    ['a_status_of_next_year', true],
    [null, true],
    ['failed', false],
    ['canceled', false],
  ])('is a refund while it is %s: %p', async (status, isListed) => {
    const { movements } = await told([], [{ ...refund, status }]);
    const listed: MoneyMovement = {
      kind: 'refund',
      ref: 're_1',
      paymentRef: 'pi_1',
      amountCents: 400,
      currency: 'usd',
      at: new Date(MADE * 1000),
      refundId: 7,
    };
    expect(movements).toEqual(isListed ? [listed] : []);
  });

  it.each([
    ['that succeeded', {}, true],
    ['of a payment that is named as a whole', { payment_intent: { id: 'pi_1' } }, true],
    ['that is pending', { status: 'pending' }, false],
    ['that failed', { status: 'failed' }, false],
    ['without a payment', { payment_intent: null }, false],
    ['of other sales', { metadata: {} }, false],
  ])('is a payment %s: %#', async (_, changes, isListed) => {
    const { movements } = await told([{ ...charge, amount: 500, ...changes }], []);
    const listed: MoneyMovement = {
      kind: 'payment',
      ref: 'pi_1',
      paymentRef: 'pi_1',
      checkout: 'a checkout',
      amountCents: 400,
      currency: 'usd',
      at: new Date(MADE * 1000),
    };
    expect(movements).toEqual(isListed ? [listed] : []);
  });

  it('is of every page, since the second that is asked for', async () => {
    const two = <Row extends object>(row: Row) => [
      { ...row, id: 'x_1' },
      { ...row, id: 'x_2' },
    ];
    const { movements, asked } = await told(two(charge), two(refund));
    expect(movements.map(({ kind }) => kind)).toEqual(['payment', 'payment', 'refund', 'refund']);
    expect(asked.map(({ searchParams }) => searchParams.get('created[gte]'))).toEqual(
      asked.map(() => String(Date.parse('2026-11-23T10:00:00Z') / 1000)),
    );
  });
});
