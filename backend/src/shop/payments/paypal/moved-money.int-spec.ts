import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OrderDispute } from '@pax/contracts';
import { readBalances, onePieceOf, waitForState } from '../../../../test/buying.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import { ProviderRefundSteps } from '../../../../test/provider-refund-steps.js';
import { actOnWalletPage, placeByWallet, sendMoneyNotification } from '../../../../test/paypal.js';
import { expectSettled, awaitMessages } from '../../../../test/expect-settled.js';
import { signInFriend } from '../../../../test/referral.js';
import { readLoyalty } from '../../../../test/rewards.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { readValue } from '../../../../test/database.js';

jest.setTimeout(60_000);

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

describe('money of PayPal’s form that moved several times', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  /** A friend's delivered purchase, and what is told of its money. */
  const delivered = async () => {
    const { friend, referrer } = await signInFriend(shop);
    const form = await placeByWallet(friend, onePieceOf(await shop.addProduct({ priceCents: 4000 })));
    const { checkout } = form;
    await actOnWalletPage(form, 'pay');
    const { orders } = await waitForState(friend, checkout, 'paid');
    await money.changeOrder(orders[0], 'complete');
    const told = async (
      ...what: [Parameters<typeof sendMoneyNotification>[2], Parameters<typeof sendMoneyNotification>[3]]
    ) => {
      await sendMoneyNotification(shop, form, ...what);
      await awaitMessages(shop);
    };
    const disputes = async (): Promise<OrderDispute[]> =>
      (await admin.agent.get(`/api/admin/orders/${orders[0]}/disputes`).expect(200)).body.disputes;
    const lose = async () => {
      const open = (await disputes()).find(({ state }) => state === 'open');
      const body = { outcome: 'lost', reference: 'case closed' };
      await admin.agent.post(`/api/admin/disputes/${open?.id}/end`).send(body).expect(200);
    };
    const facts = async () => ({
      back: (await money.readAmounts(checkout)).reduce((sum, [cents]) => sum + cents, 0),
      order: await readValue(
        shop,
        `SELECT concat(refunded_cents, ' ', lost_cents, ' ', payment_status) AS value FROM orders WHERE id = $1`,
        [orders[0]],
      ),
      spent: await readValue(shop, 'SELECT total_spent_cents AS value FROM users WHERE id = $1', [
        friend.userId,
      ]),
      balances: await readBalances(
        shop,
        ...['points', 'credit', 'bonus'].map((kind) => `${kind}:${friend.userId}`),
        `credit:${referrer.userId}`,
      ),
    });
    return { friend, checkout, orders, told, disputes, lose, facts };
  };
  type Purchase = Awaited<ReturnType<typeof delivered>>;
  type Step = (purchase: Purchase) => Promise<unknown>;
  const endOf = async (...steps: Step[]) => {
    const purchase = await delivered();
    for (const step of steps) await step(purchase);
    return purchase.facts();
  };
  const lose: Step = (purchase) => purchase.lose();

  it('by a refund, and then by its bank, is all booked, whenever the refund is told of (OWN-99)', async () => {
    const refunded: Step = ({ told }) => told('Refunded', { cents: 1000, at: minutesAgo(3) });
    const taken: Step = ({ told }) => told('Reversed', { cents: 2800, at: minutesAgo(2), caseId: 'PP-D-1' });
    const end = await endOf(refunded, taken, lose);
    expect(end).toEqual({
      back: 3800,
      order: '3800 2800 lost',
      spent: 0,
      balances: [0, 0, expect.anything(), 0],
    });
    expect(await endOf(taken, refunded, lose)).toEqual(end);
    expect(await endOf(taken, lose, refunded)).toEqual(end);
  });

  it('by a refund while its dispute is open is booked once, whenever it is told of (OWN-99)', async () => {
    const taken: Step = ({ told }) => told('Reversed', { cents: 700, at: minutesAgo(3), caseId: 'PP-D-2' });
    const refunded: Step = ({ told }) => told('Refunded', { cents: 700, at: minutesAgo(2) });
    const end = await endOf(taken, refunded, lose);
    expect(end).toMatchObject({ back: 700, spent: 3100 });
    expect(await endOf(taken, lose, refunded)).toEqual(end);
    expect(await endOf(refunded, taken, lose)).toEqual(end);
  });

  it('that staff marked as done has the time at which PayPal says that it was made (OWN-99)', async () => {
    const refunded: Step = ({ told }) => told('Refunded', { cents: 1000, at: minutesAgo(4) });
    const taken: Step = ({ told }) => told('Reversed', { cents: 2800, at: minutesAgo(3), caseId: 'PP-D-3' });
    const asked: Step = async ({ orders, checkout }) => {
      const path = `/api/admin/orders/${orders[0]}/refund`;
      await admin.agent.post(path).send({ amount: '10.00' }).expect(200);
      await shop.database.query(`UPDATE refunds SET state = 'manual' WHERE order_id = $1`, [orders[0]]);
      expect(await money.readAmounts(checkout)).toEqual([[1000, 'manual']]);
    };
    const marked: Step = async ({ orders }) => {
      const id = await readValue<number>(shop, 'SELECT id AS value FROM refunds WHERE order_id = $1', [
        orders[0],
      ]);
      await admin.agent
        .post(`/api/admin/refunds/${id}/done`)
        .send({ reference: `sent ${id}` })
        .expect(200);
    };
    const end = await endOf(asked, refunded, taken, lose);
    expect(end).toMatchObject({ back: 3800, spent: 0 });
    expect(await endOf(asked, marked, refunded, taken, lose)).toEqual(end);
  });

  it('by two cases is two disputes: the buyer waits for the end of both (OWN-674)', async () => {
    const { friend, told, disputes } = await delivered();
    const account = () =>
      readValue<boolean>(shop, 'SELECT purchases_suspended AS value FROM users WHERE id = $1', [
        friend.userId,
      ]);
    await told('Reversed', { cents: 700, at: minutesAgo(5), caseId: 'PP-A' });
    await told('Reversed', { cents: 1200, at: minutesAgo(4), caseId: 'PP-B' });
    await told('Canceled_Reversal', { cents: 700, at: minutesAgo(3), caseId: 'PP-A' });
    const rows = (await disputes()).map(({ reference, amount, state }) => [reference, amount, state]);
    expect(rows).toEqual([
      ['PP-A', '7.00', 'won'],
      ['PP-B', '12.00', 'open'],
    ]);
    expect(await account()).toBe(true);
    await told('Canceled_Reversal', { cents: 1200, at: minutesAgo(2), caseId: 'PP-B' });
    expect([(await disputes()).map(({ state }) => state), await account()]).toEqual([['won', 'won'], false]);
    expect(await readLoyalty(friend)).toMatchObject({ pendingPoints: 0 });
  });

  it('by two cases of which both are lost is booked of each (OWN-674)', async () => {
    const { checkout, told, lose: end, disputes } = await delivered();
    await told('Reversed', { cents: 700, at: minutesAgo(5), caseId: 'PP-C' });
    await end();
    await told('Reversed', { cents: 1200, at: minutesAgo(4), caseId: 'PP-D' });
    expect((await disputes()).map(({ state }) => state)).toEqual(['lost', 'open']);
    await end();
    expect((await money.readAmounts(checkout)).map(([cents]) => cents)).toEqual([700, 1200]);
  });
});
