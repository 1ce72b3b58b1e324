import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  prepareCartOfOne,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
} from '../../../../test/buying.js';
import {
  changeOrderAsStaff,
  CRYPTO_SHOP,
  orderByCrypto,
  submitCrypto,
} from '../../../../test/crypto-shop.js';
import { actOnWalletPage, placeByWallet } from '../../../../test/paypal.js';
import { holdMessages, releaseMessages, findSession, steerStripe } from '../../../../test/stripe.js';
import {
  expectProviderAgrees,
  expectSettled,
  awaitRefunds,
  awaitMessages,
} from '../../../../test/expect-settled.js';
import { findLoop } from '../../../../test/jobs.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { CheckoutSweeper, ReleaseHolds } from '../session/checkout-sweeper.js';
import { MarkConfirming } from './mark-confirming.js';

jest.setTimeout(30_000);

/** Jobs that would end what is open, or change an order, while a step is asked. */
const JOBS = ['checkout-sweeper', 'release-holds', 'blocked-names'] as const;
const BARS = [
  ['blocked', 'blocked_at = now()', 'ILLEGAL_MOVE'],
  ['in a dispute', 'purchases_suspended = true', 'DISPUTE_OPEN'],
] as const;

describe('a buyer who is barred before the jobs ended what is open', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop({ ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' });
    await Promise.all(JOBS.map((name) => findLoop(shop.app, name).stop()));
  });
  afterEach(async () => {
    await releaseMessages(shop);
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const bar = ({ userId }: SignedIn, set: string) =>
    shop.database.query(`UPDATE users SET ${set} WHERE id = $1`, [userId]);
  const ordersOf = ({ userId }: SignedIn): Promise<{ status: string }[]> =>
    shop.database.query('SELECT status FROM orders WHERE user_id = $1', [userId]);
  const runJobs = async (): Promise<void> => {
    await shop.app.get(CheckoutSweeper).sweepCheckouts();
    await shop.app.get(ReleaseHolds).releaseDueHolds();
  };
  /** Nothing was sold, nothing is held, and the money went back. */
  const expectSentBack = async (buyer: SignedIn, checkout: string, id: number): Promise<void> => {
    await awaitMessages(shop);
    await awaitRefunds(shop);
    const [found] = await shop.database.query('SELECT state FROM checkouts WHERE ref = $1', [checkout]);
    expect(found).toEqual({ state: 'failed' });
    const payments = await shop.database.query(
      `SELECT p.state, r.state AS refund, r.amount_cents AS cents FROM payments p JOIN checkouts c ON c.id = p.checkout_id
         JOIN refunds r ON r.payment_id = p.id WHERE c.ref = $1`,
      [checkout],
    );
    expect(payments).toEqual([{ state: 'stranded', refund: expect.any(String), cents: 1999 }]);
    expect(await ordersOf(buyer)).toEqual([]);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
  };

  describe.each(BARS)('%s', (_, set, code) => {
    it('gets back what is paid on an open card page, before or after it (OWN-1166)', async () => {
      for (const isPaidBefore of [true, false]) {
        const { buyer, id } = await prepareCartOfOne(shop);
        holdMessages(shop);
        const { url, checkout } = await place(buyer, onePieceOf(id));
        if (isPaidBefore) await actOnPayPage(url, 'pay');
        await bar(buyer, set);
        if (!isPaidBefore) await actOnPayPage(url, 'pay');
        await releaseMessages(shop);
        await expectSentBack(buyer, checkout, id);
      }
    });

    it('gets back what a bank confirms while the goods are held (OWN-1166)', async () => {
      const { buyer, id } = await prepareCartOfOne(shop);
      const { url, checkout } = await place(buyer, onePieceOf(id));
      await actOnPayPage(url, 'pay_later');
      await waitForState(buyer, checkout, 'confirming');
      await bar(buyer, set);
      await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
        action: 'succeed',
      });
      await expectSentBack(buyer, checkout, id);
    });

    it('gets back what is paid by PayPal’s form (OWN-1166)', async () => {
      const { buyer, id } = await prepareCartOfOne(shop);
      const { checkout, ...form } = await placeByWallet(buyer, onePieceOf(id));
      await bar(buyer, set);
      await actOnWalletPage(form, 'pay');
      await expectSentBack(buyer, checkout, id);
    });

    it('has no order by crypto that was not placed before (OWN-1166)', async () => {
      const { buyer, id } = await prepareCartOfOne(shop);
      const marking = shop.app.get(MarkConfirming);
      const execute = marking.execute.bind(marking);
      const spy = jest.spyOn(marking, 'execute').mockImplementationOnce(async (...input) => {
        await bar(buyer, set);
        return execute(...input);
      });
      const { status, body } = await submitCrypto(buyer, onePieceOf(id));
      spy.mockRestore();
      expect([status, body.code]).toEqual([403, 'BLOCKED']);
      expect(await ordersOf(buyer)).toEqual([]);
      await runJobs();
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    });

    it('is not sold what waits by crypto: staff give it back by hand (OWN-1166)', async () => {
      const admin = await shop.signIn({ admin: true });
      const { buyer, id } = await prepareCartOfOne(shop);
      const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(id));
      await bar(buyer, set);
      const refused = await changeOrderAsStaff(admin, orders[0], 'confirm-payment');
      expect([refused.status, refused.body.code]).toEqual([409, code]);
      expect(refused.body.message).toContain('crypto came late');
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 1]);
      const cancelled = await changeOrderAsStaff(admin, orders[0], 'cancel', { version: 1 }).expect(200);
      expect(cancelled.body).toMatchObject({ status: 'cancelled', paymentStatus: 'void' });
      const late = await admin.agent.post(`/api/admin/checkouts/${checkout}/late-crypto`).expect(200);
      expect(late.body).toMatchObject({ amount: '19.99', state: 'manual' });
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    });
  });

  it('buys what waits by crypto once no dispute is open any more (OWN-1166)', async () => {
    const admin = await shop.signIn({ admin: true });
    const { buyer, id } = await prepareCartOfOne(shop);
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(id));
    await bar(buyer, 'purchases_suspended = true');
    await changeOrderAsStaff(admin, orders[0], 'confirm-payment').expect(409);
    await bar(buyer, 'purchases_suspended = false');
    await changeOrderAsStaff(admin, orders[0], 'confirm-payment').expect(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'paid' });
  });
});
