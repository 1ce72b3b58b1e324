import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A step of the schema. None is taken back, since rows would be lost: a backup is restored instead. */
export abstract class Migration implements MigrationInterface {
  abstract up(db: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are not taken back; restore a backup.'));
  }
}
