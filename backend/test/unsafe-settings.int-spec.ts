import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.js';

/** Runs a built program to its end. @returns its exit code and output */
function run(program: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  const file = fileURLToPath(new URL(`../dist/programs/${program}.js`, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

describe('programs with settings that are not safe', () => {
  let database: TestDatabase;
  let production: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      DATABASE_URL: database.url,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      TOKEN_KEY: randomBytes(32).toString('hex'),
    };
  });
  afterAll(() => database.drop());

  it.each(['main', 'migrate', 'admin', 'seed'])(
    '%s ends with a code and names the key, and no value (OWN-222)',
    async (program) => {
      const STRIPE_API_URL = 'https://[::ffff:127.0.0.1]/c4nary';
      const { code, output } = await run(program, { ...production, STRIPE_API_URL });
      expect(code).toBe(1);
      expect(output).toBe(
        'settings are wrong:\n  - STRIPE_API_URL: leads to this machine; a stand-in is for local runs only\n',
      );
    },
  );

  it.each([
    ['production', {}],
    ['an address that others reach', { NODE_ENV: 'development' }],
  ])('the seed refuses %s and touches nothing (OWN-227)', async (_, change) => {
    const { code, output } = await run('seed', { ...production, ...change });
    expect(code).toBe(1);
    expect(output).toMatch(/^settings are wrong:\n {2}- NODE_ENV, PUBLIC_URL: demo accounts/);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('SELECT count(*)::int AS n FROM users');
    await client.end();
    expect(rows).toEqual([{ n: 0 }]);
  });
});
