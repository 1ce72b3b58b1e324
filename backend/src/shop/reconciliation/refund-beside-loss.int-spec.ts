import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import {
  actAtStripe,
  findDispute,
  holdMessages,
  refundInDashboard,
  releaseMessages,
  steerStripe,
} from '../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import type { Shop } from '../../../test/shop.js';
import { readValue } from '../../../test/database.js';
import { StripeProvider } from '../payments/stripe/stripe-provider.js';
import { ReconciliationJob } from './reconciliation-job.js';

jest.setTimeout(60_000);

/** Later than any message may be. */
const LATER_MS = 20 * 60_000;

describe('the hourly comparison', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterAll(() => shop.close());

  it('books a refund beside a dispute that was lost, since Stripe counts none into it (OWN-99)', async () => {
    const payer = await shop.signIn();
    const { checkout } = await buy(payer, onePieceOf(await shop.addProduct({ priceCents: 1000 })));
    holdMessages(shop, 'refund');
    await refundInDashboard(shop, checkout, 400);
    await actAtStripe(shop, checkout, 'dispute', 300);
    await awaitMessages(shop);
    const { id } = await findDispute(shop, checkout);
    await steerStripe(shop, `disputes/${id}/close`, { outcome: 'lost' });
    await awaitMessages(shop);
    // The refund is made while the dispute is open.
    const opened = `UPDATE disputes SET created_at = created_at - interval '1 hour' WHERE provider_ref = $1`;
    await shop.database.query(opened, [id]);
    const rows = (): Promise<number[]> =>
      shop.database
        .query<{ cents: number }[]>(
          `SELECT r.amount_cents AS cents FROM refunds r JOIN payments p ON p.id = r.payment_id
             JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1 ORDER BY 1`,
          [checkout],
        )
        .then((found) => found.map(({ cents }) => cents));
    // The loss ended the buyer's sessions.
    const refundedCents = () =>
      readValue<number>(shop, 'SELECT refunded_cents AS value FROM checkouts WHERE ref = $1', [checkout]);
    expect([await refundedCents(), await rows()]).toEqual([300, [300]]);
    await shop.app
      .get(ReconciliationJob)
      .compareProvider(shop.app.get(StripeProvider), new Date(Date.now() + LATER_MS));
    expect([await refundedCents(), await rows()]).toEqual([700, [300, 400]]);
    await releaseMessages(shop);
    await awaitMessages(shop);
    expect([await refundedCents(), await rows()]).toEqual([700, [300, 400]]);
    await expectSettled(shop);
  });
});
