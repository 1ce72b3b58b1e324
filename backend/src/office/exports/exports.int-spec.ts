import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Readable } from 'node:stream';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { runJob } from '../../../test/jobs.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import type { Actor } from '../../platform/calls/access.js';
import { TicketsQueries } from '../../support/tickets/tickets.queries.js';
import { toCell } from './export-columns.js';
import { ExportList } from './export-list.js';

jest.setTimeout(60_000);
const STAFF_ID = '427196530852986883';
const TICKETS = 4_200;

describe('lists as CSV (OWN-1554)', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  let admin: SignedIn;
  let staff: SignedIn;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startListeningApp(peer.settings(), { handMade: true });
    admin = await signIn(shop, { admin: true });
    staff = await signIn(shop, { discordId: STAFF_ID });
    await shop.database.query(
      `INSERT INTO products (id, name, category, price_cents) VALUES (1, '=HYPERLINK("http://x")', 'items', 1000)`,
    );
    await shop.database.query(
      `INSERT INTO orders (user_id, product_id, product_name, category, quantity, total_cents, cash_cents, status, created_at)
       SELECT $1, 1, name, 'items', 1, n * 100, n * 100, status, now() - n * interval '1 hour'
         FROM (VALUES (1, '@SUM(A1)', 'pending'), (2, 'Elytra, "blue"', 'completed'), (3, 'Elytra', 'archived')) AS made (n, name, status)`,
      [staff.userId],
    );
    await shop.database.query(
      `INSERT INTO tickets (name, email, subject, message, priority, token_hash)
       SELECT 'Nova', n || '@example.org', 'Ticket ' || n, E'one\\ntwo ' || repeat('x', 2000), 'low', md5(n::text) FROM generate_series(1, $1::int) AS n`,
      [TICKETS],
    );
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const download = async (path: string, by = admin): Promise<string> => {
    const { text, headers } = await by.agent.get(`/api/admin/exports/${path}`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="[a-z]+-\d{4}-\d\d-\d\d\.csv"$/),
    });
    return text;
  };
  const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split('\r\n');
  const grant = (...rights: string[]) =>
    admin.agent.put(`/api/admin/role-rights/${PEER_STAFF_ROLE}`).send({ rights }).expect(200);
  const actor = (): Actor =>
    Object.assign(Object.create(null), { userId: admin.userId, role: 'admin', rights: [] });
  const begin = (): Promise<Readable> =>
    shop.app.get(ExportList).execute(actor(), 'tickets', { period: 'today' });

  it('begin with a byte order mark, end lines as RFC 4180, and quote what needs it', async () => {
    const text = await download('orders');
    expect(text.startsWith('\uFEFFid,createdAt,status,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const lines = linesOf(text);
    expect(lines).toHaveLength(4);
    expect(lines.find((line) => line.includes('blue'))).toContain(',"Elytra, ""blue""",items,1,');
    expect(lines.find((line) => line.includes('SUM'))).toContain(",'@SUM(A1),items,1,");
    expect(await download('tickets?q=%234')).toContain(',"one\ntwo xxx');
    expect(await download('products')).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  it.each(['=1', '+1', '-1+2', '@x', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
    'run no formula: %j',
    (text) => expect(toCell(text)).toBe(`'${text}`),
  );

  it.each(['-12.50', '12', 'a=1', ' ', '', true, 0])('keep what is none: %j', (value) =>
    expect(toCell(value)).toBe(String(value)),
  );

  it('have semicolons and decimal commas for spreadsheets in German, and keep long ids whole (OWN-1558)', async () => {
    const orders = await download('orders?decimals=comma');
    expect(orders.startsWith('\uFEFFid;createdAt;status;')).toBe(true);
    expect(orders).toContain(';"Elytra, ""blue""";items;1;');
    expect(orders).toContain(';2,00;');
    expect(await download('products?decimals=comma')).toContain(';10,00;');
    expect(await download('users')).toContain(`,'${STAFF_ID},`);
    await admin.agent.get('/api/admin/exports/orders?decimals=dash').expect(400);
    expect([toCell('1.5'), toCell('1.5', true), toCell(22.4, true)]).toEqual(['1.5', '1,5', '22,4']);
    expect(['123456789012345', '1234567890123456'].map((id) => toCell(id))).toEqual([
      '123456789012345',
      "'1234567890123456",
    ]);
  });

  it('take the filters of the list, and refuse what the list refuses', async () => {
    const idsOf = (text: string) =>
      linesOf(text)
        .slice(1, -1)
        .map((line) => line.split(',')[2]);
    expect(idsOf(await download('orders?state=completed'))).toEqual(['completed']);
    expect(idsOf(await download('orders?q=sum'))).toEqual(['pending']);
    expect(idsOf(await download('orders?sort=total'))).toEqual(['completed', 'pending']);
    expect(idsOf(await download('archive'))).toEqual(['archived']);
    await admin.agent.get('/api/admin/exports/orders?state=nothing').expect(400);
    await admin.agent.get('/api/admin/exports/orders?limit=5').expect(400);
    await admin.agent.get('/api/admin/exports/sessions').expect(404);
    // A refused one does not count as running.
    await download('orders');
  });

  it('need the right of the list, and show amounts with the right `money` alone', async () => {
    await grant('orders', 'users');
    expect(linesOf(await download('orders', staff))[0]).not.toMatch(/price|discount/i);
    expect(linesOf(await download('users', staff))[0]).not.toMatch(/spent|credit|balance|points/i);
    await staff.agent.get('/api/admin/exports/users?sort=totalSpent').expect(403);
    await staff.agent.get('/api/admin/exports/tickets').expect(403);
    await staff.agent.get('/api/admin/exports/products').expect(403);
    await runJob(shop.app, 'count-figures');
    expect(await download('overview?period=7d', staff)).not.toMatch(/money|worth|revenue/);
    await grant('orders', 'users', 'money');
    expect(linesOf(await download('orders', staff))[0]).toMatch(/totalPrice/);
    expect(linesOf(await download('users', staff))[0]).toMatch(/storeCredit/);
    const overview = linesOf(await download('overview?period=7d', staff));
    expect(overview).toContain('money.revenue,0.00,0.00');
    expect(overview.filter((line) => /^series\..*\.orders,/.test(line))).toHaveLength(7);
  });

  it('hold each row once, also of a long list, and are audited', async () => {
    const lines = (await download('tickets')).split('\r\n').filter((line) => /^\d+,/.test(line));
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(TICKETS);
    expect(lines).toHaveLength(TICKETS);
    const rows = await shop.database.query(
      `SELECT actor, subject, detail FROM audit_log WHERE action = 'list.export' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([
      {
        actor: `user:${admin.userId}`,
        subject: 'list:tickets',
        detail: { money: true, searched: false, state: '' },
      },
    ]);
  });

  it('read no further than their reader does, one at a time, and end with the connection', async () => {
    const reads = jest.spyOn(shop.app.get(TicketsQueries), 'listTickets');
    const csv = await begin();
    await until(
      async () => csv.readableLength,
      (length) => length > 0,
    );
    await expect(begin()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await admin.agent.get('/api/admin/exports/orders').expect(429);
    expect(reads.mock.calls.length).toBeLessThan(3);
    csv.destroy();
    await until(
      async () => begin().catch(() => undefined),
      (next) => next?.destroy() !== undefined,
    );
    expect(reads.mock.calls.length).toBeLessThan(6);
    reads.mockClear();
    const cut = new AbortController();
    const headers = { cookie: admin.cookie };
    const { body } = await fetch(`${shop.url}/api/admin/exports/tickets`, { headers, signal: cut.signal });
    await body?.getReader().read();
    cut.abort();
    await until(
      () => admin.agent.get('/api/admin/exports/products'),
      ({ status }) => status === 200,
    );
    expect(reads.mock.calls.length).toBeLessThan(TICKETS / 500);
    reads.mockRestore();
  });
});
