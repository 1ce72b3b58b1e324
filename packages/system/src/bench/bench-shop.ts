import type { Person } from '../support/person.js';
import { readDatabaseUrl, readPid, readRedisUrl } from '../support/run-record.js';
import { signInWithDiscord } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';
import { pinToCore } from './pin-to-core.js';
import { InstantStripe } from './load/instant-stripe.js';
import type { Sizes } from './sizes.js';

/** Database schema of the floors' tables; a floor is the least work that any program needs for the same result. */
export const FLOOR = 'bench_floor';

/** A running shop on one core, which all rows of the bench use. */
export interface BenchShop {
  readonly shop: WholeShop;
  readonly sizes: Sizes;
  readonly stripe: InstantStripe;
  readonly admin: Person;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts a shop with the bench's simple Stripe, puts its backend on the measured core, and creates the floors' tables.
 */
export async function startBenchShop(sizes: Sizes): Promise<BenchShop> {
  const stripe = new InstantStripe();
  const shop = await startWholeShop(await stripe.start());
  await pinToCore(readPid(shop.dataDir, 'backend'), 'server');
  await shop.database.query(`
    CREATE SCHEMA ${FLOOR};
    CREATE TABLE ${FLOOR}.stock (id int PRIMARY KEY, free bigint NOT NULL);
    CREATE TABLE ${FLOOR}.orders (id serial PRIMARY KEY, user_id int NOT NULL, product_id int NOT NULL,
      total_cents int NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE ${FLOOR}.outbox (id bigserial PRIMARY KEY, type text NOT NULL, data jsonb NOT NULL);
    INSERT INTO ${FLOOR}.stock VALUES (1, 1000000000);
  `);
  return {
    shop,
    sizes,
    stripe,
    admin: await signInWithDiscord(shop, 'pax.operator'),
    databaseUrl: readDatabaseUrl(shop.dataDir),
    redisUrl: readRedisUrl(shop.dataDir),
    stop: async () => {
      await shop.stop();
      await stripe.stop();
    },
  };
}
