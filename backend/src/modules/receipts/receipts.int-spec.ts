import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { receiptAnswer, type ReceiptAnswer } from '@pax/contracts';
import { buy, onePieceOf, place } from '../../../test/buying.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';

const SELLER = {
  SELLER_NAME: 'Lantern Trading',
  SELLER_ADDRESS: 'Lantern Lane 1; 10115 Berlin ; Germany',
  SELLER_EMAIL: 'billing@shop.example',
  SELLER_TAX_ID: 'DE123456789',
};

describe('the receipt of a purchase', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop(SELLER);
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const ask = (buyer: SignedIn, ref: string) => buyer.agent.get(`/api/checkouts/${ref}/receipt`);
  const receiptOf = async (buyer: SignedIn, ref: string): Promise<ReceiptAnswer> =>
    receiptAnswer.parse((await ask(buyer, ref).expect(200)).body);
  const settled = (buyer: SignedIn, ref: string, count: number): Promise<ReceiptAnswer> =>
    until(
      () => receiptOf(buyer, ref),
      ({ refunds }) => refunds.length === count && refunds.every(({ state }) => state === 'done'),
    );

  it('has the seller, lines, every step of the price, method, total, times and reference (OWN-504)', async () => {
    const buyer = await shop.signIn();
    await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = $1`, [buyer.userId]);
    await shop.fill(`credit:${buyer.userId}`, 500);
    const id = await shop.addProduct({ name: 'Wings', priceCents: 1000 });
    const { checkout, paidAt } = await buy(buyer, [{ id, quantity: 2 }], { useStoreCredit: true });
    expect(await receiptOf(buyer, checkout)).toMatchObject({
      seller: {
        name: 'Lantern Trading',
        address: ['Lantern Lane 1', '10115 Berlin', 'Germany'],
        email: 'billing@shop.example',
        taxId: 'DE123456789',
      },
      checkout,
      state: 'paid',
      method: 'card',
      quote: {
        lines: [{ name: 'Wings', quantity: 2, unitPrice: '10.00', linePrice: '20.00', discount: '0.80' }],
        subtotal: '20.00',
        discounts: { tier: '0.80', tierPercent: 4 },
        discountedTotal: '19.20',
        storeCreditUsed: '5.00',
      },
      total: '14.20',
      paidAt,
      refunds: [],
      storeCreditBack: '0.00',
    });
  });

  it('lists what went back: requested until the provider says done, credit at once (OWN-504)', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 500);
    const ids = [await shop.addProduct({ priceCents: 1000 }), await shop.addProduct({ priceCents: 1000 })];
    const { checkout, orders } = await buy(buyer, onePieceOf(...ids), { useStoreCredit: true });
    const stopped = shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: 'POST /v1/refunds',
      fault: { kind: 'fail', status: 429 },
      times: 1_000,
    });
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    const requested = { amount: '7.50', state: 'requested', doneAt: null };
    expect(await receiptOf(buyer, checkout)).toMatchObject({
      refunds: [requested],
      storeCreditBack: '2.50',
      referralBonusBack: '0.00',
    });
    shop.peers.faults.clear(stopped.id);
    const done = await settled(buyer, checkout, 1);
    expect(done.refunds[0]?.doneAt).not.toBeNull();
    await admin.agent.patch(`/api/admin/orders/${orders[1]}/cancel`).send({}).expect(200);
    expect(await settled(buyer, checkout, 2)).toMatchObject({ state: 'refunded', storeCreditBack: '5.00' });
  });

  it('of a purchase without cash says what credit went back (OWN-504)', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 5000);
    const { body } = await place(buyer, onePieceOf(await shop.addProduct({ priceCents: 1000 })), {
      useStoreCredit: true,
    }).then(({ checkout }) => buyer.agent.get(`/api/checkouts/${checkout}`));
    expect(await receiptOf(buyer, body.checkout)).toMatchObject({ method: 'none', total: '0.00' });
    await admin.agent.patch(`/api/admin/orders/${body.orders[0]}/cancel`).send({}).expect(200);
    expect(await receiptOf(buyer, body.checkout)).toMatchObject({ refunds: [], storeCreditBack: '10.00' });
  });

  it('is read by its owner alone, blocked as well, and exists from the payment on (OWN-504)', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    const id = await shop.addProduct({});
    const open = await place(buyer, onePieceOf(id));
    const unpaid = await ask(buyer, open.checkout);
    const { checkout } = await buy(other, onePieceOf(id));
    const foreign = await ask(buyer, checkout);
    const staffs = await ask(admin, checkout);
    const unknown = await ask(buyer, 'AAAAAAAAAAAAAAAAAAAAAA');
    expect([unpaid, foreign, staffs, unknown].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(foreign.body.message).toBe(unknown.body.message);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [other.userId]);
    await ask(other, checkout).expect(200);
  });
});
