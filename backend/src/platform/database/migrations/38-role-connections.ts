import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Grants by which the shop tells Discord about accounts, for linked roles. */
export class RoleConnections1700000000038 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE role_connections (
        user_id int PRIMARY KEY REFERENCES users,
        -- Encrypted under TOKEN_KEY: Discord id, access and refresh token, and when the first ends.
        sealed text NOT NULL,
        -- Version of the account that Discord was told; null before the first time.
        told_version int,
        -- The owner takes it back.
        is_unwanted boolean NOT NULL DEFAULT false,
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE role_connections');
  }
}
