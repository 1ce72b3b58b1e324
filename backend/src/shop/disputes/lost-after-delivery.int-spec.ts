import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, buy, onePieceOf } from '../../../test/buying.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import { findDispute, actAtStripe, refundInDashboard, steerStripe } from '../../../test/stripe.js';
import { expectProviderAgrees, awaitMessages } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { Relay } from '../../platform/outbox/relay.js';

jest.setTimeout(60_000);

/** A buyer who keeps the goods keeps them for the store credit that paid them. */
describe('a dispute that is lost after the delivery (OWN-1302)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    money = new ProviderRefundSteps(shop, admin);
  });
  afterEach(async () => {
    await expectMoneyAgrees(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const paidWith = async (creditCents: number, prices: number[], buyer?: SignedIn) => {
    const by = buyer ?? (await shop.signIn());
    await shop.fill(`credit:${by.userId}`, creditCents);
    const ids = await Promise.all(prices.map((priceCents) => shop.addProduct({ priceCents, stock: 9 })));
    return { buyer: by, ...(await buy(by, onePieceOf(...ids), { useStoreCredit: true })) };
  };
  const open = async (checkout: string, cents?: number): Promise<void> => {
    await actAtStripe(shop, checkout, 'dispute', cents);
    await awaitMessages(shop);
  };
  const lose = async (checkout: string, cents?: number): Promise<void> => {
    await open(checkout, cents);
    await close(checkout);
  };
  const close = async (checkout: string): Promise<void> => {
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, {
      outcome: 'lost',
    });
    await awaitMessages(shop);
  };
  const creditOf = async ({ userId }: SignedIn) => (await readBalances(shop, `credit:${userId}`))[0];

  const readReturned = ({ userId }: SignedIn) =>
    until(
      async (): Promise<{ returned: object }[]> =>
        shop.database.query(
          `SELECT content -> 'returned' AS returned FROM notices WHERE user_id = $1 AND kind = 'cancelled'`,
          [userId],
        ),
      ({ length }) => length > 0,
    );

  it('says that the bank gave back the money of an order that it cancels', async () => {
    const { buyer, checkout } = await paidWith(0, [2000]);
    await lose(checkout);
    expect(await readReturned(buyer)).toEqual([
      { returned: { cash: '0.00', credit: '0.00', byDispute: '20.00' } },
    ]);
  });

  it('names no dispute where staff gave the money back after they had won it', async () => {
    const { buyer, checkout } = await paidWith(0, [2000]);
    await open(checkout);
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, { outcome: 'won' });
    await refundInDashboard(shop, checkout);
    await awaitMessages(shop);
    expect(await readReturned(buyer)).toEqual([{ returned: { cash: '20.00', credit: '0.00' } }]);
  });

  it('gives no store credit back, however often an admin disputes, whom a loss does not block', async () => {
    const owner = await shop.signIn({ admin: true });
    for (const price of [3050, 4000]) {
      const { checkout, orders } = await paidWith(3000, [price], owner);
      await money.changeOrder(orders[0], 'complete');
      await lose(checkout);
      expect(await creditOf(owner)).toBe(0);
    }
    expect(await money.readStates(owner)).toEqual(['completed lost', 'completed lost']);
  });

  it('gives none back of an order delivered while it was open, nor of one that was archived', async () => {
    for (const steps of [[], ['archive']]) {
      const { buyer, checkout, orders } = await paidWith(500, [1000]);
      await open(checkout);
      for (const step of ['complete', ...steps]) await money.changeOrder(orders[0], step);
      await close(checkout);
      expect(await creditOf(buyer)).toBe(0);
    }
  });

  it('gives back that of the order which was not delivered', async () => {
    const { buyer, checkout, orders } = await paidWith(1000, [1000, 3000]);
    await money.changeOrder(orders[0], 'complete');
    await lose(checkout);
    expect(await creditOf(buyer)).toBe(750);
    const rows = 'SELECT status, payment_status AS payment FROM orders WHERE id = ANY($1) ORDER BY id';
    expect(await shop.database.query(rows, [orders])).toEqual([
      { status: 'completed', payment: 'lost' },
      { status: 'cancelled', payment: 'lost' },
    ]);
  });

  it('gives none back of a delivered order that credit alone paid, but that of one which waits', async () => {
    for (const [isDelivered, back] of [
      [true, 949],
      [false, 950],
    ] as const) {
      const { buyer, checkout, orders } = await paidWith(950, [1000, 1]);
      if (isDelivered) await money.changeOrder(orders[1], 'complete');
      await lose(checkout);
      expect(await creditOf(buyer)).toBe(back);
    }
  });

  it('keeps what a refund gave back before', async () => {
    const { buyer, checkout, orders } = await paidWith(500, [1500]);
    await money.changeOrder(orders[0], 'complete');
    await admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({ amount: '1.01' }).expect(200);
    // A half cent of credit for each cent of cash, rounded down.
    expect(await creditOf(buyer)).toBe(50);
    await lose(checkout);
    expect(await creditOf(buyer)).toBe(50);
  });

  it('tells the buyer what the bank gave back, and of no money from the shop', async () => {
    const { buyer, checkout, orders } = await paidWith(500, [1500]);
    await money.changeOrder(orders[0], 'complete');
    await lose(checkout);
    await shop.app.get(Relay).drain();
    const notices: { kind: string; returned: object | null }[] = await shop.database.query(
      `SELECT kind, content -> 'returned' AS returned FROM notices WHERE user_id = $1 ORDER BY id`,
      [buyer.userId],
    );
    // Points that the delivery unlocked are told on their own.
    expect(notices.filter(({ kind }) => kind !== 'unlocked')).toEqual([
      { kind: 'paid', returned: null },
      { kind: 'delivered', returned: null },
      { kind: 'refunded', returned: { cash: '0.00', credit: '0.00', byDispute: '10.00' } },
    ]);
  });

  it('is shown so in the receipt', async () => {
    const owner = await shop.signIn({ admin: true });
    const { buyer, checkout, orders } = await paidWith(500, [1500], owner);
    await money.changeOrder(orders[0], 'complete');
    await lose(checkout);
    const { body } = await buyer.agent.get(`/api/checkouts/${checkout}/receipt`);
    expect(body).toMatchObject({ storeCreditBack: '0.00' });
  });
});
