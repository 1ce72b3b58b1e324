import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts' names compared without a difference between `i` and `l`; those that are alike already stay. */
export class AlikeLetters1700000000104 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `UPDATE users SET username_skeleton = replace(username_skeleton, 'i', 'l') WHERE username_skeleton LIKE '%i%'`,
    );
  }

  // The table does not keep which letters were `i`; a name that is changed gets a new skeleton.
  async down(): Promise<void> {}
}
