import { quote, checkoutAnswer, checkoutCalls, fillPath } from '@pax/contracts';
import type { Person } from '../../support/person.js';
import { NAMES, type Items, readCheckout } from '../../support/shopping.js';
import type { BenchShop } from '../bench-shop.js';
import { payAndDeliver, placeByCard } from './buy-all.js';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Makes a purchase as a person does: quote, order, payment, and the page that waits until the shop shows the order as
 * paid.
 * @returns how long that page waits after the payment, ms
 */
export async function buyWithPage(benchShop: BenchShop, person: Person, items: Items): Promise<number> {
  const { total: amount } = await person.send('POST', '/api/checkout/quote', { items }, quote);
  const checkout = await placeByCard(person, { amount, items, ...NAMES, consent: true });
  const paidAt = performance.now();
  await Promise.all([payAndDeliver(benchShop, checkout), waitUntilShownPaid(person, checkout)]);
  return performance.now() - paidAt;
}

/** Waits between polls, ms, as on the success page; the first poll is immediate. */
const POLL_DELAYS_MS = [0, 1_500, 3_000, 5_000, 8_000];

/** Polls like the success page, without its socket, until the checkout is paid. @throws Error if it is never paid */
async function waitUntilShownPaid(person: Person, checkout: string): Promise<void> {
  const path = fillPath(checkoutCalls.refreshCheckout.path, { ref: checkout });
  const initial = await readCheckout(person, checkout);
  if (initial.state === 'paid') return;
  for (const delay of POLL_DELAYS_MS) {
    await wait(delay);
    const refreshed = await person.send('POST', path, undefined, checkoutAnswer);
    if (refreshed.state === 'paid') return;
  }
  throw new Error(`${checkout} is not shown as paid`);
}
