import { placeCheckoutAnswer, problem, quote } from '@pax/contracts';
import { until } from '@pax/local';
import type pg from 'pg';
import { z } from 'zod';
import type { Person } from '../../support/person.js';
import { NAMES, productNamed } from '../../support/shopping.js';
import type { MetricValues } from '../row.js';
import type { BenchShop } from '../bench-shop.js';
import type { PaidNotices } from './paid-notices.js';
import { forEachConcurrently } from './concurrency.js';

const CONCURRENT_QUOTES = 8;

/**
 * Lets each buyer buy one product: all checkouts are placed, `concurrency` at a time, then all are settled.
 * @param notices if given, each purchase is awaited before the next one is settled
 */
export async function buyAll(
  benchShop: BenchShop,
  buyers: readonly Person[],
  concurrency: number,
  notices?: PaidNotices,
): Promise<MetricValues> {
  const [first] = buyers;
  if (!first) throw new Error('nobody buys');
  const { id } = await productNamed(first, '10M Coins');
  const items = [{ id, quantity: 1 }];
  // Prices are quoted before the measurement, since points raise a person's tier and so change the price.
  const totals = new Map<Person, string>();
  await forEachConcurrently(buyers, CONCURRENT_QUOTES, async (person) => {
    totals.set(person, (await person.send('POST', '/api/checkout/quote', { items }, quote)).total);
  });

  const startedAt = performance.now();
  const checkouts: string[] = [];
  await forEachConcurrently([...totals], concurrency, async ([person, amount]) => {
    checkouts.push(await placeByCard(person, { amount, items, ...NAMES, consent: true }));
  });
  const placedAt = performance.now();
  const { database } = benchShop.shop;
  await forEachConcurrently(checkouts, concurrency, async (checkout) => {
    await payAndDeliver(benchShop, checkout);
    await notices?.waitFor(checkout);
  });
  await waitUntilPaid(database, checkouts);
  const settledAt = performance.now();
  return {
    rate: (buyers.length * 1_000) / (settledAt - startedAt),
    placeMs: (placedAt - startedAt) / buyers.length,
    settleMs: (settledAt - placedAt) / buyers.length,
  };
}

/** Places a checkout with payment by card. @returns its reference */
export async function placeByCard(person: Person, input: object): Promise<string> {
  const answer = await person.call('POST', '/api/payments/stripe/create-checkout-session', input);
  if (answer.status !== 201) throw new Error(`placing: ${problem.safeParse(answer.body).data?.code}`);
  return placeCheckoutAnswer.parse(answer.body).checkout;
}

/** Pays a checkout, and delivers the payment provider's webhook. */
export async function payAndDeliver({ shop, stripe }: BenchShop, checkout: string): Promise<void> {
  const { payload, signature } = stripe.pay(checkout);
  const answer = await fetch(`${shop.shopUrl}/api/payments/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  if (!answer.ok) throw new Error(`the message was answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function waitUntilPaid(database: pg.Pool, refs: readonly string[]): Promise<void> {
  const isPaid = async (): Promise<boolean> => {
    const { rows } = await database.query({
      // Uses a prepared statement, since polling must not take time from the shop.
      name: 'bench-paid',
      text: `SELECT count(*)::int AS count FROM checkouts WHERE ref = ANY($1) AND state = 'paid'`,
      values: [refs],
    });
    return z.object({ count: z.number() }).parse(rows[0]).count === refs.length;
  };
  await until(isPaid, {
    deadlineMs: 60_000,
    everyMs: 10,
    what: 'all purchases paid',
  });
}
