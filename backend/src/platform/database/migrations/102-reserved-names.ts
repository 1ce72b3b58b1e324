import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prices with a friend's code look up who has the discount for a game name, unpaid checkouts included. */
export class ReservedNames1700000000102 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // A build that was cut off left an index that counts for nothing.
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS checkouts_reserved_names');
    await db.query(
      String.raw`CREATE INDEX CONCURRENTLY checkouts_reserved_names ON checkouts
        ((regexp_replace(lower(regexp_replace(btrim(game_name), '^\.', '')), ' +', '_', 'g'))) WHERE holding`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX checkouts_reserved_names');
  }
}
