import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rights in the panel by Discord role. */
export class RoleRights1700000000012 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE role_rights (
        -- Discord's id. A row without rights takes those away that the staff role has from the start.
        role_id text PRIMARY KEY,
        rights text[] NOT NULL
          CHECK (rights <@ ARRAY['orders', 'move', 'refund', 'money', 'products', 'users', 'tickets']),
        version int NOT NULL DEFAULT 1,
        updated_by int NOT NULL REFERENCES users,
        updated_at timestamptz NOT NULL
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE role_rights');
  }
}
