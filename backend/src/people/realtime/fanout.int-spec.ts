import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { registerNoteProjection, writeNote } from '../../../test/note-event.js';
import { redisUrl } from '../../../test/settings.js';
import { SocketClient } from '../../../test/sockets.js';
import { startTcpProxy, type TcpProxy } from '../../../test/tcp-proxy.js';
import { until } from '../../../test/until.js';
import { SocketIntervals } from '../../platform/realtime/socket-quota.js';
import { StreamFanout } from './stream-fanout.js';

/** A database of Redis for these specs alone. */
const REDIS_DB = 13;
const ORIGIN = 'http://localhost';
/** Longer than a busy machine takes; a message that was lost would never come, since no head is sent. */
const AT_ONCE_MS = 5_000;
const DAY_MS = 24 * 60 * 60_000;

const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);

describe('messages reach sockets', () => {
  let redis: Redis;
  let proxy: TcpProxy;
  const closing: (() => Promise<void>)[] = [];
  const open: SocketClient[] = [];

  beforeAll(async () => {
    redis = new Redis(redisUrl(), { db: REDIS_DB, maxRetriesPerRequest: null });
    await redis.flushdb();
    const { hostname, port } = new URL(redisUrl());
    proxy = await startTcpProxy({ host: hostname, port: Number(port || 6379) });
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await proxy.restore();
    for (const close of closing.splice(0).toReversed()) await close();
  });
  afterAll(async () => {
    await proxy.cut();
    await redis.flushdb();
    redis.disconnect();
  });

  /** A backend of one shop, on a Redis whose connection can be cut. */
  const start = async (role: string, databaseUrl?: string, addMs?: number): Promise<ListeningApp> => {
    const shop = await startListeningApp(
      {
        ROLE: role,
        PUBLIC_URL: ORIGIN,
        REDIS_URL: `redis://127.0.0.1:${proxy.port}/${REDIS_DB}`,
      },
      {
        databaseUrl,
        prepare: (app) => {
          registerNoteProjection(app);
          app.get(SocketIntervals).headMs = DAY_MS;
          if (addMs !== undefined) app.get(StreamFanout).addMs = addMs;
        },
      },
    );
    closing.push(() => shop.close());
    return shop;
  };
  const connect = async ({ url }: ListeningApp): Promise<SocketClient> => {
    const client = new SocketClient(url, { origin: ORIGIN });
    open.push(client);
    await client.waitForRooms(1);
    return client;
  };

  it('of every web process once each, whoever relays (OWN-250, F33)', async () => {
    // A queue that seems to be gone is emitted past, which may be twice.
    const patient = (role: string, databaseUrl?: string) => start(role, databaseUrl, SLOW_MACHINE_MS);
    const worker = await patient('worker');
    const webs = [await patient('web', worker.databaseUrl), await patient('web', worker.databaseUrl)];
    await patient('worker', worker.databaseUrl);
    const clients = await Promise.all(webs.map(connect));
    for (let n = 1; n <= 20; n += 1) await writeNote(worker, { room: 'shop', text: String(n) });
    for (const client of clients) {
      await client.waitForMessages('shop', 20);
      expect(client.messages.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
    }
  });

  it.each(['hangs', 'is gone'])('of the own process at once while Redis %s (F12)', async (how) => {
    const shop = await start('all');
    const client = await connect(shop);
    await writeNote(shop, { room: 'shop', text: 'before' });
    await client.waitForMessages('shop', 1);
    if (how === 'hangs') proxy.hang();
    else await proxy.cut();
    for (let n = 2; n <= 5; n += 1) {
      await writeNote(shop, { room: 'shop', text: `during ${n}` });
      await client.waitForMessages('shop', n, AT_ONCE_MS);
    }
    await proxy.restore();
    await writeNote(shop, { room: 'shop', text: 'after' });
    await client.waitForMessages('shop', 6, AT_ONCE_MS);
    expect(new Set(client.messages.map(({ seq }) => seq)).size).toBe(6);
  });

  it('again through Redis when it is back, and no message of the outage arrives late', async () => {
    const [one, two] = await startTwo();
    const [near, far] = [await connect(one), await connect(two)];
    await proxy.cut();
    await writeNote(one, { room: 'shop', text: 'missed by one of them' });
    await until(
      async () => near.messages.length + far.messages.length,
      (count) => count > 0,
    );
    await proxy.restore();
    const receivedByBoth = await until(
      async () => {
        await writeNote(one, { room: 'shop', text: 'again' });
        return [near, far].map(({ messages }) =>
          messages.filter(({ data }) => Object(data).text === 'again'),
        );
      },
      (received) => received.every((messages) => messages.length > 0),
    );
    expect(receivedByBoth).toHaveLength(2);
    const late = [near, far].flatMap(({ messages }) => messages.filter(({ seq }) => seq === 1));
    expect(late).toHaveLength(1);
  });

  const startTwo = async (): Promise<[ListeningApp, ListeningApp]> => {
    const one = await start('all');
    return [one, await start('all', one.databaseUrl)];
  };
});
