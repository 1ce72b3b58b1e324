import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allCalls, type CallDefinition } from '@pax/contracts';
import request from 'supertest';
import { DeclaredRoutes, type DeclaredRoute } from '../src/people/access/declared-routes.js';
import { startListeningApp, type ListeningApp } from './app.js';
import { signIn } from './sign-in.js';
import { sendAndReset, sendRaw } from './raw-http.js';
import { until } from './until.js';

/** Each call's definition, by method and path. */
const CALLS = new Map(allCalls.map(({ call }) => [`${call.method} ${call.path}`, call]));
const QUOTE = '/api/checkout/quote';
/** Of 600 quotes a minute. */
const FACTOR = '0.005';
const MOST = 3;

const nameOf = ({ method, path }: DeclaredRoute): string => `${method} ${path}`;
function callOf(route: DeclaredRoute): CallDefinition {
  const call = CALLS.get(nameOf(route));
  if (!call) throw new Error(`${nameOf(route)} has no definition`);
  return call;
}

describe('body limits', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp({ RATE_LIMIT_FACTOR: '1000' });
  });
  afterAll(() => shop.close());

  /** Status of a body of so many bytes: JSON of one text, or what should be a picture. */
  const statusOf = async (route: DeclaredRoute, bytes: number): Promise<number> => {
    const { method, path } = route;
    const http = request(shop.url);
    const url = path.replaceAll(/:\w+/g, '999999');
    const text = `"${'x'.repeat(bytes - 2)}"`;
    const asked = {
      POST: http.post(url),
      PUT: http.put(url),
      PATCH: http.patch(url),
      DELETE: http.delete(url),
    };
    const call = Object.entries(asked).find(([verb]) => verb === method)?.[1];
    if (!call) throw new Error(`${method} has no body`);
    return (await call.set('content-type', callOf(route).upload?.[0] ?? 'application/json').send(text))
      .status;
  };

  it('are small, unless a call declares a larger one; both sides of the limit (OWN-380)', async () => {
    const routes = shop.app
      .get(DeclaredRoutes)
      .listRoutes()
      .filter(({ method }) => method !== 'GET');
    const larger = routes.filter((route) => callOf(route).bounds?.bodyLimit !== undefined);
    expect(larger.length).toBeGreaterThan(10);
    for (const route of routes) {
      const { access, bounds, upload } = callOf(route);
      const most = bounds?.bodyLimit ?? 16 * 1024;
      // Of a stranger nothing is read; this limit is tried with a staff session, where pictures are.
      const isRead = !upload || access === 'public';
      const answers = [await statusOf(route, most), await statusOf(route, most + 1)];
      expect({ call: nameOf(route), answers: answers.map((status) => status === 413) }).toEqual({
        call: nameOf(route),
        answers: [false, isRead],
      });
    }
  });
});

describe('calls that are counted by address', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp({ RATE_LIMIT_FACTOR: FACTOR, TRUST_PROXY: '1' });
  });
  afterAll(() => shop.close());

  /** Sends the head of a call without its body. */
  const bodyless = (address: string): string =>
    [
      `POST ${QUOTE} HTTP/1.1`,
      'Host: shop',
      `X-Forwarded-For: ${address}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      'Connection: close',
      '\r\n',
    ].join('\r\n');

  it('are refused before their body is read, malformed ones counted as well (OWN-380)', async () => {
    const ask = (address: string) =>
      request(shop.url).post(QUOTE).set('x-forwarded-for', address).type('json').send('{');
    for (let n = 0; n < MOST; n += 1) expect((await ask('203.0.113.9')).status).toBe(400);
    const refused = await ask('203.0.113.9');
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await sendRaw(shop.url, bodyless('203.0.113.9'))).toMatch(/^HTTP\/1\.1 429 /);
    expect((await ask('203.0.113.10')).status).toBe(400);
  });

  it('include those of callers that disconnected early (OWN-380)', async () => {
    const counted = async (): Promise<number> => {
      const [row]: { n: number }[] = await shop.database.query(
        'SELECT coalesce(sum(points), 0)::int AS n FROM rate_limits',
      );
      return row?.n ?? -1;
    };
    const before = await counted();
    const call = ['POST /api/checkout/quote HTTP/1.1', 'Host: shop', 'Content-Length: 0', '\r\n'].join(
      '\r\n',
    );
    for (let n = 0; n < 2; n += 1) await sendAndReset(shop.url, call);
    await until(counted, (n) => n >= before + 2);
  });

  it('hold the reads of a session too, of one account and not of another; changes stay', async () => {
    const [one, other] = [await signIn(shop), await signIn(shop)];
    const paths = ['/api/orders', '/api/products', '/api/account/sessions'];
    const answers: number[] = [];
    // In this shop, 6 stand for 1,200 a minute.
    for (let n = 0; n < 8; n += 1) answers.push((await one.agent.get(paths[n % 3] ?? '')).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const refused = await one.agent.get('/api/orders');
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await other.agent.get('/api/orders').expect(200);
    await request(shop.url).get('/api/products').expect(200);
    await one.agent.put('/api/account/profile').send({ minecraftName: 'Steve_01' }).expect(200);
  });

  it.each(['/api/auth/login', '/api/auth/register'])(
    'include those of %s, whatever their body',
    async (path) => {
      const ask = () =>
        request(shop.url).post(path).set('x-forwarded-for', '203.0.113.11').type('json').send('{');
      const answers: number[] = [];
      // Of 50 in a quarter of an hour.
      for (let n = 0; n < 2; n += 1) answers.push((await ask()).status);
      expect(answers).toEqual([400, 429]);
    },
  );
});
