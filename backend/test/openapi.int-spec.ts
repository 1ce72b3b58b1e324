import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { allCalls, describeCallsAsOpenApi, operationCalls } from '@pax/contracts';
import request from 'supertest';
import { z } from 'zod';
import { renderDocsPage } from '../src/office/operations/api-docs/docs-page.js';
import { DeclaredRoutes } from '../src/people/access/declared-routes.js';
import { startTestApp, type TestApp } from './app.js';
import { signIn } from './sign-in.js';

/** What these rules ask of every call, some calls of ours have no use for. */
const NOT_OURS = {
  // Links of the sign-in only lead on.
  'operation-2xx-response': 'off',
  // Reads without input can't be asked wrongly.
  'operation-4xx-response': 'off',
  // The shop of a spec is on this machine.
  'no-server-example.com': 'off',
} as const;

/** A ticket's secret link beside what belongs to a ticket's id, as the specification and the decisions name them. */
const KNOWN =
  /^no-ambiguous-paths: .*\/api\/support-tickets\/by-token\/\{token\}.*\/api\/support-tickets\/\{id\}\/(?:respond|messages|follow-up|earlier)/;

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Fields that sound as if they told what no answer may, each with what it tells (OWN-15). */
const HARMLESS: readonly string[] = [
  // The same of a ticket sent in Discord, which the bot shows its sender alone (OWN-619).
  'botCreateTicket.token',
  // Of the words that the bot's own pinned message shows (OWN-757).
  'claimLasting.contentHash',
  // A new ticket's own link, told to its sender once.
  'createTicket.token',
  'followUp.token',
  'linkedFollowUp.token',
  // Where a purchase came from, for admins alone, each reading audited (OWN-509).
  'disputePacket.address',
  'disputePacket.sameAddress',
  // Whether there is one.
  'passwordState.hasPassword',
  // The seller's, by post.
  'receipt.address',
  'seller.address',
  // Whether there is a password.
  'deleteAccount.hasPassword',
  'keepAccount.hasPassword',
  'ownData.hasPassword',
  'proveOwner.hasPassword',
];

