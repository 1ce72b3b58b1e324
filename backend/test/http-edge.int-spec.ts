import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request, { type Response } from 'supertest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startListeningApp, type ListeningApp } from './app.js';
import { listPaths, personalPaths, searchedListPaths } from './call-paths.js';
import { sendRaw } from './raw-http.js';
import { signIn } from './sign-in.js';

const REGISTER = '/api/auth/register';

const PAGE = '<!doctype html><meta name="shop-url" content="__PUBLIC_URL__" />';
const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);

describe('the edge', () => {
  let shop: ListeningApp;
  let siteFolder: string;
  beforeAll(async () => {
    siteFolder = await mkdtemp(join(tmpdir(), 'pax-site-'));
    await writeFile(join(siteFolder, 'index.html'), PAGE);
    shop = await startListeningApp({ RATE_LIMIT_FACTOR: '1000' }, { site: siteFolder });
  });
  afterAll(async () => {
    await shop.close();
    await rm(siteFolder, { recursive: true });
  });

  const http = () => request(shop.url);
  const postText = (text: string, type = 'application/json') =>
    http().post(REGISTER).set('content-type', type).send(text);
  /** Status and code of an answer that must be a problem document without internals. */
  const problemOf = ({ status, headers, body, text }: Response): string => {
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(headers['x-correlation-id']).toBe(body.correlationId);
    expect(body).toMatchObject({ type: 'about:blank', status, title: body.code });
    expect(body.message).not.toBe('');
    expect(`${text}${JSON.stringify(headers)}`).not.toMatch(
      /node_modules|\.js:|fastify|nestjs|express|at \w+ \(/i,
    );
    return `${status} ${body.code}`;
  };

  describe('answers problem+json (OWN-214)', () => {
    it.each([
      '/api',
      '/api/',
      '/api/nothing',
      '/api/orders/1/2/3',
      '/assets/none.js',
      '/api/../api/nope',
      `/api/checkouts/${'x'.repeat(2_000)}`,
      '/none.png',
    ])('to the unknown address %s', async (path) =>
      expect(problemOf(await http().get(path))).toBe('404 NOT_FOUND'),
    );

    it.each([
      ['get', REGISTER, 'OPTIONS, POST'],
      ['delete', '/api/products', 'GET, HEAD'],
      ['put', '/api/checkouts/abc/cancel', 'POST'],
    ] as const)('to the wrong method %s of %s, with those that would work', async (method, path, allowed) => {
      const answer = await http()[method](path);
      expect(problemOf(answer)).toBe('405 METHOD_NOT_ALLOWED');
      expect(answer.headers.allow?.split(', ')).toEqual(expect.arrayContaining(allowed.split(', ')));
    });

    it.each(['{', '', 'null', '[]', '"text"', '1', '{"a":1}x', '\uFEFF', '{"a":\u0000}'])(
      'to the body %j',
      async (text) => expect(problemOf(await postText(text))).toBe('400 VALIDATION'),
    );

    it.each([
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/xml',
      'x',
    ])('to a body of type %s', async (type) =>
      expect(problemOf(await postText('{}', type))).toBe('415 UNSUPPORTED_MEDIA_TYPE'),
    );

    it('but to no type of a webhook, and to no call without a body', async () => {
      const webhook = await http()
        .post('/api/payments/stripe/webhook')
        .set('content-type', 'text/plain')
        .send('x');
      expect(problemOf(webhook)).not.toContain('415');
      expect(problemOf(await http().post('/api/checkouts/none/cancel'))).toBe('401 UNAUTHENTICATED');
    });

    it('to a compressed body', async () => {
      const answer = await http()
        .post(REGISTER)
        .set({ 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .send(gzipSync('{}').toString('latin1'));
      expect(problemOf(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    });

    it('to a body that is too large, declared or not', async () => {
      const large = JSON.stringify({ username: 'x'.repeat(300_000) });
      expect(problemOf(await postText(large))).toBe('413 BODY_TOO_LARGE');
      const chunk = 'x'.repeat(65_536);
      const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(8);
      const answer = await sendRaw(
        shop.url,
        `POST ${REGISTER} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"BODY_TOO_LARGE"/);
    });

    it('to addresses of calls and files that can not be read', async () => {
      for (const path of ['/api/%', '/api/%c3%28', '/api/orders/%E0%A4%A', '/assets/%ff.js']) {
        const answer = await http().get(path);
        expect({ path, answered: problemOf(answer) }).toEqual({ path, answered: '400 VALIDATION' });
      }
    });

    it('to malformed HTTP', async () => {
      for (const text of [
        'nonsense\r\n\r\n',
        `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
      ]) {
        const answer = await sendRaw(shop.url, text);
        expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*"code":"VALIDATION"/);
      }
    });
  });

  describe('refuses harmful input', () => {
    it.each([1_000, 8_000])('answers 400 to %i levels of nesting', async (depth) => {
      const deep = '['.repeat(depth) + ']'.repeat(depth);
      expect(problemOf(await postText(`{"username":${deep},"password":"long enough"}`))).toBe(
        '400 VALIDATION',
      );
    });

    it('answers 400 to very many keys or elements', async () => {
      const keys = Array.from({ length: 1_500 }, (_, n) => `"k${n}":1`).join();
      expect(problemOf(await postText(`{${keys}}`))).toBe('400 VALIDATION');
      const many = Array.from({ length: 500 }, () => ({ id: 0, quantity: 0 }));
      for (const text of [`[${'1,'.repeat(8_000)}1]`, JSON.stringify({ items: many })]) {
        const answer = await http()
          .post('/api/checkout/quote')
          .set('content-type', 'application/json')
          .send(text);
        expect(problemOf(answer)).toBe('400 VALIDATION');
        expect(answer.text.length).toBeLessThan(10_000);
      }
    });

    it.each([
      '{"__proto__":{"isAdmin":true}}',
      '{"username":"a","__proto__":null}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"a":{"b":[{"__proto__":{"isAdmin":true}}]}}',
      '{"a":{"b":{"constructor":{"prototype":{"isAdmin":true}}}}}',
      '{"a":{"prototype":1}}',
      '{"\\u005f_proto__":{"isAdmin":true}}',
    ])('answers 400 to %s and lets no object change', async (text) => {
      expect(problemOf(await postText(text))).toBe('400 VALIDATION');
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(Object({}).isAdmin).toBeUndefined();
    });

    it('answers 400 to keys of objects in the query', async () => {
      const { agent } = await signIn(shop, { admin: true });
      const queries = [
        '__proto__=1',
        '__proto__[isAdmin]=1',
        'constructor=1',
        'q=a&q=b',
        'q[a]=1',
        'limit=1e9',
      ];
      for (const address of listPaths.flatMap((path) => queries.map((query) => `${path}?${query}`)))
        expect({ address, answered: problemOf(await agent.get(address)) }).toEqual({
          address,
          answered: '400 VALIDATION',
        });
    });

    it('answers 400 to invalid text anywhere', async () => {
      const { agent } = await signIn(shop, { admin: true });
      for (const bad of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00x', 'x\\ud83d'])
        expect(problemOf(await postText(`{"username":"${bad}","password":"long enough"}`))).toBe(
          '400 VALIDATION',
        );
      const lists = listPaths.flatMap((path) => [`${path}?q=%00`, `${path}?cursor=%00`]);
      for (const path of ['/api/checkouts/a%00b', ...lists])
        expect({ path, answered: problemOf(await agent.get(path)) }).toEqual({
          path,
          answered: '400 VALIDATION',
        });
      const login = '{"username":"\\u0000","password":"\\ud800\\u0000"}';
      const answer = await http().post('/api/auth/login').set('content-type', 'application/json').send(login);
      expect(problemOf(answer)).toBe('400 VALIDATION');
    });

    it('treats SQL in a search as text', async () => {
      const { agent } = await signIn(shop, { admin: true });
      const texts = ["'", "' OR 1=1 --", '%', '_ _', '\\', '";', '$1', ')', "'; SELECT pg_sleep(9); --"];
      for (const path of listPaths) {
        const isSearched = searchedListPaths.includes(path);
        for (const q of isSearched ? texts : []) await agent.get(path).query({ q }).expect(200, []);
        for (const sort of ['id; DROP TABLE users', "id'", '(select 1)'])
          expect((await agent.get(path).query({ sort })).status).toBeLessThan(500);
      }
    });
  });

  describe('other sites', () => {
    it.each(['https://evil.example', 'null', 'http://127.0.0.1', ''])(
      'refuses the origin %j',
      async (origin) => {
        for (const method of ['post', 'put', 'patch', 'delete'] as const) {
          const answer = await http()[method](REGISTER).set('origin', origin).send({});
          expect(problemOf(answer)).toBe('403 ORIGIN_FORBIDDEN');
        }
      },
    );

    it('refuses calls without an origin whose Sec-Fetch-Site is another site', async () => {
      for (const site of ['cross-site', 'same-site', 'nonsense'])
        expect(problemOf(await http().post(REGISTER).set('sec-fetch-site', site).send({}))).toBe(
          '403 ORIGIN_FORBIDDEN',
        );
      for (const site of ['same-origin', 'none'])
        expect(problemOf(await http().post(REGISTER).set('sec-fetch-site', site).send({}))).toBe(
          '400 VALIDATION',
        );
    });

    it('shares nothing with them', async () => {
      const answers = [
        await http().get('/api/products').set('origin', 'https://evil.example'),
        await http()
          .options('/api/orders')
          .set({ origin: 'https://evil.example', 'access-control-request-method': 'GET' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 204]);
      for (const { headers } of answers)
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });
  });

  describe('headers', () => {
    it('let pages run only what the shop serves, and be framed by nobody (OWN-32)', async () => {
      const { headers } = await http().get('/api/products').expect(200);
      const policy = Object.fromEntries(
        String(headers['content-security-policy'])
          .split(';')
          .map((part) => [part.split(' ', 1)[0], part.split(' ').slice(1).join(' ')]),
      );
      expect(policy).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
        'img-src': "'self' data: blob: https:",
      });
      expect(headers['content-security-policy']).not.toMatch(/unsafe-|\*|script-src[^;]*(data:|https:)/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('strict-transport-security');
    });

    it('are the same for pages as for calls (OWN-32)', async () => {
      const [page, call] = [await http().get('/nothing'), await http().get('/api/products')];
      for (const name of [
        'content-security-policy',
        'x-frame-options',
        'x-content-type-options',
        'referrer-policy',
      ])
        expect(page.headers[name]).toBe(call.headers[name]);
    });

    it('let no cache keep what depends on who asks, errors included', async () => {
      const { agent } = await signIn(shop);
      for (const path of [...personalPaths, '/api/orders/none', '/api/products'])
        expect({ path, kept: (await agent.get(path)).headers['cache-control'] }).toEqual({
          path,
          kept: 'no-store',
        });
      expect((await http().get('/api/auth/me').expect(401)).headers['cache-control']).toBe('no-store');
    });

    it('let no cache keep a call by whatever address it is reached (OWN-12)', async () => {
      for (const [path, status] of [
        ['/%61pi/products', 200],
        ['/ap%69/products', 200],
        ['/%61pi/auth/me', 401],
        ['/%61pi/none', 404],
        ['/api/none', 404],
        ['/api/orders', 401],
      ] as const) {
        const { headers } = await http().get(path).expect(status).expect('content-type', /json/);
        expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
      }
      expect((await http().post('/api/none')).headers['cache-control']).toBe('no-store');
    });

    it('give every answer an id of its own, which nobody can choose', async () => {
      const ids = await Promise.all(
        ['/api/products', '/api/none', '/api/auth/me'].map(
          async (path) =>
            (await http().get(path).set('x-correlation-id', 'mine')).headers['x-correlation-id'],
        ),
      );
      for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
      expect(new Set(ids).size).toBe(3);
    });
  });

  it('serves security.txt by RFC 9116, valid for half a year (OWN-389)', async () => {
    const { headers, text } = await http().get('/.well-known/security.txt').expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line): [string, string] => {
          const [name = '', ...value] = line.split(': ');
          return [name, value.join(': ')];
        }),
    );
    expect(fields.get('Contact')).toBe(`${shop.url}/support`);
    expect(fields.get('Canonical')).toBe(`${shop.url}/.well-known/security.txt`);
    expect(fields.get('Preferred-Languages')).toBe('en, de');
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(150);
    expect(days).toBeLessThan(365);
  });

  describe("serves the single page, which names the shop's address (OWN-948)", () => {
    it.each([
      ['/', 200],
      ['/support?a=%', 200],
      ['/nowhere', 404],
      ['/%', 404],
      ['/support%', 404],
      ['/%E0%A4%A', 404],
      ['/%ff', 404],
      ['/a/%zz/b', 404],
    ])('at %s with status %d', async (path, status) => {
      const { headers, text } = await http().get(path).expect(status);
      expect(text).toBe(PAGE.replace('__PUBLIC_URL__', shop.url));
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("default-src 'self'");
    });

    it('compressed, and not again to who has it', async () => {
      const { headers } = await http().get('/').set('accept-encoding', 'br').expect(200);
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
      await http().get('/').set('if-none-match', String(headers.etag)).expect(304);
      await http().get('/nowhere').set('if-none-match', String(headers.etag)).expect(404);
    });

    it('but not under the name of its file', async () => {
      expect(problemOf(await http().get('/index.html'))).toBe('404 NOT_FOUND');
    });
  });

  it('tells search engines what to leave out, and password managers where a password is changed', async () => {
    const robots = await http().get('/robots.txt').expect(200);
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.text).toMatch(/^User-agent: \*\n(Disallow: \/\S+\n)+Allow: \/\n$/);
    expect(robots.text).toContain('Disallow: /admin\n');
    const change = await http().get('/.well-known/change-password').expect(302);
    expect(change.headers.location).toBe('/account?tab=security');
  });

  it('answers HEAD like GET, without a body', async () => {
    const [head, get] = [await http().head('/api/products'), await http().get('/api/products')];
    expect(head.status).toBe(200);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.text).toBeUndefined();
  });

  it('refuses TRACE', async () => {
    const answer = await sendRaw(
      shop.url,
      'TRACE /api/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 40[045] /);
    expect(answer).not.toContain('TRACE /api/products');
  });
});
