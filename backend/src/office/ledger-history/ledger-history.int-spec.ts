import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ledgerEntries, type LedgerEntry } from '@pax/contracts';
import { buy, onePieceOf, place } from '../../../test/buying.js';
import { redeem } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { RoleSource } from '../../people/rights/role-source.js';

describe('the history of balances', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const read = async ({ agent }: SignedIn, path: string, query: Record<string, string> = {}) => {
    const { body, headers } = await agent.get(path).query(query).expect(200);
    return { entries: ledgerEntries.parse(body), total: headers['x-total-count'], link: headers['link'] };
  };
  const told = (entries: readonly LedgerEntry[]) =>
    entries.map(({ balance, reason, amount, after }) => `${balance} ${reason} ${amount} → ${after}`);
  const OWN = '/api/account/ledger';

  /** A buyer with 5 dollars of credit and 2,000 points who bought something, and redeemed credit. */
  const member = async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 500);
    await shop.fill(`points:${buyer.userId}`, 2000);
    const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
    const { checkout, orders } = await buy(buyer, onePieceOf(id), { useStoreCredit: true });
    return { buyer, id, checkout, order: orders[0] ?? 0 };
  };

  it('shows what changed points, credit and bonus, why, and each balance after it (OWN-507)', async () => {
    const { buyer, checkout, order, id } = await member();
    await admin.agent.patch(`/api/admin/orders/${order}/complete`).send({}).expect(200);
    await shop.database.query(`UPDATE users SET tier = 'silver' WHERE id = $1`, [buyer.userId]);
    const reward = await redeem(buyer, 'store-credit-5');
    await admin.agent.post(`/api/admin/orders/${order}/refund`).send({ restock: true }).expect(200);
    const { entries, total } = await read(buyer, OWN);
    expect(told(entries).toSorted()).toEqual(
      [
        'points other 2000 → 2000',
        'credit other 5.00 → 5.00',
        'points earned 50 → 2050',
        'credit purchase -5.00 → 0.00',
        'points reward -1000 → 1050',
        'credit reward_credit 5.00 → 5.00',
        'points refund -50 → 1000',
        'credit refund 5.00 → 10.00',
      ].toSorted(),
    );
    expect(total).toBe('8');
    expect(entries.map((entry) => entry.id)).toEqual(
      entries.map((entry) => entry.id).toSorted((a, b) => b - a),
    );
    const of = (reason: string) => entries.find((entry) => entry.reason === reason);
    expect(of('purchase')).toMatchObject({ checkout, orderId: null });
    expect(of('earned')).toMatchObject({ checkout, orderId: order });
    expect(of('refund')).toMatchObject({ orderId: order });
    expect(of('reward')).toMatchObject({ rewardKey: reward.key });
    expect(entries.some((entry) => 'actor' in entry)).toBe(false);
    const goods = await read(admin, `/api/admin/products/${id}/ledger`);
    expect(told(goods.entries)).toEqual([
      'stock restock 1 → 9',
      'stock purchase -1 → 8',
      'stock other 9 → 9',
    ]);
    expect(goods.entries.map(({ actor }) => actor)).toEqual([
      `user:${admin.userId}`,
      `user:${buyer.userId}`,
      'shop',
    ]);
  });

  it('does not tell of what an open checkout sets aside (OWN-507)', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 500);
    const id = await shop.addProduct({ priceCents: 1000 });
    const { checkout } = await place(buyer, onePieceOf(id), { useStoreCredit: true });
    expect(told((await read(buyer, OWN)).entries)).toEqual(['credit other 5.00 → 5.00']);
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect(told((await read(buyer, OWN)).entries)).toEqual(['credit other 5.00 → 5.00']);
  });

  it('comes in pages, and of one balance alone (OWN-507)', async () => {
    const buyer = await shop.signIn();
    for (const cents of [100, 200, 300]) await shop.fill(`credit:${buyer.userId}`, cents);
    await shop.fill(`points:${buyer.userId}`, 7);
    const first = await read(buyer, OWN, { state: 'credit', limit: '2' });
    expect(told(first.entries)).toEqual(['credit other 3.00 → 6.00', 'credit other 2.00 → 3.00']);
    expect(first.total).toBe('3');
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? '';
    const last = await read(buyer, next);
    expect(told(last.entries)).toEqual(['credit other 1.00 → 1.00']);
    expect(last.link).toBeUndefined();
    for (const query of [{ state: 'stock' }, { cursor: 'x' }, { sort: 'amount' }])
      await buyer.agent.get(OWN).query(query).expect(400);
  });

  it('of any account is read by admins, of stock and pool by staff (OWN-507)', async () => {
    const { buyer } = await member();
    const path = `/api/admin/users/${buyer.userId}/ledger`;
    const { entries, link } = await read(admin, path, { limit: '1' });
    expect(entries[0]?.actor).toBeDefined();
    expect(link).toContain(`<${path}?`);
    await buyer.agent.get(path).expect(403);
    await admin.agent.get('/api/admin/users/2000000000/ledger').expect(404);
    await shop.fillPool(250_000_000);
    const pool = await read(admin, '/api/admin/coin-stock/ledger');
    expect(told(pool.entries)[0]).toBe('coins other 250000000 → 250000000');
    const { version } = (await admin.agent.get('/api/admin/coin-stock')).body;
    await admin.agent.put('/api/admin/coin-stock').send({ coinStock: 240_000_000, version }).expect(200);
    const set = await read(admin, '/api/admin/coin-stock/ledger');
    expect(told(set.entries)[0]).toBe('coins adjusted -10000000 → 240000000');
    expect(set.entries[0]?.actor).toBe(`user:${admin.userId}`);
  });

  it('of an account names no purchase and no order to who may not see orders (OWN-563)', async () => {
    const { buyer, order, checkout } = await member();
    await admin.agent.patch(`/api/admin/orders/${order}/complete`).send({}).expect(200);
    const path = `/api/admin/users/${buyer.userId}/ledger`;
    const seen = (await read(admin, path)).entries;
    expect(seen).toContainEqual(expect.objectContaining({ reason: 'purchase', checkout }));
    expect(seen).toContainEqual(expect.objectContaining({ reason: 'earned', checkout, orderId: order }));
    const clerk = await shop.signIn();
    const inSession = jest
      .spyOn(shop.app.get(RoleSource), 'readRightsInSession')
      .mockResolvedValue({ role: 'staff', rights: ['users', 'money'] });
    const { entries } = await read(clerk, path);
    inSession.mockRestore();
    expect(told(entries)).toEqual(told(seen));
    expect(entries.filter((entry) => entry.checkout !== null || entry.orderId !== null)).toEqual([]);
  });

  it('of a product names no buyer and no purchase to who may not see orders (OWN-563)', async () => {
    const { buyer, id, order, checkout } = await member();
    await admin.agent.patch(`/api/admin/orders/${order}/cancel`).send({}).expect(200);
    await admin.agent.patch(`/api/admin/products/${id}`).send({ stock: 7 }).expect(200);
    const path = `/api/admin/products/${id}/ledger`;
    const seen = (await read(admin, path)).entries;
    expect(seen).toContainEqual(
      expect.objectContaining({ reason: 'purchase', checkout, actor: `user:${buyer.userId}` }),
    );
    const clerk = await shop.signIn();
    const inSession = jest
      .spyOn(shop.app.get(RoleSource), 'readRightsInSession')
      .mockResolvedValue({ role: 'staff', rights: ['products'] });
    const { entries } = await read(clerk, path);
    inSession.mockRestore();
    expect(told(entries)).toEqual(told(seen));
    const own = `user:${admin.userId}`;
    expect(entries.map(({ reason, actor }) => [reason, actor])).toEqual(
      seen.map(({ reason }) => [reason, reason === 'adjusted' ? own : undefined]),
    );
    expect(entries.filter((entry) => entry.checkout !== null || entry.orderId !== null)).toEqual([]);
  });
});
