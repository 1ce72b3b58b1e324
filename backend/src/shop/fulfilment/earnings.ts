import type { Tx } from '../../platform/database/transaction.js';
import { touchUser } from '../../people/accounts/lock-user.js';
import { recordSpending } from '../../people/accounts/record-spending.js';
import { User } from '../../people/accounts/user.entity.js';
import { credit, points } from '../../people/ledger/accounts.js';
import { followsOwnCode } from '../../people/referrals/own-code.js';
import { book, type LedgerLine } from '../../people/ledger/ledger.js';
import type { Order } from '../orders/order.entity.js';
import { isPurchaseDisputed } from '../payments/disputes/open-disputes.js';
import { cashLeft, keptShare, partName, partOf, type RefundPart } from '../orders/refund-share.js';

const commissionKey = (orderId: number): string => `commission:${orderId}`;

/**
 * Books what a locked, delivered order earned and was not given back: points, spending and tier of its buyer, commission
 * of a referrer who is another person by then. Once per order, and not while a dispute may take its money; the caller saves it.
 */
export async function bookEarnings(tx: Tx, order: Order): Promise<void> {
  const { earnings, checkoutId } = order;
  if (earnings === 'pending' && checkoutId !== null && (await isPurchaseDisputed(tx, checkoutId))) return;
  // An earlier version booked points and spending at payment, and the commission as now.
  if (order.earnings === 'pending') {
    order.earnings = 'booked';
    await bookForBuyer(tx, order);
  }
  const commission = keptShare(order.commissionCents, order);
  if (order.commissionUserId === null || commission === 0) return;
  if (await followsOwnCode(tx, order.userId)) {
    order.commissionCents = 0;
    return;
  }
  await book(tx, { idempotencyKey: commissionKey(order.id), reason: 'referral commission', actor: 'shop' }, [
    { account: credit(order.commissionUserId), delta: commission },
  ]);
}

/** Books and saves what a locked order earned that was delivered before, unless that was done. */
export async function bookLate(tx: Tx, order: Order): Promise<void> {
  if (order.earnings !== 'pending' || order.completedAt === null) return;
  await bookEarnings(tx, order);
  await tx.save(order);
}

async function bookForBuyer(tx: Tx, order: Order): Promise<void> {
  const cents = cashLeft(order);
  if (cents > 0) await recordSpending(tx, await buyerOf(tx, order), cents);
  const earned = keptShare(order.points, order);
  if (earned === 0) return;
  await book(tx, { idempotencyKey: `earn:order:${order.id}`, reason: 'points', actor: 'shop' }, [
    { account: points(order.userId), delta: earned },
  ]);
}

/** Ledger lines that take a part's points back; none while they are pending, since nothing was booked. */
export function pointsBack({ earnings, userId, points: earned }: Order, part: RefundPart): LedgerLine[] {
  if (earnings === 'pending') return [];
  // Below 0 when they are spent: the next earnings make them good.
  return [{ account: points(userId), delta: -partOf(earned, part), mayGoBelowZero: true }];
}

/** Takes a part's cash off what its buyer spent, or off what is pending. */
export async function reverseSpending(tx: Tx, order: Order, part: RefundPart): Promise<void> {
  const cents = partOf(order.cashCents, part);
  if (cents === 0) return;
  const buyer = await buyerOf(tx, order);
  await (order.earnings === 'pending' ? touchUser(tx, buyer) : recordSpending(tx, buyer, -cents));
}

/** Reverses the commission of a part, once, if it was booked. Credit may go below 0 when the referrer has spent it. */
export async function reverseCommission(
  tx: Tx,
  order: Order,
  part: RefundPart,
  actor: string,
): Promise<void> {
  const isBooked = order.earnings !== 'pending' && order.completedAt !== null;
  if (order.commissionUserId === null || order.commissionCents === 0 || !isBooked) return;
  const idempotencyKey = `reverse:${commissionKey(order.id)}${partName(part)}`;
  await book(tx, { idempotencyKey, reason: 'referral commission', actor }, [
    {
      account: credit(order.commissionUserId),
      delta: -partOf(order.commissionCents, part),
      mayGoBelowZero: true,
    },
  ]);
}

/** The buyer, whose row the caller locked. */
const buyerOf = (tx: Tx, { userId }: Order): Promise<User> => tx.findOneByOrFail(User, { id: userId });
