import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startTestApp, type TestApp } from './app.js';
import { BackendProcess } from './backend-process.js';
import { until } from './until.js';

jest.setTimeout(180_000);
const FLOOD = fileURLToPath(new URL('./flood-sockets.mjs', import.meta.url));
const METRICS_TOKEN = 'a metrics token for specs';
const SOCKETS = 500;
/** Messages of the room, and characters of each: an hour of a busy shop. */
const MESSAGES = 600;
const CHARACTERS = 1_200;
const CALLS = 400;
const FLOOD_MS = 8_000;
const MEGABYTE = 1024 * 1024;
const MOST_SLOWER = 3;
const MOST_MEGABYTES = 150;
/** Tries, of which the least slow counts: neighbours slow some of them, the crowd all of them (D-166). */
const CROWDS = 4;

describe('500 sockets that resume as fast as they may (OWN-292)', () => {
  let shop: TestApp;
  let program: BackendProcess;

  beforeAll(async () => {
    shop = await startTestApp({}, { handMade: true });
    await shop.database.query(
      `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
       SELECT 'shop', n, gen_random_uuid(), 'product.updated', now(), 1, jsonb_build_object('text', repeat('x', $1))
         FROM generate_series(1, $2::int) n`,
      [CHARACTERS, MESSAGES],
    );
    await shop.database.query(`INSERT INTO stream_rooms VALUES ('shop', $1)`, [MESSAGES]);
    program = await BackendProcess.start(shop.databaseUrl, {
      METRICS_TOKEN,
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
    });
  });
  afterAll(async () => {
    program.sendSignal('SIGKILL');
    await program.waitUntilEnded(5_000);
    await shop.close();
  });

  const metric = async (name: string): Promise<number> => {
    const answer = await fetch(`${program.url}/api/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(await answer.text())?.[1]);
  };
  const megabytes = async (): Promise<number> => (await metric('process_resident_memory_bytes')) / MEGABYTE;

  /** The time that 95 of 100 calls stay below, ms, for as long as asked. */
  const p95 = async (isOver: (calls: number) => boolean): Promise<number> => {
    const times: number[] = [];
    while (!isOver(times.length)) {
      const begun = performance.now();
      const answer = await fetch(`${program.url}/api/coin-stock`);
      await answer.text();
      expect(answer.status).toBe(200);
      times.push(performance.now() - begun);
    }
    return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Infinity;
  };

  /** A crowd of one address while somebody else calls. @returns how many times longer calls take, and its memory in MB */
  const crowd = async (caller: string): Promise<{ slower: number; memory: number }> => {
    const quiet = await p95((calls) => calls === CALLS);
    const before = await megabytes();
    const flood = fork(FLOOD, [program.url, String(SOCKETS), caller], { execArgv: [] });
    try {
      await new Promise((resolve) => flood.once('message', resolve));
      const end = performance.now() + FLOOD_MS;
      const slower = (await p95(() => performance.now() > end)) / quiet;
      return { slower, memory: (await megabytes()) - before };
    } finally {
      flood.kill('SIGKILL');
      await until(
        () => metric('pax_sockets'),
        (open) => open === 0,
      );
    }
  };

  it('leave calls as quick as before, threefold at most, and take 150 MB at most', async () => {
    await p95((calls) => calls === CALLS);
    const crowds: Awaited<ReturnType<typeof crowd>>[] = [];
    while (crowds.length < CROWDS && !crowds.some(({ slower }) => slower < MOST_SLOWER))
      crowds.push(await crowd(`203.0.113.${crowds.length + 1}`));
    expect(Math.min(...crowds.map(({ slower }) => slower))).toBeLessThan(MOST_SLOWER);
    expect(Math.max(...crowds.map(({ memory }) => memory))).toBeLessThan(MOST_MEGABYTES);
  });
});
