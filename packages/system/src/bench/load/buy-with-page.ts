import { quote } from '@pax/contracts';
import type { Person } from '../../support/person.js';
import { NAMES, type Items } from '../../support/shopping.js';
import type { BenchShop } from '../bench-shop.js';
import { payAndDeliver, placeByCard } from './buy-all.js';
import { waitUntilShownPaid } from './wait-until-shown-paid.js';

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
