import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Head } from '@pax/contracts';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { registerNoteProjection, writeNote } from '../../../test/note-event.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { signIn } from '../../../test/sign-in.js';
import { SocketClient, type SocketOptions } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { RelayStep } from '../../platform/outbox/relay-step.js';
import { Relay } from '../../platform/outbox/relay.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { CatalogQueries } from '../../shop/catalog/catalog.queries.js';
import { LoyaltyQueries } from '../loyalty/loyalty.queries.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { SocketIntervals } from '../../platform/realtime/socket-quota.js';

const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);

describe('sockets', () => {
  let shop: ListeningApp;
  const open: SocketClient[] = [];

  beforeAll(async () => {
    shop = await startListeningApp(
      {},
      {
        prepare: (app) => {
          registerNoteProjection(app);
          Object.assign(app.get(SocketIntervals), { headMs: 100 });
        },
      },
    );
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(() => shop.close());

  const connect = (options: Partial<SocketOptions> = {}): SocketClient => {
    const client = new SocketClient(shop.url, { origin: shop.url, ...options });
    open.push(client);
    return client;
  };
  const headOf = ({ heads }: SocketClient, room: string): Head | undefined =>
    heads.findLast((head) => head.room === room);

  describe('who may connect (OWN-197)', () => {
    for (const transport of ['websocket', 'polling'] as const) {
      it.each([null, 'null', 'https://evil.example', 'http://127.0.0.1', 'http://127.0.0.1.evil.example'])(
        `refuses the origin %s by ${transport}, with a good session too`,
        async (origin) => {
          const { cookie } = await signIn(shop);
          expect(await connect({ origin, cookie, transport }).waitUntilEnded()).toBe('refused');
        },
      );

      it(`takes the shop's own origin by ${transport}`, async () => {
        expect(await connect({ transport }).waitForRooms(1)).toEqual(['shop']);
      });
    }
  });

  describe('rooms', () => {
    it('joins visitors, and cookies without a session, to the shop alone', async () => {
      for (const cookie of [
        undefined,
        'pax_session=',
        'pax_session=AAAAAAAAAAAAAAAAAAAAAA',
        'pax_session=%00',
      ]) {
        const client = connect({ cookie });
        expect(await client.waitForRooms(1)).toEqual(['shop']);
      }
    });

    it('joins an account to its own room, and admins to the panel as well', async () => {
      const buyer = await signIn(shop);
      expect(await connect({ cookie: buyer.cookie }).waitForRooms(2)).toEqual([
        'shop',
        `user:${buyer.userId}`,
      ]);
      const admin = await signIn(shop, { admin: true });
      const received = await connect({ cookie: admin.cookie }).waitForRooms(3);
      expect(received).toEqual(['admin', 'shop', `user:${admin.userId}`]);
    });

    it('joins a blocked account to the shop alone, since what its room tells it may not read', async () => {
      const admin = await signIn(shop, { admin: true, blocked: true });
      const own = `user:${admin.userId}` as const;
      const client = connect({ cookie: admin.cookie });
      expect(await client.waitForRooms(1)).toEqual(['shop']);
      await writeNote(shop, { room: own, text: 'points' });
      await writeNote(shop, { room: 'shop', text: 'for everybody' });
      await client.waitForMessages('shop', 1);
      expect(client.messages.map(({ room }) => room)).toEqual(['shop']);
      for (const room of ['admin', own])
        expect(await client.resume({ room, since: 0 })).toEqual({ error: 'FORBIDDEN' });
      await shop.database.query('UPDATE users SET blocked_at = NULL WHERE discord_id = $1', [TEST_ADMIN_ID]);
    });

    it('sends messages to their room alone', async () => {
      const [buyer, other] = [await signIn(shop), await signIn(shop)];
      const clients = [connect({ cookie: buyer.cookie }), connect({ cookie: other.cookie }), connect()];
      await Promise.all(clients.map((client, place) => client.waitForRooms(place < 2 ? 2 : 1)));
      await writeNote(shop, { room: `user:${buyer.userId}`, text: 'yours' });
      await writeNote(shop, { room: 'admin', text: "the panel's" });
      await writeNote(shop, { room: 'shop', text: 'for everybody' });
      await Promise.all(clients.map((client) => client.waitForMessages('shop', 1)));
      await clients[0]?.waitForMessages(`user:${buyer.userId}`, 1);
      const texts = clients.map(({ messages }) =>
        messages.map(({ data }) => String(Object(data).text)).toSorted(),
      );
      expect(texts).toEqual([['for everybody', 'yours'], ['for everybody'], ['for everybody']]);
    });

    it('joins nothing by message', async () => {
      const client = connect();
      await client.waitForRooms(1);
      for (const message of ['join', 'subscribe', 'room', 'head', 'event'])
        client.socket.emit(message, 'admin', { room: 'admin' });
      expect(await client.resume({ room: 'admin', since: 0 })).toEqual({ error: 'FORBIDDEN' });
      await writeNote(shop, { room: 'admin', text: 'secret' });
      await writeNote(shop, { room: 'shop', text: 'public' });
      await client.waitForMessages('shop', 1);
      expect(client.messages.map(({ room }) => room)).toEqual(['shop']);
    });
  });

  describe('resume (OWN-125)', () => {
    it('answers missed messages, and none when none was missed', async () => {
      const { userId, cookie } = await signIn(shop);
      const room = `user:${userId}` as const;
      for (const text of ['a', 'b', 'c']) await writeNote(shop, { room, text });
      const client = connect({ cookie });
      await until(
        async () => headOf(client, room)?.seq,
        (seq) => seq === 3,
      );
      const answer = await client.resume({ room, since: 1 });
      expect(answer).toMatchObject({
        messages: [
          { room, seq: 2, type: 'user.registered', version: 1, data: { text: 'b' } },
          { room, seq: 3, data: { text: 'c' } },
        ],
      });
      expect(await client.resume({ room, since: 3 })).toEqual({ messages: [] });
    });

    it('answers a request that comes before the rooms are joined', async () => {
      const { userId, cookie } = await signIn(shop);
      const room = `user:${userId}` as const;
      await writeNote(shop, { room, text: 'early' });
      await until(
        () => shop.database.query('SELECT 1 FROM stream_rooms WHERE room = $1', [room]),
        (rows) => rows.length === 1,
      );
      const client = connect({ cookie });
      expect(await client.resume({ room, since: 0 })).toMatchObject({ messages: [{ seq: 1 }] });
    });

    it('answers reset to a client ahead, too far behind, or missing deleted messages', async () => {
      const { userId, cookie } = await signIn(shop);
      const room = `user:${userId}`;
      await shop.database.query('INSERT INTO stream_rooms (room, seq) VALUES ($1, 900)', [room]);
      await shop.database.query(
        `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
         SELECT $1, n, gen_random_uuid(), 'user.registered', now(), 1, '{}' FROM generate_series(301, 900) n`,
        [room],
      );
      const client = connect({ cookie });
      await client.waitForRooms(2);
      const reset = { reset: true, seq: 900 };
      expect(await client.resume({ room, since: 901 })).toEqual(reset);
      expect(await client.resume({ room, since: 900 - 501 })).toEqual(reset);
      const { messages } = Object(await client.resume({ room, since: 900 - 500 }));
      expect(messages).toHaveLength(500);
      await shop.database.query('DELETE FROM stream_messages WHERE room = $1 AND seq <= 600', [room]);
      expect(await client.resume({ room, since: 450 })).toEqual(reset);
      // Deletes the room, since its missing messages would break an invariant.
      for (const table of ['stream_messages', 'stream_rooms'])
        await shop.database.query(`DELETE FROM ${table} WHERE room = $1`, [room]);
    });

    it('refuses rooms of others and invalid requests', async () => {
      const client = connect({ cookie: (await signIn(shop)).cookie });
      await client.waitForRooms(2);
      for (const room of ['admin', 'user:1'])
        expect(await client.resume({ room, since: 0 })).toEqual({ error: 'FORBIDDEN' });
      for (const request of [
        undefined,
        null,
        [],
        'shop',
        { room: 'shop' },
        { room: 'shop', since: -1 },
        { room: 'shop', since: 0.5 },
        { room: 'shop', since: '0' },
        { room: 'shop', since: 0, extra: true },
        { room: client.socket.id, since: 0 },
        { room: ['shop'], since: 0 },
        JSON.parse('{"room":"shop","since":0,"__proto__":{"admin":true}}'),
      ])
        expect(await client.resume(request)).toEqual({ error: 'VALIDATION' });
      expect(client.endings).toEqual([]);
    });

    it('recovers messages that were numbered but never sent: the next head is ahead', async () => {
      const client = connect();
      await client.waitForRooms(1);
      const before = headOf(client, 'shop')?.seq ?? 0;
      // As if the process died after the commit: the event is numbered, and no subscriber is notified.
      const step = shop.app.get(RelayStep);
      const execute = step.execute.bind(step);
      step.execute = async (limit) => ({ ...(await execute(limit)), ranges: [] });
      try {
        await writeNote(shop, { room: 'shop', text: 'unheard' });
        await until(
          async () => headOf(client, 'shop')?.seq,
          (seq) => seq === before + 1,
        );
      } finally {
        step.execute = execute;
      }
      expect(client.messages).toEqual([]);
      expect(await client.resume({ room: 'shop', since: before })).toMatchObject({
        messages: [{ seq: before + 1, data: { text: 'unheard' } }],
      });
    });

    it('sends with a list the number of its last message at least, read before the list (OWN-125)', async () => {
      const { userId, agent } = await signIn(shop);
      const room = `user:${userId}` as const;
      const queries = shop.app.get(OrdersQueries);
      const own = queries.listOwn.bind(queries);
      const seqOf = async (): Promise<string> =>
        (await agent.get('/api/orders').expect(200)).headers['stream-seq'] ?? '';
      expect(await seqOf()).toBe('0');
      // A message is numbered between the two reads: a number read last would claim what the list may lack.
      queries.listOwn = async (id) => {
        const list = await own(id);
        await writeNote(shop, { room, text: 'meanwhile' });
        await shop.app.get(Relay).drain();
        return list;
      };
      try {
        expect(await seqOf()).toBe('0');
      } finally {
        queries.listOwn = own;
      }
      expect(await seqOf()).toBe('1');
    });

    it.each([
      ['/api/admin/orders', 'admin', () => jest.spyOn(shop.app.get(OrdersQueries), 'pageOfActive')],
      [
        '/api/admin/orders/archived',
        'admin',
        () => jest.spyOn(shop.app.get(OrdersQueries), 'pageOfArchived'),
      ],
      ['/api/admin/coin-stock', 'admin', () => jest.spyOn(shop.app.get(CatalogQueries), 'readPool')],
      ['/api/products', 'shop', () => jest.spyOn(shop.app.get(CatalogQueries), 'listForAdmins')],
      ['/api/coin-stock', 'shop', () => jest.spyOn(shop.app.get(CatalogQueries), 'readPool')],
      ['/api/loyalty', 'user', () => jest.spyOn(shop.app.get(LoyaltyQueries), 'readOverview')],
    ] as const)(
      'sends it with %s too, of the room %s, read before the list',
      async (path, kind, spyOnList) => {
        const list = spyOnList();
        const { agent, userId } = await signIn(shop, { admin: true });
        const seqs: Record<string, number> = { admin: 11, shop: 12, [`user:${userId}`]: 13 };
        const heads = jest
          .spyOn(shop.app.get(StreamStore), 'readHeads')
          .mockImplementation((rooms) =>
            Promise.resolve(rooms.map((room) => ({ room, seq: seqs[room] ?? 0 }))),
          );
        try {
          const { headers } = await agent.get(path).expect(200);
          const room = kind === 'user' ? `user:${userId}` : kind;
          expect(headers['stream-seq']).toBe(String(seqs[room]));
          expect(heads.mock.invocationCallOrder[0]).toBeLessThan(list.mock.invocationCallOrder[0] ?? 0);
        } finally {
          list.mockRestore();
          heads.mockRestore();
        }
      },
    );

    it('repeats the head of each room', async () => {
      const client = connect();
      await until(
        async () => client.heads.length,
        (count) => count >= 4,
      );
      expect(new Set(client.heads.map(({ room }) => room))).toEqual(new Set(['shop']));
    });
  });

  describe('limits', () => {
    it('disconnects a socket that sends more than 20 requests in 5 s', async () => {
      const client = connect();
      await client.waitForRooms(1);
      for (let n = 0; n < 60; n += 1) client.socket.emit('resume', { room: 'shop', since: 0 });
      expect(await client.waitUntilEnded()).toBe('io server disconnect');
    });

    it('disconnects a socket that floods with unknown messages', async () => {
      const client = connect();
      await client.waitForRooms(1);
      for (let n = 0; n < 200; n += 1) client.socket.emit('nonsense', n);
      expect(await client.waitUntilEnded()).toBe('io server disconnect');
    });

    it.each([
      ['for a namespace that is not there', '0/x,'],
      ['that acknowledges nothing', '39[]'],
    ])('cuts a connection that floods with what is no message: %s (OWN-292)', async (_, packet) => {
      const client = connect();
      await client.waitForRooms(1);
      for (let n = 0; n < 1_000; n += 1) client.socket.io.engine.write(packet);
      expect(['transport close', 'transport error']).toContain(await client.waitUntilEnded());
    });

    it.each(['websocket', 'polling'] as const)(
      'disconnects on a message of more than 16 KB by %s',
      async (transport) => {
        const client = connect({ transport });
        await client.waitForRooms(1);
        client.socket.emit('resume', { room: 'x'.repeat(17 * 1024), since: 0 });
        expect(['transport close', 'transport error']).toContain(await client.waitUntilEnded());
      },
    );
  });
});
