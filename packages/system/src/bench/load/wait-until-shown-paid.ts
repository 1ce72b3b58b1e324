import { checkoutAnswer, checkoutCalls, fillPath } from '@pax/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Person } from '../../support/person.js';
import { readCheckout } from '../../support/shopping.js';

/** Waits between polls, ms, as on the success page; the first poll is immediate. */
const POLL_DELAYS_MS = [0, 1_500, 3_000, 5_000, 8_000];

/** Polls like the success page, without its socket, until the checkout is paid. @throws Error if it is never paid */
export async function waitUntilShownPaid(person: Person, checkout: string): Promise<void> {
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
