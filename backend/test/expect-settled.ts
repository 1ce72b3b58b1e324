import { expect } from '@jest/globals';
import { RefundSender } from '../src/shop/refunds/send-refunds.js';
import { expectInvariants } from './invariants.js';
import { readPaypalState } from './paypal.js';
import type { Shop } from './shop.js';
import { objectId, readStripeState } from './stripe.js';
import { until } from './until.js';

/** Third attempts come 6 s after the first, and a slow machine needs time for a hundred messages. */
const SETTLED_MS = 25_000;

/** Waits until every message of the providers is delivered and processed. */
export async function awaitMessages(shop: Shop): Promise<void> {
  await until(
    async () => {
      const { events } = await readStripeState(shop);
      const { notifications, webhooks } = await readPaypalState(shop);
      const sent = [events, notifications, webhooks].flatMap((one) => Object.values(one));
      const undelivered = sent.filter(({ state }) => state === 'waiting').length;
      const [row]: { n: number }[] = await shop.database.query(
        'SELECT count(*)::int AS n FROM provider_messages WHERE processed_at IS NULL',
      );
      return undelivered + (row?.n ?? 0);
    },
    (waiting) => waiting === 0,
    SETTLED_MS,
  );
}

/** Sends due refunds at once and waits until none is left. */
export async function awaitRefunds(shop: Shop): Promise<void> {
  await until(
    async () => {
      await shop.app.get(RefundSender).sendDueRefunds();
      const [row]: { n: number }[] = await shop.database.query(
        `SELECT count(*)::int AS n FROM refunds WHERE state = 'requested'`,
      );
      return row?.n;
    },
    (waiting) => waiting === 0,
    SETTLED_MS,
  );
}

/** Clears faults, waits until everything is processed and expects all invariants to hold. */
export async function expectSettled(shop: Shop): Promise<void> {
  shop.peers.faults.clear();
  await awaitMessages(shop);
  await awaitRefunds(shop);
  await expectInvariants(shop);
}

/** P3: expects the charges, refunds and lost disputes of the provider to equal those of the shop, one by one. */
export async function expectProviderAgrees(shop: Shop): Promise<void> {
  const { charges, refunds, disputes } = await readStripeState(shop);
  const payments: { provider_ref: string; amount_cents: number }[] = await shop.database.query(
    `SELECT provider_ref, amount_cents FROM payments WHERE provider = 'stripe'`,
  );
  const charged = Object.values(charges)
    .filter((charge) => charge.status === 'succeeded')
    .map((charge) => ({ provider_ref: objectId(charge.payment_intent), amount_cents: charge.amount }));
  expect(sortByRef(payments)).toEqual(sortByRef(charged));
  // A refund made at the provider has a row for each of its orders.
  const sent: { provider_ref: string; amount_cents: number }[] = await shop.database.query(
    `SELECT r.provider_ref, sum(r.amount_cents)::int AS amount_cents FROM refunds r JOIN payments p ON p.id = r.payment_id
      WHERE r.state = 'done' AND p.provider = 'stripe' GROUP BY 1`,
  );
  const given = Object.values(refunds)
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, amount }) => ({ provider_ref: id, amount_cents: amount }));
  const taken = Object.values(disputes)
    .filter(({ status }) => status === 'lost')
    .map(({ id, amount }) => ({ provider_ref: id, amount_cents: amount }));
  expect(sortByRef(sent)).toEqual(sortByRef([...given, ...taken]));
}

function sortByRef<T extends { provider_ref: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => (a.provider_ref < b.provider_ref ? -1 : 1));
}
