import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';

const ASSETS = fileURLToPath(new URL('../../../../frontend/dist/assets', import.meta.url));
const parseTexts = (read: unknown): Record<string, string> => z.record(z.string(), z.string()).parse(read);

jest.setTimeout(180_000);

describe('a start with nothing but Node (OWN-215)', () => {
  let dataDir: string;
  let shop: WholeShop;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pax-start-'));
    // Without other programs or another database.
    shop = await startWholeShop({ DATA_DIR: dataDir, DATABASE_URL: '', PATH: '', LOG_LEVEL: 'debug' });
  });
  afterAll(async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leads to shop, panel and stand-ins, with accounts and an admin code (OWN-215)', async () => {
    const { shopUrl, sandboxUrl, adminCode, accounts } = shop;
    for (const page of [shopUrl, `${shopUrl}/admin`, `${sandboxUrl}/discord`, `${sandboxUrl}/stripe`])
      expect({ page, status: (await fetch(page)).status }).toEqual({ page, status: 200 });
    const ready = await fetch(`${shopUrl}/api/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
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

  it('holds no secret in logs, posts, messages or what browsers load (OWN-15)', async () => {
    const { botInstanceId: _, ...secrets } = parseTexts(
      JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')),
    );
    const password = 'canary-of-a-spec-7391';
    const headers = { 'content-type': 'application/json', origin: shop.shopUrl };
    const body = JSON.stringify({ username: 'canary', password });
    const post = (call: string): Promise<Response> =>
      fetch(`${shop.shopUrl}/api/auth/${call}`, { method: 'POST', headers, body });
    expect((await post('register')).status).toBe(201);
    const signedIn = await post('login');
    const session = /^pax_session=([^;]+)/.exec(signedIn.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
    expect(session).toMatch(/^[\w-]{22}$/);
    const { rows } = await shop.database.query<{ told: string }>(
      `SELECT told::text FROM (SELECT content AS told FROM posts UNION ALL SELECT data FROM stream_messages
        UNION ALL SELECT data FROM outbox_events WHERE data IS NOT NULL) AS all_of_it`,
    );
    const told = [
      ...[join(dataDir, 'logs'), ASSETS].flatMap((folder) =>
        readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
      ),
      await (await fetch(`${shop.sandboxUrl}/discord/log?since=0`)).text(),
      ...rows.map((row) => row.told),
    ];
    expect(told.length).toBeGreaterThan(50);
    const canaries = [...Object.values(secrets), password, session, shop.adminCode];
    expect(canaries.filter((canary) => canary.length < 16)).toEqual([]);
    expect(canaries.filter((canary) => told.some((text) => text.includes(canary)))).toEqual([]);
  });
});
