import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isAlive } from '@pax/sandbox';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFloor } from '../bench/floor-process.js';
import { pidOf } from '../support/run-record.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';

/** What a start on existing data may take, ms, where a bare process answers within FLOOR_MS. */
const AGAIN_MS = 8_000;
const FLOOR_MS = 170;
const TRIES = 3;
const PARTS = ['backend', 'bot', 'stand-ins'] as const;

jest.setTimeout(180_000);

describe('a start with nothing but Node (OWN-215)', () => {
  let dataDir: string;
  let shop: WholeShop;
  /** No other programs, no database of somebody else. */
  const start = (): Promise<WholeShop> => startWholeShop({ DATA_DIR: dataDir, DATABASE_URL: '', PATH: '' });
  const pids = (): number[] => PARTS.map((part) => pidOf(dataDir, part));

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pax-start-'));
    shop = await start();
  });
  afterAll(async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leads to shop, panel and stand-ins, with accounts and an admin code (OWN-216)', async () => {
    const { shopUrl, sandboxUrl, adminCode, accounts } = shop;
    for (const page of [shopUrl, `${shopUrl}/admin`, `${sandboxUrl}/discord`, `${sandboxUrl}/stripe`])
      expect({ page, status: (await fetch(page)).status }).toEqual({ page, status: 200 });
    const ready = await fetch(`${shopUrl}/api/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ bot: 'connected' })]);
    expect(accounts.map(({ username }) => username)).toContain('nova');
    const headers = { 'content-type': 'application/json', origin: shopUrl };
    const enter = (): Promise<Response> =>
      fetch(`${shopUrl}/api/auth/admin-login`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ adminCode }),
      });
    expect([(await enter()).status, (await enter()).status]).toEqual([200, 401]);
  });

  it('leaves no process when it ends, and is ready within 8 s the next time (OWN-217)', async () => {
    const shares: number[] = [];
    while (shares.length < TRIES && !shares.some((share) => share <= 1)) {
      const before = pids();
      await shop.stop();
      expect(before.filter((pid) => isAlive(pid))).toEqual([]);
      const floors = [await bareStart()];
      const startedAt = performance.now();
      shop = await start();
      const tookMs = performance.now() - startedAt;
      floors.push(await bareStart());
      // Whatever else runs on the machine slows both down.
      shares.push(tookMs / (AGAIN_MS * Math.max(1, Math.max(...floors) / FLOOR_MS)));
    }
    expect(Math.min(...shares)).toBeLessThanOrEqual(1);
  });
});

/** How long a bare server takes until it answers, ms. */
async function bareStart(): Promise<number> {
  const startedAt = performance.now();
  const floor = await startFloor('bytes', { body: '[]' });
  await (await fetch(floor.url)).arrayBuffer();
  const tookMs = performance.now() - startedAt;
  await floor.stop();
  return tookMs;
}
