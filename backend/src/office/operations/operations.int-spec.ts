import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { registerNoteProjection, writeNote } from '../../../test/note-event.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { RelayStep } from '../../platform/outbox/relay-step.js';
import { InvariantsWatch } from './invariants.js';

const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);
const TOKEN = 'a metrics token for specs';

describe('operations', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp({ METRICS_TOKEN: TOKEN }, { prepare: registerNoteProjection });
  });
  afterAll(() => shop.close());

  const metrics = (authorization?: string) => {
    const asked = request(shop.url).get('/api/metrics');
    return authorization === undefined ? asked : asked.set('authorization', authorization);
  };

  describe('GET /api/metrics (OWN-900)', () => {
    it('answers the bearer of the token alone', async () => {
      for (const authorization of [
        undefined,
        '',
        'Bearer',
        'Bearer ',
        `Bearer ${TOKEN}x`,
        TOKEN,
        `Basic ${TOKEN}`,
      ])
        expect([authorization, (await metrics(authorization)).status]).toEqual([authorization, 401]);
      const { headers } = await metrics(`Bearer ${TOKEN}`).expect(200);
      expect(headers).toMatchObject({
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      });
    });

    it('answers 404 without a token in the settings', async () => {
      const without = await startListeningApp();
      await request(without.url).get('/api/metrics').set('authorization', 'Bearer undefined').expect(404);
      await without.close();
    });

    it('counts pending events and posts, and sockets', async () => {
      const client = new SocketClient(shop.url, { origin: shop.url });
      await client.waitForRooms(1);
      const step = shop.app.get(RelayStep);
      const execute = step.execute.bind(step);
      step.execute = async () => ({ events: 0, isLast: true, ranges: [], messages: [], channels: [] });
      const old = await writeNote(shop, { room: 'shop', text: 'waiting for an hour' });
      await shop.database.query(
        `UPDATE outbox_events SET occurred_at = now() - interval '1 hour' WHERE event_id = $1`,
        [old],
      );
      await writeNote(shop, { room: 'shop', text: 'waiting' });
      const post = (channel: string, state: string) =>
        shop.database.query(
          `INSERT INTO posts (event_id, type, channel, content, occurred_at, state)
           VALUES (gen_random_uuid(), 'test', $1, '{"kind": "test", "message": "x"}', now(), $2)`,
          [channel, state],
        );
      const age = (state: string, seconds: number) =>
        shop.database.query(
          `UPDATE posts SET created_at = now() - $2 * interval '1 s' WHERE channel = 'stock' AND state = $1`,
          [state, seconds],
        );
      for (const state of ['pending', 'claimed', 'parked', 'sent']) await post('stock', state);
      await post('error', 'pending');
      for (const state of ['parked', 'sent']) await age(state, 9_000);
      await age('claimed', 300);
      await shop.database.query(`INSERT INTO bot_logins (at) VALUES (now()), (now() - interval '25 hours')`);
      const oldestEvent = async (): Promise<number> =>
        Math.floor(
          Number(/^pax_outbox_oldest_seconds (.+)$/m.exec((await metrics(`Bearer ${TOKEN}`)).text)?.[1]) /
            3_600,
        );
      expect(await oldestEvent()).toBe(1);
      // No order has this number, so that the act cannot end.
      await shop.database.query(
        `INSERT INTO undoable_acts (thing, version, act, actor, before, event_ids, due_at)
         VALUES ('order:999999', 2, 'order.complete', 'user:7', '{}', '{}', now() - interval '2 hours')`,
      );
      expect(await oldestEvent()).toBe(2);
      await shop.database.query('DELETE FROM undoable_acts');
      const { text } = await metrics(`Bearer ${TOKEN}`);
      await shop.database.query('DELETE FROM posts');
      await shop.database.query('DELETE FROM bot_logins');
      step.execute = execute;
      client.close();
      // The next spec asks whether anything waits for long.
      await until(
        async (): Promise<object[]> =>
          shop.database.query('SELECT 1 FROM outbox_events WHERE published_at IS NULL'),
        (waiting) => waiting.length === 0,
      );
      expect(text).toContain('# TYPE pax_outbox_waiting gauge\npax_outbox_waiting 2\n');
      expect(text).toMatch(/^pax_sockets 1$/m);
      expect(text).toMatch(/^pax_checkouts_open 0$/m);
      expect(text).toMatch(/^pax_posts_waiting\{channel="stock"\} 2$/m);
      expect(text).toMatch(/^pax_posts_waiting\{channel="error"\} 1$/m);
      const oldest = (channel: string) =>
        Number(new RegExp(`^pax_posts_oldest_seconds\\{channel="${channel}"\\} (.+)$`, 'm').exec(text)?.[1]);
      expect(Math.floor(oldest('stock') / 10)).toBe(30);
      expect(Math.floor(oldest('error') / 10)).toBe(0);
      expect(text).not.toContain('pax_posts_oldest_seconds{channel="orders"}');
      expect(text).toMatch(/^pax_posts_parked 1$/m);
      expect(text).toMatch(/^pax_bot_logins 1$/m);
      expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
      expect(text).toMatch(/^pax_job_failures_total\{job="relay"\} 0$/m);
      for (const line of text.split('\n').filter((one) => one !== ''))
        expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"\})? [\d.e+-]+)$/);
    });

    it('tells how much money is known differently, for how long, and of the oldest comparison', async () => {
      const read = async (): Promise<(number | undefined)[]> => {
        const { text } = await metrics(`Bearer ${TOKEN}`).expect(200);
        return ['unmatched_cents', 'unmatched_oldest_seconds', 'checked_seconds'].map((name) =>
          Math.floor(Number(new RegExp(`^pax_money_${name} (.+)$`, 'm').exec(text)?.[1]) / 10),
        );
      };
      await shop.database.query('DELETE FROM reconciliations');
      expect(await read()).toEqual([0, 0, 0]);
      await shop.database.query(
        `INSERT INTO reconciliations (provider, checked_at, total_cents, matched_cents, oldest_unmatched_at, differences)
         SELECT provider, now() - checked * interval '1 second', 1000, matched,
                now() - unmatched * interval '1 second', '[]'
           FROM (VALUES ('one', 7200, 900, 3600), ('two', 60, 700, 86400), ('three', 120, 1000, NULL))
             AS told (provider, checked, matched, unmatched)`,
      );
      expect(await read()).toEqual([40, 8640, 720]);
      await shop.database.query('DELETE FROM reconciliations');
    });
  });

  it('a call that blocks the event loop shows in the metrics, once', async () => {
    const longest = async (): Promise<number> =>
      Number(/^nodejs_eventloop_lag_max_seconds (.+)$/m.exec((await metrics(`Bearer ${TOKEN}`)).text)?.[1]);
    const hold = async (): Promise<number> => {
      const end = performance.now() + 400;
      while (performance.now() < end);
      return longest();
    };
    // The monitor counts from the first loop iteration after a reading.
    await until(hold, (seconds) => seconds > 0.3 && seconds < 5);
    await until(longest, (seconds) => seconds < 0.3);
  });

  it('an alert names each broken invariant, once though several workers check (OWN-239)', async () => {
    const watch = shop.app.get(InvariantsWatch);
    const alerts = async (): Promise<string[]> => {
      const rows: { detail: string }[] = await shop.database.query(
        `SELECT data->>'detail' AS detail FROM outbox_events WHERE type = 'alert.raised'`,
      );
      return rows.map(({ detail }) => detail);
    };
    await watch.checkInvariants();
    expect([watch.broken, await alerts()]).toEqual([0, []]);
    await shop.database.query(`INSERT INTO ledger_balances (account, balance) VALUES ('bonus:1', 5)`);
    await watch.checkInvariants(AbortSignal.abort());
    expect(watch.broken).toBe(0);
    await watch.checkInvariants();
    await watch.checkInvariants();
    expect(watch.broken).toBe(1);
    expect(await alerts()).toEqual(['c1-balance-is-sum-of-entries: 1 rows']);
    await shop.database.query(`DELETE FROM ledger_balances WHERE account = 'bonus:1'`);
    await until(
      async () => {
        await watch.checkInvariants();
        return watch.broken;
      },
      (broken) => broken === 0,
    );
  });
});
