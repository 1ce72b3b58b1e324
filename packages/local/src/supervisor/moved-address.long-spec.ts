import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { findProgram, needs } from '../process/programs.js';
import { isAlive } from '../process/process-handle.js';
import { until } from '../process/wait.js';
import { isRedisAnswering } from '../redis/start-redis.js';
import { readSettings } from '../settings.js';
import { dataFolders } from '../postgres/binaries-and-user.js';
import { readPostmaster } from '../postgres/start-postgres.js';
import { fakeInstallation, fakePrograms, type FakeInstallation } from '../spec-support/fake-shop.js';
import type { Reporter } from './terminal-output.js';
import { readRunRecord } from './run-file.js';
import { Supervisor } from './supervisor.js';

const BACK_MS = 60_000;
const program = findProgram(needs.redis.programs, readSettings().searchPath);
const markerSchema = z.object({ port: z.number(), server: z.object({ pid: z.number() }) });

// Servers start slowly on a busy machine, and a port is waited for.
jest.setTimeout(120_000);

describe('servers that are killed while they start', () => {
  let installation: FakeInstallation;
  let shop: Supervisor;
  let notes: string[];
  const portHolders: Server[] = [];

  const start = async (environment: Record<string, string> = {}): Promise<void> => {
    const reporter: Reporter = { up: () => undefined, note: (part, line) => notes.push(`${part}: ${line}`) };
    shop = new Supervisor(
      readSettings({ ...installation.environment, ...environment }),
      reporter,
      fakePrograms,
    );
    await shop.start();
  };
  beforeEach(async () => {
    installation = await fakeInstallation();
    notes = [];
  });
  afterEach(async () => {
    for (const portHolder of portHolders.splice(0)) portHolder.close();
    await shop.stop({ atOnce: true });
    installation.remove();
  });

  const announced = async (name: string): Promise<string> => {
    const answer = await fetch(`${installation.shopUrl}/env?${name}`);
    return z.object({ value: z.string() }).parse(await answer.json()).value;
  };
  /** The database as its owner: the fake seed gives the runtime's role no rights. */
  const ownerUrl = (): string => readRunRecord(installation.dataDir)?.migrationDatabaseUrl ?? '';
  const pidOf = (part: string): number => readRunRecord(installation.dataDir)?.children[part]?.pid ?? 0;
  const redis = () =>
    markerSchema.parse(
      JSON.parse(readFileSync(join(installation.dataDir, 'redis', 'pax-redis.json'), 'utf8')),
    );
  const postmaster = () =>
    dataFolders(join(installation.dataDir, 'postgres'))
      .map((folder) => readPostmaster(folder))
      .find((found) => found !== undefined && isAlive(found.pid));
  const answers = async (url: string): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const eventually = async (probe: () => boolean | Promise<boolean>, what: string): Promise<true> =>
    until(probe, { deadlineMs: BACK_MS, everyMs: 5, what });
  /** Takes the port the moment it is free, as another program might. */
  const holdPort = async (port: number): Promise<Server> => {
    for (;;) {
      const server = createServer();
      const took = await new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen(port, '127.0.0.1', () => resolve(true));
      });
      if (took) {
        portHolders.push(server);
        return server;
      }
    }
  };
  const isWaiting = (part: string) => (): boolean =>
    notes.some((note) => note.startsWith(part) && note.includes('taken by another program'));

  // With REDIS_URL alone the tests run on that server, and this machine has no program to start.
  if (program !== undefined) {
    /** Writes a Redis program that is killed at this many starts, after the first. */
    const crashingRedis = (deaths: number): string => {
      const folder = join(dirname(installation.dataDir), 'bin');
      mkdirSync(folder, { recursive: true });
      const [lives, mortal] = [join(folder, 'lives'), join(folder, 'redis-server')];
      const script = [
        '#!/bin/sh',
        `echo life >> '${lives}'`,
        `n=$(wc -l < '${lives}')`,
        `if [ "$n" -gt 1 ] && [ "$n" -le ${deaths + 1} ]; then kill -9 $$; fi`,
        `exec '${program}' "$@"`,
        '',
      ];
      writeFileSync(mortal, script.join('\n'));
      chmodSync(mortal, 0o755);
      return `${folder}:${installation.environment['PATH'] ?? ''}`;
    };

    it('Redis comes back under its address, however often it is killed again', async () => {
      await start({ PATH: crashingRedis(7) });
      const [address, backend] = [await announced('REDIS_URL'), pidOf('backend')];
      process.kill(redis().server.pid, 'SIGKILL');
      await eventually(() => notes.filter((note) => note === 'Redis: running again').length > 0, 'Redis');
      expect(new URL(address).port).toBe(String(redis().port));
      expect(await isRedisAnswering(address)).toBe(true);
      expect(pidOf('backend')).toBe(backend);
    });

    it('Redis waits for its port while another program holds it', async () => {
      await start();
      const [address, backend] = [await announced('REDIS_URL'), pidOf('backend')];
      process.kill(redis().server.pid, 'SIGKILL');
      const portHolder = await holdPort(redis().port);
      await eventually(isWaiting('Redis'), 'word of it');
      await new Promise((resolve) => portHolder.close(resolve));
      await eventually(() => isRedisAnswering(address), 'Redis');
      expect(pidOf('backend')).toBe(backend);
    });

    it('who depends on a part that had to move starts again with its new address', async () => {
      await start();
      const names = ['REDIS_URL', 'QUEUE_URL', 'DATABASE_URL'];
      const before = await Promise.all(names.map(announced));
      const parts = ['backend', 'bot', 'stand-ins'].map(pidOf);
      const database = postmaster();
      process.kill(redis().server.pid, 'SIGKILL');
      process.kill(database?.pid ?? 0, 'SIGKILL');
      await Promise.all([holdPort(redis().port), holdPort(database?.port ?? 0)]);
      const moved = async (): Promise<boolean> => {
        const now = await Promise.all(names.map(announced)).catch(() => before);
        return now.every((address, at) => address !== before[at]);
      };
      await eventually(moved, 'new addresses');
      const [redisUrl = '', queueUrl = '', databaseUrl = ''] = await Promise.all(names.map(announced));
      expect(queueUrl).toBe(redisUrl);
      expect(await isRedisAnswering(redisUrl)).toBe(true);
      expect(await answers(ownerUrl())).toBe(true);
      expect(new URL(ownerUrl()).host).toBe(new URL(databaseUrl).host);
      expect(readRunRecord(installation.dataDir)?.databaseUrl).toBe(databaseUrl);
      const now = ['backend', 'bot', 'stand-ins'].map(pidOf);
      expect(now.map((pid, at) => pid === parts[at])).toEqual([false, false, true]);
    });
  }

  it('PostgreSQL comes back under its address, however often it is killed again', async () => {
    await start();
    const [address, backend, first] = [ownerUrl(), pidOf('backend'), postmaster()];
    let last = first?.pid ?? 0;
    process.kill(last, 'SIGKILL');
    for (let kills = 0; kills < 4; kills += 1) {
      const next = (): boolean => {
        const found = postmaster();
        return found !== undefined && found.pid !== last;
      };
      await eventually(next, `start ${kills + 2} of PostgreSQL`);
      last = postmaster()?.pid ?? last;
      if (isAlive(last)) process.kill(last, 'SIGKILL');
    }
    await eventually(() => answers(address), 'PostgreSQL');
    expect([pidOf('backend'), postmaster()?.port]).toEqual([backend, first?.port]);
  });

  it('PostgreSQL waits for its port while another program holds it, and can be stopped meanwhile', async () => {
    await start();
    const [address, backend, first] = [ownerUrl(), pidOf('backend'), postmaster()];
    process.kill(first?.pid ?? 0, 'SIGKILL');
    const portHolder = await holdPort(first?.port ?? 0);
    await eventually(isWaiting('PostgreSQL'), 'word of it');
    await new Promise((resolve) => portHolder.close(resolve));
    await eventually(() => answers(address), 'PostgreSQL');
    expect(pidOf('backend')).toBe(backend);

    process.kill(postmaster()?.pid ?? 0, 'SIGKILL');
    notes.length = 0;
    await holdPort(first?.port ?? 0);
    await eventually(isWaiting('PostgreSQL'), 'word of it');
    const began = performance.now();
    await shop.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(existsSync(join(installation.dataDir, 'run.json'))).toBe(false);
  });
});
