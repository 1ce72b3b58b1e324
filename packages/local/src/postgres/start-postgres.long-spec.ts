import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { isAlive, sendSignal } from '../process/process-handle.js';
import { until } from '../process/wait.js';
import { spawnProgram, type SpawnedProgram } from '../spec-support/spawned-program.js';
import { dataFolders } from './binaries-and-user.js';
import { startPostgres, type PostgresOptions, type PostgresHandle } from './start-postgres.js';

const announcedSchema = z.object({ uid: z.number(), pid: z.number(), url: z.string() });
const isRoot = process.getuid?.() === 0;

async function queryAnswer(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(question);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

/** The user a process really runs as, seen from outside any namespace. */
const userOf = (pid: number): number =>
  Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

// Servers start slowly on a busy machine.
jest.setTimeout(60_000);

describe('startPostgres', () => {
  let folder: string;
  let dataDir: string;
  const servers: PostgresHandle[] = [];
  const starters: SpawnedProgram<z.infer<typeof announcedSchema>>[] = [];

  const start = async (options: Partial<PostgresOptions> = {}): Promise<PostgresHandle> => {
    const server = await startPostgres({ dataDir, durable: false, ...options });
    servers.push(server);
    return server;
  };
  const startInOtherProcess = async (
    prefix: string[] = [],
  ): Promise<SpawnedProgram<z.infer<typeof announcedSchema>>> => {
    const starter = await spawnProgram('launch-postgres', [dataDir], announcedSchema, prefix);
    starters.push(starter);
    return starter;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pax-pg-'));
    dataDir = join(folder, 'private', 'data');
    mkdirSync(join(folder, 'private'), { mode: 0o700 });
    chmodSync(folder, 0o700);
  });
  afterEach(async () => {
    for (const starter of starters.splice(0)) {
      if (starter.child.exitCode === null && starter.child.signalCode === null) await starter.end('SIGTERM');
    }
    for (const server of servers.splice(0)) await server.stop({ atOnce: true });
    for (const place of dataFolders(dataDir)) rmSync(place, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves below a folder that only its owner may enter, keeps data and port over a restart', async () => {
    const first = await start();
    await queryAnswer(first.url(), 'create table kept as select 7 as answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(await queryAnswer(second.url(), 'select answer from kept')).toBe(7);
    expect(second.url()).toBe(first.url());
  });

  it('listens on loopback only and asks for its password', async () => {
    const server = await start();
    expect(await queryAnswer(server.url(), "select current_setting('listen_addresses') as answer")).toBe(
      '127.0.0.1',
    );
    expect(
      await queryAnswer(server.url(), "select current_setting('unix_socket_directories') as answer"),
    ).toBe('');
    const stranger = new URL(server.url());
    stranger.password = 'guessed';
    await expect(queryAnswer(stranger.href, 'select 1 as answer')).rejects.toThrow(
      'password authentication failed',
    );
  });

  it('is durable across power failures, unless switched off', async () => {
    const durable = await start({ durable: true });
    expect(await queryAnswer(durable.url(), "select current_setting('fsync') as answer")).toBe('on');
    await durable.stop();
    const quick = await start({ durable: false });
    expect(await queryAnswer(quick.url(), "select current_setting('fsync') as answer")).toBe('off');
  });

  it('takes over from a server whose starter was killed', async () => {
    const starter = await startInOtherProcess();
    await queryAnswer(starter.announced.url, 'create table kept as select 8 as answer');
    await starter.end('SIGKILL');
    expect(isAlive(starter.announced.pid)).toBe(true);
    const server = await start();
    expect(isAlive(starter.announced.pid)).toBe(false);
    expect(await queryAnswer(server.url(), 'select answer from kept')).toBe(8);
  });

  it('refuses a folder that another living process serves', async () => {
    const starter = await startInOtherProcess();
    await expect(start()).rejects.toThrow('in use by process');
    expect(isAlive(starter.announced.pid)).toBe(true);
  });

  it('moves to a free port when its own is taken', async () => {
    const first = await start();
    await first.stop();
    const portHolder: Server = createServer();
    await new Promise<void>((resolve) => portHolder.listen(first.port, '127.0.0.1', resolve));
    try {
      const second = await start();
      expect(second.port).not.toBe(first.port);
      expect(await queryAnswer(second.url(), 'select 1 as answer')).toBe(1);
    } finally {
      await new Promise((resolve) => portHolder.close(resolve));
    }
  });

  it('comes back under its address although helpers of the killed one take their time to go', async () => {
    const first = await start();
    const client = new pg.Client({ connectionString: first.url() });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const [helper] = rows;
    if (helper === undefined) throw new Error('nobody helps');
    sendSignal(helper.pid, 'SIGSTOP');
    sendSignal(first.pid, 'SIGKILL');
    await first.ended;
    const again = start();
    try {
      const refused = (): boolean => readFileSync(`${dataDir}.log`, 'utf8').includes('shared memory block');
      await until(refused, { deadlineMs: 10_000, what: 'refused for the helper' });
    } finally {
      sendSignal(helper.pid, 'SIGCONT');
      await again;
      await client.end();
    }
    expect((await again).url()).toBe(first.url());
  });

  it('begins anew where an earlier start was cut off half way', async () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, 'PG_VERSION'), '18\n');
    const server = await start();
    expect(await queryAnswer(server.url(), 'select 1 as answer')).toBe(1);
  });

  // Only root can become somebody else; everybody else is the ordinary user of the cases above.
  if (isRoot) {
    it('serves as root without becoming anybody, below a private folder', async () => {
      const server = await start({ rootMode: 'namespace' });
      expect(await queryAnswer(server.url(), "select current_setting('data_directory') as answer")).toBe(
        dataDir,
      );
    });

    it('serves as root where namespaces are not allowed: as nobody, and takes its data along', async () => {
      const first = await start();
      await queryAnswer(first.url(), 'create table kept as select 9 as answer');
      await first.stop();
      const moved = await start({ rootMode: 'drop' });
      expect(userOf(moved.pid)).toBe(65_534);
      expect(await queryAnswer(moved.url(), 'select answer from kept')).toBe(9);
      await moved.stop();
      const again = await start();
      expect(await queryAnswer(again.url(), 'select answer from kept')).toBe(9);
      expect(await queryAnswer(again.url(), "select current_setting('data_directory') as answer")).not.toBe(
        dataDir,
      );
    });

    it('serves as an ordinary user', async () => {
      const asNobody = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
      const starter = await startInOtherProcess(asNobody);
      expect(starter.announced.uid).toBe(65_534);
      expect(await queryAnswer(starter.announced.url, 'select 1 as answer')).toBe(1);
    });
  }
});
