import { describe, expect, it } from '@jest/globals';
import type { Order, OrderRefund } from '@pax/contracts';
import {
  readBalances,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
  withdraw,
} from '../../../test/buying.js';
import {
  changeOrderAsStaff,
  endOverdue,
  orderByCrypto,
  makeOverdue,
  withCryptoShop,
} from '../../../test/crypto-shop.js';
import { findSession, steerStripe } from '../../../test/stripe.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SettleCheckout } from '../checkout/settle/settle-checkout.js';

describe('crypto that comes after its purchase ended (OWN-799)', () => {
  let shop: Shop;
  let admin: SignedIn;
  withCryptoShop((...opened) => ([shop, admin] = opened));

  const product = () => shop.addProduct({ stock: 9, priceCents: 600 });
  const came = (checkout: string, who = admin) =>
    who.agent.post(`/api/admin/checkouts/${checkout}/late-crypto`);
  const shown = async (buyer: SignedIn): Promise<unknown[]> => {
    const orders: Order[] = (await buyer.agent.get('/api/orders').expect(200)).body;
    return orders.map(({ status, paymentStatus, refund }) => [status, paymentStatus, refund]);
  };
  const refundsOf = async (order: number | undefined): Promise<OrderRefund[]> =>
    (await admin.agent.get(`/api/admin/orders/${order}/refunds`).expect(200)).body;

  /** Versions of the orders, of which each is the one that was told last. */
  const told = async (orders: readonly number[]): Promise<number[]> => {
    const rows: { version: number; told: number }[] = await shop.database.query(
      `SELECT o.version, max(e.version) AS told FROM orders o
         JOIN outbox_events e ON e.aggregate = 'order' AND e.aggregate_id = o.id::text
        WHERE o.id = ANY($1) GROUP BY o.id ORDER BY o.id`,
      [orders],
    );
    expect(rows.map((row) => row.told)).toEqual(rows.map(({ version }) => version));
    return rows.map(({ version }) => version);
  };

  it.each([
    ['withdrawn', (buyer: SignedIn, checkout: string) => withdraw(buyer, checkout).expect(200)],
    [
      'cancelled',
      (_: SignedIn, __: string, order: number | undefined) =>
        changeOrderAsStaff(admin, order, 'cancel').expect(200),
    ],
    [
      'lapsed',
      async (_: SignedIn, checkout: string) => {
        await makeOverdue(shop, checkout);
        await endOverdue(shop);
      },
    ],
  ])('is given back by hand where it was %s, once, and nothing is sold', async (_, end) => {
    const buyer = await shop.signIn();
    const ids = [await product(), await product()];
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(...ids));
    await end(buyer, checkout, orders[0]);
    const [first, second] = await Promise.all([came(checkout).expect(200), came(checkout).expect(200)]);
    expect(first.body).toMatchObject({ amount: '12.00', state: 'manual', doneAt: null });
    expect(second.body).toEqual(first.body);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'failed' });
    expect(await readBalances(shop, ...ids.map((id) => `stock:${id}`), `points:${buyer.userId}`)).toEqual([
      9, 9, 0,
    ]);
    expect(await shown(buyer)).toEqual(ids.map(() => ['cancelled', 'void', 'requested']));
    for (const order of orders) expect(await refundsOf(order)).toEqual([first.body]);
    const audits = await shop.database.query(
      `SELECT 1 FROM audit_log WHERE action = 'checkout.late-crypto' AND subject = $1`,
      [`checkout:${checkout}`],
    );
    expect(audits).toHaveLength(1);
    const before = await told(orders);
    await admin.agent
      .post(`/api/admin/refunds/${first.body.id}/done`)
      .send({ reference: `by hand ${checkout}` })
      .expect(200);
    expect(await shown(buyer)).toEqual(ids.map(() => ['cancelled', 'void', 'done']));
    // Buyer, panel and the orders' posts hear of it (OWN-491).
    expect(await told(orders)).toEqual(before.map((version) => version + 1));
    expect((await came(checkout).expect(200)).body).toMatchObject({ id: first.body.id, state: 'done' });
  });

  it('by another provider goes back as well: nothing is sold, and the orders stay void', async () => {
    const buyer = await shop.signIn();
    const id = await product();
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(id));
    await withdraw(buyer, checkout).expect(200);
    const payment = { provider: 'paypal', providerRef: `TXN${checkout}`, amountCents: 600, currency: 'usd' };
    expect(await shop.app.get(SettleCheckout).execute(checkout, payment)).toBe(false);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'failed' });
    expect(await readBalances(shop, `stock:${id}`)).toEqual([9]);
    expect(await shown(buyer)).toEqual([['cancelled', 'void', 'requested']]);
    expect(await refundsOf(orders[0])).toMatchObject([{ amount: '6.00' }]);
  });

  it('is refused while the purchase waits or stands, and to everybody but admins', async () => {
    const buyer = await shop.signIn();
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(await product()));
    expect((await came(checkout).expect(409)).body.code).toBe('ILLEGAL_MOVE');
    await changeOrderAsStaff(admin, orders[0], 'confirm-payment').expect(200);
    expect((await came(checkout).expect(409)).body.code).toBe('ILLEGAL_MOVE');
    await came('AAAAAAAAAAAAAAAAAAAAAA').expect(404);
    await came(checkout, buyer).expect(403);
    expect(await refundsOf(orders[0])).toEqual([]);
  });

  it('is refused of a purchase by card, which its provider tells of, however it ended', async () => {
    const buyer = await shop.signIn();
    const { url, checkout } = await place(buyer, onePieceOf(await product()));
    const refused = async () => expect((await came(checkout).expect(409)).body.code).toBe('ILLEGAL_MOVE');
    await refused();
    await actOnPayPage(url, 'pay_later');
    await waitForState(buyer, checkout, 'confirming');
    await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, { action: 'fail' });
    await waitForState(buyer, checkout, 'failed');
    await refused();
    const payments = await shop.database.query(
      'SELECT 1 FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1',
      [checkout],
    );
    expect(payments).toEqual([]);
  });
});
