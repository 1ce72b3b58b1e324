import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ORDER_SORTS, TICKET_SORTS, USER_SORTS } from '@pax/contracts';
import { startTestApp, type TestApp } from './app.js';
import { listPaths } from './call-paths.js';
import { signIn, type SignedIn } from './sign-in.js';

/** Every order of the panel's long lists, of all and of some of their rows. */
const ORDERS = [
  { path: '/api/admin/orders', sorts: ORDER_SORTS, states: ['', 'pending,processing', 'completed'] },
  { path: '/api/admin/orders/archived', sorts: ORDER_SORTS, states: ['', 'cancelled'] },
  { path: '/api/admin/users', sorts: USER_SORTS, states: ['', 'blocked', 'deleted'] },
  {
    path: '/api/admin/support-tickets',
    sorts: TICKET_SORTS,
    states: ['', 'open,in_progress', 'resolved,closed'],
  },
].flatMap(({ path, sorts, states }) =>
  sorts.flatMap((sort) => states.map((state) => `${path}?sort=${sort}&state=${state}`)),
);

describe('list calls', () => {
  let shop: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startTestApp();
    admin = await signIn(shop, { admin: true });
  });
  afterAll(() => shop.close());

  it.each(listPaths)(
    'refuse an order that %s does not have, instead of answering in another one',
    async (path) => {
      for (const query of ['', '?sort=newest']) await admin.agent.get(`${path}${query}`).expect(200);
      for (const sort of ['price', 'id;DROP TABLE users', 'newest,oldest']) {
        const refused = await admin.agent.get(path).query({ sort });
        expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION']);
      }
    },
  );

  /** The plan of a statement where nothing but an index gives an order. */
  const planOf = (text: string, values: unknown): Promise<string> =>
    shop.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_sort = off');
      await tx.query('SET LOCAL enable_seqscan = off');
      const rows: { 'QUERY PLAN': string }[] = await tx.query(`EXPLAIN ${text}`, [values].flat());
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  it.each(ORDERS)(
    'read a page of %s in the order of an index, sorting nothing (OWN-602)',
    async (address) => {
      const asked = jest.spyOn(shop.database, 'query');
      for (const cursor of ['', '&cursor=p3', '&cursor=3'])
        await admin.agent.get(address + cursor).expect(200);
      const pages = asked.mock.calls.filter(([text]) => /^SELECT .+ AS first FROM .+ ORDER BY /s.test(text));
      asked.mockRestore();
      expect(pages.length).toBe(3);
      for (const [text, values] of pages) {
        const plan = await planOf(text, values ?? []);
        // What is equal by an index's first column is few rows: a name has one account.
        expect(plan).not.toMatch(/(?<!Incremental )Sort {2}\(/);
        expect(plan).toMatch(/Index (?:Only )?Scan/);
      }
    },
  );
});
