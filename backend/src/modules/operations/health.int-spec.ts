import { afterEach, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { STRIPE_API_VERSION } from '../payments/stripe/stripe-client.js';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';
import { redisUrl } from '../../../test/settings.js';
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

  it('is 503 without a payment method (OWN-228)', async () => {
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

  it('warns while the role of DATABASE_URL could alter the tables (OWN-427)', async () => {
    const own = await start(CARD);
    expect(await ready(own)).toMatchObject({ warnings: [] });
    expect(await ready(await start({ ...CARD, DATABASE_URL: own.databaseUrl }))).toMatchObject({
      code: 200,
      warnings: ['DATABASE_ROLE_MAY_ALTER'],
    });
  });
});
