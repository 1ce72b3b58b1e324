import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  BUYER_LIST_LENGTH,
  MAX_EXACT_TOTAL,
  TIERS,
  formatCentsAsDecimal,
  holdsRight,
  order,
  orderBuyer,
  orderStatus,
  ticketStatus,
  type OrderBuyer,
  type RightsHolder,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { countRow, sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/shop-error.js';

const buyerRow = z.object({
  orderId: z.number(),
  checkoutId: z.number().nullable(),
  kind: order.shape.kind,
  userId: z.number(),
  username: z.string(),
  deleted: z.boolean(),
  spentCents: z.number(),
  tier: z.enum(TIERS),
  blockedAt: z.date().nullable(),
  createdAt: z.date(),
});
type Buyer = z.infer<typeof buyerRow>;

const orderRow = z.object({
  id: z.number(),
  productName: z.string(),
  quantity: z.number(),
  status: orderStatus,
  createdAt: z.date(),
});
const ticketRow = z.object({
  id: z.number(),
  subject: z.string(),
  status: ticketStatus,
  createdAt: z.date(),
});

/** SQL: counts rows, and stops at the first beyond MAX_EXACT_TOTAL. */
const countUpTo = (rows: string): string =>
  `SELECT count(*)::int AS n FROM (${rows} LIMIT ${MAX_EXACT_TOTAL + 1}) AS counted`;

/** Reads the account that bought an order, for staff. */
@Injectable()
export class OrderBuyerQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws ShopError NOT_FOUND for an unknown order */
  async readBuyer(orderId: number, holder: RightsHolder): Promise<OrderBuyer> {
    const buyer = await sql(this.database).first(
      buyerRow,
      `SELECT o.id AS "orderId", o.checkout_id AS "checkoutId", o.kind, u.id AS "userId", u.username,
              u.deleted_at IS NOT NULL AS deleted, u.total_spent_cents AS "spentCents", u.tier,
              u.blocked_at AS "blockedAt", u.created_at AS "createdAt"
         FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = $1`,
      [orderId],
    );
    if (!buyer) throw new ShopError('NOT_FOUND', 'There is no such order.');
    const { userId, username, deleted } = buyer;
    const [account, { purchases, ...orders }, openTickets, disputes] = await Promise.all([
      holdsRight(holder, 'users') ? this.readAccount(buyer, holdsRight(holder, 'money')) : null,
      this.readOtherOrders(buyer),
      holdsRight(holder, 'tickets') ? this.readOpenTickets(userId) : null,
      this.countDisputes(userId),
    ]);
    const isOnlyPurchase = buyer.kind === 'purchase' && purchases === 0;
    return { userId, username, deleted, account, orders, isOnlyPurchase, openTickets, disputes };
  }

  private async readAccount(
    { userId, tier, createdAt, blockedAt, spentCents }: Buyer,
    showsMoney: boolean,
  ): Promise<OrderBuyer['account']> {
    return {
      membershipTier: tier,
      createdAt: createdAt.toISOString(),
      blocked: blockedAt !== null,
      blockedAt: blockedAt?.toISOString() ?? null,
      spent: showsMoney ? formatCentsAsDecimal(spentCents) : null,
      blocks: await this.count(
        `SELECT FROM audit_log WHERE subject = 'user:' || $1::int AND action = 'user.block'`,
        [userId],
      ),
    };
  }

  private async readOtherOrders({
    userId,
    orderId,
    checkoutId,
  }: Buyer): Promise<OrderBuyer['orders'] & { purchases: number }> {
    const of = `FROM orders WHERE user_id = $1 AND id <> $2 AND ($3::int IS NULL OR checkout_id IS DISTINCT FROM $3)`;
    const values = [userId, orderId, checkoutId];
    const [total, purchases, newest] = await Promise.all([
      this.count(`SELECT ${of}`, values),
      this.count(`SELECT ${of} AND kind = 'purchase'`, values),
      sql(this.database).rows(
        orderRow,
        `SELECT id, product_name AS "productName", quantity, status, created_at AS "createdAt"
           ${of} ORDER BY id DESC LIMIT ${BUYER_LIST_LENGTH}`,
        values,
      ),
    ]);
    return { total, purchases, newest: newest.map(withWireTime) };
  }

  private async readOpenTickets(userId: number): Promise<OrderBuyer['openTickets']> {
    const of = `FROM tickets WHERE user_id = $1 AND status IN ('open', 'in_progress')`;
    const [total, newest] = await Promise.all([
      this.count(`SELECT ${of}`, [userId]),
      sql(this.database).rows(
        ticketRow,
        `SELECT id, subject, status, created_at AS "createdAt" ${of} ORDER BY id DESC LIMIT ${BUYER_LIST_LENGTH}`,
        [userId],
      ),
    ]);
    return { total, newest: newest.map(withWireTime) };
  }

  private async countDisputes(userId: number): Promise<OrderBuyer['disputes']> {
    const row = await sql(this.database).first(
      orderBuyer.shape.disputes,
      `SELECT count(*) FILTER (WHERE d.state = 'open')::int AS open,
              count(*) FILTER (WHERE d.state = 'won')::int AS won,
              count(*) FILTER (WHERE d.state = 'lost')::int AS lost
         FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
        WHERE c.user_id = $1`,
      [userId],
    );
    return row ?? { open: 0, won: 0, lost: 0 };
  }

  private async count(rows: string, values: readonly unknown[]): Promise<number> {
    return (await sql(this.database).first(countRow, countUpTo(rows), values))?.n ?? 0;
  }
}

const withWireTime = <T extends { createdAt: Date }>(
  row: T,
): Omit<T, 'createdAt'> & { createdAt: string } => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});
