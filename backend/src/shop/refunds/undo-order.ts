import type { Cents } from '@pax/contracts';
import { MoreThan, Not } from 'typeorm';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { tellNow } from '../../platform/outbox/undoable-acts.js';
import { bonusAccount, COINS, creditAccount, stockAccount } from '../../people/ledger/accounts.js';
import { book, lockBalances, type LedgerLine } from '../../people/ledger/ledger.js';
import { returnReward } from '../../people/loyalty/reward-code.js';
import { Checkout } from '../checkout/checkout.entity.js';
import { transitionCheckout } from '../checkout/settle/transition-checkout.js';
import { freeClaim } from '../orders/join-reward-order.js';
import { pointReversalLines, reverseCommission, reverseSpending } from '../orders/points-and-commission.js';
import { recordTransition, appendTransition, changeStatus } from '../orders/change-order-status.js';
import { orderThing } from '../orders/find-orders.js';
import { Order } from '../orders/order.entity.js';
import {
  applyRefundPart,
  type RequestedPart,
  partKeySuffix,
  refundValueOf,
  type RefundPart,
} from '../orders/refund-share.js';
import { Payment, Refund } from '../payments/payment.entity.js';
import type { ProviderRefund } from './match-refunds.js';

interface UndoDetails {
  /** Reason that is stored with the refund. */
  reason: string;
  /** The actor, as audit rows and journal entries name it. */
  actor: string;
  now: Date;
  /** The refund at the provider that already returned the cash; without one the shop sends a refund. */
  made?: ProviderRefund | undefined;
}

interface TakenMoney {
  /** True if a bank took the money by a dispute; false also where that is not known. */
  isOfDispute?: boolean | undefined;
}

/**
 * Cancels a locked order that is paid and not delivered. Everything is returned, and a join reward can be claimed
 * again.
 */
export async function cancelOrder(
  tx: Tx,
  order: Order,
  { isOfDispute = false, ...undo }: UndoDetails & TakenMoney,
): Promise<void> {
  await tellNow(tx, orderThing(order.id));
  const from = changeStatus(order, 'cancel', undo);
  const part = applyRefundPart(order);
  await tx.save(order);
  await recordTransition(tx, order, from, undo.actor);
  const returned = await undoOrderPart(tx, order, { ...undo, part, goods: goodsLines(order) });
  if (order.kind === 'join_reward') await freeClaim(tx, order.id, undo.now);
  appendTransition(tx, order, 'cancel', { ...returned, ...(isOfDispute && { isOfDispute }) });
}

/**
 * Refunds some or all cash of a locked order, with credit, bonus, points, spending and commission in proportion.
 * The payment status changes; the order's status stays, and the player keeps the goods.
 */
export async function refundOrderPart(
  tx: Tx,
  order: Order,
  { cents, isLoss, isOfDispute = false, ...undo }: UndoDetails & RequestedPart & TakenMoney,
): Promise<void> {
  await tellNow(tx, orderThing(order.id));
  const part = applyRefundPart(order, { cents, isLoss });
  order.version += 1;
  await tx.save(order);
  const data = await undoOrderPart(tx, order, { ...undo, part, goods: [] });
  await reverseCommission(tx, order, part, undo.actor);
  appendEvent(tx, {
    type: 'order.refunded',
    aggregate: 'order',
    aggregateId: String(order.id),
    version: order.version,
    data: { ...data, ...(isOfDispute && { isOfDispute }) },
  });
}

/** Ledger lines that return the goods of an order to the stock. */
export function goodsLines(order: Order): LedgerLine[] {
  return [{ account: goodsAccount(order), delta: order.coins ?? order.quantity }];
}

/** Ledger key of the entry that returns the goods of a delivered order to the stock. */
export const restockKey = (orderId: number): string => `restock:${orderId}`;

/**
 * Locks the goods balances of several orders before any order is undone. Without this a sale,
 * which locks all its goods in byte order, could deadlock, because each order books an entry of its own.
 */
