import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OrderBuyer } from '@pax/contracts';
import { buy, onePieceOf } from '../../../test/buying.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);
const STAFF_ID = '427196530852986883';
const NOBODYS_ORDER = 2_000_000_000;

describe('the buyer of an order', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  let staff: SignedIn;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startShop(peer.settings());
    admin = await shop.signIn({ admin: true });
    staff = await shop.signIn({ discordId: STAFF_ID });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const grant = (...rights: string[]) =>
    admin.agent.put(`/api/admin/role-rights/${PEER_STAFF_ROLE}`).send({ rights }).expect(200);
  const readBuyer = async (order: number | undefined, by = admin): Promise<OrderBuyer> =>
    (await by.agent.get(`/api/admin/orders/${order}/buyer`).expect(200)).body;
  /** Buys the products in one purchase. @returns the ids of its orders */
  async function purchase(buyer: SignedIn, products = 1): Promise<number[]> {
    const ids: number[] = [];
    for (let count = 0; count < products; count += 1) ids.push(await shop.addProduct({ stock: 20 }));
    const { orders } = await buy(buyer, onePieceOf(...ids));
    return orders;
  }

  it('is known by its other orders, blocks, disputes and open tickets (OWN-1574)', async () => {
    const buyer = await shop.signIn({ username: 'Known_Buyer' });
    const [before = 0] = await purchase(buyer);
    const [asked, sameCart] = await purchase(buyer, 2);
    expect(await readBuyer(asked)).toMatchObject({
      userId: buyer.userId,
      username: 'Known_Buyer',
      deleted: false,
      account: { membershipTier: 'bronze', blocked: false, blockedAt: null, spent: '0.00', blocks: 0 },
      orders: { total: 1, newest: [{ id: before, quantity: 1, status: 'pending' }] },
      openTickets: { total: 0, newest: [] },
      disputes: { open: 0, won: 0, lost: 0 },
    });
    const later: number[] = [];
    for (let count = 0; count < 5; count += 1) later.unshift(...(await purchase(buyer)));
    const { total, newest } = (await readBuyer(sameCart)).orders;
    expect([total, newest.map(({ id }) => id)]).toEqual([6, later]);

    await shop.database.query(
      `INSERT INTO disputes (payment_id, provider_ref, amount_cents, state)
       SELECT p.id, 'dp_' || p.id, 1, CASE WHEN o.id = $2 THEN 'won' ELSE 'lost' END
         FROM orders o JOIN payments p USING (checkout_id) WHERE o.user_id = $1 AND o.id IN ($2, $3, $4)`,
      [buyer.userId, before, later[0], later[1]],
    );
    await shop.database.query('UPDATE users SET total_spent_cents = 123456 WHERE id = $1', [buyer.userId]);
    for (const subject of ['First', 'Closed', 'Last'])
      await buyer.agent
        .post('/api/support-tickets')
        .send({ name: 'K', email: 'k@example.org', subject, message: 'm' })
        .expect(201);
    const closed = (await readBuyer(asked)).openTickets?.newest[1]?.id;
    await admin.agent.put(`/api/support-tickets/${closed}`).send({ status: 'closed' }).expect(200);
    for (const body of [{ blocked: true, reason: 'Chargeback' }, { blocked: false }])
      await admin.agent.patch(`/api/admin/users/${buyer.userId}/block`).send(body).expect(200);
    const known = await readBuyer(asked);
    expect(known.account).toMatchObject({ blocked: false, spent: '1234.56', blocks: 1 });
    expect(known.disputes).toEqual({ open: 0, won: 1, lost: 2 });
    expect(known.openTickets?.newest.map(({ subject }) => subject)).toEqual(['Last', 'First']);
    expect(known.openTickets?.total).toBe(2);
  });

  it('made its only purchase until there is another; a join reward is none (OWN-1574)', async () => {
    const buyer = await shop.signIn();
    const [first] = await purchase(buyer);
    const [reward] = await purchase(buyer);
    await shop.database.query(`UPDATE orders SET kind = 'join_reward' WHERE id = $1`, [reward]);
    expect(await readBuyer(first)).toMatchObject({ isOnlyPurchase: true, orders: { total: 1 } });
    expect(await readBuyer(reward)).toMatchObject({ isOnlyPurchase: false, orders: { total: 1 } });
    const [second] = await purchase(buyer);
    for (const order of [first, second, reward]) expect((await readBuyer(order)).isOnlyPurchase).toBe(false);
    await shop.database.query(`UPDATE orders SET kind = 'purchase' WHERE id = $1`, [reward]);
  });

  it('is shown to each member of staff as far as their rights go (OWN-1574)', async () => {
    const buyer = await shop.signIn();
    const [order] = await purchase(buyer);
    await grant('orders');
    expect(await readBuyer(order, staff)).toMatchObject({ account: null, openTickets: null });
    await grant('orders', 'money');
    expect((await readBuyer(order, staff)).account).toBeNull();
    await grant('orders', 'users');
    expect((await readBuyer(order, staff)).account).toMatchObject({ spent: null, blocks: 0 });
    await grant('orders', 'users', 'money', 'tickets');
    const whole = await readBuyer(order, staff);
    expect([whole.account?.spent, whole.openTickets]).toEqual(['0.00', { total: 0, newest: [] }]);
    await grant('users', 'money', 'tickets');
    await staff.agent.get(`/api/admin/orders/${order}/buyer`).expect(403);
    await buyer.agent.get(`/api/admin/orders/${order}/buyer`).expect(403);
    await admin.agent.get(`/api/admin/orders/${NOBODYS_ORDER}/buyer`).expect(404);
  });

  it('has no name any more once the account is deleted', async () => {
    const buyer = await shop.signIn();
    const [order] = await purchase(buyer);
    await shop.database.query(`UPDATE users SET deleted_at = now() WHERE id = $1`, [buyer.userId]);
    expect(await readBuyer(order)).toMatchObject({ userId: buyer.userId, deleted: true });
  });

  it('is counted by an index, however much the audit says of the account (OWN-1574)', async () => {
    const buyer = await shop.signIn();
    const [order] = await purchase(buyer);
    const asked = jest.spyOn(shop.database, 'query');
    await readBuyer(order);
    const reads = asked.mock.calls.filter(([text]) => /audit_log|disputes|FROM (orders|tickets)/.test(text));
    asked.mockRestore();
    expect(reads.length).toBeGreaterThanOrEqual(6);
    const plans = await shop.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return Promise.all(reads.map(([text, values]) => tx.query(`EXPLAIN ${text}`, [values ?? []].flat())));
    });
    const plan = JSON.stringify(plans);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toContain('audit_log_blocks');
  });
});
