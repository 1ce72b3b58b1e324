import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { BlockUser } from '../../people/accounts/block-user.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Dispute, Payment } from '../payments/payment.entity.js';
import type { AfterBooking } from '../refunds/book-provider-refund.js';
import { OUTSIDE_REASON, REFUND_GRACE } from '../refunds/match-refunds.js';
import { ApplyDispute } from './apply-dispute.js';
import type { Loser } from './dispute-alerts.js';

type PaymentName = Pick<Payment, 'provider' | 'providerRef'>;

const lossRow = z.object({
  disputeId: z.number(),
  amountCents: z.number(),
  openedAt: z.date(),
  closedAt: z.date(),
});

/**
 * Ends a dispute that seemed won as lost, if money went back within ten minutes of its end: PayPal's form reports a
 * lost complaint as a return and refunds. Money of exactly a refund that waits in the shop is that refund.
 */
@Injectable()
export class LoseByRefund {
  constructor(
    private readonly transactions: Transactions,
    private readonly applyDispute: ApplyDispute,
    private readonly blockUser: BlockUser,
  ) {}

  /**
   * Books a message about a refund or a dispute, and ends the dispute as lost in the same transaction if the refunds
   * say so, because the buyer could spend returned store credit before. Works in any order of the messages.
   * @param book books the message, and calls its argument before the transaction commits
   */
  async bookWithLoss(
    where: PaymentName,
    book: (applyLoss: AfterBooking) => Promise<string>,
  ): Promise<string> {
    const isDisputed = await this.transactions.run(async (tx) => {
      const payment = await tx.findOneBy(Payment, where);
      return payment !== null && (await tx.existsBy(Dispute, { paymentId: payment.id }));
    });
    // Without a dispute so far, its account is decided on later, by the job `block-losers`.
    const loser = isDisputed ? await this.applyDispute.findLoser(where, 'lost') : undefined;
    let blocked: number | undefined;
    const result = await book(async (tx, payment) => {
      blocked = await this.applyLoss(tx, payment, loser);
    });
    if (blocked !== undefined) await this.blockUser.endConnectionsAndBlockSuccessors(blocked);
    return result;
  }

  /** @returns the id of the account that was blocked, if any */
  private async applyLoss(tx: Tx, payment: Payment, loser: Loser | undefined): Promise<number | undefined> {
    const loss = await readLoss(tx, payment);
    if (!loss) return undefined;
    const row = await tx.findOneByOrFail(Dispute, { id: loss.disputeId });
    const { amountCents, openedAt, closedAt } = loss;
    const end = { state: 'lost', amountCents, openedAt, closedAt, loser } as const;
    return this.applyDispute.applyStateChange(tx, payment, row, end);
  }
}

/** SQL: cents of the refunds near the end of a dispute `d` that no other lost dispute of this time contains. */
const REFUNDED_CENTS = `(sum(r.amount_cents) - (
  SELECT coalesce(sum(other.amount_cents), 0) FROM disputes other
   WHERE other.payment_id = $1 AND other.state = 'lost' AND other.id <> d.id
     AND other.closed_at BETWEEN d.closed_at - ${REFUND_GRACE} AND d.closed_at + ${REFUND_GRACE}))`;

/**
 * Reads the last ended dispute of a payment near whose end more money went back than it has lost, and the times of
 * both. The beginning of a dispute may be unknown, so refunds shortly before its end belong to it too.
 */
function readLoss(tx: Tx, { id }: Payment) {
  return sql(tx).first(
    lossRow,
    `SELECT d.id AS "disputeId",
            CASE d.state WHEN 'won' THEN least(${REFUNDED_CENTS}, d.amount_cents) ELSE ${REFUNDED_CENTS} END::int
              AS "amountCents",
            least(d.created_at, d.closed_at - ${REFUND_GRACE}) AS "openedAt",
            greatest(d.closed_at, max(r.done_at)) AS "closedAt"
       FROM disputes d
       JOIN refunds r ON r.payment_id = d.payment_id AND r.state = 'done' AND r.provider_ref IN (
              SELECT provider_ref FROM refunds WHERE payment_id = $1 AND (reason = $2 OR part_of IS NOT NULL))
        AND r.done_at BETWEEN d.closed_at - ${REFUND_GRACE} AND d.closed_at + ${REFUND_GRACE}
      WHERE d.payment_id = $1 AND d.state IN ('won', 'lost')
      GROUP BY d.id HAVING ${REFUNDED_CENTS} > CASE d.state WHEN 'won' THEN 0 ELSE d.amount_cents END
      ORDER BY d.closed_at DESC LIMIT 1`,
    [id, OUTSIDE_REASON],
  );
}
