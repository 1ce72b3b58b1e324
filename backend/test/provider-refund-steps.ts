import { expect } from '@jest/globals';
import { reconcileMoney } from '../src/shop/reconciliation/reconcile-money.js';
import { StripeProvider } from '../src/shop/payments/stripe/stripe-provider.js';
import { buy, onePieceOf, listOwnOrders } from './buying.js';
import { expectSettled } from './expect-settled.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** Time after which no message is expected any more. */
const LATER_MS = 20 * 60_000;

interface RefundRow {
  amount_cents: number;
  state: string;
  bounced_refs: string[];
}

/** Makes purchases for specs of refunds at the provider, and reads what the shop booked. */
export class ProviderRefundSteps {
  constructor(
    private readonly shop: Shop,
    readonly admin: SignedIn,
  ) {}

  /** Makes a paid purchase of one piece each by a new account, from a stock of 9. */
  async makePurchase(...prices: number[]) {
    const buyer = await this.shop.signIn();
    const ids: number[] = [];
    for (const priceCents of prices) ids.push(await this.shop.addProduct({ priceCents, stock: 9 }));
    return { buyer, ids, ...(await buy(buyer, onePieceOf(...ids))) };
  }

  changeOrder(id: number | undefined, what: string) {
    return this.admin.agent.patch(`/api/admin/orders/${id}/${what}`).send({}).expect(200);
  }

  /** Reads status and payment status of the buyer's orders, oldest first. */
  async readStates(buyer: SignedIn): Promise<string[]> {
    return (await listOwnOrders(buyer))
      .toSorted((a, b) => a.id - b.id)
      .map(({ status, paymentStatus }) => `${status} ${paymentStatus}`);
  }

  listRefunds(ref: string): Promise<RefundRow[]> {
    return this.shop.database.query(
      `SELECT r.amount_cents, r.state, r.bounced_refs FROM refunds r JOIN payments p ON p.id = r.payment_id
         JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1 ORDER BY r.id`,
      [ref],
    );
  }

  async readAmounts(ref: string): Promise<[number, string][]> {
    return (await this.listRefunds(ref)).map(({ amount_cents: cents, state }) => [cents, state]);
  }

  /** Reads the titles of alerts that contain a text. */
  async readAlerts(text: string): Promise<string[]> {
    const rows: { title: string }[] = await this.shop.database.query(
      `SELECT data->>'title' AS title FROM outbox_events
        WHERE type = 'alert.raised' AND data->>'detail' LIKE $1 ORDER BY id`,
      [`%${text}%`],
    );
    return rows.map(({ title }) => title);
  }
}

/** Expects all invariants to hold and the hourly comparison to agree. */
export async function expectMoneyAgrees(shop: Shop): Promise<void> {
  await expectSettled(shop);
  const later = new Date(Date.now() + LATER_MS);
  const compared = await reconcileMoney(shop.database, shop.app.get(StripeProvider), later);
  expect(compared?.differences).toEqual([]);
}
