import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { appendBellNotice } from '../../platform/outbox/bell-notice.js';
import { CatalogQueries, type StockState } from '../catalog/catalog.queries.js';

const EVERY_MS = 15_000;
/** Most accounts told in one transaction, so that the relay never has many at once. */
const PORTION = 100;
/** Most portions of one product in a run; the next run goes on. */
const MAX_PORTIONS = 5;

const restockRow = z.object({ productId: z.number(), isBack: z.boolean() });
const progressRow = z.object({ toldUpTo: z.number(), returnedAt: z.date() });
const wisherRow = z.object({ userId: z.number(), isDue: z.boolean() });

/** Tells those who have a product on their wishlist that it is back, at most once a day. */
@Injectable()
export class TellRestocks {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  /** Notes which wished products are sold out and which are back, and tells of the latter in portions. */
  @Periodic({ name: 'tell-restocks', every: EVERY_MS, role: 'worker' })
  async run(signal: AbortSignal): Promise<void> {
    for (const productId of await this.noteStates(await this.catalog.readStockStates()))
      for (let portion = 0; portion < MAX_PORTIONS; portion += 1)
        if (signal.aborted || !(await this.transactions.run((tx) => this.tellPortion(tx, productId)))) break;
  }

  /** @returns the products that are back and whose wishers are not all told */
  private async noteStates(states: ReadonlyMap<number, StockState>): Promise<number[]> {
    const soldOut = [...states.keys()].filter((id) => states.get(id) === 'sold out');
    if (soldOut.length > 0)
      await sql(this.database).run(
        `INSERT INTO restocks (product_id)
         SELECT id FROM unnest($1::int[]) AS id WHERE EXISTS (SELECT FROM wishlist w WHERE w.product_id = id)
         ON CONFLICT (product_id) DO UPDATE SET returned_at = NULL, told_up_to = 0 WHERE restocks.returned_at IS NOT NULL`,
        [soldOut],
      );
    const rows = await sql(this.database).rows(
      restockRow,
      `SELECT product_id AS "productId", returned_at IS NOT NULL AS "isBack" FROM restocks ORDER BY product_id`,
    );
    const available = rows.filter(({ productId }) => states.get(productId) === 'free');
    const returned = available.filter(({ isBack }) => !isBack).map(({ productId }) => productId);
    if (returned.length > 0)
      await sql(this.database).run(
        'UPDATE restocks SET returned_at = $2 WHERE product_id = ANY($1) AND returned_at IS NULL',
        [returned, this.clock.now()],
      );
    return available.map(({ productId }) => productId);
  }

  /**
   * Tells the next accounts, unless the product is sold out again or another process tells of it.
   * @returns whether more are left
   */
  private async tellPortion(tx: Tx, productId: number): Promise<boolean> {
    const progress = await sql(tx).first(
      progressRow,
      `SELECT told_up_to AS "toldUpTo", returned_at AS "returnedAt" FROM restocks
        WHERE product_id = $1 AND returned_at IS NOT NULL FOR UPDATE SKIP LOCKED`,
      [productId],
    );
    const product = (await this.catalog.readForRelay(tx, [productId])).get(productId);
    if (!progress || !product || product.isHidden || product.isOutOfStock) return false;
    const now = this.clock.now();
    const wishers = await sql(tx).rows(
      wisherRow,
      `SELECT w.user_id AS "userId", u.blocked_at IS NULL AND u.deleted_at IS NULL AND w.added_at <= $3
                 AND (w.told_at IS NULL OR w.told_at <= $4::timestamptz - interval '1 day') AS "isDue"
         FROM wishlist w JOIN users u ON u.id = w.user_id
        WHERE w.product_id = $1 AND w.user_id > $2 ORDER BY w.user_id LIMIT ${PORTION}`,
      [productId, progress.toldUpTo, progress.returnedAt, now],
    );
    const due = wishers.filter(({ isDue }) => isDue).map(({ userId }) => userId);
    const { id, name } = product;
    for (const userId of due) appendBellNotice(tx, userId, { kind: 'restocked', product: { id, name } });
    await sql(tx).run('UPDATE wishlist SET told_at = $3 WHERE product_id = $1 AND user_id = ANY($2)', [
      productId,
      due,
      now,
    ]);
    const last = wishers.at(-1);
    if (last && wishers.length === PORTION) {
      await sql(tx).run('UPDATE restocks SET told_up_to = $2 WHERE product_id = $1', [
        productId,
        last.userId,
      ]);
      return true;
    }
    // Whoever was told of an earlier return within the day is told of this one when the day is over.
    await sql(tx).run('UPDATE restocks SET told_up_to = 0 WHERE product_id = $1', [productId]);
    await sql(tx).run(
      `DELETE FROM restocks WHERE product_id = $1 AND NOT EXISTS (
         SELECT FROM wishlist w JOIN users u ON u.id = w.user_id
          WHERE w.product_id = $1 AND w.told_at < $2 AND u.blocked_at IS NULL AND u.deleted_at IS NULL)`,
      [productId, progress.returnedAt],
    );
    return false;
  }
}
