import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All of ASCII but letters and digits. */
const SIGN = String.raw`[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;

/** Former names and kinds of products, and accounts' names compared without the signs around them. */
export class AlikeNames1700000000095 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE former_prices ADD COLUMN name text, ADD COLUMN is_custom boolean NOT NULL DEFAULT false;
      UPDATE former_prices f SET name = p.name FROM products p WHERE p.id = f.product_id;
      CREATE OR REPLACE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM former_prices WHERE until < now() - interval '8 days';
        INSERT INTO former_prices (product_id, name, price_cents, coin_value, is_custom)
        VALUES (OLD.id, OLD.name, OLD.price_cents, OLD.coin_value, OLD.is_custom);
        RETURN NULL;
      END $$;
      DROP TRIGGER products_former_price ON products;
      CREATE TRIGGER products_former_price AFTER UPDATE ON products FOR EACH ROW
        WHEN ((OLD.name, OLD.price_cents, OLD.coin_value, OLD.is_custom)
          IS DISTINCT FROM (NEW.name, NEW.price_cents, NEW.coin_value, NEW.is_custom))
        EXECUTE FUNCTION keep_former_price();
      UPDATE users SET username_skeleton = regexp_replace(
          regexp_replace(username_skeleton, '^${SIGN}+|${SIGN}+$', '', 'g'), '(${SIGN})${SIGN}+', '\\1', 'g')
       WHERE username_skeleton ~ '^${SIGN}|${SIGN}$|${SIGN}{2}' AND username_skeleton ~ '[^${SIGN.slice(1, -1)}]';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER products_former_price ON products;
      CREATE OR REPLACE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM former_prices WHERE until < now() - interval '8 days';
        INSERT INTO former_prices (product_id, price_cents, coin_value)
        VALUES (OLD.id, OLD.price_cents, OLD.coin_value);
        RETURN NULL;
      END $$;
      CREATE TRIGGER products_former_price AFTER UPDATE ON products FOR EACH ROW
        WHEN ((OLD.price_cents, OLD.coin_value) IS DISTINCT FROM (NEW.price_cents, NEW.coin_value))
        EXECUTE FUNCTION keep_former_price();
      ALTER TABLE former_prices DROP COLUMN name, DROP COLUMN is_custom;
    `);
  }
}
