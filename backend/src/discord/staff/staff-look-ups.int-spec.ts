import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { botMemberOrdersAnswer, botQueueAnswer, createTicketAnswer } from '@pax/contracts';
import { z } from 'zod';
import { DiscordPeer, PEER_MONEY_ROLE, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { storeBlockedIdentity, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { signIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';

const CLERK = '310457829164282004';
const STRANGER = '310457829164282007';
const SELLER = '310457829164282006';
const DEPARTED = '310457829164282005';

describe('look-ups of staff in Discord (OWN-740)', () => {
  const peer = new DiscordPeer();
  let shop: DiscordShop;
  beforeAll(async () => {
    await peer.listen();
    shop = await startDiscordShop(peer.settings());
  });
  const countAudited = async (): Promise<number> => {
    const [row] = await shop.database.query('SELECT count(*)::int AS n FROM audit_log');
    return Number(Object(row).n);
  };
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  it('show what is due first, page by page (OWN-148, OWN-1584)', async () => {
    peer.members.set(SELLER, [PEER_STAFF_ROLE]);
    const { userId } = await signIn(shop, { discordId: SELLER });
    const read = async (page = '') =>
      botQueueAnswer.parse((await shop.read(`/queue?discordId=${SELLER}${page}`)).body);
    expect(await read('&page=9')).toMatchObject({ orders: [], total: 0, page: 1, mayMove: true });
    const due = {
      soon: '2 hours',
      priority: '3 hours',
      overdue: '-1 minute',
      long: '-1 hour',
      late: '4 hours',
    };
    const ids: Record<string, number> = {};
    for (const [name, time] of Object.entries(due)) {
      const id = await shop.order();
      ids[name] = id;
      await shop.database.query(
        `UPDATE orders SET due_at = now() + $2::interval, priority = $3, user_id = coalesce($4, user_id) WHERE id = $1`,
        [id, time, name === 'priority', name === 'soon' ? userId : null],
      );
    }
    const [noTime, taken, done] = [await shop.order(), await shop.order(), await shop.order()];
    await shop.database.query(`UPDATE orders SET due_at = NULL WHERE id = $1`, [noTime]);
    await shop.database.query(
      `UPDATE orders SET due_at = now() + interval '5 hours', status = 'processing' WHERE id = $1`,
      [taken],
    );
    await shop.database.query(`UPDATE orders SET status = 'completed', completed_at = now() WHERE id = $1`, [
      done,
    ]);
    const first = await read();
    const { long, overdue, priority, soon, late } = ids;
    expect(first.orders.map(({ id }) => id)).toEqual([long, overdue, priority, soon, late, taken]);
    expect(first).toMatchObject({ total: 7, page: 1, mayMove: true, ownIds: [soon] });
    for (const page of ['&page=2', '&page=999999'])
      expect(await read(page)).toMatchObject({ orders: [{ id: noTime }], total: 7, page: 2, ownIds: [] });
    for (const page of ['0', '-1', '1.5', 'x', '1000000', ''])
      expect([page, (await shop.read(`/queue?discordId=${SELLER}&page=${page}`)).status]).toEqual([
        page,
        400,
      ]);
  });

  it('suggest what an option can be used on, by right, and record no refusal (OWN-1587)', async () => {
    peer.members.set(SELLER, [PEER_STAFF_ROLE]);
    await signIn(shop, { discordId: SELLER });
    const idsFor = async (what: string, discordId = SELLER): Promise<number[]> => {
      const { status, body } = await shop.read(`/suggestions/${what}discordId=${discordId}`);
      expect([what, status]).toEqual([what, 200]);
      return z
        .array(z.object({ id: z.number() }))
        .parse(body)
        .map(({ id }) => id);
    };
    const pending = await shop.order();
    const taken = await shop.order();
    const done = await shop.order();
    const unpaid = await shop.order();
    await shop.database.query(`UPDATE orders SET status = 'processing' WHERE id = $1`, [taken]);
    await shop.database.query(`UPDATE orders SET status = 'archived', completed_at = now() WHERE id = $1`, [
      done,
    ]);
    await shop.database.query(`UPDATE orders SET payment_status = 'unconfirmed' WHERE id = $1`, [unpaid]);
    const ours = [pending, taken, done, unpaid];
    for (const [act, possible] of [
      ['process', [pending, unpaid]],
      ['release', [taken]],
      ['complete', [pending, taken]],
      ['cancel', [pending, taken, unpaid]],
      ['refund', [done]],
    ] as const) {
      const found = (await idsFor(`orders?act=${act}&`)).filter((id) => ours.includes(id));
      expect([act, found.toSorted((one, other) => one - other)]).toEqual([act, possible]);
      // A chosen suggestion comes back as its whole text, and its order stands first.
      for (const typed of [`${taken}`, `%23${taken}`, `%23${taken} · Elytra × 1 · lumen`]) {
        const [first] = await idsFor(`orders?act=${act}&q=${typed}&`);
        expect([act, typed, first === taken]).toEqual([act, typed, possible.some((id) => id === taken)]);
      }
      expect(await idsFor(`orders?act=${act}&q=nothing of this&`)).toEqual([]);
    }
    const begun = String(taken).slice(0, 1);
    expect(await idsFor(`orders?act=release&q=${begun}&`)).toContain(taken);
    expect(await idsFor(`orders?act=release&q=${begun === '9' ? 8 : 9}99&`)).not.toContain(taken);
    const newTicket = async (subject: string, priority: string): Promise<number> => {
      const body = { name: 'x', subject, message: 'Not there.', priority, discordId: SELLER };
      return createTicketAnswer.parse((await shop.call('/tickets', body)).body).id;
    };
    const ticketId = await newTicket('Lost lantern', 'low');
    expect(await idsFor('tickets?q=lantern&')).toEqual([ticketId]);
    const urgentId = await newTicket(`Like number ${ticketId}`, 'high');
    expect(await idsFor('tickets?')).toEqual([urgentId, ticketId]);
    expect(await idsFor(`tickets?q=${ticketId}&`)).toEqual([ticketId, urgentId]);
    for (const typed of [`%23${ticketId}`, `%23${ticketId} · Lost lantern · x`])
      expect(await idsFor(`tickets?q=${typed}&`)).toEqual([ticketId]);
    await shop.database.query(`UPDATE tickets SET status = 'closed', ended_at = now() WHERE id = $1`, [
      ticketId,
    ]);
    expect(await idsFor('tickets?q=lantern&')).toEqual([]);
    expect(await idsFor(`tickets?q=${ticketId}&`)).toEqual([urgentId]);
    const { userId } = await signIn(shop, { discordId: '310457829164282011' });
    for (const typed of [`%23${userId}`, `%23${userId} · coalheart`]) {
      expect(await idsFor(`users?q=${typed}&`)).toEqual([userId]);
      const { body } = await shop.read(`/users?discordId=${SELLER}&q=${typed}`);
      expect(body).toMatchObject({ users: [{ id: userId }], total: 1 });
    }
    expect((await idsFor('users?')).length).toBeGreaterThan(0);
    peer.members.set(STRANGER, []);
    const before = await countAudited();
    for (const what of ['orders?act=process&', 'tickets?', 'users?'])
      expect(await shop.read(`/suggestions/${what}discordId=${STRANGER}`)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    expect(await countAudited()).toBe(before);
    for (const what of ['orders?', 'orders?act=archive&', 'orders?act=x&', `users?q=${'x'.repeat(101)}&`])
      expect([what, (await shop.read(`/suggestions/${what}discordId=${SELLER}`)).status]).toEqual([
        what,
        400,
      ]);
  });

  it('suggest what is possible beside any number of orders that it is not, and none of their own (OWN-1587)', async () => {
    peer.members.set(SELLER, [PEER_STAFF_ROLE]);
    const { userId } = await signIn(shop, { discordId: SELLER });
    await signIn(shop, { discordId: TEST_ADMIN_ID });
    const ids = await Promise.all(Array.from({ length: 28 }, () => shop.order()));
    const [mine = 0, free = 0, ...others] = ids.toSorted((one, other) => one - other);
    const change = (orders: number[], set: string) =>
      shop.database.query(`UPDATE orders SET ${set} WHERE id = ANY($1)`, [orders]);
    const suggested = async (act: string, discordId: string, q = '') => {
      const { body } = await shop.read(`/suggestions/orders?act=${act}&discordId=${discordId}${q}`);
      const found = z.array(z.object({ id: z.number() })).parse(body);
      const ours = found.map(({ id }) => id).filter((id) => ids.includes(id));
      return ours.toSorted((one, other) => one - other);
    };
    const expectOffered = async (act: string): Promise<void> => {
      for (const q of ['', '&q=needle'])
        expect([act, q, await suggested(act, TEST_ADMIN_ID, q)]).toEqual([act, q, [mine, free]]);
      expect([act, await suggested(act, SELLER)]).toEqual([act, [free]]);
      expect([act, await suggested(act, SELLER, `&q=%23${mine}`)]).toEqual([act, []]);
      expect([act, await suggested(act, TEST_ADMIN_ID, `&q=%23${mine}`)]).toEqual([act, [mine]]);
    };
    await change([mine], `user_id = ${userId}`);
    await change(ids, `product_name = 'Needle', due_at = now() - interval '9 hours'`);
    await change(others, `payment_status = 'unconfirmed', due_at = now() - interval '10 hours'`);
    await expectOffered('complete');
    await change(ids, `status = 'completed', completed_at = now(), payment_status = 'paid'`);
    await change(others, `kind = 'join_reward'`);
    await expectOffered('refund');
    await change(others, `kind = 'purchase', payment_status = 'refunded'`);
    await expectOffered('refund');
  });

  it('show the orders of a member’s account, page by page, to staff alone (OWN-1588)', async () => {
    peer.members.set(SELLER, [PEER_STAFF_ROLE]);
    const member = '310457829164282012';
    const read = async (page = 1, memberId = member) =>
      botMemberOrdersAnswer.parse(
        (await shop.read(`/member-orders?discordId=${SELLER}&memberId=${memberId}&page=${page}`)).body,
      );
    expect(await read()).toEqual({ account: null, orders: [], total: 0, mayReadUsers: true });
    const { userId } = await signIn(shop, { discordId: member });
    expect(await read()).toMatchObject({ account: { id: userId }, orders: [], total: 0 });
    const ids = await Promise.all(Array.from({ length: 11 }, () => shop.order()));
    await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = ANY($2)', [userId, ids]);
    const newest = ids.toSorted((one, other) => other - one);
    const [first, second, beyond] = [await read(), await read(2), await read(999_999)];
    expect(first.orders.map(({ id }) => id)).toEqual(newest.slice(0, 10));
    expect(second.orders.map(({ id }) => id)).toEqual(newest.slice(10));
    expect(beyond).toEqual(second);
    expect(first.total).toBe(11);
    peer.members.set(STRANGER, []);
    const refused = await shop.read(`/member-orders?discordId=${STRANGER}&memberId=${STRANGER}`);
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(
      await shop.database.query(`SELECT subject FROM audit_log WHERE action = 'member-orders.refused'`),
    ).toEqual([{ subject: `discord:${STRANGER}` }]);
  });

  it('ask the right to accounts, not any right of the team', async () => {
    peer.members.set(CLERK, [PEER_MONEY_ROLE]);
    await signIn(shop, { discordId: CLERK });
    const { userId: adminId } = await signIn(shop, { discordId: TEST_ADMIN_ID });
    await shop.database.query(
      `INSERT INTO role_rights (role_id, rights, updated_by, updated_at) VALUES ($1, '{orders}', $2, now())`,
      [PEER_MONEY_ROLE, adminId],
    );
    await shop.database.query(`SELECT pg_notify('role_rights', $1)`, [PEER_MONEY_ROLE]);
    await until(
      () => shop.read(`/status?discordId=${CLERK}`),
      ({ status }) => status === 200,
    );
    expect(await shop.read(`/users?discordId=${CLERK}&q=x`)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect(await shop.read(`/member-orders?discordId=${CLERK}&memberId=${SELLER}`)).toMatchObject({
      status: 200,
      body: { mayReadUsers: false },
    });
    expect(await shop.read(`/queue?discordId=${CLERK}`)).toMatchObject({
      status: 200,
      body: { mayMove: false },
    });
  });

  it('and acts are refused to who left the shop blocked (OWN-17)', async () => {
    peer.members.set(DEPARTED, [PEER_STAFF_ROLE]);
    await storeBlockedIdentity(shop, DEPARTED);
    const id = await shop.order();
    const answers = await Promise.all([
      shop.read(`/queue?discordId=${DEPARTED}`),
      shop.read(`/users?discordId=${DEPARTED}&q=x`),
      shop.call(`/orders/${id}/process`, { discordId: DEPARTED }),
      shop.read(`/orders/${id}?discordId=${DEPARTED}`),
    ]);
    const blocked = [403, 'BLOCKED'];
    expect(answers.map(({ status, body }) => [status, Object(body).code])).toEqual([
      blocked,
      blocked,
      blocked,
      [404, 'NOT_FOUND'],
    ]);
  });

  it('before a refund say all that goes back, of an order or an amount of it, and it counts (OWN-570, OWN-1300)', async () => {
    const { agent } = await signIn(shop, { discordId: TEST_ADMIN_ID });
    const id = await shop.order();
    await shop.database.query(
      `UPDATE orders SET status = 'completed', completed_at = now(), total_cents = 6000, cash_cents = 3100,
              credit_cents = 2900 WHERE id = $1`,
      [id],
    );
    const asked = (amount = '') => shop.read(`/orders/${id}/refund?discordId=${TEST_ADMIN_ID}${amount}`);
    expect(await asked()).toMatchObject({
      body: { refundable: '31.00', goesBack: { cash: '31.00', storeCredit: '29.00', bonus: '0.00' } },
    });
    expect(await asked('&amount=10.00')).toMatchObject({
      body: { goesBack: { cash: '10.00', storeCredit: '9.35', bonus: '0.00' } },
    });
    expect((await asked('&amount=31.01')).body).not.toHaveProperty('goesBack');
    const inPanel = async (amount = '') =>
      (await agent.get(`/api/admin/orders/${id}/refund${amount}`).expect(200)).body;
    for (const amount of ['', 'amount=10.00', 'amount=31.01']) {
      const { refundable, goesBack } = Object((await asked(`&${amount}`)).body);
      expect(await inPanel(`?${amount}`)).toEqual({ refundable, ...(goesBack && { goesBack }) });
    }
    for (const unlike of ["status = 'pending'", "status = 'cancelled', payment_status = 'void'"]) {
      const other = await shop.order();
      await shop.database.query(
        `UPDATE orders SET ${unlike}, total_cents = 3100, cash_cents = 3100 WHERE id = $1`,
        [other],
      );
      const nothing = await agent.get(`/api/admin/orders/${other}/refund`).expect(200);
      expect(nothing.body).toEqual({ refundable: '0.00' });
    }
    await agent.get('/api/admin/orders/2000000000/refund').expect(404);
    await agent.get(`/api/admin/orders/${id}/refund?amount=-1.00`).expect(400);
    const whole = { discordId: TEST_ADMIN_ID, version: 1 };
    expect(await shop.call(`/orders/${id}/refund`, whole)).toMatchObject({
      status: 403,
      body: { code: 'SECOND_STEP_REQUIRED' },
    });
  });
});
