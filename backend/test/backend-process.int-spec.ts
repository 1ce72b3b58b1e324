import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.js';
import { LOCK_WAITS } from './lock-waits.js';
import { BackendProcess } from './backend-process.js';
import { redisUrl } from './settings.js';
import { SocketClient } from './sockets.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';
import { until } from './until.js';

const SLOW_MACHINE_MS = 60_000;
jest.setTimeout(SLOW_MACHINE_MS);
const REDIS_DB = 15;
/** A process ends itself 9 s after SIGTERM at the latest; one that does not hangs. */
const HANG_MS = 20_000;

describe('the backend as a process', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  let proxy: TcpProxy;
  const running: BackendProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const { hostname, port } = new URL(redisUrl());
    proxy = await startTcpProxy({ host: hostname, port: Number(port || 6379) });
  });
  afterEach(async () => {
    for (const program of running.splice(0)) {
      program.sendSignal('SIGKILL');
      await program.waitUntilEnded(HANG_MS);
    }
    await proxy.restore();
  });
  afterAll(async () => {
    await proxy.cut();
    await admin.end();
    await database.drop();
  });

  const start = async (overrides?: Record<string, string>): Promise<BackendProcess> => {
    const program = await BackendProcess.start(database.url, overrides);
    running.push(program);
    return program;
  };
  const withRedis = () => start({ REDIS_URL: `redis://127.0.0.1:${proxy.port}/${REDIS_DB}` });
  /** A call that takes as long as a table stays locked, on a connection that is kept alive. */
  const slowCall = ({ url }: BackendProcess): Promise<number | string> =>
    new Promise((resolve) => {
      request(`${url}/api/products`, { headers: { connection: 'keep-alive' } }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      })
        .once('error', (error) => resolve(error.message))
        .end();
    });
  /** A connection without a request, as browsers open them ahead. */
  const connection = ({ url }: BackendProcess): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname, () => resolve(socket));
      socket.on('error', reject);
    });
  /** A registration that ends by its body, on a connection that is kept alive. @returns sends the body */
  const openRegistration = ({ url }: BackendProcess): Promise<() => Promise<number | string>> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ username: 'last_one', password: 'a long and strange secret' });
      const headers = {
        connection: 'keep-alive',
        origin: url,
        expect: '100-continue',
        'content-type': 'application/json',
        'content-length': body.length,
      };
      const call = request(`${url}/api/auth/register`, { method: 'POST', headers });
      const answered = new Promise<number | string>((settle) => {
        call.once('response', (answer) => answer.resume().once('end', () => settle(answer.statusCode ?? 0)));
        call.once('error', (error) => settle(error.message));
      });
      call.once('continue', () => {
        resolve(() => {
          call.end(body);
          return answered;
        });
      });
      call.once('error', reject).flushHeaders();
    });

  it('drains at SIGTERM: answers open calls, closes sockets, accepts nothing new, and exits (OWN-236, F31)', async () => {
    const program = await start();
    const client = new SocketClient(program.url, { origin: program.url });
    await client.waitForRooms(1);
    const register = await openRegistration(program);
    const [ahead, halfAsked] = await Promise.all([connection(program), connection(program)]);
    halfAsked.write('GET /api/products HTTP/1.1\r\nHost: ');
    program.sendSignal('SIGTERM');
    await client.waitUntilEnded(HANG_MS);
    await until(
      () => program.isAnswering(),
      (answers) => !answers,
      HANG_MS,
    );
    expect(program.ending).toBeUndefined();
    expect(await register()).toBe(201);
    expect(await program.waitUntilEnded(HANG_MS)).toBe('SIGTERM');
    // The events of the last answers were relayed, although another process might start much later.
    expect((await admin.query('SELECT type FROM outbox_events WHERE published_at IS NULL')).rows).toEqual([]);
    expect(program.output).not.toMatch(/unhandled|error/i);
    for (const one of [ahead, halfAsked]) one.destroy();
    client.close();
  });

  it('exits by itself after SIGTERM though a call never ends', async () => {
    const program = await start();
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
      const call = slowCall(program);
      await until(
        () => admin.query(LOCK_WAITS),
        ({ rows }) => rows.length > 0,
      );
      program.sendSignal('SIGTERM');
      expect(await program.waitUntilEnded(HANG_MS)).toBeDefined();
      expect(await call).toBeDefined();
    } finally {
      await locker.end();
    }
  });

  it.each(['there', 'gone', 'silent'])('exits in order at SIGTERM with Redis %s', async (redis) => {
    const program = await withRedis();
    if (redis === 'gone') await proxy.cut();
    if (redis === 'silent') proxy.hang();
    program.sendSignal('SIGTERM');
    expect(await program.waitUntilEnded(HANG_MS)).toBe('SIGTERM');
    expect(program.output).not.toMatch(/unhandled|Connection is closed/i);
  });

  it('survives the loss of Postgres and Redis without an unhandled rejection (F10, F14)', async () => {
    const program = await withRedis();
    for (let turn = 0; turn < 3; turn += 1) {
      await proxy.cut();
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await Promise.all(Array.from({ length: 20 }, () => fetch(`${program.url}/api/products`)));
      await proxy.restore();
      await until(
        async () => (await fetch(`${program.url}/api/products`)).status,
        (status) => status === 200,
        HANG_MS,
      );
    }
    expect(program.ending).toBeUndefined();
    expect(program.output).not.toMatch(/unhandled/i);
  });

  it('prints what is wrong with its settings, without values, and does not start', async () => {
    await expect(BackendProcess.start('mysql://nobody', { SESSION_SECRET: '' })).rejects.toThrow(
      /settings are wrong:\n {2}- DATABASE_URL: .*\n {2}- SESSION_SECRET: .*\n$/,
    );
  });
});
