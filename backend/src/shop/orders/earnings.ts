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
import { DataSource } from 'typeorm';
import { idRow, sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { lockOrder } from './find-orders.js';

const commissionKey = (orderId: number): string => `commission:${orderId}`;

/**
 * Books what a locked, delivered order earned and was not given back: points, spending and tier of its buyer, commission
 * of a referrer who is still another person. Once per order, and not while a dispute may take its money.
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
  if (await usesOwnCode(tx, order.userId)) {
    order.commissionCents = 0;
    return;
  }
  await book(tx, { idempotencyKey: commissionKey(order.id), reason: 'referral commission', actor: 'shop' }, [
    { account: credit(order.commissionUserId), delta: commission },
  ]);
}

/** Books and saves what a locked order earned that was delivered before, unless that was done. */
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

/** Ledger lines that take a part's points back; none while they are pending, since nothing was booked. */
export function pointReversalLines(
  { earnings, userId, points: earned }: Order,
  part: RefundPart,
): LedgerLine[] {
  if (earnings === 'pending') return [];
  // Below 0 when they are spent: the next earnings make them good.
  return [{ account: points(userId), delta: -shareOfPart(earned, part), mayGoBelowZero: true }];
}

/** Takes a part's cash off what its buyer spent, or off what is pending. */
export async function reverseSpending(tx: Tx, order: Order, part: RefundPart): Promise<void> {
  const cents = shareOfPart(order.cashCents, part);
  if (cents === 0) return;
  const buyer = await readBuyer(tx, order);
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
  const idempotencyKey = `reverse:${commissionKey(order.id)}${partKeySuffix(part)}`;
  await book(tx, { idempotencyKey, reason: 'referral commission', actor }, [
    {
      account: credit(order.commissionUserId),
      delta: -shareOfPart(order.commissionCents, part),
      mayGoBelowZero: true,
    },
  ]);
}

/** The buyer, whose row the caller locked. */
const readBuyer = (tx: Tx, { userId }: Order): Promise<User> => tx.findOneByOrFail(User, { id: userId });

const EVERY_MS = 60_000;
/** Orders of one run. */
const BATCH = 100;

/**
 * Books what delivered orders earned and did not get: a program of before that still runs during an upgrade completes
 * orders without it. Any number may run.
 */
@Injectable()
export class BookLateEarnings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Books all that are due; one that fails keeps none of the others. @throws AggregateError */
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
