import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pagePaths } from '@pax/contracts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from './app.js';
import { sendRaw } from './raw-http.js';

const PAGE = '<!doctype html><title>the page</title>';
const SECRET = 'nobody may read this';

const SLOW_MACHINE_MS = 30_000;
jest.setTimeout(SLOW_MACHINE_MS);

describe('the site', () => {
  let folder: string;
  let shop: ListeningApp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pax-site-'));
    const site = join(folder, 'dist');
    await mkdir(join(site, 'assets'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), SECRET);
    await writeFile(join(site, 'index.html'), PAGE);
    await writeFile(join(site, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(site, 'assets', 'app-1a2b3c.js'), 'void 0;');
    shop = await startListeningApp({}, { site });
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  const http = () => request(shop.url);

  it.each([
    ...pagePaths.map((path) => [path, 200] as const),
    ['/payment-success?checkout=a.b', 200],
    ['/?a=/api/x', 200],
    ['/Support/', 200],
    ['/admin/orders', 404],
    ['/no/such/page', 404],
    ['/logins', 404],
    ['/nowhere?to=/login', 404],
  ] as const)('answers %s with the page and %i, which no cache keeps unasked', async (path, status) => {
    const { text, headers } = await http().get(path).expect(status);
    expect(text).toBe(PAGE);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });

  it.each([
    ['Range', 'bytes=999999999-', 200],
    ['Range', 'bytes=5-2', 200],
    ['Range', 'bytes=a', 200],
    ['If-Match', '"another"', 400],
    ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT', 400],
  ])(
    'answers a file asked for with %s: %s by %i, which is no fault of the shop',
    async (name, value, status) => {
      for (const method of ['get', 'head'] as const)
        await http()[method]('/favicon.svg').set(name, value).expect(status);
    },
  );

  it('keeps hashed files for a year and asks about the others', async () => {
    const asset = await http().get('/assets/app-1a2b3c.js').expect(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['vary']).toBe('accept-encoding');
    const icon = await http().get('/favicon.svg').expect(200);
    expect(icon.headers['cache-control']).toBe('no-cache');
    await http().get('/favicon.svg').set('if-none-match', String(icon.headers.etag)).expect(304);
  });

  it('answers HEAD without a body', async () => {
    await http().head('/nowhere').expect(404);
    const { headers, text } = await http().head('/').expect(200);
    expect([headers['content-type'], text]).toEqual(['text/html; charset=utf-8', undefined]);
  });

  it.each([
    '/assets/old-4d5e6f.js',
    '/none.png',
    '/.env',
    '/admin/.git',
    '/index.php',
    '/api/none',
    '/assets',
    '/socket.io',
  ])('draws no page for %s', async (path) => {
    const { status, text } = await http().get(path);
    expect(status === 404 || (path === '/socket.io' && status === 400)).toBe(true);
    expect(text).not.toContain('the page');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/assets/%00../../secret.txt',
    '/....//secret.txt',
    'file:///secret.txt',
  ])('lets nobody out of its folder by %s', async (path) => {
    const answer = await sendRaw(shop.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|403|404) /);
    expect(answer).not.toContain(SECRET);
  });
});
