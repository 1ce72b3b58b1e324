import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Notice } from '@pax/contracts';
import request from 'supertest';
import { buy, onePieceOf } from '../../../test/buying.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { Relay } from '../../platform/outbox/relay.js';

jest.setTimeout(60_000);

const NOTICES = '/api/account/notices';

describe('notices of an account', () => {
  let shop: Shop;
  let admin: SignedIn;
  const sockets: SocketClient[] = [];
  beforeAll(async () => {
    shop = await startShop(DISCORD_SETTINGS);
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await expectSettled(shop);
  });
  afterAll(() => shop.close());

  const move = (id: number | undefined, transition: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${transition}`).send({}).expect(200);
  const refund = (id: number | undefined, body: object = {}) =>
    admin.agent.post(`/api/admin/orders/${id}/refund`).send(body).expect(200);
  /** Keeps the relay waiting during the work, so that one step takes all its events. */
  const relayAtOnce = (work: () => Promise<void>) =>
    shop.database.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtext('relay'))");
      await work();
    });
  const list = async ({ agent }: SignedIn, query: object = {}): Promise<Notice[]> => {
    await shop.app.get(Relay).drain();
    return (await agent.get(NOTICES).query(query).expect(200)).body;
  };
  const countUnread = async ({ agent }: SignedIn): Promise<string | undefined> =>
    (await agent.get(NOTICES).query({ state: 'unread', limit: 1 }).expect(200)).headers['x-total-count'];
  const addNotices = (userId: number, count: number) =>
    shop.database.query(
      `INSERT INTO notices (event_id, user_id, kind, content, created_at)
       SELECT gen_random_uuid(), $1, 'ticket', jsonb_build_object('kind', 'ticket', 'ticket',
                jsonb_build_object('id', n, 'subject', 'Where?', 'state', 'closed', 'isOnAccountPage', true)),
              now() - interval '1 minute' FROM generate_series(1, $2::int) n`,
      [userId, count],
    );

  it('tells payment, each step and each refund with its own sum, once, newest first, and replaces no unsent message about money or a delivery (OWN-1380, OWN-1382)', async () => {
    const buyer = await shop.signIn({ discordId: '310457829164290999' });
    await shop.fill(`credit:${buyer.userId}`, 500);
    const id = await shop.addProduct({ priceCents: 2000 });
    const { checkout, orders } = await buy(buyer, onePieceOf(id), { useStoreCredit: true });
    await relayAtOnce(async () => {
      await move(orders[0], 'process');
      await move(orders[0], 'complete');
      await refund(orders[0], { amount: '5.00' });
      await refund(orders[0]);
    });
    const order = { id: orders[0], productName: 'Elytra', quantity: 1 };
    const expected = [
      { content: { kind: 'refunded', order, returned: { cash: '10.00', credit: '3.34' } } },
      { content: { kind: 'refunded', order, returned: { cash: '5.00', credit: '1.66' } } },
      { content: { kind: 'unlocked', points: 150, orderId: orders[0] } },
      { content: { kind: 'delivered', order: { ...order, status: 'completed' } } },
      { content: { kind: 'taken', order: { ...order, status: 'processing' } } },
      { content: { kind: 'paid', checkout, orders: [order], total: '15.00', usualMinutes: 24 * 60 } },
    ];
    expect(await list(buyer)).toMatchObject(expected.map((one) => ({ ...one, isRead: false })));
    await shop.database.query(`UPDATE outbox_events SET published_at = NULL WHERE aggregate_id = ANY($1)`, [
      [checkout, String(orders[0])],
    ]);
    expect(await list(buyer)).toMatchObject(expected);
    const messages: { kind: string; state: string }[] = await shop.database.query(
      // The step that a newer one replaced is superseded, or not queued at all if both were relayed together.
      `SELECT kind, state FROM direct_messages WHERE user_id = $1 AND state <> 'superseded' ORDER BY id`,
      [buyer.userId],
    );
    expect(messages.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'paid pending',
      'delivered pending',
      'refunded pending',
      'refunded pending',
    ]);
  });

  it('says what a cancelled order gives back, for each order of the purchase (OWN-1380)', async () => {
    const buyer = await shop.signIn();
    const [one, other] = [
      await shop.addProduct({ priceCents: 1000 }),
      await shop.addProduct({ priceCents: 250 }),
    ];
    const { checkout } = await buy(buyer, onePieceOf(one, other));
    await buyer.agent.post(`/api/checkouts/${checkout}/withdraw`).send({}).expect(200);
    const told = (await list(buyer)).map(({ content }) => content);
    expect(told.slice(0, 2)).toMatchObject([
      { kind: 'cancelled', returned: { cash: '2.50', credit: '0.00' } },
      { kind: 'cancelled', returned: { cash: '10.00', credit: '0.00' } },
    ]);
  });

  it('are read up to the newest that was shown, in every tab, and only by their owner (OWN-1381)', async () => {
    const [reader, other] = [await shop.signIn(), await shop.signIn()];
    await addNotices(reader.userId, 3);
    await addNotices(other.userId, 1);
    const [newest, middle] = await list(reader);
    const tab = new SocketClient(shop.url, { origin: shop.url, cookie: reader.cookie });
    sockets.push(tab);
    await tab.waitForRooms(2);
    const read = (upTo: number | undefined) =>
      reader.agent.post(`${NOTICES}/read`).send({ upTo }).expect(200);
    await Promise.all([read(middle?.id), read(middle?.id)]);
    expect(await list(reader)).toMatchObject([{ isRead: false }, { isRead: true }, { isRead: true }]);
    expect(await countUnread(reader)).toBe('1');
    await read(newest?.id);
    await read(newest?.id);
    const reads = () => tab.messages.filter(({ type }) => type === 'bell.read');
    await until(
      () => Promise.resolve(reads().length),
      (n) => n === 2,
    );
    expect(reads().map(({ data }) => data)).toEqual([{ upTo: middle?.id }, { upTo: newest?.id }]);
    expect(await countUnread(other)).toBe('1');
    await reader.agent.post(`${NOTICES}/read`).send({ upTo: 0 }).expect(400);
  });

  it('come page by page, also a thousand of them, to nobody but their owner (OWN-1381)', async () => {
    const reader = await shop.signIn();
    await addNotices(reader.userId, 1_000);
    expect(await countUnread(reader)).toBe('1000');
    const seen: number[] = [];
    for (let cursor: number | undefined; ; cursor = seen.at(-1)) {
      const page = await list(reader, { limit: 400, ...(cursor !== undefined && { cursor }) });
      seen.push(...page.map(({ id }) => id));
      if (page.length < 400) break;
    }
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
    expect(seen).toHaveLength(1_000);
    await reader.agent.get(NOTICES).query({ state: 'read' }).expect(400);
    await request(shop.url).get(NOTICES).expect(401);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [reader.userId]);
    await reader.agent.get(NOTICES).expect(403);
    await shop.database.query('UPDATE users SET blocked_at = NULL WHERE id = $1', [reader.userId]);
  });
});