export async function lockGoods(tx: Tx, orders: readonly Order[]): Promise<void> {
  await lockBalances(tx, orders.map(goodsAccount));
}

const goodsAccount = ({ coins, productId }: Order): string =>
  coins === null ? stockAccount(productId) : COINS;

/** Amounts that a refunded part gives back, cents; `creditCents` is store credit and bonus together. */
type ReturnedCents = Record<'cashCents' | 'creditCents', Cents>;

interface UndonePart extends UndoDetails {
  /** The refunded part, which the order's amounts already include. */
  part: RefundPart;
  /** Ledger lines of goods that return to the stock; empty if the player keeps the goods. */
  goods: LedgerLine[];
}

/**
 * Undoes money and balances of a locked order in full or in part: cash by a refund row that is sent later, then
 * credit, bonus, points, spending and tier. Booked once per part.
 * @returns what goes back, for the notice to the buyer, because later parts add to the order's amounts
 */
async function undoOrderPart(
  tx: Tx,
  order: Order,
  { part, goods, reason, actor, now, made }: UndonePart,
): Promise<ReturnedCents> {
  const { cash, storeCredit, bonus: bonusBack } = refundValueOf(order, part);
  await reverseSpending(tx, order, part);
  if (order.checkoutId !== null)
    await requestRefund(tx, order, order.checkoutId, { cash, reason, now, made });
  await book(tx, { idempotencyKey: `reverse:order:${order.id}${partKeySuffix(part)}`, reason, actor }, [
    ...goods,
    { account: creditAccount(order.userId), delta: storeCredit },
    { account: bonusAccount(order.userId), delta: bonusBack },
    ...pointReversalLines(order, part),
  ]);
  return { cashCents: cash, creditCents: storeCredit + bonusBack };
}

/**
 * Writes the refund of an order's cash, which is sent later unless it was made already, and adds it to the
 * checkout. The last order's refund makes the checkout refunded.
 */
async function requestRefund(
  tx: Tx,
  { id: orderId }: Order,
  checkoutId: number,
  { cash: amountCents, reason, now, made }: Omit<UndoDetails, 'actor'> & { cash: Cents },
): Promise<void> {
  if (amountCents > 0) {
    const { id: paymentId } = await tx.findOneByOrFail(Payment, { checkoutId, state: 'settled' });
    const done = made && ({ state: 'done', providerRef: made.ref, doneAt: made.at } as const);
    await tx.save(tx.create(Refund, { paymentId, orderId, amountCents, reason, ...done }));
  }
  const isLeft = await tx.existsBy(Order, { checkoutId, paymentStatus: Not('refunded') });
  await addRefundToCheckout(tx, checkoutId, { cents: amountCents, isAll: !isLeft, now });
}

interface RefundedPart {
  /** Refunded cash, cents; 0 if the order was paid by credit or bonus alone. */
  cents: Cents;
  /** True if every order of the checkout is refunded. */
  isAll: boolean;
  now: Date;
}

/**
 * Adds a refund to a locked checkout. When everything is refunded, the checkout's state changes, and its reward code
 * is returned unless delivered goods kept their store credit. Appends one event per change.
 */
export async function addRefundToCheckout(
  tx: Tx,
  checkoutId: number,
  { cents, isAll, now }: RefundedPart,
): Promise<void> {
  const checkout = await tx.findOneByOrFail(Checkout, { id: checkoutId });
  checkout.refundedCents += cents;
  if (isAll && checkout.state === 'paid') {
    await transitionCheckout(tx, checkout, 'refunded');
    const isKept = await tx.existsBy(Order, { checkoutId, lostCents: MoreThan(0) });
    if (checkout.rewardId !== null && !isKept) await returnReward(tx, checkout.rewardId, checkout.ref, now);
    return;
  }
  if (cents === 0) return;
  checkout.version += 1;
  await tx.save(checkout);
  const { ref: aggregateId, version } = checkout;
  appendEvent(tx, { type: 'checkout.refunded', aggregate: 'checkout', aggregateId, version });
}
