import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  botOrdersAnswer,
  botPointsAnswer,
  botReferralAnswer,
  botStockAnswer,
  createTicketAnswer,
  order,
} from '@pax/contracts';
import request from 'supertest';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { signIn } from '../../../test/sign-in.js';
import { randomRef } from '../../platform/secrets.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { pointsAccount } from '../../people/ledger/accounts.js';
import { book } from '../../people/ledger/ledger.js';

const BUYER = '310457829164280001';
const STRANGER = '310457829164280009';

describe('what people do from Discord (OWN-148, OWN-149)', () => {
  let shop: DiscordShop;
  let orderId: number;
  let buyerId: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    orderId = await shop.order();
    buyerId = (await signIn(shop, { discordId: BUYER })).userId;
    await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = $2', [buyerId, orderId]);
    await signIn(shop, { admin: true });
  });
  afterAll(() => shop.close());

  const history = async (): Promise<unknown[]> =>
    shop.database.query('SELECT to_status, actor FROM order_history WHERE order_id = $1 ORDER BY version', [
      orderId,
    ]);

  it('shows a person the own orders, and nobody else theirs', async () => {
    const own = await shop.read(`/orders?discordId=${BUYER}`);
    expect(botOrdersAnswer.parse(own.body).map(({ id }) => id)).toEqual([orderId]);
    expect((await shop.read(`/orders?discordId=${STRANGER}`)).body).toEqual([]);
    expect((await shop.read('/orders?discordId=12')).status).toBe(400);
  });

  describe('of somebody with many orders (OWN-615)', () => {
    const RESELLER = '310457829164280005';
    const ids: number[] = [];
    beforeAll(async () => {
      const { userId } = await signIn(shop, { discordId: RESELLER });
      await shop.database.query(
        `INSERT INTO orders (user_id, product_id, product_name, category, quantity, total_cents, cash_cents, status)
         SELECT $1, product_id, CASE WHEN n % 10 = 0 THEN 'Odd 100%' ELSE 'Elytra' END, category, n, 100, 100,
                CASE WHEN n <= 2 THEN 'processing' ELSE 'pending' END
           FROM orders, generate_series(1, 43) AS n WHERE id = $2`,
        [userId, orderId],
      );
      const rows: { id: number }[] = await shop.database.query(
        'SELECT id FROM orders WHERE user_id = $1 ORDER BY id DESC',
        [userId],
      );
      ids.push(...rows.map(({ id }) => id));
    });
    const asked = async (query: Record<string, string>, person = RESELLER) => {
      const response = await request(shop.app.getHttpServer())
        .get('/api/bot/orders')
        .query({ discordId: person, ...query })
        .set('authorization', 'Bearer a-token-for-specs-only')
        .expect(200);
      const found = botOrdersAnswer.parse(response.body).map(({ id }) => id);
      return { found, total: Number(response.headers['x-total-count']) };
    };

    it('answers one page, newest first, and how many there are', async () => {
      expect(await asked({})).toEqual({ found: ids.slice(0, 10), total: 43 });
      expect(await asked({ page: '2' })).toEqual({ found: ids.slice(10, 20), total: 43 });
      expect(await asked({ page: '5', limit: '10' })).toEqual({ found: ids.slice(40), total: 43 });
      // Beyond the end it is the last one.
      expect(await asked({ page: '999999' })).toEqual({ found: ids.slice(40), total: 43 });
      expect(await asked({ limit: '25' })).toEqual({ found: ids.slice(0, 25), total: 43 });
      for (const odd of ['limit=26', 'limit=0', 'page=0', 'page=x', 'state=gone', 'checkout=x', 'q=%00'])
        expect((await shop.read(`/orders?discordId=${RESELLER}&${odd}`)).status).toBe(400);
    });

    it('answers those whose line holds what is typed, in number or state as well', async () => {
      expect((await asked({ q: 'ELYTRA', limit: '25' })).total).toBe(39);
      expect(await asked({ q: 'odd 100% × 40' })).toMatchObject({ total: 1 });
      expect((await asked({ q: '0%' })).total).toBe(4);
      expect((await asked({ q: '_' })).total).toBe(0);
      expect((await asked({ q: `#${ids[7]}` })).found).toEqual([ids[7]]);
      expect((await asked({ q: 'nothing of this', state: 'processing' })).found).toEqual(ids.slice(-2));
    });

    it('answers those of one purchase, and of the person alone', async () => {
      const ref = randomRef();
      await shop.database.query(
        `WITH made AS (
           INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
                                  consent_version, consent_at, paid_at)
           VALUES ($1, $2, 'paid', 'card', $1, '{}', 3998, 'Steve', 'coalheart', 'v', now(), now()) RETURNING id)
         UPDATE orders SET checkout_id = made.id FROM made WHERE orders.id = $3`,
        [ref, buyerId, orderId],
      );
      expect(await asked({ checkout: ref }, BUYER)).toEqual({ found: [orderId], total: 1 });
      expect(await asked({ checkout: ref })).toEqual({ found: [], total: 0 });
      expect(await asked({ q: `#${ids[0]}` }, BUYER)).toEqual({ found: [], total: 0 });
      expect(await asked({}, STRANGER)).toEqual({ found: [], total: 0 });
    });
  });

  it('says points and tier of an account, and nothing of who has none (OWN-615)', async () => {
    await shop.database.query('UPDATE users SET total_spent_cents = 12000 WHERE id = $1', [buyerId]);
    await runTransaction(shop.database, (tx) =>
      book(tx, { idempotencyKey: 'spec:points', reason: 'spec', actor: 'shop' }, [
        { account: pointsAccount(buyerId), delta: 340 },
      ]),
    );
    const own = botPointsAnswer.parse((await shop.read(`/points?discordId=${BUYER}`)).body);
    expect(own.loyalty).toMatchObject({ points: 340, pendingDeduction: 0, nextTier: { current: '120.00' } });
    expect((await shop.read(`/points?discordId=${STRANGER}`)).body).toEqual({ loyalty: null });
    expect((await shop.read('/points?discordId=12')).status).toBe(400);
  });

  it('says the referral code of an account and what it earned (OWN-615)', async () => {
    const [{ code }] = await shop.database.query('SELECT referral_code AS code FROM users WHERE id = $1', [
      buyerId,
    ]);
    await shop.database.query('UPDATE users SET referred_by_user_id = $1 WHERE discord_id = $2', [
      buyerId,
      TEST_ADMIN_ID,
    ]);
    const own = botReferralAnswer.parse((await shop.read(`/referral?discordId=${BUYER}`)).body);
    expect(own.referral).toMatchObject({ code, total_referrals: 1, total_store_credit: '0.00' });
    expect((await shop.read(`/referral?discordId=${STRANGER}`)).body).toEqual({ referral: null });
  });

  it('shows one order to its buyer and to staff, to others as if it were not there', async () => {
    for (const person of [BUYER, TEST_ADMIN_ID]) {
      const one = await shop.read(`/orders/${orderId}?discordId=${person}`);
      expect(order.parse(one.body).id).toBe(orderId);
    }
    const foreign = await shop.read(`/orders/${orderId}?discordId=${STRANGER}`);
    const missing = await shop.read(`/orders/999999?discordId=${STRANGER}`);
    for (const answer of [foreign, missing])
      expect(answer).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'There is no such order.' },
      });
  });

  it('moves an order for staff only, once, and under the name of the account', async () => {
    for (const person of [BUYER, STRANGER]) {
      const refused = await shop.call(`/orders/${orderId}/complete`, { discordId: person });
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect(await history()).toEqual([]);
    const refusals = await shop.database.query(
      `SELECT actor, subject FROM audit_log WHERE action = 'order.complete.refused' ORDER BY id`,
    );
    const subject = `order:${orderId}`;
    expect(refusals).toEqual([
      { actor: `user:${buyerId}`, subject },
      { actor: `discord:${STRANGER}`, subject },
    ]);
    const done = await shop.call(`/orders/${orderId}/complete`, { discordId: TEST_ADMIN_ID });
    expect(order.parse(done.body).status).toBe('completed');
    const again = await shop.call(`/orders/${orderId}/complete`, { discordId: TEST_ADMIN_ID });
    expect(again).toEqual(done);
    const back = await shop.call(`/orders/${orderId}/release`, { discordId: TEST_ADMIN_ID });
    expect(back).toMatchObject({ status: 409, body: { code: 'ILLEGAL_MOVE', legal: ['archive'] } });
    expect(await history()).toEqual([{ to_status: 'completed', actor: expect.stringMatching(/^user:\d+$/) }]);
  });

  it('knows no other moves', async () => {
    const odd = await shop.call(`/orders/${orderId}/explode`, { discordId: TEST_ADMIN_ID });
    expect(odd).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('cancels no order, since that gives money back: the panel does (OWN-560)', async () => {
    const unwanted = await shop.order();
    const refused = await shop.call(`/orders/${unwanted}/cancel`, { discordId: TEST_ADMIN_ID });
    expect(refused).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const { body } = await shop.read(`/orders/${unwanted}?discordId=${TEST_ADMIN_ID}`);
    expect(order.parse(body).status).toBe('pending');
  });

  it('refuses a blocked person, whatever the role', async () => {
    const other = await shop.order();
    await signIn(shop, { discordId: TEST_ADMIN_ID, blocked: true });
    const refused = await shop.call(`/orders/${other}/process`, { discordId: TEST_ADMIN_ID });
    expect(refused).toMatchObject({ status: 403, body: { code: 'BLOCKED' } });
    expect((await shop.read(`/orders/${other}?discordId=${TEST_ADMIN_ID}`)).status).toBe(404);
    await signIn(shop, { discordId: TEST_ADMIN_ID });
  });

  it('lists what can be bought, by a part of its name or category', async () => {
    await shop.database.query(
      `INSERT INTO products (name, category, price_cents, available_from) VALUES
         ('Sword', 'armor', 500, NULL), ('Early Sword', 'armor', 500, now() + interval '1 hour')`,
    );
    const all = botStockAnswer.parse((await shop.read('/stock')).body);
    expect(all.products.length).toBeGreaterThan(0);
    const found = botStockAnswer.parse((await shop.read('/stock?q=elyt')).body);
    expect(new Set(found.products.map(({ name }) => name))).toEqual(new Set(['Elytra']));
    const armor = botStockAnswer.parse((await shop.read('/stock?q=ARMOR')).body);
    expect(armor.products.map(({ name }) => name)).toEqual(['Sword']);
    expect(botStockAnswer.parse((await shop.read('/stock?q=nothing')).body).products).toEqual([]);
  });

  it('posts the bot’s own failures in the error channel', async () => {
    expect((await shop.call('/alerts', { title: 'Channel closed', detail: 'stock' })).status).toBe(204);
    await shop.relayed();
    const fence = await shop.takeLease('bot-one-1');
    expect((await shop.send('error', fence)).posts.map(({ content }) => content)).toEqual([
      { kind: 'alert', count: 1, alert: { kind: 'failure', title: 'Channel closed', detail: 'stock' } },
    ]);
  });

  it('acts on nothing by a message about another thing of that number, as a restore leaves it (OWN-626)', async () => {
    const other = await shop.order();
    await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = $2', [buyerId, other]);
    const ticket = { name: 'x', subject: 'Where?', message: 'Not there.', priority: 'low' };
    const opened = await shop.call('/tickets', { discordId: BUYER, ...ticket });
    const ticketId = createTicketAnswer.parse(opened.body).id;
    const madeAt = async (table: string, id: number): Promise<number> => {
      const [row]: { made: Date }[] = await shop.database.query(
        `SELECT created_at AS made FROM ${table} WHERE id = $1`,
        [id],
      );
      return row?.made.getTime() ?? 0;
    };
    const [ofOrder, ofTicket] = [await madeAt('orders', other), await madeAt('tickets', ticketId)];
    const states = async (): Promise<unknown[]> => [
      await shop.database.query('SELECT * FROM orders WHERE id = $1', [other]),
      await shop.database.query('SELECT * FROM tickets ORDER BY id'),
      await shop.database.query('SELECT count(*) FROM ticket_notes'),
    ];
    const before = await states();
    const staff = { discordId: TEST_ADMIN_ID };
    const presses: [string, number, object, string][] = [
      [`/orders/${other}/process`, ofOrder, staff, 'order'],
      [`/orders/${other}/refund`, ofOrder, { ...staff, version: 1 }, 'order'],
      [`/orders/${other}/received`, ofOrder, { discordId: BUYER }, 'order'],
      ['/tickets', ofOrder, { discordId: BUYER, orderId: other, ...ticket }, 'order'],
      [`/tickets/${ticketId}/notes`, ofTicket, { ...staff, text: 'x' }, 'ticket'],
      [`/tickets/${ticketId}/respond`, ofTicket, { ...staff, response: 'x' }, 'ticket'],
    ];
    for (const [path, made, body, kind] of presses)
      for (const wrong of [made - 1, made + 1])
        expect(await shop.call(path, { ...body, madeAt: wrong })).toMatchObject({
          status: 409,
          body: { code: 'STALE_REFERENCE', kind },
        });
    expect(await states()).toEqual(before);
    const stranger = await shop.call(`/orders/${other}/process`, { discordId: STRANGER, madeAt: 0 });
    expect(stranger).toMatchObject({ body: { code: 'FORBIDDEN' } });
    expect((await shop.call(`/orders/${other}/process`, { ...staff, madeAt: ofOrder })).status).toBe(200);
    const answered = { ...staff, madeAt: ofTicket, response: 'Soon.' };
    expect((await shop.call(`/tickets/${ticketId}/respond`, answered)).status).toBe(204);
  });
});

describe('staff in Discord whose role is taken', () => {
  const STAFF = '310457829164280011';
  const peer = new DiscordPeer();
  let shop: DiscordShop;
  beforeAll(async () => {
    await peer.listen();
    shop = await startDiscordShop(peer.settings());
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  it('move nothing from that moment on, although they were seen as staff a second ago (OWN-7, OWN-148)', async () => {
    const orderId = await shop.order();
    peer.members.set(STAFF, [PEER_STAFF_ROLE]);
    expect((await shop.read(`/orders/${orderId}?discordId=${STAFF}`)).status).toBe(200);
    expect((await shop.call(`/orders/${orderId}/process`, { discordId: STAFF })).status).toBe(200);
    peer.members.set(STAFF, []);
    const refused = await shop.call(`/orders/${orderId}/release`, { discordId: STAFF });
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});
