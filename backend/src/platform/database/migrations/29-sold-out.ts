import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Marks stock that was sold out, with nothing held either, until some is free again. */
export class SoldOut1800000000029 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE stock_levels ADD COLUMN is_sold_out boolean NOT NULL DEFAULT false;
      UPDATE stock_levels SET is_sold_out = true WHERE free = 0;
    `);
  }
}
