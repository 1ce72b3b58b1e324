import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCentsAsDecimal, type CheckoutAnswer } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { findOrdersOfCheckouts } from '../orders/find-orders.js';
import { Checkout } from './checkout.entity.js';

/** Reads checkouts for their buyers. */
@Injectable()
export class CheckoutQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Reads a checkout of the account. @throws ShopError NOT_FOUND, also for a checkout of another account */
  async readOwn(userId: number, ref: string): Promise<CheckoutAnswer> {
    const checkout = await this.database.manager.findOneBy(Checkout, { ref, userId });
    const [answer] = checkout ? await toCheckoutAnswers(this.database.manager, [checkout]) : [];
    if (!answer) throw new ShopError('NOT_FOUND', 'There is nothing here.');
    return answer;
  }
}

/**
 * Reads the reference of a checkout.
 * @throws EntityNotFoundError
 */
export async function readCheckoutRef(manager: EntityManager, id: number): Promise<string> {
  const { ref } = await manager.findOneOrFail(Checkout, { where: { id }, select: { ref: true } });
  return ref;
}

/**
 * Reads the account id of a checkout's buyer.
 * @throws EntityNotFoundError
 */
export async function readBuyerId(manager: EntityManager, id: number): Promise<number> {
  const { userId } = await manager.findOneOrFail(Checkout, { where: { id }, select: { userId: true } });
  return userId;
}

/** Converts checkouts to the form that their buyers see. */
export async function toCheckoutAnswers(
  manager: EntityManager,
  checkouts: readonly Checkout[],
): Promise<CheckoutAnswer[]> {
  // Reads orders only for paid and for crypto checkouts: orders are created with the payment, but for crypto before
  // it.
  const ordered = checkouts.filter(({ paidAt, method }) => paidAt !== null || method === 'crypto');
  const orders = await findOrdersOfCheckouts(
    manager,
    ordered.map(({ id }) => id),
  );
  return checkouts.map((checkout) => ({
    checkout: checkout.ref,
    state: checkout.state,
    method: checkout.method,
    total: formatCentsAsDecimal(checkout.totalCents),
    refundedCents: checkout.refundedCents,
    inGameName: checkout.gameName,
    discordName: checkout.discordName,
    lines: checkout.quote.lines,
    quote: checkout.quote,
    points: checkout.points,
    pendingPoints: orders.get(checkout.id)?.pendingPoints ?? 0,
    orders: orders.get(checkout.id)?.ids ?? [],
    ...(isDeclined(checkout) && { retryUrl: checkout.providerUrl }),
    ...(checkout.state === 'confirming' && { heldUntil: heldUntil(checkout) }),
    createdAt: checkout.createdAt.toISOString(),
    paidAt: checkout.paidAt?.toISOString() ?? null,
  }));
}

const heldUntil = ({ holding, holdUntil }: Checkout): string | null =>
  holding ? (holdUntil?.toISOString() ?? null) : null;

/** Tells whether the payment was declined, so that the buyer can choose another means on the provider's page. */
const isDeclined = (checkout: Checkout): checkout is Checkout & { providerUrl: string } =>
  checkout.state === 'open' && checkout.declines > 0 && checkout.providerUrl !== null;
