import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../browser.js';
import { startPostgres } from '../postgres/start-postgres.js';
import { findProgram, needs } from '../process/programs.js';
import type { ProcessHandle } from '../process/process-handle.js';
import { startRedis } from '../redis/start-redis.js';
import { readSettings, StartError } from '../settings.js';

/** Servers and programs of one test run. */
export interface TestServices {
  /** Environment with `TEST_PG_URL`, `TEST_REDIS_URL` and `CHROMIUM_PATH`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops the servers, and deletes their data. */
  stop(): Promise<void>;
}

/**
 * Starts an empty PostgreSQL without durability and an empty Redis, and finds a browser.
 * @throws StartError without a Redis program
 */
export async function startTestServices(): Promise<TestServices> {
  const { searchPath, redisUrl, chromiumPath } = readSettings();
  const folder = mkdtempSync(join(tmpdir(), 'pax-test-'));
  const running: ProcessHandle[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.stop({ atOnce: true })));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
    running.push(postgres);
    const program = findProgram(needs.redis.programs, searchPath);
    let url = redisUrl;
    if (program !== undefined) {
      const redis = await startRedis({ program, dataDir: join(folder, 'redis'), withoutPassword: true });
      running.push(redis);
      url = redis.url;
    }
    if (url === undefined)
      throw new StartError(`no Redis; run: apt-get install -y ${needs.redis.packages.join(' ')}`);
    const browser = await findBrowser({ chromiumPath, searchPath });
    return {
      environment: { TEST_PG_URL: postgres.url(), TEST_REDIS_URL: url, CHROMIUM_PATH: browser },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
