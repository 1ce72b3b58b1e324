import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { checkoutRef, toDecimal, type CheckoutAnswer } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../common/problem.js';
import { sql } from '../../infra/database/sql.js';
import { Checkout } from './checkout.entity.js';

const orderRow = z.object({ id: z.number(), checkoutId: z.number() });

/** Reads of checkouts, for their owners. */
@Injectable()
export class CheckoutQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The receipt of an own checkout. @throws ShopError NOT_FOUND, for someone else's as for none */
  async own(userId: number, ref: string): Promise<CheckoutAnswer> {
    const checkout = checkoutRef.safeParse(ref).success
      ? await this.database.manager.findOneBy(Checkout, { ref, userId })
      : null;
    const [answer] = checkout ? await toAnswers(this.database.manager, [checkout]) : [];
    if (!answer) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
    return answer;
  }
}

/** Checkouts as their owners see them. */
export async function toAnswers(
  manager: EntityManager,
  checkouts: readonly Checkout[],
): Promise<CheckoutAnswer[]> {
  // Orders come with the payment, in one transaction.
  const paid = checkouts.filter(({ paidAt }) => paidAt !== null);
  const orders = paid.length === 0 ? [] : await ordersOf(manager, paid);
  return checkouts.map((checkout) => ({
    checkout: checkout.ref,
    state: checkout.state,
    method: checkout.method,
    total: toDecimal(checkout.totalCents),
    refundedCents: checkout.refundedCents,
    inGameName: checkout.gameName,
    discordName: checkout.discordName,
    lines: checkout.quote.lines,
    quote: checkout.quote,
    points: checkout.points,
    orders: orders.filter((order) => order.checkoutId === checkout.id).map((order) => order.id),
    createdAt: checkout.createdAt.toISOString(),
    paidAt: checkout.paidAt?.toISOString() ?? null,
  }));
}

function ordersOf(
  manager: EntityManager,
  checkouts: readonly Checkout[],
): Promise<z.infer<typeof orderRow>[]> {
  return sql(manager).rows(
    orderRow,
    'SELECT id, checkout_id AS "checkoutId" FROM orders WHERE checkout_id = ANY($1) ORDER BY id',
    [checkouts.map(({ id }) => id)],
  );
}
