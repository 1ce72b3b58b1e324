import { readSettings, type Settings } from '../src/settings.js';

/** URL of the Postgres for specs: TEST_PG_URL, set by `npm test`. */
export function postgresUrl(): string {
  return required('TEST_PG_URL');
}

/** URL of the Redis for specs: TEST_REDIS_URL, set by `npm test`. */
export function redisUrl(): string {
  return required('TEST_REDIS_URL');
}

/** The Discord id that makes an account an admin under test settings. */
export const TEST_ADMIN_ID = '310457829164285952';
/** Token of the bot under test settings. */
export const TEST_BOT_TOKEN = 'a-token-for-specs-only';

/** Settings of a backend under test. */
export function testSettings(databaseUrl: string, overrides: Record<string, string> = {}): Settings {
  return readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a secret for specs that is long enough',
    BOT_API_TOKEN: TEST_BOT_TOKEN,
    LOG_LEVEL: 'silent',
    ADMIN_DISCORD_IDS: TEST_ADMIN_ID,
    UNDO_SECONDS: '0',
    ...overrides,
  });
}

/** Reads the numbers of participants in races: RACE_SIZES, set by `npm run faults`. */
export function raceSizes(): number[] {
  return (process.env['RACE_SIZES'] ?? '2,10').split(',').map(Number);
}

/** Reads the most message orders of a story, and the seed that chooses them: MESSAGE_ORDERS, MESSAGE_SEED. */
export function messageOrders(): { limit: number; seed: number } {
  const { MESSAGE_ORDERS: limit = '2', MESSAGE_SEED: seed = '1' } = process.env;
  return { limit: Number(limit), seed: Number(seed) };
}

/**
 * Reads the number of operations in which the shop is compared with its model, and the first seed: MODEL_OPERATIONS,
 * MODEL_SEED.
 */
export function modelRun(): { operations: number; seed: number } {
  const { MODEL_OPERATIONS: operations = '120', MODEL_SEED: seed = '1' } = process.env;
  return { operations: Number(operations), seed: Number(seed) };
}

/** Reads the number of orders that are built and refunded, and the seed: REFUND_RUNS, REFUND_SEED. */
export function refundRuns(): { runs: number; seed: number } {
  const { REFUND_RUNS: runs = '30', REFUND_SEED: seed = '1' } = process.env;
  return { runs: Number(runs), seed: Number(seed) };
}

/** Reads the number of mutated models to check: MODEL_MUTANTS, set by `npm run faults`. */
export function modelMutants(): number {
  return Number(process.env['MODEL_MUTANTS'] ?? '1');
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run the specs through npm test`);
  return value;
}
