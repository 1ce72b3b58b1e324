import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf } from '../../../test/buying.js';
import { pass, said, stopClock, withApp, withoutStep, WITH_TOKEN_KEY } from '../../../test/second-step.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { RoleSource } from '../roles/role-source.js';

jest.setTimeout(60_000);

describe('refunds over STAFF_REFUND_LIMIT (OWN-570)', () => {
  let shop: Shop;
  let moveClock: (ms: number) => void;
  beforeAll(async () => {
    shop = await startShop(WITH_TOKEN_KEY);
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
    said(await agent.post(`/api/admin/orders/${id}/refund`).send(body));
  const cancel = async ({ agent }: SignedIn, id: number | undefined) =>
    said(await agent.patch(`/api/admin/orders/${id}/cancel`).send({}));

  it('ask an admin with a second step again when it is ten minutes old, and nothing goes back before', async () => {
    const admin = await withApp(shop);
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
    expect(await pass(admin.agent, admin.app.code())).toBe('200');
    expect([await refund(admin, large), await cancel(admin, early)]).toEqual(['200', '200']);
    moveClock(0);
    await withoutStep(shop, admin.userId);
  });

  it('count all orders of the purchase, so that its lines are no way around (OWN-697)', async () => {
    const admin = await withApp(shop);
    const ids = [];
    for (let line = 0; line < 3; line += 1) ids.push(await shop.addProduct({ priceCents: 2500 }));
    const { orders } = await buy(await shop.signIn(), onePieceOf(...ids));
    const [first, second, third] = orders;
    await admin.agent.patch(`/api/admin/orders/${first}/complete`).send({}).expect(200);
    moveClock(11 * 60_000);
    expect(await refund(admin, first)).toBe('200');
    expect(await cancel(admin, second)).toBe('200');
    expect(await cancel(admin, third)).toBe('403 SECOND_STEP_REQUIRED');
    expect(await pass(admin.agent, admin.app.code())).toBe('200');
    expect(await cancel(admin, third)).toBe('200');
    moveClock(0);
    await withoutStep(shop, admin.userId);
  });

  it('are made by an admin who has set up none, and need one of staff', async () => {
    const admin = await shop.signIn({ admin: true });
    const id = await delivered(admin, 6000);
    const role = jest
      .spyOn(shop.app.get(RoleSource), 'inSession')
      .mockResolvedValue({ role: 'staff', rights: ['orders', 'refund'] });
    try {
      const staff = await shop.signIn();
      expect(await refund(staff, id, { amount: '50.01' })).toBe('403 SECOND_STEP_SETUP_REQUIRED');
      expect(await refund(staff, id, { amount: '50.00' })).toBe('200');
    } finally {
      role.mockRestore();
    }
    expect(await refund(admin, id)).toBe('200');
  });
});
