import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';
import type { DisputeReport } from '../payment-provider.js';
import { WAITS } from '../refunds/answer-waiting.js';
import { ApplyRefund, unknownPayment } from '../refunds/apply-refund.js';
import { refundedWithin } from './refunds-within.js';
import { Reversals, type Loser } from '../refunds/reversals.js';
import { Dispute } from './dispute.entity.js';
import { matchDispute } from './match-dispute.js';
import { tellNews, tellOfDispute, tellOfOtherCurrency } from './tell-of-dispute.js';

interface Ending {
  /** The account that lost, from `loserOf`; absent unless the dispute was lost. */
  loser?: Loser | undefined;
}

/** Stored result of a message in another currency, whose amount says nothing about its payment. */
const OTHER_CURRENCY = 'other currency';

/**
 * Applies what a provider says of a dispute. Its end is final, so that messages may come in any
 * order; a lost one is a refund that the bank made.
 */
@Injectable()
export class ApplyDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly applyRefund: ApplyRefund,
    private readonly reversals: Reversals,
    private readonly clock: Clock,
  ) {}

  /** @returns the result that is stored with the message */
  async execute(provider: string, report: DisputeReport): Promise<string> {
    const where = { provider, providerRef: report.paymentRef };
    const loser = await this.loserOf(where, report.state);
    const blocked = await this.transactions.run(async (tx) => {
      const payment = await tx.findOne(Payment, {
        where,
        // Before the locks of its orders, as refunds do.
        lock: { mode: 'for_no_key_update' },
      });
      if (!payment) return 'unknown';
      if (payment.currency === report.currency) return this.apply(tx, payment, { ...report, loser });
      tellOfOtherCurrency(tx, payment, report);
      return OTHER_CURRENCY;
    });
    if (blocked === 'unknown') return unknownPayment(report.paymentRef);
    if (blocked === OTHER_CURRENCY) return blocked;
    if (blocked !== undefined) await this.reversals.followBlock(blocked);
    return 'applied';
  }

  /**
   * The account that loses a dispute, if it is lost. Discord is asked before the transaction, so that no lock waits for
   * it.
   */
  async loserOf(
    where: Pick<Payment, 'id'> | Pick<Payment, 'provider' | 'providerRef'>,
    state: DisputeReport['state'],
  ): Promise<Loser | undefined> {
    if (state !== 'lost') return undefined;
    const payment = await this.transactions.run((tx) => tx.findOneBy(Payment, where));
    return payment ? this.reversals.loserOf(payment.checkoutId) : undefined;
  }

  /** @returns the account that was blocked, if one was */
  private async apply(tx: Tx, payment: Payment, report: DisputeReport & Ending): Promise<number | undefined> {
    const { disputeRef } = report;
    const disputes = await tx.find(Dispute, { where: { paymentId: payment.id }, order: { id: 'ASC' } });
    const match = matchDispute(disputes, payment.providerRef, report);
    const { row } = match;
    const isNamed = disputes.some((one) => one.providerRef === disputeRef);
    // Only an open dispute is renamed, because bookings of an ended one carry its name.
    if (row?.state === 'open' && row.providerRef === payment.providerRef && !isNamed) {
      row.providerRef = disputeRef;
      await tx.update(Dispute, { id: row.id }, { providerRef: disputeRef });
    }
    if (match.does === 'nothing') return undefined;
    if (match.does === 'tell') {
      tellNews(tx, payment, match);
      return undefined;
    }
    const { amountCents } = report;
    const dispute =
      row ?? tx.create(Dispute, { paymentId: payment.id, providerRef: disputeRef, amountCents });
    return this.change(tx, payment, dispute, report);
  }

  /**
   * Begins or ends a dispute of a locked payment, with all that follows for its purchase.
   * @returns the account that was blocked, if one was
   */
  async change(
    tx: Tx,
    payment: Payment,
    row: Dispute,
    report: Pick<DisputeReport, 'state' | 'amountCents' | 'openedAt' | 'closedAt'> & Ending,
  ): Promise<number | undefined> {
    const { state, amountCents, loser } = report;
    const isTold = row.state === state && row.id !== undefined;
    const closedAt = state === 'open' ? null : (report.closedAt ?? this.clock.now());
    // One that opens again may be of another amount, and one may be lost in part.
    const createdAt = report.openedAt ?? row.createdAt;
    await tx.save(Object.assign(row, { state, amountCents, createdAt, closedAt }));
    const isCostly = await costsShop(tx, payment, row.providerRef, report);
    if (!isTold) tellOfDispute(tx, payment, row.providerRef, { ...report, isCostly });
    if (isCostly) await this.reversals.dispute(tx, payment);
    if (state === 'open') return undefined;
    if (state === 'won' || !isCostly) await this.reversals.disputeWon(tx, payment);
    if (state === 'won') return undefined;
    await this.bookLoss(tx, payment, row, report);
    if (!isCostly) return undefined;
    return this.reversals.disputeLost(tx, payment, row.createdAt, loser?.standing ?? 'unknown');
  }

  private async bookLoss(
    tx: Tx,
    payment: Payment,
    { providerRef: refundRef }: Dispute,
    report: Pick<DisputeReport, 'amountCents' | 'openedAt' | 'closedAt'>,
  ): Promise<void> {
    const within = await refundedWithin(tx, payment, refundRef, report);
    if (payment.state === 'settled' && within.orders.length > 0)
      await this.reversals.countAsLost(tx, payment.checkoutId, refundRef, within.orders);
    const amountCents = report.amountCents - within.cents;
    const { currency } = payment;
    const outside = { refundRef, amountCents, currency, reason: 'dispute lost', isOfDispute: true } as const;
    if (amountCents > 0) await this.applyRefund.bookOutside(tx, payment, outside);
  }
}

/**
 * Tells whether a dispute takes money from the shop. One of stranded money does not as far as a refund of it waits, which
 * the bank then makes.
 */
async function costsShop(
  tx: Tx,
  payment: Payment,
  disputeRef: string,
  report: Pick<DisputeReport, 'amountCents' | 'openedAt' | 'closedAt'>,
): Promise<boolean> {
  if (payment.state === 'settled') return true;
  const within = await refundedWithin(tx, payment, disputeRef, report);
  const waiting = await tx.sum(Refund, 'amountCents', { paymentId: payment.id, state: In([...WAITS]) });
  return report.amountCents - within.cents > (waiting ?? 0);
}
