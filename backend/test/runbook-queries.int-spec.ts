import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { startTestApp, type TestApp } from './app.js';

const PAGE = new URL('../../packages/system/docs/runbook.md', import.meta.url);
/** Indented code that begins with SELECT, up to its semicolon. */
const QUERY = /^ {4}SELECT [^;]+;$/gm;

describe('the queries of the runbook', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop.close());

  it('run on the present tables (OWN-429)', async () => {
    const queries = [...readFileSync(PAGE, 'utf8').matchAll(QUERY)].map(([query]) => query);
    expect(queries).not.toEqual([]);
    for (const query of queries) expect(await shop.database.query(query)).toEqual([]);
  });
});
