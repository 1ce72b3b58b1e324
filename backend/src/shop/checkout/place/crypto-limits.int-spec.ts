import { describe, expect, it } from '@jest/globals';
import { COINS_PER_MILLION } from '@pax/contracts';
import { onePieceOf, place, runSweeper } from '../../../../test/buying.js';
import {
  changeOrderAsStaff,
  endOverdue,
  orderByCrypto,
  makeOverdue,
  submitCrypto,
  withCryptoShop,
} from '../../../../test/crypto-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

describe('what unconfirmed crypto may hold', () => {
  let shop: Shop;
  let admin: SignedIn;
  withCryptoShop((...opened) => ([shop, admin] = opened));

  const refusal = async (buyer: SignedIn, id: number, quantity: number) => {
    const { status, body } = await submitCrypto(buyer, [{ id, quantity }]);
    expect(status).toBe(409);
    return { code: body.code, available: body.available, reason: body.reason };
  };

  type Ordered = Awaited<ReturnType<typeof orderByCrypto>>;
  const withdraw = (buyer: SignedIn, ref: string) =>
    buyer.agent.post(`/api/checkouts/${ref}/withdraw`).send({}).expect(200);
  const released = (ref: string) => admin.agent.post(`/api/admin/holds/${ref}/release`).send({}).expect(200);
  const hoursPass = (ref: string, hours: number) =>
    shop.database.query(
      `UPDATE checkouts SET created_at = created_at - $2::interval, hold_until = hold_until - $2::interval,
              session_expires_at = session_expires_at - $2::interval WHERE ref = $1`,
      [ref, `${hours} hours`],
    );

  it('is a quarter of a product for one buyer, and half of it for all (OWN-74)', async () => {
    const id = await shop.addProduct({ stock: 20 });
    const [a, b, c] = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
    expect(await refusal(a, id, 6)).toEqual({ code: 'HOLD_LIMIT', available: 5, reason: 'unconfirmed' });
    const { orders } = await orderByCrypto(a, [{ id, quantity: 5 }]);
    await orderByCrypto(b, [{ id, quantity: 4 }]);
    expect(await refusal(c, id, 2)).toEqual({ code: 'HOLD_LIMIT', available: 1, reason: 'unconfirmed_all' });
    // A card has no such limit, and what is confirmed is sold, not held.
    await place(c, [{ id, quantity: 6 }]);
    await changeOrderAsStaff(admin, orders[0], 'confirm-payment').expect(200);
    await orderByCrypto(c, [{ id, quantity: 2 }]);
  });

  it('is said by the quote as soon as crypto is chosen, unless nothing is to be paid (OWN-402)', async () => {
    const id = await shop.addProduct({ stock: 20, priceCents: 1000 });
    const buyer = await shop.signIn();
    const limitsFor = async (method: string | undefined, extra: object = {}) => {
      const body = { items: [{ id, quantity: 6 }], ...(method !== undefined && { method }), ...extra };
      return (await buyer.agent.post('/api/checkout/quote').send(body).expect(200)).body.limits;
    };
    const limits = [{ id, available: 5, reason: 'unconfirmed', trustedFrom: '20.00' }];
    expect(await limitsFor('crypto')).toEqual(limits);
    for (const method of [undefined, 'card', 'wallet']) expect(await limitsFor(method)).toBeUndefined();
    await shop.fill(`credit:${buyer.userId}`, 6000);
    expect(await limitsFor('crypto', { useStoreCredit: true })).toBeUndefined();
    const free = await submitCrypto(buyer, [{ id, quantity: 6 }], { useStoreCredit: true });
    expect(free.status).toBe(201);
  });

  it('is always one piece, but of the last one no second (OWN-74)', async () => {
    const id = await shop.addProduct({ stock: 2 });
    await orderByCrypto(await shop.signIn(), onePieceOf(id));
    const second = await refusal(await shop.signIn(), id, 1);
    expect(second).toEqual({ code: 'HOLD_LIMIT', available: 0, reason: 'unconfirmed_all' });
  });

  it('is a quarter of the pool, in whatever lines it is asked for (OWN-74)', async () => {
    await shop.fillPool(400 * COINS_PER_MILLION);
    const custom = await shop.addProduct({ stock: 0, isCustom: true, coinValue: null, category: 'coins' });
    const buyer = await shop.signIn();
    const over = await submitCrypto(buyer, [{ id: custom, quantity: 1, customAmount: 101 }]);
    expect(over.body).toMatchObject({ code: 'HOLD_LIMIT', available: 100, reason: 'unconfirmed' });
    await orderByCrypto(buyer, [{ id: custom, quantity: 1, customAmount: 100 }]);
  });

  it.each([2, 10])('counts %i buyers who come at once (OWN-74)', async (n) => {
    const id = await shop.addProduct({ stock: n });
    const buyers = await Promise.all(Array.from({ length: n }, () => shop.signIn()));
    const answers = await Promise.all(buyers.map((buyer) => submitCrypto(buyer, onePieceOf(id))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(n / 2);
  });

  it('is nothing for seven days after a lapsed order; a cancelled one does no harm (OWN-75, OWN-402)', async () => {
    const id = await shop.addProduct({ stock: 20 });
    const [lapsed, cancelled] = [await shop.signIn(), await shop.signIn()];
    const over = await orderByCrypto(lapsed, onePieceOf(id));
    await makeOverdue(shop, over.checkout);
    await endOverdue(shop);
    const ended = await orderByCrypto(cancelled, onePieceOf(id));
    await changeOrderAsStaff(admin, ended.orders[0], 'cancel').expect(200);
    await orderByCrypto(cancelled, onePieceOf(id));
    expect(await refusal(lapsed, id, 1)).toEqual({ code: 'HOLD_LIMIT', available: 0, reason: 'lapsed' });
    const [end]: { ended_at: Date }[] = await shop.database.query(
      'SELECT ended_at FROM checkouts WHERE ref = $1',
      [over.checkout],
    );
    const { body } = await submitCrypto(lapsed, onePieceOf(id));
    const until = new Date((end?.ended_at.getTime() ?? 0) + 7 * 24 * 3_600_000).toISOString();
    expect([body.until, body.message]).toEqual([until, expect.stringContaining(until.slice(0, 10))]);
    await place(lapsed, onePieceOf(id));
    const pass = (time: string) =>
      shop.database.query(
        `UPDATE checkouts SET ended_at = ended_at - $2::interval, session_expires_at = session_expires_at - $2::interval,
                created_at = created_at - $2::interval WHERE ref = $1`,
        [over.checkout, time],
      );
    await pass('6 days 22 hours');
    expect(await refusal(lapsed, id, 1)).toMatchObject({ reason: 'lapsed' });
    await pass('2 hours');
    await orderByCrypto(lapsed, onePieceOf(id));
  });

  it.each([
    ['withdrawn by its buyer', (buyer: SignedIn, { checkout }: Ordered) => withdraw(buyer, checkout)],
    [
      'cancelled by staff',
      (_: SignedIn, { orders }: Ordered) => changeOrderAsStaff(admin, orders[0], 'cancel').expect(200),
    ],
    ['released by staff', (_: SignedIn, { checkout }: Ordered) => released(checkout)],
  ])('is nothing after one that was %s when half of its time was over (OWN-75)', async (_, end) => {
    const id = await shop.addProduct({ stock: 20 });
    const [early, late] = [await shop.signIn(), await shop.signIn()];
    const [first, second] = [
      await orderByCrypto(early, onePieceOf(id)),
      await orderByCrypto(late, onePieceOf(id)),
    ];
    await hoursPass(first.checkout, 11.9);
    await hoursPass(second.checkout, 12);
    await end(early, first);
    await end(late, second);
    expect((await submitCrypto(early, onePieceOf(id))).status).toBe(201);
    expect(await refusal(late, id, 1)).toEqual({ code: 'HOLD_LIMIT', available: 0, reason: 'lapsed' });
    await place(late, onePieceOf(id));
  });

  it('is as before after a card page that ran out', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 20 });
    const { checkout } = await place(buyer, onePieceOf(id));
    await hoursPass(checkout, 1);
    await runSweeper(shop, checkout);
    const { orders } = await orderByCrypto(buyer, onePieceOf(id));
    await changeOrderAsStaff(admin, orders[0], 'cancel').expect(200);
    await orderByCrypto(buyer, onePieceOf(id));
  });

  it('is as before after one that was paid, however late (OWN-75)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 20 });
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(id));
    await hoursPass(checkout, 23);
    await changeOrderAsStaff(admin, orders[0], 'confirm-payment').expect(200);
    await changeOrderAsStaff(admin, orders[0], 'cancel').expect(200);
    await orderByCrypto(buyer, onePieceOf(id));
  });
});