/** Names of all properties in a schema, at any depth. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema && typeof schema.properties === 'object' ? schema.properties : {};
  return [...Object.keys(own ?? {}), ...Object.values(schema).flatMap((part) => propertiesOf(part))];
}

describe('the description of the calls (OWN-213)', () => {
  let shop: TestApp;
  let text: string;
  beforeAll(async () => {
    shop = await startTestApp();
    text = (await request(shop.app.getHttpServer()).get('/api/openapi.json').expect(200)).text;
  });
  afterAll(() => shop.close());

  it('passes the recommended rules for OpenAPI', async () => {
    const config = await createConfig({ extends: ['recommended'], rules: NOT_OURS });
    const problems = await lintFromString({ source: text, config });
    const found = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
    expect(found.filter((problem) => !KNOWN.test(problem))).toEqual([]);
  });

  it('is of every route that answers, and of no other', () => {
    const served = shop.app
      .get(DeclaredRoutes)
      .listRoutes()
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(document.parse(JSON.parse(text)).paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(served.toSorted());
    expect(described.length).toBe(allCalls.length);
  });

  it('says what each parameter of a path may be, and answers anything else like what is missing', async () => {
    const move = JSON.parse(text).paths['/api/admin/orders/{id}/{move}'].patch;
    expect(move.parameters).toMatchObject([
      {
        name: 'id',
        in: 'path',
        schema: { type: 'string', maxLength: 10, pattern: String.raw`^[1-9]\d{0,9}$` },
      },
      { name: 'move', in: 'path', schema: { enum: ['process', 'release', 'complete', 'archive'] } },
    ]);
    const { agent } = await signIn(shop, { admin: true });
    for (const path of [
      '1/explode',
      '0/process',
      'x/process',
      '99999999999/process',
      `${'9'.repeat(90)}/process`,
    ])
      await agent
        .patch(`/api/admin/orders/${path}`)
        .send({})
        .expect(404, /NOT_FOUND/);
  });

  it('can be read as a page that loads nothing and runs nothing (OWN-213)', async () => {
    const page = await request(shop.app.getHttpServer()).get('/api/docs').expect(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^;]+';/);
    const summaries = [...page.text.matchAll(/<details id="([^"]+)"/g)].map(([, id]) => id);
    expect(summaries).toEqual(allCalls.map(({ area, name }) => `${area}.${name}`));
    expect(page.text).not.toMatch(/<script|<img|<link|style="/);
    expect(page.text).toContain('404 NOT_FOUND');
    expect([...page.text.matchAll(/<h3>Example<\/h3>/g)].length).toBeGreaterThan(50);
  });

  it.each(['/api/openapi.json', '/api/docs'])(
    'is sent by %s compressed, kept by caches, and confirmed without a body',
    async (path) => {
      const ask = (headers: Record<string, string>) =>
        request(shop.app.getHttpServer()).get(path).set(headers).responseType('blob');
      const plain = await ask({ 'accept-encoding': 'identity' }).expect(200);
      const small = await ask({ 'accept-encoding': 'br' }).expect(200);
      expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(Number(small.headers['content-length'])).toBeLessThan(
        Number(plain.headers['content-length']) / 5,
      );
      const { etag = '', 'cache-control': kept } = plain.headers;
      expect(kept).toMatch(/^public, max-age=[1-9]/);
      const same = await ask({ 'if-none-match': `"other", ${etag}` }).expect(304);
      expect([same.headers['etag'], same.body.length]).toEqual([etag, 0]);
      await ask({ 'if-none-match': '"other"' }).expect(200);
    },
  );

  it('is prepared call by call, so that preparing it holds up no other call', () => {
    for (const steps of [
      renderDocsPage(allCalls, new Map()),
      describeCallsAsOpenApi(allCalls, 'http://127.0.0.1'),
    ])
      expect([...steps].length).toBeGreaterThanOrEqual(allCalls.length);
  });

  it('is sent to an address so often and no more (OWN-380)', async () => {
    const { perAddress } = operationCalls.docs.bounds;
    const { headers } = await request(shop.app.getHttpServer()).get('/api/docs');
    const statuses = new Set<number>();
    for (let n = 0; n < perAddress.points; n += 1) {
      const again = request(shop.app.getHttpServer()).get('/api/docs');
      statuses.add((await again.set('if-none-match', headers['etag'] ?? '')).status);
    }
    expect([...statuses]).toEqual([304, 429]);
    expect(operationCalls.openApi.bounds.perAddress.name).toBe(perAddress.name);
  });

  it('names no password, hash, address or token in an answer (OWN-15)', () => {
    const named = allCalls.flatMap(({ name, call }) =>
      call.answer
        ? propertiesOf(z.toJSONSchema(call.answer, { io: 'output' })).map((key) => `${name}.${key}`)
        : [],
    );
    expect(named.length).toBeGreaterThan(100);
    const telling = named.filter((key) => /\..*(hash|secret|token|password|address|cookie)/i.test(key));
    expect([...new Set(telling)].toSorted()).toEqual(HARMLESS.toSorted());
  });

  it('answers everybody with nothing about people, but about who asks (OWN-15)', () => {
    const personal = allCalls.filter(
      ({ call }) =>
        call.access === 'public' &&
        call.answer &&
        propertiesOf(z.toJSONSchema(call.answer, { io: 'output' })).some((key) =>
          /username|userId|discordId|minecraft|email|totalSpent/i.test(key),
        ),
    );
    // Who sells is told to everybody (OWN-588).
    expect(personal.map(({ name }) => name).toSorted()).toEqual([
      'adminLogin',
      'login',
      'register',
      'seller',
    ]);
  });

  it('shows recorded answers as examples', () => {
    const examples = [...text.matchAll(/"example":/g)].length;
    expect(examples).toBeGreaterThan(50);
  });
});
