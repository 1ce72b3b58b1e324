import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { STRANDED_STATES, MAX_EXACT_TOTAL, type ListQuery, type StrandedPayment } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { parseIdCursor, requireSort } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { readEntities } from '../../platform/database/read-entities.js';
import { sql } from '../../platform/database/sql.js';
import { Refund } from '../payments/payment.entity.js';
import { toOrderRefund } from './refunds.queries.js';

const paymentRow = z.object({
  id: z.number(),
  provider: z.string(),
  reference: z.string(),
  checkout: z.string(),
  orders: z.array(z.number()),
  amount: z.object({ cents: z.number(), currency: z.string() }),
  receivedAt: z.date(),
});
const totalRow = z.object({ total: z.number() });

/** SQL condition: a refund of the payment is not done yet. */
const IS_WAITING = `EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'done')`;
const STATE_CONDITIONS: Readonly<Record<(typeof STRANDED_STATES)[number], string>> = {
  waiting: IS_WAITING,
  back: `NOT ${IS_WAITING}`,
};

/** Reads stranded payments, which were received but belong to no order. */
@Injectable()
export class StrandedQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Reads one page of stranded payments, newest first, each with its refunds.
   * @throws ShopError VALIDATION
   */
  async readPage({ sort, state, cursor, limit }: ListQuery): Promise<Page<StrandedPayment>> {
    requireSort(sort, 'newest');
    const where = `p.state = 'stranded' AND ${strandedStateCondition(state)}`;
    const before = cursor === undefined || cursor === '' ? null : parseIdCursor(cursor);
    const found = await sql(this.database).rows(
      paymentRow,
      `SELECT p.id, p.provider, p.provider_ref AS reference, c.ref AS checkout, p.created_at AS "receivedAt",
              jsonb_build_object('cents', p.amount_cents, 'currency', p.currency) AS amount,
              coalesce((SELECT jsonb_agg(o.id ORDER BY o.id) FROM orders o WHERE o.checkout_id = c.id), '[]') AS orders
         FROM payments p JOIN checkouts c ON c.id = p.checkout_id
        WHERE ${where} AND ($1::int8 IS NULL OR p.id < $1) ORDER BY p.id DESC LIMIT $2`,
      [before, limit + 1],
    );
    const counted = await sql(this.database).first(
      totalRow,
      `SELECT count(*)::int AS total FROM (SELECT 1 FROM payments p WHERE ${where} LIMIT ${MAX_EXACT_TOTAL + 1}) counted`,
    );
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return {
      items: await this.addRefunds(rows),
      total: counted?.total ?? 0,
      ...(found.length > limit && last && { next: String(last.id) }),
    };
  }

  private async addRefunds(rows: readonly z.infer<typeof paymentRow>[]): Promise<StrandedPayment[]> {
    const ids = rows.map(({ id }) => id);
    const refunds = await readEntities(
      this.database.manager,
      Refund,
      'WHERE payment_id = ANY($1) ORDER BY id',
      [ids],
    );
    return rows.map(({ receivedAt, ...row }) => {
      const own = refunds.filter(({ paymentId }) => paymentId === row.id);
      return {
        ...row,
        receivedAt: receivedAt.toISOString(),
        reason: own[0]?.reason ?? null,
        refunds: own.map(toOrderRefund),
      };
    });
  }
}

function strandedStateCondition(state: string | undefined): string {
  if (state === undefined || state === '') return 'true';
  const known = STRANDED_STATES.find((one) => one === state);
  if (known) return STATE_CONDITIONS[known];
  throw new ShopError('VALIDATION', `state: one of ${STRANDED_STATES.join(', ')}`);
}
