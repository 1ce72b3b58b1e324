import { type Tx, Transactions } from '../../platform/database/transaction.js';
import { formatCentsAsDecimal, TIERS } from '@pax/contracts';
import { hasWaitingActSql } from '../../platform/outbox/undoable-acts.js';
import { appendBellNotice } from '../../platform/outbox/bell-notice.js';
import { raiseUserVersion, recordSpending } from '../../people/accounts/user-row.js';
import { User } from '../../people/accounts/user.entity.js';
import { creditAccount, pointsAccount } from '../../people/ledger/accounts.js';
import { usesOwnReferralCode } from '../../people/referrals/self-referral.js';
import { book, type LedgerLine } from '../../people/ledger/ledger.js';
import type { Order } from './order.entity.js';
import { isPurchaseDisputed, OPEN_DISPUTES_SQL } from '../payments/open-disputes.js';
import { remainingCashOf, keptShare, partKeySuffix, shareOfPart, type RefundPart } from './refund-share.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { idRow, sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { lockOrder } from './find-orders.js';

const commissionKey = (orderId: number): string => `commission:${orderId}`;

/**
 * Books the earnings of a locked, delivered order except for its refunded part: the buyer's points, spending and
 * tier, and a referrer's commission. Booked once, and never during a dispute.
 */
export async function bookEarnings(tx: Tx, order: Order): Promise<void> {
  const { earnings, checkoutId } = order;
  if (earnings === 'pending' && checkoutId !== null && (await isPurchaseDisputed(tx, checkoutId))) return;
  // Books points and spending only if they are pending, because an earlier version of the shop booked them at the
  // payment.
  if (order.earnings === 'pending') {
    order.earnings = 'booked';
    await bookBuyerEarnings(tx, order);
  }
  const commission = keptShare(order.commissionCents, order);
  if (order.commissionUserId === null || commission === 0) return;
  // Books no commission for a deleted account, whose row is locked together with the order.
  const isPaid = await tx.existsBy(User, { id: order.commissionUserId, deletedAt: IsNull() });
  if (!isPaid || (await usesOwnReferralCode(tx, order.userId))) {
    order.commissionCents = 0;
    return;
  }
  const entry = { idempotencyKey: commissionKey(order.id), reason: 'referral commission', actor: 'shop' };
  const isBooked = await book(tx, entry, [
    { account: creditAccount(order.commissionUserId), delta: commission },
  ]);
  const credit = formatCentsAsDecimal(commission);
  if (isBooked) appendBellNotice(tx, order.commissionUserId, { kind: 'friend', credit });
}

/**
 * Books and saves the missing earnings of a locked order that was delivered before; does nothing if they are
 * booked.
 */
export async function bookEarningsIfMissing(tx: Tx, order: Order): Promise<void> {
  if (order.earnings !== 'pending' || order.completedAt === null) return;
  await bookEarnings(tx, order);
  await tx.save(order);
}

async function bookBuyerEarnings(tx: Tx, order: Order): Promise<void> {
  const cents = remainingCashOf(order);
  const { id: orderId, userId } = order;
  if (cents > 0) {
    const buyer = await readBuyer(tx, order);
    const before = buyer.tier;
    await recordSpending(tx, buyer, cents);
    const { tier } = buyer;
    if (TIERS.indexOf(tier) > TIERS.indexOf(before)) appendBellNotice(tx, userId, { kind: 'tier', tier });
  }
  const points = keptShare(order.points, order);
  if (points === 0) return;
  await book(tx, { idempotencyKey: `earn:order:${orderId}`, reason: 'points', actor: 'shop' }, [
    { account: pointsAccount(userId), delta: points },
  ]);
  appendBellNotice(tx, userId, { kind: 'unlocked', points, orderId });
}

/** Ledger lines that take back the points of a refunded part; none while the points are pending. */
export function pointReversalLines(
  { earnings, userId, points: earned }: Order,
  part: RefundPart,
): LedgerLine[] {
  if (earnings === 'pending') return [];
  // May take the balance below 0 when the buyer has spent the points; the next earnings make up for it.
  return [{ account: pointsAccount(userId), delta: -shareOfPart(earned, part), mayGoBelowZero: true }];
}

/** Subtracts the cash of a refunded part from what the buyer has spent, or will have spent after delivery. */
export async function reverseSpending(tx: Tx, order: Order, part: RefundPart): Promise<void> {
  const cents = shareOfPart(order.cashCents, part);
  if (cents === 0) return;
  const buyer = await readBuyer(tx, order);
  await (order.earnings === 'pending' ? raiseUserVersion(tx, buyer) : recordSpending(tx, buyer, -cents));
}

/**
 * Takes back the commission on a refunded part once, if it was booked. The referrer's credit falls below 0 if it
 * was spent.
 */
export async function reverseCommission(
  tx: Tx,
  order: Order,
  part: RefundPart,
  actor: string,
): Promise<void> {
  const isBooked = order.earnings !== 'pending' && order.completedAt !== null;
  if (order.commissionUserId === null || order.commissionCents === 0 || !isBooked) return;
  const idempotencyKey = `reverse:${commissionKey(order.id)}${partKeySuffix(part)}`;
  await book(tx, { idempotencyKey, reason: 'referral commission', actor }, [
    {
      account: creditAccount(order.commissionUserId),
      delta: -shareOfPart(order.commissionCents, part),
      mayGoBelowZero: true,
    },
  ]);
}

/** Reads the account of the buyer, whose row the caller has locked. */
const readBuyer = (tx: Tx, { userId }: Order): Promise<User> => tx.findOneByOrFail(User, { id: userId });

const EVERY_MS = 60_000;
/** Limit of orders that one run books. */
const BATCH = 100;

/**
 * Books missing earnings of delivered orders, because an older program that still runs during an upgrade completes
 * orders without booking them. Several processes may run this at once.
 */
@Injectable()
export class BookLateEarnings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Books all missing earnings; a failed order does not stop the others.
   * @throws AggregateError
   */
  @Periodic({ name: 'book-late-earnings', every: EVERY_MS, role: 'worker' })
  async bookDueEarnings(): Promise<void> {
    const late = await sql(this.database).rows(
      idRow,
      `SELECT id FROM orders o WHERE earnings = 'pending' AND status IN ('completed', 'archived')
          AND NOT ${hasWaitingActSql(`'order:' || o.id`)}
          AND NOT EXISTS (${OPEN_DISPUTES_SQL} AND p.checkout_id = o.checkout_id) ORDER BY id LIMIT ${BATCH}`,
    );
    const errors: unknown[] = [];
    for (const { id } of late) await this.bookOrderEarnings(id).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, 'Earnings could not be booked');
  }

  private bookOrderEarnings(id: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      // Checks under the lock whether another process booked the earnings meanwhile.
      await bookEarningsIfMissing(tx, await lockOrder(tx, id));
    });
  }
}
