import { JOIN_REWARD_COINS } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Order } from './order.entity.js';
import { recordTransition } from './order-history.js';

export interface JoinOrder {
  userId: number;
  /** A coin product, which the order names. */
  productId: number;
  discordName: string | null;
  gameName: string | null;
  /** A blocked account ordered for the game name. */
  blockedName: boolean;
  createdAt: Date;
  dueAt: Date;
}

/**
 * Inserts the order of a join reward: price 0, no checkout, no points, delivered like any other. Call
 * `appendJoinOrderPaid` after its coins were booked.
 */
export async function createJoinOrder(tx: Tx, join: JoinOrder): Promise<Order> {
  const order = await tx.save(
    tx.create(Order, {
      checkoutId: null,
      lineNo: null,
      kind: 'join_reward',
      userId: join.userId,
      productId: join.productId,
      productName: 'Free coins',
      category: 'coins',
      discordUsername: join.discordName,
      minecraftName: join.gameName,
      blockedName: join.blockedName,
      quantity: 1,
      coins: JOIN_REWARD_COINS,
      totalCents: 0,
      earnings: 'pending',
      createdAt: join.createdAt,
      dueAt: join.dueAt,
    }),
  );
  await recordTransition(tx, order, null, `user:${join.userId}`);
  return order;
}

/** Appends the event of a join order whose coins were booked. */
export async function appendJoinOrderPaid(tx: Tx, { id, version }: Order): Promise<void> {
  appendEvent(tx, { type: 'order.paid', aggregate: 'order', aggregateId: String(id), version });
}
