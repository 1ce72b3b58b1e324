import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { ensureOwnDatabase } from '../postgres/cluster.js';
import { startPostgres, type PostgresHandle } from '../postgres/start-postgres.js';
import { findProgram, needs } from '../process/programs.js';
import { isAlive } from '../process/process-handle.js';
import { findFreePort } from '../process/ports.js';
import { readSettings } from '../settings.js';
import { spawnProgram } from '../spec-support/spawned-program.js';
import { startQueueStore, type QueueStoreOptions } from './queue-store.js';
import { isRedisAnswering, startRedis, type RedisHandle } from './start-redis.js';

const redisProgram = findProgram(needs.redis.programs, readSettings().searchPath);
const never = async (): Promise<never> => await Promise.reject(new Error('not to be asked'));

// Servers start slowly on a busy machine.
jest.setTimeout(60_000);

describe('where the queues live (OWN-220)', () => {
  let folder: string;
  const options = (given: Partial<QueueStoreOptions>): QueueStoreOptions => ({
    startRedis: never,
    postgres: never,
    ...given,
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pax-queues-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('never falls back from a given REDIS_URL, also when nothing answers there', async () => {
    const redisUrl = `redis://127.0.0.1:${await findFreePort()}`;
    const store = await startQueueStore(options({ redisUrl, program: '/usr/bin/redis-server' }));
    expect(store).toMatchObject({ kind: 'given', redisUrl, queueUrl: redisUrl });
    expect(store.warning).toContain('REDIS_URL');
  });

  it('prefers a server program of this machine to PostgreSQL', async () => {
    const started: string[] = [];
    const begin = async (program: string): Promise<{ url: string }> => {
      started.push(program);
      return await Promise.resolve({ url: 'redis://127.0.0.1:7' });
    };
    const store = await startQueueStore(options({ program: '/opt/valkey-server', startRedis: begin }));
    expect(started).toEqual(['/opt/valkey-server']);
    expect(store).toMatchObject({
      kind: 'redis',
      redisUrl: 'redis://127.0.0.1:7',
      queueUrl: 'redis://127.0.0.1:7',
    });
  });

  describe('in PostgreSQL', () => {
    let postgres: PostgresHandle;
    beforeEach(async () => {
      postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
    });
    afterEach(async () => {
      await postgres.stop({ atOnce: true });
    });

    it('gives the queues a database of their own, and their role nothing else', async () => {
      const ask = { adminUrl: postgres.url(), password: 'p@ss/word' };
      const [store] = await Promise.all([
        startQueueStore(options({ postgres: async () => await Promise.resolve(ask) })),
        ensureOwnDatabase(postgres.url(), { name: 'pax', role: 'pax_shop', password: 'other' }),
      ]);
      expect(store.kind).toBe('postgres');
      expect(store.redisUrl).toBeUndefined();

      const inside = new pg.Client({ connectionString: store.queueUrl });
      await inside.connect();
      await inside.query('create schema bullmq');
      await inside.query('create table bullmq.jobs (id int)');
      // It owns its schema and nothing beside it (OWN-426).
      for (const statement of [
        'create role more',
        'create table public.more (id int)',
        'create temporary table more (id int)',
      ])
        await expect(inside.query(statement)).rejects.toThrow('permission denied');
      for (const statement of [
        'drop database queues',
        'alter database queues rename to more',
        'drop schema public',
      ])
        await expect(inside.query(statement)).rejects.toThrow('must be owner');
      await inside.end();

      for (const database of ['pax', 'postgres', 'template1']) {
        const elsewhere = new URL(store.queueUrl);
        elsewhere.pathname = `/${database}`;
        const outside = new pg.Client({ connectionString: elsewhere.href });
        await expect(outside.connect()).rejects.toThrow('permission denied');
      }
    });
  });

  // With REDIS_URL alone the tests run on that server, and this machine has no program to start.
  if (redisProgram !== undefined) {
    describe('in a Redis of our own', () => {
      let redis: RedisHandle | undefined;
      const announcedSchema = z.object({ pid: z.number(), url: z.string() });
      const dataDir = (): string => join(folder, 'redis');
      afterEach(async () => {
        await redis?.stop();
      });

      it('answers who knows its password, and keeps its address over a restart', async () => {
        redis = await startRedis({ program: redisProgram, dataDir: dataDir() });
        const address = redis.url;
        expect(await isRedisAnswering(address)).toBe(true);
        expect(await isRedisAnswering(address.replace(/:\/\/.*@/, '://'))).toBe(false);
        await redis.stop();
        expect(isAlive(redis.pid)).toBe(false);
        redis = await startRedis({ program: redisProgram, dataDir: dataDir() });
        expect(redis.url).toBe(address);
      });

      it('takes over from a server whose starter was killed, but not from a living one', async () => {
        const starter = await spawnProgram('launch-redis', [redisProgram, dataDir()], announcedSchema);
        const begin = async (): Promise<RedisHandle> =>
          await startRedis({ program: redisProgram, dataDir: dataDir() });
        await expect(begin()).rejects.toThrow('in use by process');
        await starter.end('SIGKILL');
        expect(isAlive(starter.announced.pid)).toBe(true);
        redis = await begin();
        expect(isAlive(starter.announced.pid)).toBe(false);
      });
    });
  }
});
