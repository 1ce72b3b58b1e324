import { placedAnswer, problem, quote } from '@pax/contracts';
import { until } from '@pax/sandbox';
import type pg from 'pg';
import { z } from 'zod';
import type { Person } from '../../support/person.js';
import { NAMES, productNamed } from '../../support/shopping.js';
import type { Figures } from '../row.js';
import type { Stage } from '../stage.js';
import type { PaidNotices } from './paid-notices.js';
import { forAll } from './side-by-side.js';

const ASKS_AT_ONCE = 8;

/**
 * Everybody buys one thing: all place, so many at a time, then all are settled.
 * @param notices to wait for each to be paid before the next is settled
 */
export async function buyAll(
  stage: Stage,
  buyers: readonly Person[],
  atOnce: number,
  notices?: PaidNotices,
): Promise<Figures> {
  const [first] = buyers;
  if (!first) throw new Error('nobody buys');
  const { id } = await productNamed(first, '10M Coins');
  const items = [{ id, quantity: 1 }];
  // Points move people up, and with it their price: asked for before the clock runs.
  const wishes = new Map<Person, string>();
  await forAll(buyers, ASKS_AT_ONCE, async (person) => {
    wishes.set(person, (await person.send('POST', '/api/checkout/quote', { items }, quote)).total);
  });

  const began = performance.now();
  const placed: string[] = [];
  await forAll([...wishes], atOnce, async ([person, amount]) => {
    placed.push(await place(person, { amount, items, ...NAMES, consent: true }));
  });
  const placedAt = performance.now();
  const { database } = stage.shop;
  await forAll(placed, atOnce, async (checkout) => {
    await deliver(stage, checkout);
    await notices?.of(checkout);
  });
  await paid(database, placed);
  const ended = performance.now();
  return {
    rate: (buyers.length * 1_000) / (ended - began),
    placeMs: (placedAt - began) / buyers.length,
    settleMs: (ended - placedAt) / buyers.length,
  };
}

async function place(person: Person, wish: object): Promise<string> {
  const answer = await person.call('POST', '/api/payments/stripe/create-checkout-session', wish);
  if (answer.status !== 201) throw new Error(`placing: ${problem.safeParse(answer.body).data?.code}`);
  return placedAnswer.parse(answer.body).checkout;
}

async function deliver({ shop, stripe }: Stage, checkout: string): Promise<void> {
  const { payload, signature } = stripe.paidMessage(checkout);
  const answer = await fetch(`${shop.shopUrl}/api/payments/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  if (!answer.ok) throw new Error(`the message was answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function paid(database: pg.Pool, refs: readonly string[]): Promise<void> {
  const isPaid = async (): Promise<boolean> => {
    const { rows } = await database.query({
      // Read and planned once: asking must not take the shop's time.
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
