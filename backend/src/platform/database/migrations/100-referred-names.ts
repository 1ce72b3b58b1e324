import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each price of an account with a friend's code looks up who had its discount for a game name before. */
export class ReferredNames1700000000100 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // A build that was cut off left an index that counts for nothing.
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS orders_referred_names');
    await db.query(
      String.raw`CREATE INDEX CONCURRENTLY orders_referred_names ON orders
        ((regexp_replace(lower(regexp_replace(btrim(minecraft_name), '^\.', '')), ' +', '_', 'g')), id)
        WHERE referral_discount_cents > 0`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX orders_referred_names');
  }
}
