import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The row that health writes to know whether writes are taken; its text is stored as it is, in pages of its own. */
export class WriteProbes1700000000086 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE write_probes (
        id int PRIMARY KEY CHECK (id = 1),
        written_at timestamptz NOT NULL,
        filler text NOT NULL
      );
      ALTER TABLE write_probes ALTER COLUMN filler SET STORAGE EXTERNAL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE write_probes');
  }
}
