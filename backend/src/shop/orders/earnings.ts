import { type Tx, Transactions } from '../../platform/database/transaction.js';
import { touchUser, recordSpending } from '../../people/accounts/user-row.js';
import { User } from '../../people/accounts/user.entity.js';
import { credit, points } from '../../people/ledger/accounts.js';
import { usesOwnCode } from '../../people/referrals/own-code.js';
import { book, type LedgerLine } from '../../people/ledger/ledger.js';
import type { Order } from './order.entity.js';
import { isPurchaseDisputed, OPEN_DISPUTES_SQL } from '../payments/open-disputes.js';
import { cashLeft, keptShare, partKeySuffix, shareOfPart, type RefundPart } from './refund-share.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { idRow, sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { lockOrder } from './find-orders.js';

const commissionKey = (orderId: number): string => `commission:${orderId}`;

/**
 * Books the earnings of a locked, delivered order without its refunded part: points, spending and tier of the buyer,
 * and the commission of a referrer who is another person with an account. Booked once, never during a dispute.
 */
export async function bookEarnings(tx: Tx, order: Order): Promise<void> {
  const { earnings, checkoutId } = order;
  if (earnings === 'pending' && checkoutId !== null && (await isPurchaseDisputed(tx, checkoutId))) return;
  // An earlier version booked points and spending at payment, and the commission at delivery.
  if (order.earnings === 'pending') {
    order.earnings = 'booked';
    await bookForBuyer(tx, order);
  }
  const commission = keptShare(order.commissionCents, order);
  if (order.commissionUserId === null || commission === 0) return;
  // Nothing remains of a deleted account, and its row is locked with the order.
  const isPaid = await tx.existsBy(User, { id: order.commissionUserId, deletedAt: IsNull() });
  if (!isPaid || (await usesOwnCode(tx, order.userId))) {
    order.commissionCents = 0;
    return;
  }
  await book(tx, { idempotencyKey: commissionKey(order.id), reason: 'referral commission', actor: 'shop' }, [
    { account: credit(order.commissionUserId), delta: commission },
  ]);
}

/** Books and saves the earnings of a locked order that was delivered before, unless they are booked. */
export async function bookEarningsIfMissing(tx: Tx, order: Order): Promise<void> {
  if (order.earnings !== 'pending' || order.completedAt === null) return;
  await bookEarnings(tx, order);
  await tx.save(order);
}

async function bookForBuyer(tx: Tx, order: Order): Promise<void> {
  const cents = cashLeft(order);
  if (cents > 0) await recordSpending(tx, await readBuyer(tx, order), cents);
  const earned = keptShare(order.points, order);
  if (earned === 0) return;
  await book(tx, { idempotencyKey: `earn:order:${order.id}`, reason: 'points', actor: 'shop' }, [
    { account: points(order.userId), delta: earned },
  ]);
}

/** Ledger lines that reverse the points of a refunded part; none while the points are pending. */
export function pointReversalLines(
  { earnings, userId, points: earned }: Order,
  part: RefundPart,
): LedgerLine[] {
  if (earnings === 'pending') return [];
  // Negative when the buyer has spent them; the next earnings make up for it.
  return [{ account: points(userId), delta: -shareOfPart(earned, part), mayGoBelowZero: true }];
}

/** Subtracts the cash of a refunded part from the buyer's spending, or from the pending spending. */
export async function reverseSpending(tx: Tx, order: Order, part: RefundPart): Promise<void> {
  const cents = shareOfPart(order.cashCents, part);
  if (cents === 0) return;
  const buyer = await readBuyer(tx, order);
  await (order.earnings === 'pending' ? touchUser(tx, buyer) : recordSpending(tx, buyer, -cents));
}

/**
 * Reverses the commission of a refunded part once, if it was booked. Credit becomes negative if the referrer has
 * spent it.
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
      account: credit(order.commissionUserId),
      delta: -shareOfPart(order.commissionCents, part),
      mayGoBelowZero: true,
    },
  ]);
}

/** Reads the buyer, whose row the caller locked. */
const readBuyer = (tx: Tx, { userId }: Order): Promise<User> => tx.findOneByOrFail(User, { id: userId });

const EVERY_MS = 60_000;
/** Most orders that one run books. */
const BATCH = 100;

/**
 * Books missing earnings of delivered orders: an earlier version of the program that still runs during an upgrade
 * completes orders without them. Several processes may run it at once.
 */
@Injectable()
export class BookLateEarnings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Books all missing earnings; a failing order does not stop the others.
   * @throws AggregateError
   */
  @Periodic({ name: 'book-late-earnings', every: EVERY_MS, role: 'worker' })
  async bookDue(): Promise<void> {
    const late = await sql(this.database).rows(
      idRow,
      `SELECT id FROM orders o WHERE earnings = 'pending' AND status IN ('completed', 'archived')
          AND NOT EXISTS (${OPEN_DISPUTES_SQL} AND p.checkout_id = o.checkout_id) ORDER BY id LIMIT ${BATCH}`,
    );
    const errors: unknown[] = [];
    for (const { id } of late) await this.bookOrder(id).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, 'Earnings could not be booked');
  }

  private bookOrder(id: number): Promise<void> {
    return this.transactions.run(async (tx) => {
      // Another process may have booked it meanwhile.
      await bookEarningsIfMissing(tx, await lockOrder(tx, id));
    });
  }
}
