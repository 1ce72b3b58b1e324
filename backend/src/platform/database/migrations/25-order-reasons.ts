import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why staff did something with an order, beside the audit row that names it. */
export class OrderReasons1700000000025 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Apart from the audit, which keeps no text of persons and can not be emptied.
      CREATE TABLE order_reasons (
        audit_id bigint PRIMARY KEY REFERENCES audit_log,
        order_id int NOT NULL REFERENCES orders,
        text text NOT NULL
      );
      CREATE INDEX order_reasons_order ON order_reasons (order_id, audit_id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE order_reasons');
  }
}
