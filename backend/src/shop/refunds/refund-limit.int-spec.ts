import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { StaffRight } from '@pax/contracts';
import { buy, onePieceOf, actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { changeOrderAsStaff, CRYPTO_SHOP, orderByCrypto } from '../../../test/crypto-shop.js';
import {
  passSecondStep,
  describeAnswer,
  signInWithApp,
  removeSecondStep,
  WITH_TOKEN_KEY,
} from '../../../test/second-step.js';
import { stopClock } from '../../../test/app.js';
import { listAlertsAbout, OWN_ORDER_ALERT } from '../../../test/stripe.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { RoleSource } from '../../people/rights/role-source.js';

jest.setTimeout(60_000);

describe('refunds over STAFF_REFUND_LIMIT (OWN-570)', () => {
  let shop: Shop;
  let moveClock: (ms: number) => void;
  beforeAll(async () => {
    shop = await startMoneyShop({ ...WITH_TOKEN_KEY, ...CRYPTO_SHOP });
    moveClock = stopClock(shop);
  });
  afterAll(() => shop.close());

  const paid = async (priceCents: number) => {
    const { orders } = await buy(await shop.signIn(), onePieceOf(await shop.addProduct({ priceCents })));
    return orders[0];
  };
  const delivered = async ({ agent }: SignedIn, priceCents: number) => {
    const id = await paid(priceCents);
    await agent.patch(`/api/admin/orders/${id}/complete`).send({}).expect(200);
    return id;
  };
  const refund = async ({ agent }: SignedIn, id: number | undefined, body: object = {}) =>
    describeAnswer(await agent.post(`/api/admin/orders/${id}/refund`).send(body));
  const cancel = async ({ agent }: SignedIn, id: number | undefined) =>
    describeAnswer(await agent.patch(`/api/admin/orders/${id}/cancel`).send({}));

  it('ask an admin with a second step again when it is ten minutes old, and nothing goes back before', async () => {
    const admin = await signInWithApp(shop);
    const [small, large, parts, early] = [
      await delivered(admin, 5000),
      await delivered(admin, 5001),
      await delivered(admin, 9000),
      await paid(5001),
    ];
    moveClock(11 * 60_000);
    expect(await refund(admin, small)).toBe('200');
    expect(await refund(admin, large)).toBe('403 SECOND_STEP_REQUIRED');
    expect(await cancel(admin, early)).toBe('403 SECOND_STEP_REQUIRED');
    // Parts of a large refund are no way around.
    expect(await refund(admin, parts, { amount: '30.00' })).toBe('200');
    expect(await refund(admin, parts, { amount: '20.01' })).toBe('403 SECOND_STEP_REQUIRED');
    expect(await refund(admin, parts, { amount: '20.00' })).toBe('200');
    const rows = await shop.database.query('SELECT 1 FROM refunds WHERE order_id = ANY($1)', [
      [large, early],
    ]);
    expect(rows).toEqual([]);
    expect(await passSecondStep(admin.agent, admin.app.code())).toBe('200');
    expect([await refund(admin, large), await cancel(admin, early)]).toEqual(['200', '200']);
    moveClock(0);
    await removeSecondStep(shop, admin.userId);
  });

  it('count store credit and bonus as they count cash (OWN-570)', async () => {
    const admin = await signInWithApp(shop);
    /** A delivered order over $60, of which so much is paid by the account's own balances. */
    const withBalances = async (credit: number, bonus: number, isDelivered = true) => {
      const buyer = await shop.signIn();
      await shop.fill(`credit:${buyer.userId}`, credit);
      await shop.fill(`bonus:${buyer.userId}`, bonus);
      const id = await shop.addProduct({ priceCents: 6000 });
      const { url, checkout } = await place(buyer, onePieceOf(id), { useStoreCredit: true });
      if (credit + bonus < 6000) await actOnPayPage(url, 'pay');
      const { orders } = await waitForState(buyer, checkout, 'paid');
      if (isDelivered) await changeOrderAsStaff(admin, orders[0], 'complete').expect(200);
      return orders[0];
    };
    const [free, mixed, parts, early] = [
      await withBalances(6000, 0),
      await withBalances(2000, 500),
      await withBalances(2000, 500),
      await withBalances(6000, 0, false),
    ];
    moveClock(11 * 60_000);
    expect(await refund(admin, free)).toBe('403 SECOND_STEP_REQUIRED');
    expect(await refund(admin, mixed)).toBe('403 SECOND_STEP_REQUIRED');
    expect(await cancel(admin, early)).toBe('403 SECOND_STEP_REQUIRED');
    // $29.17 of cash take $16.66 of credit and $4.16 of bonus with them, 49.99 in all.
    expect(await refund(admin, parts, { amount: '29.18' })).toBe('403 SECOND_STEP_REQUIRED');
    expect(await refund(admin, parts, { amount: '29.17' })).toBe('200');
    expect(await refund(admin, parts, { amount: '0.05' })).toBe('403 SECOND_STEP_REQUIRED');
    expect(await passSecondStep(admin.agent, admin.app.code())).toBe('200');
    expect([await refund(admin, free), await refund(admin, mixed), await cancel(admin, early)]).toEqual([
      '200',
      '200',
      '200',
    ]);
    moveClock(0);
    await removeSecondStep(shop, admin.userId);
  });

  it('count all orders of the purchase, so that its lines are no way around (OWN-570)', async () => {
    const admin = await signInWithApp(shop);
    const ids = [];
    for (let line = 0; line < 3; line += 1) ids.push(await shop.addProduct({ priceCents: 2500 }));
    const { orders } = await buy(await shop.signIn(), onePieceOf(...ids));
    const [first, second, third] = orders;
    await admin.agent.patch(`/api/admin/orders/${first}/complete`).send({}).expect(200);
    moveClock(11 * 60_000);
    expect(await refund(admin, first)).toBe('200');
    expect(await cancel(admin, second)).toBe('200');
    expect(await cancel(admin, third)).toBe('403 SECOND_STEP_REQUIRED');
    expect(await passSecondStep(admin.agent, admin.app.code())).toBe('200');
    expect(await cancel(admin, third)).toBe('200');
    moveClock(0);
    await removeSecondStep(shop, admin.userId);
  });

  it('count all of an order whose goods go back, however little of its money does (OWN-570)', async () => {
    const admin = await signInWithApp(shop);
    const [small, large] = [await delivered(admin, 5000), await delivered(admin, 5001)];
    moveClock(11 * 60_000);
    expect(await refund(admin, small, { amount: '0.01', restock: true })).toBe('200');
    expect(await refund(admin, large, { amount: '0.01', restock: true })).toBe('403 SECOND_STEP_REQUIRED');
    expect(await refund(admin, large, { amount: '0.01' })).toBe('200');
    moveClock(0);
    await removeSecondStep(shop, admin.userId);
  });

  it('count all of the orders of a purchase whose goods are back already (OWN-570)', async () => {
    const admin = await signInWithApp(shop);
    const ids = [];
    for (let line = 0; line < 3; line += 1) ids.push(await shop.addProduct({ priceCents: 2500 }));
    const { orders } = await buy(await shop.signIn(), onePieceOf(...ids));
    const [first, second, third] = orders;
    for (const id of orders) await changeOrderAsStaff(admin, id, 'complete').expect(200);
    moveClock(11 * 60_000);
    const restocked = { amount: '0.01', restock: true };
    expect(await refund(admin, first, restocked)).toBe('200');
    expect(await refund(admin, second, restocked)).toBe('200');
    expect(await refund(admin, third, restocked)).toBe('403 SECOND_STEP_REQUIRED');
    expect(await refund(admin, third, { amount: '0.01' })).toBe('403 SECOND_STEP_REQUIRED');
    // The rest of the money of restocked goods was counted with them.
    expect(await refund(admin, first, { amount: '20.00' })).toBe('200');
    moveClock(0);
    await removeSecondStep(shop, admin.userId);
  });

  /** Makes every session one of staff with these rights. */
  const asStaff = (...rights: StaffRight[]) =>
    jest.spyOn(shop.app.get(RoleSource), 'readRightsInSession').mockResolvedValue({ role: 'staff', rights });
  const alertsAbout = (orderId: number | undefined) => listAlertsAbout(shop, `order:${orderId}`);

  it('are made by an admin who has set up none, and need one of staff', async () => {
    const admin = await shop.signIn({ admin: true });
    const id = await delivered(admin, 6000);
    const role = asStaff('orders', 'refund');
    try {
      const staff = await shop.signIn();
      expect(await refund(staff, id, { amount: '50.01' })).toBe('403 SECOND_STEP_SETUP_REQUIRED');
      expect(await refund(staff, id, { amount: '50.00' })).toBe('200');
    } finally {
      role.mockRestore();
    }
    expect(await refund(admin, id)).toBe('200');
  });

  describe('and an order of the own account (OWN-890)', () => {
    const orderOf = async (person: SignedIn, priceCents = 500) => {
      const { orders } = await buy(person, onePieceOf(await shop.addProduct({ priceCents })));
      return orders[0];
    };
    const MOVES = ['process', 'release', 'complete', 'archive', 'cancel'] as const;

    it('is never moved, cancelled, refunded or confirmed by staff, whatever its state; others may', async () => {
      const [staff, other] = [await shop.signIn(), await shop.signIn()];
      const id = await orderOf(staff);
      const crypto = await orderByCrypto(staff, onePieceOf(await shop.addProduct({ priceCents: 400 })));
      const role = asStaff('orders', 'move', 'refund');
      try {
        for (const move of MOVES)
          expect(describeAnswer(await changeOrderAsStaff(staff, id, move))).toBe('403 OWN_ORDER');
        expect(await refund(staff, id)).toBe('403 OWN_ORDER');
        expect(describeAnswer(await changeOrderAsStaff(staff, crypto.orders[0], 'confirm-payment'))).toBe(
          '403 OWN_ORDER',
        );
        expect(describeAnswer(await changeOrderAsStaff(staff, crypto.orders[0], 'cancel'))).toBe(
          '403 OWN_ORDER',
        );
        expect(describeAnswer(await changeOrderAsStaff(other, id, 'process'))).toBe('200');
        expect(describeAnswer(await changeOrderAsStaff(staff, id, 'release'))).toBe('403 OWN_ORDER');
        expect(describeAnswer(await changeOrderAsStaff(other, id, 'complete'))).toBe('200');
        expect(await refund(staff, id, { amount: '1.00' })).toBe('403 OWN_ORDER');
        expect(describeAnswer(await changeOrderAsStaff(other, crypto.orders[0], 'confirm-payment'))).toBe(
          '200',
        );
      } finally {
        role.mockRestore();
      }
      const acts = await shop.database.query(
        `SELECT action FROM audit_log WHERE actor = $1 AND subject = 'order:' || $2`,
        [`user:${staff.userId}`, id],
      );
      expect([acts, await alertsAbout(id)]).toEqual([[], []]);
    });

    it('is withdrawn by its buyer as ever, staff or not', async () => {
      const staff = await shop.signIn();
      const { checkout } = await buy(staff, onePieceOf(await shop.addProduct({ priceCents: 300 })));
      const role = asStaff('orders', 'move');
      const answer = await staff.agent.post(`/api/checkouts/${checkout}/withdraw`).send({});
      role.mockRestore();
      expect(answer.status).toBe(200);
    });

    it('is moved by an admin, each time audited and told', async () => {
      const admin = await shop.signIn({ admin: true });
      const id = await orderOf(admin);
      for (const move of ['process', 'complete'] as const)
        await changeOrderAsStaff(admin, id, move).expect(200);
      expect(await refund(admin, id)).toBe('200');
      expect(await alertsAbout(id)).toEqual(Array(3).fill(OWN_ORDER_ALERT));
      const strangers = await paid(500);
      await changeOrderAsStaff(admin, strangers, 'complete').expect(200);
      expect(await alertsAbout(strangers)).toEqual([]);
    });
  });

  describe('and confirming a payment (OWN-570)', () => {
    const unconfirmed = async (priceCents: number) => {
      const id = await shop.addProduct({ priceCents });
      return (await orderByCrypto(await shop.signIn(), onePieceOf(id))).orders[0];
    };
    const confirm = async (person: SignedIn, id: number | undefined) =>
      describeAnswer(await changeOrderAsStaff(person, id, 'confirm-payment'));

    it('asks staff the right to refund and, over the limit, the second step', async () => {
      const staff = await shop.signIn();
      const [small, large] = [await unconfirmed(5000), await unconfirmed(5001)];
      const movers = asStaff('orders', 'move');
      expect(await confirm(staff, small)).toBe('403 FORBIDDEN');
      movers.mockRestore();
      const refunders = asStaff('orders', 'refund');
      expect(await confirm(staff, large)).toBe('403 SECOND_STEP_SETUP_REQUIRED');
      expect(await confirm(staff, small)).toBe('200');
      refunders.mockRestore();
      const states = await shop.database.query(
        'SELECT payment_status FROM orders WHERE id = ANY($1) ORDER BY id',
        [[small, large]],
      );
      expect(states).toEqual([{ payment_status: 'paid' }, { payment_status: 'unconfirmed' }]);
    });

    it('asks an admin with a second step again when it is ten minutes old', async () => {
      const admin = await signInWithApp(shop);
      const [small, large] = [await unconfirmed(5000), await unconfirmed(5001)];
      moveClock(11 * 60_000);
      expect(await confirm(admin, small)).toBe('200');
      expect(await confirm(admin, large)).toBe('403 SECOND_STEP_REQUIRED');
      expect(await passSecondStep(admin.agent, admin.app.code())).toBe('200');
      expect(await confirm(admin, large)).toBe('200');
      moveClock(0);
      await removeSecondStep(shop, admin.userId);
    });
  });
});
