import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { checkoutRef, toDecimal, type CheckoutAnswer } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { ShopError } from '../../common/problem.js';
import { Checkout } from './checkout.entity.js';

/** Reads of checkouts, for their owners. */
@Injectable()
export class CheckoutQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The receipt of an own checkout. @throws ShopError NOT_FOUND, for someone else's as for none */
  async own(userId: number, ref: string): Promise<CheckoutAnswer> {
    const checkout = checkoutRef.safeParse(ref).success
      ? await this.database.manager.findOneBy(Checkout, { ref, userId })
      : null;
    if (!checkout) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
    return toAnswer(this.database.manager, checkout);
  }
}

/** A checkout as its owner sees it. */
export async function toAnswer(manager: EntityManager, checkout: Checkout): Promise<CheckoutAnswer> {
  // Orders come with the payment, in one transaction.
  const orders = checkout.paidAt === null ? [] : await ordersOf(manager, checkout.id);
  return {
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
    orders: orders.map((order) => order.id),
    createdAt: checkout.createdAt.toISOString(),
    paidAt: checkout.paidAt?.toISOString() ?? null,
  };
}

async function ordersOf(manager: EntityManager, checkoutId: number): Promise<{ id: number }[]> {
  return manager.query('SELECT id FROM orders WHERE checkout_id = $1 ORDER BY id', [checkoutId]);
}
