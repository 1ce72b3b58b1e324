import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCoinStockAnswer, order, product, staffOrder, STREAM_SEQ_HEADER } from '@pax/contracts';
import { assertConsistent } from '../check/consistency.js';
import { RoomClient } from '../support/room-client.js';
import { refusalCode, Person } from '../support/person.js';
import { buyByCard, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';

describe('what pages receive', () => {
  let shop: WholeShop;
  let admin: Person;
  const pages: RoomClient[] = [];

  beforeAll(async () => {
    shop = await sharedShop('orders');
    admin = await signInWithDiscord(shop, 'pax.operator');
  }, 120_000);
  afterEach(async () => {
    await assertConsistent(shop, pages);
    for (const page of pages.splice(0)) page.close();
  }, 90_000);

  async function open(person: Person, ...rooms: string[]): Promise<RoomClient> {
    const page = await RoomClient.open(person, rooms);
    pages.push(page);
    return page;
  }

  /** Sets the coin pool, which notifies all clients. */
  async function setPool(coins: number): Promise<void> {
    await admin.send('PUT', '/api/admin/coin-stock', { coinStock: coins }, adminCoinStockAnswer);
  }

  it('a visitor receives the shop room, a customer the own room too, staff and admins the panel', async () => {
    const staff = await signInWithDiscord(shop, 'mira.staff');
    const buyer = await newCustomer(shop);
    const visitorPage = await open(new Person(shop.shopUrl), 'shop');
    const otherPage = await open(await newCustomer(shop), 'shop');
    const buyerPage = await open(buyer, 'shop', `user:${buyer.id}`);
    const staffPage = await open(staff, 'shop', 'admin', `user:${staff.id}`);

    const { id } = await productNamed(buyer, 'Golden Apples');
    const { orders } = await buyByCard(buyer, [{ id, quantity: 1 }]);
    await staffPage.waitForMessage(
      'admin',
      'the order',
      ({ type, data }) => type === 'order.paid' && order.parse(data).id === orders[0],
    );
    await visitorPage.waitForMessage('shop', 'the stock', ({ type }) => type === 'stock.changed');
    expect(visitorPage.joinedRooms).toEqual(['shop']);
    expect(buyerPage.joinedRooms).toEqual(['shop', `user:${buyer.id}`]);
    expect(otherPage.joinedRooms).toEqual(['shop', `user:${otherPage.person.id}`]);
    expect(staffPage.joinedRooms).toEqual(['admin', 'shop', `user:${staff.id}`]);
    for (const page of [visitorPage, otherPage])
      expect(
        page.getMessages('shop').filter(({ type }) => /^(order|checkout|user|balance)\./.test(type)),
      ).toEqual([]);
  }, 60_000);

  it('nobody resumes a room that is not theirs (OWN-125)', async () => {
    const buyer = await newCustomer(shop);
    const visitorPage = await open(new Person(shop.shopUrl), 'shop');
    const buyerPage = await open(buyer, 'shop', `user:${buyer.id}`);
    expect(await visitorPage.resume('admin', 0)).toEqual({ error: 'FORBIDDEN' });
    expect(await visitorPage.resume(`user:${buyer.id}`, 0)).toEqual({ error: 'FORBIDDEN' });
    expect(await buyerPage.resume('admin', 0)).toEqual({ error: 'FORBIDDEN' });
    expect(await buyerPage.resume(`user:${admin.id}`, 0)).toEqual({ error: 'FORBIDDEN' });
    expect(await buyerPage.resume('nonsense', 0)).toEqual({ error: 'VALIDATION' });
  }, 60_000);

  it('a socket of another origin, or of none, is refused (OWN-197)', async () => {
    for (const origin of ['https://evil.example', 'null', shop.sandboxUrl, ''])
      await expect(RoomClient.open(admin, [], origin)).rejects.toThrow('websocket error');
  }, 60_000);

  it('a call of another origin is refused and changes nothing', async () => {
    const before = await admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
    for (const origin of ['https://evil.example', 'null', shop.sandboxUrl]) {
      const answer = await admin.call('PUT', '/api/admin/coin-stock', { coinStock: 1 }, { origin });
      expect([answer.status, refusalCode(answer)]).toEqual([403, 'ORIGIN_FORBIDDEN']);
    }
    expect(await admin.get('/api/admin/coin-stock', adminCoinStockAnswer)).toEqual(before);
  }, 60_000);

  it('a page that was disconnected gets what it missed, in order and once (OWN-125)', async () => {
    const page = await open(new Person(shop.shopUrl), 'shop');
    page.socket.disconnect();
    for (const coins of [700, 690, 680]) await setPool(coins * 1_000_000);
    page.socket.connect();
    await page.waitForMessage(
      'shop',
      'the last pool',
      ({ type, data }) => type === 'coins.changed' && readPool(data) === 680_000_000,
    );
    const numbers = page.getMessages('shop').map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, at) => page.getFirstNumber('shop') + 1 + at));
    expect(page.resets).toBe(0);
  }, 60_000);

  it('a list says up to which number it is current (OWN-125)', async () => {
    const page = await open(admin, 'shop', 'admin');
    const buyer = await newCustomer(shop);
    const { id } = await productNamed(buyer, 'Golden Apples');
    const [number = 0] = (await buyByCard(buyer, [{ id, quantity: 1 }])).orders;
    const received = await page.waitForMessage(
      'admin',
      'the order',
      ({ type, data }) => type === 'order.paid' && order.parse(data).id === number,
    );
    const list = await admin.call('GET', '/api/admin/orders');
    expect(Number(list.headers.get(STREAM_SEQ_HEADER))).toBeGreaterThanOrEqual(received.seq);
    expect(
      staffOrder
        .array()
        .parse(list.body)
        .find((one) => one.id === number),
    ).toEqual(received.data);
    const market = await buyer.call('GET', '/api/products');
    expect(Number(market.headers.get(STREAM_SEQ_HEADER))).toBeGreaterThan(0);
    expect(product.array().parse(market.body)).not.toHaveLength(0);
  }, 60_000);

  it('a page that missed too much, or knows numbers of another database, starts again (OWN-125)', async () => {
    const page = await open(new Person(shop.shopUrl), 'shop');
    const seq = page.getFirstNumber('shop');
    expect(await page.resume('shop', seq + 1_000)).toEqual({ reset: true, seq });
    // More than the limit: inserted directly, as ten minutes of business would.
    await shop.database.query(
      `WITH numbered AS (
         UPDATE stream_rooms SET seq = seq + 501 WHERE room = 'shop' RETURNING seq - 501 AS before)
       INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
       SELECT 'shop', before + n, gen_random_uuid(), 'coins.changed', now(), 1, '{"coinStock": 1}'
         FROM numbered, generate_series(1, 501) AS n`,
    );
    expect(await page.resume('shop', seq)).toEqual({ reset: true, seq: seq + 501 });
    expect(await page.resume('shop', seq + 1)).toMatchObject({ messages: { length: 500 } });
  }, 60_000);

  it('a page is closed when its session ends or its owner is blocked (OWN-18)', async () => {
    const leaver = await newCustomer(shop);
    const page = await RoomClient.open(leaver, [`user:${leaver.id}`]);
    const left = waitForServerClose(page);
    await leaver.call('POST', '/api/auth/logout');
    expect(await left).toBe('io server disconnect');
    page.close();

    const guesser = await newCustomer(shop);
    const theirs = await RoomClient.open(guesser, [`user:${guesser.id}`]);
    const thrownOut = waitForServerClose(theirs);
    for (let guess = 0; guess < 5; guess += 1)
      await guesser.call('POST', '/api/auth/admin-login', { adminCode: `a-wrong-guess-${guess}` });
    expect(await thrownOut).toBe('io server disconnect');
    expect(refusalCode(await guesser.call('GET', '/api/auth/me'))).toBe('UNAUTHENTICATED');
    theirs.close();
  }, 60_000);
});

/** Waits until the server closes a socket. @returns the reason @throws Error if it stays open far too long */
async function waitForServerClose({ socket }: RoomClient): Promise<string> {
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the socket is still open')), 20_000);
    socket.once('disconnect', (reason) => {
      clearTimeout(timer);
      resolve(reason);
    });
  });
}

const readPool = (data: unknown): number =>
  adminCoinStockAnswer.pick({ coinStock: true }).parse(data).coinStock;
