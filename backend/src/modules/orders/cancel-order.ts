import { Injectable } from '@nestjs/common';
import { legalMoves, tierAfter, type Order as WireOrder } from '@pax/contracts';
import { Not } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { User } from '../accounts/user.entity.js';
import { audit } from '../audit/audit.js';
import { bonus, COINS, credit, points, stock } from '../ledger/accounts.js';
import { move, type Move } from '../ledger/ledger.js';
import { requestRefund } from '../payments/request-refund.js';
import { freeClaim } from '../discord/join-claims.js';
import { recordRefund } from '../checkout/record-refund.js';
import { lockOrder } from './lock-order.js';
import { Order } from './order.entity.js';
import { recordStep } from './order-history.js';
import { wireOrder } from './order.mapper.js';

export interface CancelWish {
  orderId: number;
  actor: string;
  version?: number;
}

/**
 * Cancels an order that is not delivered yet: money, credit, bonus and points go back by what was written when it
 * was paid, goods go back to the shelf. The cash is a refund row; it is sent outside this transaction.
 */
@Injectable()
export class CancelOrder {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal moves */
  async execute({ orderId, actor, version }: CancelWish): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const order = await lockOrder(tx, orderId, version);
      const legal = legalMoves(order.status, order.paymentStatus);
      if (!legal.includes('cancel'))
        throw new ShopError('ILLEGAL_MOVE', `An order that is ${order.status} can't be cancelled.`, {
          legal,
        });
      const from = order.status;
      order.status = 'cancelled';
      order.paymentStatus = 'refunded';
      order.cancelledAt = this.clock.now();
      order.version += 1;
      await tx.save(order);
      await recordStep(tx, order, from, actor);
      await takeBackSpending(tx, order);
      await giveBackCash(tx, order, this.clock.now());
      await move(tx, { act: `reverse:order:${orderId}`, reason: 'order cancelled', actor }, movesBack(order));
      if (order.kind === 'join_reward') await freeClaim(tx, orderId, this.clock.now());
      await appendEvent(tx, {
        type: 'order.cancelled',
        aggregate: 'order',
        aggregateId: String(orderId),
        version: order.version,
      });
      await audit(tx, { actor, action: 'order.cancel', subject: `order:${orderId}` });
      const answer = await wireOrder(tx, orderId);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }
}

/** Points may go below 0: the customer sees 0 and what the next earnings make good. */
function movesBack(order: Order): Move[] {
  return [
    order.coins === null
      ? { account: stock(order.productId), delta: order.quantity }
      : { account: COINS, delta: order.coins },
    { account: credit(order.userId), delta: order.creditCents },
    { account: bonus(order.userId), delta: order.bonusCents },
    { account: points(order.userId), delta: -order.points, mayGoBelowZero: true },
  ];
}

/** The cash is a row that is sent later; the checkout counts it, and is refunded when its last order is undone. */
async function giveBackCash(tx: Tx, { id: orderId, checkoutId, cashCents }: Order, now: Date): Promise<void> {
  if (checkoutId === null) return;
  if (cashCents > 0)
    await requestRefund(tx, { checkoutId, orderId, amountCents: cashCents, reason: 'order cancelled' });
  const isLeft = await tx.existsBy(Order, { checkoutId, paymentStatus: Not('refunded') });
  await recordRefund(tx, checkoutId, { cents: cashCents, isAll: !isLeft, now });
}

async function takeBackSpending(tx: Tx, order: Order): Promise<void> {
  if (order.cashCents === 0) return;
  const buyer = await tx.findOneByOrFail(User, { id: order.userId });
  buyer.totalSpentCents -= order.cashCents;
  buyer.tier = tierAfter(buyer.totalSpentCents, buyer.tierFloor);
  buyer.version += 1;
  await tx.save(buyer);
  await appendEvent(tx, {
    type: 'user.updated',
    aggregate: 'user',
    aggregateId: String(buyer.id),
    version: buyer.version,
  });
}
