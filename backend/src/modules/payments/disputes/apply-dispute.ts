import { Injectable } from '@nestjs/common';
import { toDecimal } from '@pax/contracts';
import { Clock } from '../../../common/clock.js';
import { Transactions, type Tx } from '../../../infra/database/transaction.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import { Payment } from '../payment.entity.js';
import type { DisputeReport } from '../payment-provider.js';
import { ApplyRefund, unknownPayment } from '../refunds/apply-refund.js';
import { refundedWithin } from './refunds-within.js';
import { Reversals } from '../refunds/reversals.js';
import { Dispute } from './dispute.entity.js';

/**
 * Applies what a provider says of a dispute (OWN-103, OWN-485). Its end is final, so that messages may come in any
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
    const blocked = await this.transactions.run(async (tx) => {
      const payment = await tx.findOne(Payment, {
        where: { provider, providerRef: report.paymentRef },
        // Before the locks of its orders, as refunds do.
        lock: { mode: 'for_no_key_update' },
      });
      return payment ? this.apply(tx, payment, report) : 'unknown';
    });
    if (blocked === 'unknown') return unknownPayment(report.paymentRef);
    if (blocked !== undefined) this.reversals.announceBlock(blocked);
    return 'applied';
  }

  /** @returns the account that was blocked, if one was */
  private async apply(tx: Tx, payment: Payment, report: DisputeReport): Promise<number | undefined> {
    const { disputeRef: providerRef, amountCents, state } = report;
    const disputes = await tx.findBy(Dispute, { paymentId: payment.id });
    const known = disputes.find((one) => one.providerRef === providerRef) ?? nameless(disputes, payment);
    // Whoever names no dispute speaks of the one that is known.
    if (!known && providerRef === payment.providerRef && disputes.length > 0) return undefined;
    if (known && known.providerRef !== providerRef)
      await tx.update(Dispute, { id: known.id }, { providerRef });
    if (known && (known.state !== 'open' || known.state === state)) return undefined;
    const closedAt = state === 'open' ? null : (report.closedAt ?? this.clock.now());
    const row = known ?? tx.create(Dispute, { paymentId: payment.id, providerRef, amountCents });
    const createdAt = report.openedAt ?? row.createdAt;
    await tx.save(Object.assign(row, { providerRef, state, createdAt, closedAt }));
    tell(tx, payment, report);
    if (payment.state !== 'settled') return undefined;
    const { checkoutId } = payment;
    await this.reversals.dispute(tx, checkoutId);
    if (state === 'open') return undefined;
    if (state === 'won') {
      await this.reversals.disputeWon(tx, checkoutId);
      return undefined;
    }
    const { currency } = payment;
    const taken = amountCents - (await refundedWithin(tx, payment, report));
    if (taken > 0)
      await this.applyRefund.book(tx, payment, {
        refundRef: providerRef,
        amountCents: taken,
        currency,
        reason: 'dispute lost',
      });
    return this.reversals.disputeLost(tx, checkoutId);
  }
}

/** The open dispute whose name did not come yet. */
function nameless(disputes: readonly Dispute[], payment: Payment): Dispute | undefined {
  return disputes.find((one) => one.providerRef === payment.providerRef && one.state === 'open');
}

const TEXTS: Record<DisputeReport['state'], string> = {
  open: 'The buyer can not buy meanwhile. Answer it at the provider, and deliver nothing of it.',
  won: 'The payment stands again, and the buyer can buy.',
  lost: 'The bank has the money: it is booked as given back, and the account is blocked.',
};
const TITLES: Record<DisputeReport['state'], string> = {
  open: 'Dispute opened',
  won: 'Dispute won',
  lost: 'Dispute lost',
};

function tell(tx: Tx, { provider, providerRef, currency }: Payment, report: DisputeReport): void {
  const { state, disputeRef, amountCents } = report;
  const detail = `Dispute ${disputeRef} of ${toDecimal(amountCents)} ${currency.toUpperCase()} on payment ${providerRef} (${provider}). ${TEXTS[state]}`;
  raiseAlert(tx, { kind: 'dispute', title: TITLES[state], detail });
}
