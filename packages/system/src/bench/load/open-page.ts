import { checkoutAnswer, checkoutCalls, fillPath } from '@pax/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Person } from '../../support/person.js';
import { checkoutOf } from '../../support/shopping.js';

/** When the page after paying asks again, ms: at once, then after these, as the success page does. */
const DELAYS_MS = [0, 1_500, 3_000, 5_000, 8_000];

/** The page after paying, without its socket: it asks until the shop says paid. @throws Error when it never does */
export async function showPaid(person: Person, checkout: string): Promise<void> {
  const path = fillPath(checkoutCalls.refreshCheckout.path, { ref: checkout });
  const seen = await checkoutOf(person, checkout);
  if (seen.state === 'paid') return;
  for (const delay of DELAYS_MS) {
    await wait(delay);
    const asked = await person.send('POST', path, undefined, checkoutAnswer);
    if (asked.state === 'paid') return;
  }
  throw new Error(`${checkout} is not shown as paid`);
}
