import { JOIN_REWARD_COINS } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { Order } from './order.entity.js';
import { recordTransition } from './order-history.js';

export interface JoinOrder {
  userId: number;
  /** A product of coins: what the order's coins belong to. */
  productId: number;
  discordName: string | null;
  gameName: string | null;
  createdAt: Date;
  dueAt: Date;
}

/**
 * The orders module's named write for the join reward: an order of price 0 without a checkout, without points, worked
 * off like any other (OWN-154). It is told of by `announceJoinOrder`, after its coins were taken.
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
      quantity: 1,
      coins: JOIN_REWARD_COINS,
      totalCents: 0,
      createdAt: join.createdAt,
      dueAt: join.dueAt,
    }),
  );
  await recordTransition(tx, order, null, `user:${join.userId}`);
  return order;
}

export async function announceJoinOrder(tx: Tx, { id, version }: Order): Promise<void> {
  appendEvent(tx, { type: 'order.paid', aggregate: 'order', aggregateId: String(id), version });
}
