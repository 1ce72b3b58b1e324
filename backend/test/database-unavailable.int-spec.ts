import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { POOL_SIZE } from '../src/platform/database/data-source.js';
import { startListeningApp, type ListeningApp } from './app.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { registerNoteProjection, writeNote } from './note-event.js';
import { SocketClient } from './sockets.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';
import { until } from './until.js';

/** The longest wait for a hanging Postgres: a silent connection is closed after 6.5 s. */
const HANG_MS = 8_000;
/** Below what a silent connection costs, so that a call that was not refused at once is noticed. */
const AT_ONCE_MS = 6_000;
/** From the return of Postgres, on a slow machine. */
const RECOVERY_MS = 15_000;

const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);

describe('an unavailable Postgres', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let shop: ListeningApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    shop = await startListeningApp({}, { databaseUrl: url.href, prepare: registerNoteProjection });
  });
  afterEach(() => proxy.restore());
  afterAll(async () => {
    await shop.close();
    await proxy.cut();
    await database.drop();
  });

  const ask = async (path = '/api/products') => {
    const begun = performance.now();
    const { status, body, headers } = await request(shop.url).get(path);
    return { status, code: body.code, retryAfter: headers['retry-after'], took: performance.now() - begun };
  };
  const answersAgain = () =>
    until(
      () => ask(),
      ({ status }) => status === 200,
      RECOVERY_MS,
    );

  it('that is down: 503 at once, and recovery soon after its return (F14)', async () => {
    await answersAgain();
    await proxy.cut();
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask()));
    for (const { status, code, retryAfter, took } of answers) {
      expect([status, code, retryAfter]).toEqual([503, 'UNAVAILABLE', '2']);
      expect(took).toBeLessThan(AT_ONCE_MS);
    }
    expect(await ask('/api/health/live')).toMatchObject({ status: 200 });
    expect(await ask('/api/health/ready')).toMatchObject({ status: 503 });
    await proxy.restore();
    await answersAgain();
  });

  it('that hangs: 503 in time for all calls, health included, and recovery (F15)', async () => {
    await answersAgain();
    proxy.hang();
    const [health, ...answers] = await Promise.all([
      ask('/api/health/ready'),
      ...Array.from({ length: 30 }, () => ask()),
    ]);
    for (const { status, code, retryAfter, took } of answers) {
      expect([status, code, retryAfter]).toEqual([503, 'UNAVAILABLE', '2']);
      expect(took).toBeLessThan(HANG_MS);
    }
    expect(health.status).toBe(503);
    expect(health.took).toBeLessThan(HANG_MS);
    await proxy.restore();
    await answersAgain();
  });

  it('whose connections are all taken: a call waits for one, and is told 503 in time where none comes (OWN-929)', async () => {
    await answersAgain();
    const pool = shop.app.get(DataSource);
    const runners = Array.from({ length: POOL_SIZE }, () => pool.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    const refused = await ask();
    expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: '2' });
    expect(refused.took).toBeLessThan(AT_ONCE_MS);
    const waiting = ask();
    // Answered without the database, after the call that waits has come.
    expect(await ask('/api/health/live')).toMatchObject({ status: 200 });
    await runners[0]?.release();
    expect(await waiting).toMatchObject({ status: 200 });
    await Promise.all(runners.slice(1).map((runner) => runner.release()));
    await answersAgain();
  });

  it('disconnects no sockets, and events after its return reach them', async () => {
    const client = new SocketClient(shop.url, { origin: shop.url });
    await client.waitForRooms(1);
    await proxy.cut();
    await ask();
    await proxy.restore();
    await answersAgain();
    await writeNote(shop, { room: 'shop', text: 'back' });
    expect(await client.waitForMessages('shop', 1, RECOVERY_MS)).toHaveLength(1);
    expect(client.endings).toEqual([]);
    client.close();
  });
});
