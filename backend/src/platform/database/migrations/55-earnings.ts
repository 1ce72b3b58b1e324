import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Points and spending count with the delivery; what was booked at payment before stays booked. */
export class Earnings1700000000055 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- pending, booked, or booked at payment as earlier versions did, which name no value while they still run.
      ALTER TABLE orders ADD COLUMN earnings text NOT NULL DEFAULT 'at_payment';
      -- Checks new rows only, since a scan of all would stop sales.
      ALTER TABLE orders ADD CONSTRAINT orders_earnings CHECK (earnings IN ('at_payment', 'pending', 'booked')) NOT VALID;
      -- Nothing is booked before an admin confirms these.
      UPDATE orders SET earnings = 'pending'
       WHERE status IN ('pending', 'processing') AND payment_status = 'unconfirmed';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE orders DROP COLUMN earnings');
  }
}
