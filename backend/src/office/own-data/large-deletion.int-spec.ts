import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { registerNoteProjection, writeNote } from '../../../test/note-event.js';
import { deleteNow, findMarked, MARK, runDeletionNow } from '../../../test/own-data.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { Transactions } from '../../platform/database/transaction.js';

jest.setTimeout(180_000);

const PURCHASES = 1_000;
/** Rows of other people in each large table. */
const OTHERS = 10_000;
/** Longest time that a live message may take during a deletion, ms. */
const LIVE_MS = 1_500;

const REF = `'ref' || lpad($1 || '-' || g, 19, '0')`;
const SESSION = `'cs_test_' || md5('session' || $1 || g)`;
const PAYMENT = `'pi_' || md5('payment' || $1 || g)`;

/** Rows of `$2` purchases of the account `$1`, in which its names carry the mark. */
const PURCHASED = [
  `INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
          consent_version, consent_at, provider_session_id)
   SELECT ${REF}, $1::int, 'paid', 'stripe', 'f', '{}', 100, '', '', '1', now(), ${SESSION} FROM generate_series(1, $2::int) g`,
  `INSERT INTO payments (checkout_id, provider, provider_ref, amount_cents, currency, state)
   SELECT c.id, 'stripe', ${PAYMENT}, 100, 'usd', 'settled' FROM generate_series(1, $2::int) g JOIN checkouts c ON c.ref = ${REF}`,
  `INSERT INTO orders (checkout_id, line_no, user_id, product_id, product_name, category, quantity, total_cents, cash_cents,
          minecraft_name, discord_username, status, completed_at)
   SELECT c.id, 1, $1::int, (SELECT min(id) FROM products), 'Wings', 'items', 1, 100, 100, '${MARK}_game', '${MARK}', 'completed', now()
     FROM generate_series(1, $2::int) g JOIN checkouts c ON c.ref = ${REF}`,
  `INSERT INTO provider_messages (provider, event_id, type, payload, processed_at)
   SELECT 'stripe', gen_random_uuid(), 'spec', jsonb_build_object('payer', '${MARK}', 'about', about), now()
     FROM generate_series(1, $2::int) g CROSS JOIN LATERAL unnest(ARRAY[${REF}, ${PAYMENT}, 'https://pay.example/' || ${SESSION} || '?a=1']) about`,
  `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
   SELECT room, $1::int * 100000 + g, gen_random_uuid(), 'order.updated', now(), 1, jsonb_build_object('id', g, 'userId', $1::int, 'name', '${MARK}')
     FROM generate_series(1, $2::int) g CROSS JOIN unnest(ARRAY['admin', 'user:' || $1]) room`,
  `INSERT INTO posts (event_id, type, channel, content, order_id, occurred_at, state)
   SELECT gen_random_uuid(), 'order.created', 'orders',
          jsonb_build_object('kind', 'order', 'order', jsonb_build_object('id', id, 'username', '${MARK}', 'minecraftName', '${MARK}')), id, now(), 'sent'
     FROM orders WHERE user_id = $1::int AND $2::int > 0`,
  `INSERT INTO mails (kind, about, state, last_error)
   SELECT 'receipt', ${REF}, 'sent', '${MARK}@mail.example' FROM generate_series(1, $2::int) g`,
];
/** As many messages of others. */
const OF_OTHERS = [
  `INSERT INTO provider_messages (provider, event_id, type, payload, processed_at)
   SELECT 'stripe', gen_random_uuid(), 'spec', jsonb_build_object('payer', 'other', 'about', 'pi_' || md5('other' || g)), now()
     FROM generate_series(1, $1::int) g`,
  `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
   SELECT 'admin', g, gen_random_uuid(), 'order.updated', now(), 1, jsonb_build_object('id', g, 'userId', 0, 'name', 'other')
     FROM generate_series(1, $1::int) g`,
];

describe('the deletion of an account with thousands of purchases (OWN-1331)', () => {
  let shop: TestApp;
  let owner: pg.Client;
  beforeAll(async () => {
    shop = await startTestApp(
      { RATE_LIMIT_FACTOR: '1000' },
      { handMade: true, prepare: registerNoteProjection },
    );
    owner = new pg.Client({ connectionString: shop.databaseUrl });
    await owner.connect();
    await owner.query(`INSERT INTO products (name, category, price_cents) VALUES ('Wings', 'items', 100)`);
    await owner.query(
      `INSERT INTO stream_rooms VALUES ('admin', 100000000) ON CONFLICT (room) DO UPDATE SET seq = 100000000`,
    );
    for (const statement of OF_OTHERS) await owner.query(statement, [OTHERS]);
    await owner.query('ANALYZE');
  });
  afterAll(async () => {
    await owner.end();
    await shop.close();
  });

  const buyMany = async (purchases: number): Promise<SignedIn> => {
    const person = await signIn(shop);
    for (const statement of PURCHASED) await owner.query(statement, [String(person.userId), purchases]);
    return person;
  };
  const countErased = async (): Promise<number> => {
    const [row] = await shop.database.query(
      `SELECT count(*)::int AS n FROM provider_messages WHERE payload = '{}'`,
    );
    return row.n;
  };
  const isOver = async ({ userId }: SignedIn): Promise<boolean> => {
    const rows: unknown[] = await shop.database.query(
      'SELECT 1 FROM account_deletions WHERE user_id = $1 AND done_at IS NOT NULL AND remains IS NULL',
      [userId],
    );
    return rows.length === 1;
  };
  /** Sends live messages one after the other. @returns the longest time that one took, ms */
  const sendUntil = async (isEnded: () => boolean): Promise<number> => {
    let longest = 0;
    while (!isEnded()) {
      const sentAt = performance.now();
      const id = await writeNote(shop, { room: 'user:1', text: 'live' });
      const find = (): Promise<unknown[]> =>
        shop.database.query(`SELECT 1 FROM stream_messages WHERE room = 'user:1' AND event_id = $1`, [id]);
      await until(find, (rows) => rows.length === 1, 60_000);
      longest = Math.max(longest, performance.now() - sentAt);
    }
    return longest;
  };

  it('ends, erases all that names it, and delays no live message', async () => {
    const person = await buyMany(PURCHASES);
    const erasedBefore = await countErased();
    let isEnded = false;
    const deletion = deleteNow(shop, person).finally(() => {
      isEnded = true;
    });
    const longest = await sendUntil(() => isEnded);
    await deletion;
    expect(await isOver(person)).toBe(true);
    expect(await findMarked(shop.database, MARK)).toEqual([]);
    expect((await countErased()) - erasedBefore).toBe(3 * PURCHASES);
    expect(longest).toBeLessThan(LIVE_MS);
  });

  it('goes on where it stopped, however often it is interrupted', async () => {
    const person = await buyMany(300);
    const transactions = shop.app.get(Transactions);
    const run = transactions.run.bind(transactions);
    let runs = 0;
    let left = 0;
    const crash = jest.spyOn(transactions, 'run').mockImplementation((work) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('The process ended.')) : run(work);
    });
    try {
      left = Infinity;
      await person.agent.delete('/api/account').expect(200);
      while (!(await isOver(person))) {
        runs += 1;
        expect(runs).toBeLessThan(100);
        left = 4;
        await runDeletionNow(shop, person.userId);
      }
    } finally {
      crash.mockRestore();
    }
    expect(runs).toBeGreaterThan(3);
    expect(await findMarked(shop.database, MARK)).toEqual([]);
  });
});
