import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { CRYPTO_SHOP } from './crypto-shop.js';
import { SettleCheckout } from '../src/shop/checkout/settle/settle-checkout.js';
import { SETTINGS, type Settings } from '../src/settings.js';
import { startMoneyShop } from './money-shop.js';
import { expectProviderAgrees, expectSettled, awaitRefunds, awaitMessages } from './expect-settled.js';
import { buildOrder, anyOrderPlan, undoOrder, type BuiltOrder } from './refund-plans.js';
import { refundRuns } from './settings.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';
import { readCheckout } from './buying.js';

const { runs, seed } = refundRuns();
/** A shop that has seen more answers slowly, since the stand-ins show all they ever did. */
const RUNS_OF_SHOP = 100;

jest.setTimeout(120_000 + runs * 5_000);

const METHODS = { ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' };
const WALLETS = ['form', 'orders'] as const;

describe.each(WALLETS)('the refund of any order (OWN-100, OWN-101), with PayPal’s %s', (wallet) => {
  const share = Math.ceil(runs / WALLETS.length);
  let shop: Shop;
  let admin: SignedIn;
  const open = async () => {
    shop = await startMoneyShop({ ...METHODS, PAYPAL_MODE: wallet });
    admin = await shop.signIn({ admin: true });
  };
  beforeAll(open);
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  /** A purchase of a time when a dollar earned more points. */
  const underFormerRules = async (act: () => Promise<BuiltOrder>): Promise<BuiltOrder> => {
    const settings = shop.app.get<Settings>(SETTINGS);
    const former = { ...settings, points: { ...settings.points, perDollar: 37 } };
    const settleCheckout = Object.assign(shop.app.get(SettleCheckout), { settings: former });
    try {
      return await act();
    } finally {
      Object.assign(settleCheckout, { settings });
    }
  };
  const changePrices = async ({ products }: BuiltOrder): Promise<void> => {
    for (const id of products)
      await admin.agent.patch(`/api/admin/products/${id}`).send({ price: '99.99' }).expect(200);
  };

  /** Refunds that no provider makes are made by hand. */
  const makeManualOnes = async (checkout: string): Promise<void> => {
    const rows: { id: number }[] = await shop.database.query(
      `SELECT r.id FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id
        WHERE c.ref = $1 AND r.state = 'manual'`,
      [checkout],
    );
    for (const { id } of rows)
      await admin.agent
        .post(`/api/admin/refunds/${id}/done`)
        .send({ reference: `hand ${id}` })
        .expect(200);
  };

  it(`returns all balances, the code and the goods to what they were, ${share} times`, async () => {
    let done = 0;
    const property = fc.asyncProperty(anyOrderPlan, async ({ plan, undoing }) => {
      done += 1;
      if (done % RUNS_OF_SHOP === 0) {
        await shop.close();
        await open();
      }
      const stage = { shop, admin, wallet };
      const build = () => buildOrder(stage, plan);
      const built = await (undoing.rulesChange ? underFormerRules(build) : build());
      const spent = await built.spendPoints(undoing);
      if (undoing.rulesChange) await changePrices(built);
      const goodsStay = await undoOrder(stage, built, undoing);
      await awaitMessages(shop);
      await awaitRefunds(shop);
      await awaitMessages(shop);
      await makeManualOnes(built.checkout);
      expect((await readCheckout(built.buyer, built.checkout)).state).toBe('refunded');
      expect(await built.balances()).toEqual(built.expected({ goodsStay, spent }));
    });
    await fc.assert(property, { numRuns: share, seed: seed + WALLETS.indexOf(wallet), endOnFailure: true });
  });
});
