import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createServer } from 'node:http';
import pg from 'pg';
import request from 'supertest';
import { Clock } from '../../platform/clock.js';
import { MIGRATIONS } from '../../platform/database/migrations/index.js';
import { STRIPE_API_VERSION } from '../../shop/payments/stripe/stripe-client.js';
import { startListeningApp, type ListeningApp, stopClock } from '../../../test/app.js';
import { signInWithApp, WITH_TOKEN_KEY } from '../../../test/second-step.js';
import { signIn, type SignInOptions } from '../../../test/sign-in.js';
import { redisUrl, TEST_BOT_TOKEN } from '../../../test/settings.js';
import { asRuntime } from '../../../test/database.js';
import { ClockWatch } from './clock-watch.js';
import { startTcpProxy } from '../../../test/tcp-proxy.js';

const REDIS_DB = 14;
const METRICS_TOKEN = 'a metrics token for specs of health';
/** Keys that make card payments look set up. */
const CARD = { STRIPE_SECRET_KEY: 'sk_test_spec', STRIPE_WEBHOOK_SECRET: 'whsec_spec' };

const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);

describe('GET /api/health/ready (OWN-234)', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  const start = async (overrides: Record<string, string>): Promise<ListeningApp> => {
    const shop = await startListeningApp({ METRICS_TOKEN, ...overrides });
    closing.push(() => shop.close());
    return shop;
  };
  const ready = async ({ url }: ListeningApp) => {
    const { status, body, headers } = await request(url)
      .get('/api/health/ready')
      .set('authorization', `Bearer ${METRICS_TOKEN}`);
    expect(headers['cache-control']).toBe('no-store');
    return { code: status, ...body };
  };
  const takeLease = ({ database }: ListeningApp) =>
    database.query(`UPDATE bot_lease SET instance_id = 'spec', expires_at = now() + interval '1 hour'`);

  it('is 503 without a payment method', async () => {
    expect(await ready(await start({}))).toMatchObject({
      code: 503,
      status: 'down',
      postgres: true,
      payments: [],
    });
    const offered = { ...CARD, PAYMENT_METHODS: 'wallet' };
    expect(await ready(await start(offered))).toMatchObject({ code: 503, payments: [] });
  });

  it('is 200 but degraded without a bot, and ok with one, where no queue is configured', async () => {
    const shop = await start(CARD);
    expect(await ready(shop)).toMatchObject({
      code: 200,
      status: 'degraded',
      payments: ['card'],
      bot: 'away',
      queue: 'off',
    });
    await takeLease(shop);
    expect(await ready(shop)).toMatchObject({
      code: 200,
      status: 'ok',
      bot: 'connected',
      discord: 'off',
      stripeApiVersion: STRIPE_API_VERSION,
    });
  });

  it('tells strangers, customers and wrong tokens its status alone, and admins all (OWN-900)', async () => {
    const shop = await start({ METRICS_TOKEN, ...CARD });
    const { agent } = await signIn(shop);
    const path = '/api/health/ready';
    for (const asked of [
      request(shop.url).get(path),
      request(shop.url).get(path).set('authorization', 'Bearer wrong'),
      agent.get(path),
    ])
      expect((await asked.expect(200)).body).toEqual({ status: 'degraded' });
    expect((await request(shop.url).get('/api/payments/methods').expect(200)).body).toEqual({
      methods: ['card'],
    });
    const admin = await signIn(shop, { admin: true });
    expect((await admin.agent.get(path).expect(200)).body).toMatchObject({
      postgres: true,
      payments: ['card'],
    });
    const without = await start({ ...CARD, METRICS_TOKEN: '' });
    for (const given of ['Bearer undefined', 'Bearer '])
      expect((await request(without.url).get(path).set('authorization', given)).body).toEqual({
        status: 'degraded',
      });
  });

  it('tells an admin who is blocked, or waits for the second step, its status alone (OWN-903)', async () => {
    const shop = await start({ ...CARD, ...WITH_TOKEN_KEY });
    stopClock(shop);
    const told = async (options: SignInOptions): Promise<unknown> => {
      const { agent } = await signIn(shop, { admin: true, ...options });
      return (await agent.get('/api/health/ready').expect(200)).body;
    };
    expect(await told({ blocked: true })).toEqual({ status: 'degraded' });
    expect(await told({})).toMatchObject({ postgres: true });
    expect(await told({ openedBy: 'password' })).toEqual({ status: 'degraded' });
    await signInWithApp(shop);
    expect(await told({})).toEqual({ status: 'degraded' });
  });

  it('counts wrong tokens with those at the doors of metrics and bot, and answers its status on (OWN-903)', async () => {
    const shop = await start(CARD);
    const ask = (path: string, authorization: string) =>
      request(shop.url).get(`/api/${path}`).set({ authorization });
    const alerts = (): Promise<{ title: string }[]> =>
      shop.database.query(`SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised'`);
    for (let n = 0; n < 4; n += 1)
      expect((await ask('health/ready', `Bearer wrong-${n}`).expect(200)).body).toEqual({
        status: 'degraded',
      });
    for (let n = 4; n < 9; n += 1) await ask('metrics', `Bearer wrong-${n}`).expect(401);
    for (const none of ['Bearer ', 'Basic abc']) await ask('metrics', none).expect(401);
    expect(await alerts()).toEqual([]);
    await ask('health/ready', 'Bearer wrong-9').expect(200);
    expect(await alerts()).toEqual([{ title: 'Somebody tries service tokens at the health check' }]);
    for (const door of ['metrics', 'bot/stock'])
      expect((await ask(door, 'Bearer wrong')).body).toMatchObject({ code: 'RATE_LIMITED' });
    expect((await ask('health/ready', 'Bearer wrong').expect(200)).body).toEqual({ status: 'degraded' });
    expect(await alerts()).toHaveLength(1);
    for (const right of [METRICS_TOKEN, TEST_BOT_TOKEN])
      expect((await ask('health/ready', `Bearer ${right}`).expect(200)).body).toMatchObject({
        postgres: true,
      });
    await ask('metrics', `Bearer ${METRICS_TOKEN}`).expect(200);
  });

  it.each(['gone', 'silent'])('is 200 but degraded while Redis is %s', async (how) => {
    const { hostname, port } = new URL(redisUrl());
    const proxy = await startTcpProxy({ host: hostname, port: Number(port || 6379) });
    closing.push(() => proxy.cut().catch(() => undefined));
    const shop = await start({ ...CARD, REDIS_URL: `redis://127.0.0.1:${proxy.port}/${REDIS_DB}` });
    await takeLease(shop);
    expect(await ready(shop)).toMatchObject({ code: 200, status: 'ok', queue: 'connected' });
    if (how === 'gone') await proxy.cut();
    else proxy.hang();
    const begun = performance.now();
    expect(await ready(shop)).toMatchObject({ code: 200, status: 'degraded', queue: 'away' });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('warns while the role of DATABASE_URL could alter the tables (OWN-426)', async () => {
    const own = await start(CARD);
    expect(await ready(own)).toMatchObject({ warnings: [] });
    expect(await ready(await start({ ...CARD, DATABASE_URL: own.databaseUrl }))).toMatchObject({
      code: 200,
      warnings: ['DATABASE_ROLE_MAY_ALTER'],
    });
  });

  it('is 503 on an older schema and names what it lacks, until it is migrated (OWN-1023)', async () => {
    const own = await start(CARD);
    const { name } = MIGRATIONS.at(-1) ?? {};
    const record = await readRecord(own.databaseUrl);
    const { [String(name)]: _, ...older } = JSON.parse(record);
    await asOwner(own.databaseUrl, `COMMENT ON TABLE migrations IS '${JSON.stringify(older)}'`);
    const shop = await start({ ...CARD, DATABASE_URL: asRuntime(own.databaseUrl) });
    const body = await ready(shop);
    expect(body).toMatchObject({ code: 503, status: 'down', postgres: true });
    expect(body.problems).toEqual([expect.stringContaining(`It lacks ${name}.`)]);
    await asOwner(own.databaseUrl, `COMMENT ON TABLE migrations IS '${record}'`);
    expect(await ready(shop)).toMatchObject({ code: 200, problems: [] });
  });

  it.each([
    ['disk_full', 'The database has no space left.'],
    ['read_only_sql_transaction', 'The database is read-only.'],
    ['insufficient_privilege', 'The database role lacks a privilege; run migrate.'],
    ['lock_not_available', 'A row or table of the database is locked for too long.'],
    ['io_error', 'The database cannot read or write its files.'],
  ])('is 503 while writes are refused by %s, says why, and recovers (OWN-234)', async (state, problem) => {
    const shop = await start(CARD);
    await refuse(shop.databaseUrl, 'write_probes', state);
    const refused = { code: 503, status: 'down', postgres: true, problems: [problem] };
    // A write that was refused does not count as taken: the next probe tries again.
    for (let probe = 0; probe < 2; probe += 1) expect(await ready(shop)).toMatchObject(refused);
    await asOwner(shop.databaseUrl, 'DROP TRIGGER refused ON write_probes');
    expect(await ready(shop)).toMatchObject({ code: 200, problems: [] });
    // A write taken a moment ago is not tried again.
    await refuse(shop.databaseUrl, 'write_probes', state);
    expect(await ready(shop)).toMatchObject({ code: 200, problems: [] });
  });

  it('logs at level error why writes are refused, once for each reason (OWN-234)', async () => {
    const shop = await start(CARD);
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    closing.push(async () => logged.mockRestore());
    const full = 'Writes are refused. The database has no space left.';
    const readOnly = 'Writes are refused. The database is read-only.';
    const refusals = () =>
      logged.mock.calls
        .map(([text]) => String(text))
        .filter((text) => text.startsWith('Writes are refused.'));
    await refuse(shop.databaseUrl, 'write_probes', 'disk_full');
    for (let probe = 0; probe < 2; probe += 1) await ready(shop);
    expect(refusals()).toEqual([full]);
    await asOwner(shop.databaseUrl, 'DROP TRIGGER refused ON write_probes');
    await refuse(shop.databaseUrl, 'write_probes', 'read_only_sql_transaction');
    await ready(shop);
    expect(refusals()).toEqual([full, readOnly]);
  });

  it('is 503 after a call whose write was refused, which says why as well (OWN-234)', async () => {
    const shop = await start(CARD);
    expect(await ready(shop)).toMatchObject({ code: 200 });
    await refuse(shop.databaseUrl, 'users', 'disk_full');
    const { status, body } = await request(shop.url)
      .post('/api/auth/register')
      .set('origin', shop.url)
      .send({ username: 'unlucky', password: 'long enough words' });
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(body.message).toContain('The database has no space left.');
    expect(await ready(shop)).toMatchObject({ code: 503, problems: ['The database has no space left.'] });
  });

  it("warns of a clock that disagrees with Postgres' or a provider's, and tells staff once (OWN-1025)", async () => {
    const shop = await start(CARD);
    const watch = shop.app.get(ClockWatch);
    await watch.compareWithPostgres();
    expect(await ready(shop)).toMatchObject({ warnings: [] });
    const provider = createServer((_, reply) => {
      reply.setHeader('date', new Date(Date.now() + 29_000).toUTCString()).end();
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    closing.push(async () => void provider.close());
    const { port } = Object(provider.address());
    await (await fetch(`http://127.0.0.1:${port}`)).text();
    expect((await ready(shop)).warnings).toEqual([]);
    // A cache tells when it was answered first.
    provider.removeAllListeners('request').on('request', (_, reply) => {
      reply
        .setHeader('date', new Date(Date.now() - 95_000).toUTCString())
        .setHeader('age', '95')
        .end();
    });
    await (await fetch(`http://127.0.0.1:${port}`)).text();
    expect((await ready(shop)).warnings).toEqual([]);
    provider.removeAllListeners('request').on('request', (_, reply) => {
      reply.setHeader('date', new Date(Date.now() + 95_000).toUTCString()).end();
    });
    await (await fetch(`http://127.0.0.1:${port}`)).text();
    expect((await ready(shop)).warnings).toEqual([expect.stringMatching(/9[45] s behind 127\.0\.0\.1/)]);
    jest.spyOn(shop.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + 40_000));
    await watch.compareWithPostgres();
    const alertsAfter = async (minutes: number): Promise<unknown[]> => {
      const passes = `UPDATE outbox_events SET occurred_at = occurred_at - $1 * interval '1 minute'`;
      await shop.database.query(passes, [minutes]);
      await watch.compareWithPostgres();
      return shop.database.query(
        `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised'`,
      );
    };
    const alert = { title: "A server's clock is wrong" };
    // Once in six hours.
    expect(await alertsAfter(6 * 60 - 3)).toEqual([alert]);
    expect(await alertsAfter(6)).toEqual([alert, alert]);
    jest.restoreAllMocks();
    expect((await ready(shop)).warnings).toEqual([expect.stringMatching(/(39|40) s ahead of Postgres/)]);
  });
});

async function asOwner(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function readRecord(url: string): Promise<string> {
  const [row] = await asOwner(url, `SELECT obj_description('migrations'::regclass, 'pg_class') AS record`);
  return String(row?.['record']);
}

/** Makes Postgres answer each write of a table as it does when a disk is full, or whatever the state says. */
async function refuse(url: string, table: string, state: string): Promise<void> {
  await asOwner(
    url,
    `CREATE OR REPLACE FUNCTION refuse_spec() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'refused by the spec' USING ERRCODE = '${state}'; END $$;
     CREATE TRIGGER refused BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_spec()`,
  );
}
