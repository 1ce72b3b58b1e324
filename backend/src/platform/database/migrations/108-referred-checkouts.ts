import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY = (name: string): string =>
  String.raw`(regexp_replace(lower(regexp_replace(btrim(${name}), '^\.', '')), ' +', '_', 'g'))`;

/** Prices and commissions of friends look up what friends' checkouts for a game name took, of deleted accounts too. */
export class ReferredCheckouts1700000000108 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // A build that was cut off left an index that counts for nothing.
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS checkouts_referred_names');
    await db.query(
      `CREATE INDEX CONCURRENTLY checkouts_referred_names ON checkouts (${KEY('game_name')})
        WHERE (quote -> 'discounts' ->> 'referral')::numeric > 0`,
    );
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS orders_referred_names');
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS checkouts_reserved_names');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX orders_referred_names ON orders (${KEY('minecraft_name')}, id) WHERE referral_discount_cents > 0`,
    );
    await db.query(`CREATE INDEX checkouts_reserved_names ON checkouts (${KEY('game_name')}) WHERE holding`);
    await db.query('DROP INDEX checkouts_referred_names');
  }
}
