import type pg from 'pg';
import { FLOOR } from '../bench-shop.js';

/** Floor of the purchase row: the smallest transaction that cannot oversell and writes an event. */
export async function minimalPurchase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE ${FLOOR}.stock SET free = free - $1 WHERE id = 1 AND free >= $1`, [1]);
    await client.query(
      `INSERT INTO ${FLOOR}.orders (user_id, product_id, total_cents) VALUES ($1, 1, $2)`,
      [1, 999],
    );
    await client.query(`INSERT INTO ${FLOOR}.outbox (type, data) VALUES ('order.paid', '{}')`);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
