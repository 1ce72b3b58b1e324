import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { dataFolders } from '../postgres/binaries-and-user.js';
import { startPostgres } from '../postgres/start-postgres.js';
import { rootFolder } from '../process/programs.js';
import { readSettings } from '../settings.js';
import { ensureShopDatabase } from './data-services.js';
import { ensureSecrets } from './third-parties.js';

jest.setTimeout(120_000);

describe('npm run seed and npm run reset', () => {
  let folder: string;
  let dataDir: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pax-tasks-'));
    dataDir = join(folder, 'data');
  });
  afterAll(() => {
    for (const place of dataFolders(join(dataDir, 'postgres')))
      rmSync(place, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (task: string) => {
    const file = resolve(rootFolder, 'packages/local/bin/data-command.mjs');
    const env = { PATH: readSettings().searchPath, DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, task], { env, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };
  /** How many products the local shop has. */
  const products = async (): Promise<number> => {
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), durable: false });
    try {
      const { migrationDatabaseUrl } = await ensureShopDatabase(postgres.url(), ensureSecrets(dataDir));
      const client = new pg.Client({ connectionString: migrationDatabaseUrl });
      await client.connect();
      const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM products');
      await client.end();
      return rows[0]?.count ?? 0;
    } finally {
      await postgres.stop();
    }
  };

  it('fill the local shop, and empty it', async () => {
    expect(run('seed')).toMatchObject({
      status: 0,
      output: expect.stringContaining('the demo content is there'),
    });
    expect(await products()).toBeGreaterThan(20);
    expect(run('reset')).toMatchObject({ status: 0, output: expect.stringContaining('are empty') });
    expect(dataFolders(join(dataDir, 'postgres')).filter((place) => existsSync(place))).toEqual([]);
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(true);
  });
});
