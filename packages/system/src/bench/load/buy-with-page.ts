import { quote } from '@pax/contracts';
import type { Person } from '../../support/person.js';
import { NAMES, type Items } from '../../support/shopping.js';
import type { BenchShop } from '../bench-shop.js';
import { deliver, place } from './buy-all.js';
import { showPaid } from './open-page.js';

/**
 * One purchase as a person makes it: the quote, the order, the payment, and the page that waits for the shop's word.
 * @returns how long the page waited after paying, ms
 */
export async function buyWithPage(benchShop: BenchShop, person: Person, items: Items): Promise<number> {
  const { total: amount } = await person.send('POST', '/api/checkout/quote', { items }, quote);
  const checkout = await place(person, { amount, items, ...NAMES, consent: true });
  const paidAt = performance.now();
  await Promise.all([deliver(benchShop, checkout), showPaid(person, checkout)]);
  return performance.now() - paidAt;
}
