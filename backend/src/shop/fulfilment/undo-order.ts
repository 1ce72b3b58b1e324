import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Order } from '../orders/order.entity.js';
import { countPart, type PartAsked, partName, valueOf, type RefundPart } from '../orders/refund-share.js';
import { type MadeRefund, requestRefund } from '../payments/refunds/request-refund.js';
import { reverseCommission, pointsBack, reverseSpending } from './earnings.js';
import type { Cents } from '@pax/contracts';
import { Not } from 'typeorm';
import { countRefund } from '../checkout/settle/release-hold.js';
import { bonus, COINS, credit, stock } from '../../people/ledger/accounts.js';
import { book, lockBalances, type LedgerLine } from '../../people/ledger/ledger.js';

interface GiveBackInput extends PartAsked {
  reason: string;
  /** The actor, as ledger rows name it. */
  actor: string;
  now: Date;
  /** The provider's refund that gave it back; without one the shop sends it. */
  made?: MadeRefund;
}

/**
 * Gives cash of a locked order back, all that is left or a part, with everything that goes with it, its referrer's
 * commission as well. Its status stays, and its goods stay where they are.
 */
export async function giveBack(
  tx: Tx,
  order: Order,
  { cents, isLoss, ...undo }: GiveBackInput,
): Promise<void> {
  const part = countPart(order, { cents, isLoss });
  order.version += 1;
  await tx.save(order);
  await undoOrder(tx, order, { ...undo, part, goods: [] });
  await reverseCommission(tx, order, part, undo.actor);
  appendEvent(tx, {
    type: 'order.refunded',
    aggregate: 'order',
    aggregateId: String(order.id),
    version: order.version,
  });
}

export interface UndoInput {
  /** The part that goes back, as the order counts it already. */
  part: RefundPart;
  /** Goods that go back to the stock; empty where the player keeps them. */
  goods: LedgerLine[];
  reason: string;
  actor: string;
  now: Date;
  /** The provider's refund that gave the cash back; without one the shop sends it. */
  made?: MadeRefund;
}

/** Ledger lines that return the goods of an order. */
export function goodsLines(order: Order): LedgerLine[] {
  const account = goodsAccount(order);
  return [{ account, delta: order.coins ?? order.quantity }];
}

/**
 * Locks the balances of the goods of several orders before any of them is undone: each books an entry of its own, and a
 * sale locks all of its goods in byte order, so entry by entry each could wait for the other.
 */
export async function lockGoods(tx: Tx, orders: readonly Order[]): Promise<void> {
  await lockBalances(tx, orders.map(goodsAccount));
}

const goodsAccount = ({ coins, productId }: Order): string => (coins === null ? stock(productId) : COINS);

/**
 * Undoes money and balances of a locked order as it stored them, or a part of them: cash by a refund row that is sent
 * later, credit, bonus, points, spending and tier. Booked once per part.
 */
export async function undoOrder(
  tx: Tx,
  order: Order,
  { part, goods, reason, actor, now, made }: UndoInput,
): Promise<void> {
  const { cash: cents, storeCredit, bonus: bonusBack } = valueOf(order, part);
  await reverseSpending(tx, order, part);
  await refundCash(tx, order, { cents, reason, now, made });
  await book(tx, { idempotencyKey: `reverse:order:${order.id}${partName(part)}`, reason, actor }, [
    ...goods,
    { account: credit(order.userId), delta: storeCredit },
    { account: bonus(order.userId), delta: bonusBack },
    ...pointsBack(order, part),
  ]);
}

/** Adds the cash to the checkout's refunds, which is refunded when its last order is undone. */
async function refundCash(
  tx: Tx,
  { id: orderId, checkoutId }: Order,
  { cents, now, ...refund }: { cents: Cents; reason: string; now: Date; made: MadeRefund | undefined },
): Promise<void> {
  if (checkoutId === null) return;
  if (cents > 0) await requestRefund(tx, { checkoutId, orderId, amountCents: cents, ...refund });
  const isLeft = await tx.existsBy(Order, { checkoutId, paymentStatus: Not('refunded') });
  await countRefund(tx, checkoutId, { cents, isAll: !isLeft, now });
}
