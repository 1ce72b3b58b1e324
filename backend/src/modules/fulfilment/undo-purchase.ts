import { tierAfter } from '@pax/contracts';
import { Not } from 'typeorm';
import type { Tx } from '../../infra/database/transaction.js';
import { saveUser } from '../accounts/lock-user.js';
import { User } from '../accounts/user.entity.js';
import { countRefund } from '../checkout/settle/count-refund.js';
import { bonus, COINS, credit, points, stock } from '../ledger/accounts.js';
import { book, type LedgerLine } from '../ledger/ledger.js';
import { requestRefund } from '../payments/refunds/request-refund.js';
import { Order } from '../orders/order.entity.js';

export interface UndoInput {
  /** Goods that go back to the stock; empty where the player keeps them. */
  goods: LedgerLine[];
  reason: string;
  actor: string;
  now: Date;
}

/** Ledger lines that return the goods of an order. */
export function goodsLines(order: Order): LedgerLine[] {
  return [
    order.coins === null
      ? { account: stock(order.productId), delta: order.quantity }
      : { account: COINS, delta: order.coins },
  ];
}

/**
 * Undoes money and balances of a locked order as it stored them: cash by a refund row that is sent later, credit,
 * bonus, points, spending and tier (OWN-100). Booked once per order.
 */
export async function undoPurchase(
  tx: Tx,
  order: Order,
  { goods, reason, actor, now }: UndoInput,
): Promise<void> {
  await reverseSpending(tx, order);
  await refundCash(tx, order, reason, now);
  await book(tx, { idempotencyKey: `reverse:order:${order.id}`, reason, actor }, [
    ...goods,
    ...balanceLines(order),
  ]);
}

/** Points may go below 0 when they are spent: the next earnings make them good (OWN-102). */
function balanceLines(order: Order): LedgerLine[] {
  return [
    { account: credit(order.userId), delta: order.creditCents },
    { account: bonus(order.userId), delta: order.bonusCents },
    { account: points(order.userId), delta: -order.points, mayGoBelowZero: true },
  ];
}

/** Adds the cash to the checkout's refunds, which is refunded when its last order is undone. */
async function refundCash(
  tx: Tx,
  { id: orderId, checkoutId, cashCents }: Order,
  reason: string,
  now: Date,
): Promise<void> {
  if (checkoutId === null) return;
  if (cashCents > 0) await requestRefund(tx, { checkoutId, orderId, amountCents: cashCents, reason });
  const isLeft = await tx.existsBy(Order, { checkoutId, paymentStatus: Not('refunded') });
  await countRefund(tx, checkoutId, { cents: cashCents, isAll: !isLeft, now });
}

async function reverseSpending(tx: Tx, order: Order): Promise<void> {
  if (order.cashCents === 0) return;
  const buyer = await tx.findOneByOrFail(User, { id: order.userId });
  buyer.totalSpentCents -= order.cashCents;
  buyer.tier = tierAfter(buyer.totalSpentCents, buyer.tierFloor);
  await saveUser(tx, buyer);
}
