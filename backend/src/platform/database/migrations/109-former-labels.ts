import type { MigrationInterface, QueryRunner } from 'typeorm';

const keep = (columns: readonly string[]): string => `
  CREATE OR REPLACE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM former_prices WHERE until < now() - interval '8 days';
    INSERT INTO former_prices (product_id, ${columns.join(', ')})
    VALUES (OLD.id, ${columns.map((column) => `OLD.${column}`).join(', ')});
    RETURN NULL;
  END $$;
  DROP TRIGGER products_former_price ON products;
  CREATE TRIGGER products_former_price AFTER UPDATE ON products FOR EACH ROW
    WHEN ((${columns.map((column) => `OLD.${column}`).join(', ')})
      IS DISTINCT FROM (${columns.map((column) => `NEW.${column}`).join(', ')}))
    EXECUTE FUNCTION keep_former_price()`;
const COLUMNS = ['name', 'price_cents', 'coin_value', 'is_custom'];

/** Former labels of products, since a label says pieces too. */
export class FormerLabels1700000000109 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE former_prices ADD COLUMN amount text;
      UPDATE former_prices f SET amount = p.amount FROM products p WHERE p.id = f.product_id;
      ${keep([...COLUMNS, 'amount'])}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`${keep(COLUMNS)}; ALTER TABLE former_prices DROP COLUMN amount`);
  }
}
