import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startListeningApp, startTestApp, type TestApp } from './app.js';
import { registerNoteProjection, writeNote } from './note-event.js';
import { disablePolling } from './jobs.js';
import { redisUrl } from './settings.js';
import { SocketClient } from './sockets.js';
import { until } from './until.js';
import { SocketIntervals } from '../src/platform/realtime/socket-quota.js';
import { NotificationListener } from '../src/platform/database/notification-listener.js';
import { OutboxNotifier } from '../src/platform/outbox/outbox-notifier.js';

/** A database of Redis for these specs alone. */
const REDIS_DB = 10;
/** Longer than any wake-up takes, shorter than any poll. */
const AT_ONCE_MS = 5_000;
const DAY_MS = 24 * 60 * 60_000;

describe('events are relayed by notification, without polling', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  const start = async (role: string, databaseUrl?: string): Promise<TestApp> => {
    const roles: Record<string, string> = role === 'all' ? {} : { ROLE: role, REDIS_URL: redisOf(REDIS_DB) };
    const app = await startTestApp(roles, { prepare: registerNoteProjection, databaseUrl });
    closing.push(() => app.close());
    return app;
  };
  const numbered = async (shop: TestApp, room: string): Promise<number> => {
    const rows: unknown[] = await shop.database.query('SELECT 1 FROM stream_messages WHERE room = $1', [
      room,
    ]);
    return rows.length;
  };
  const isNumbered = (shop: TestApp, room: string, count: number): Promise<number> =>
    until(
      () => numbered(shop, room),
      (found) => found === count,
      AT_ONCE_MS,
    );

  it('to a relay of another process, by the database', async () => {
    const worker = await start('worker');
    const web = await start('web', worker.databaseUrl);
    await disablePolling(worker.app, 'relay');
    for (let count = 1; count <= 3; count += 1) {
      await writeNote(web, { room: 'user:1', text: String(count) });
      expect(await isNumbered(worker, 'user:1', count)).toBe(count);
    }
  });

  it('to a relay of another process whose connection was cut and restored', async () => {
    const worker = await start('worker');
    const web = await start('web', worker.databaseUrl);
    await disablePolling(worker.app, 'relay');
    const line = (): unknown => Reflect.get(worker.app.get(NotificationListener), 'client');
    const lost = line();
    await worker.database.query('SELECT pg_terminate_backend($1)', [Object(lost).processID]);
    // Events during the outage are read after the reconnect.
    await writeNote(web, { room: 'user:2', text: 'meanwhile' });
    expect(await isNumbered(worker, 'user:2', 1)).toBe(1);
    await until(
      async () => line() !== undefined && line() !== lost,
      (isAnother) => isAnother,
    );
    await writeNote(web, { room: 'user:2', text: 'after' });
    expect(await isNumbered(worker, 'user:2', 2)).toBe(2);
  });

  it('to the relay of the own process, without the database', async () => {
    const shop = await start('all');
    await disablePolling(shop.app, 'relay');
    Reflect.set(shop.app.get(OutboxNotifier), 'send', async () => undefined);
    await writeNote(shop, { room: 'user:3', text: 'own' });
    expect(await isNumbered(shop, 'user:3', 1)).toBe(1);
  });
});

describe('relayed messages reach pages by notification', () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = new Redis(redisUrl(), { db: REDIS_DB, maxRetriesPerRequest: null });
    await redis.flushdb();
  });
  afterAll(async () => {
    await redis.flushdb();
    redis.disconnect();
  });

  it('of every web process, without a head', async () => {
    const origin = 'http://localhost';
    const settings = { PUBLIC_URL: origin, REDIS_URL: redisOf(REDIS_DB) };
    const prepare = (app: TestApp['app']): void => {
      registerNoteProjection(app);
      app.get(SocketIntervals).headMs = DAY_MS;
    };
    const worker = await startListeningApp({ ...settings, ROLE: 'worker' }, { prepare });
    const { databaseUrl } = worker;
    const webs = [
      await startListeningApp({ ...settings, ROLE: 'web' }, { prepare, databaseUrl }),
      await startListeningApp({ ...settings, ROLE: 'web' }, { prepare, databaseUrl }),
    ];
    await disablePolling(worker.app, 'relay');
    const pages = webs.map(({ url }) => new SocketClient(url, { origin }));
    for (const page of pages) await page.waitForRooms(1);
    for (let count = 1; count <= 3; count += 1) {
      await writeNote(webs[count % 2] ?? worker, { room: 'shop', text: String(count) });
      for (const page of pages)
        expect(await page.waitForMessages('shop', count, AT_ONCE_MS)).toHaveLength(count);
    }
    for (const page of pages) page.close();
    for (const app of [...webs, worker]) await app.close();
  });
});

/** The address of one of Redis' databases. */
function redisOf(database: number): string {
  const url = new URL(redisUrl());
  url.pathname = `/${database}`;
  return url.href;
}
