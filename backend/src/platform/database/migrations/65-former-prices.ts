import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Former prices of products, so that staff hear of a price below half of one, whatever steps led there. */
export class FormerPrices1700000000065 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE former_prices (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        product_id int NOT NULL REFERENCES products,
        price_cents int NOT NULL,
        coin_value bigint,
        until timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX former_prices_until ON former_prices (until);
      CREATE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM former_prices WHERE until < now() - interval '8 days';
        INSERT INTO former_prices (product_id, price_cents, coin_value)
        VALUES (OLD.id, OLD.price_cents, OLD.coin_value);
        RETURN NULL;
      END $$;
      CREATE TRIGGER products_former_price AFTER UPDATE ON products FOR EACH ROW
        WHEN ((OLD.price_cents, OLD.coin_value) IS DISTINCT FROM (NEW.price_cents, NEW.coin_value))
        EXECUTE FUNCTION keep_former_price();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER products_former_price ON products;
      DROP FUNCTION keep_former_price;
      DROP TABLE former_prices;
    `);
  }
}
