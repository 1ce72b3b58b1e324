import { Injectable } from '@nestjs/common';
import type { Cents } from '@pax/contracts';
import { In } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { BlockUser } from '../../people/accounts/block-user.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { readBuyerId } from '../checkout/checkout.queries.js';
import { Dispute, lockPayment, Payment, Refund, unknownPaymentResult } from '../payments/payment.entity.js';
import type { DisputeReport } from '../payments/payment-provider.js';
import { OPEN_STATES } from '../refunds/match-refunds.js';
import { BookProviderRefund, type AfterBooking } from '../refunds/book-provider-refund.js';
import { readUnrefundedCents } from '../refunds/bounced-refunds.js';
import { findRefundsDuringDispute, type RefundsDuringDispute } from '../refunds/refunds-during-dispute.js';
import {
  countRefundsAsLost,
  markPurchaseDisputed,
  markPurchaseLost,
  restorePurchase,
} from './disputed-purchase.js';
import { matchDispute } from './match-dispute.js';
import {
  alertOfDisputeContradiction,
  alertOfDispute,
  alertOfOtherCurrency,
  type Loser,
} from './dispute-alerts.js';

interface DisputeEnding {
  /** The account that lost the dispute, from `findLoser`; absent unless the dispute was lost. */
  loser?: Loser | undefined;
}

/** Result stored with a message whose currency differs from its payment's, so that amounts cannot be compared. */
const OTHER_CURRENCY = 'other currency';

/**
 * Applies a provider's report about a dispute. Reports may come in any order, because the end of a dispute is
 * final. A lost dispute counts as a refund by the bank.
 */
@Injectable()
export class ApplyDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
    private readonly bookRefund: BookProviderRefund,
    private readonly clock: Clock,
  ) {}

  /**
   * Applies a report.
   * @param afterBooking called before the transaction commits
   * @returns the result that is stored with the provider's message
   */
  async execute(provider: string, report: DisputeReport, afterBooking?: AfterBooking): Promise<string> {
    const where = { provider, providerRef: report.paymentRef };
    const loser = await this.findLoser(where, report.state);
    const blocked = await this.transactions.run(async (tx) => {
      const payment = await lockPayment(tx, where);
      if (!payment) return 'unknown';
      if (payment.currency !== report.currency) {
        alertOfOtherCurrency(tx, payment, report);
        return OTHER_CURRENCY;
      }
      const amountCents = addProviderFee(payment, report);
      const account = await this.applyReport(tx, payment, { ...report, amountCents, loser });
      await afterBooking?.(tx, payment);
      return account;
    });
    if (blocked === 'unknown') return unknownPaymentResult(report.paymentRef);
    if (blocked === OTHER_CURRENCY) return blocked;
    if (blocked !== undefined) await this.blockUser.endConnectionsAndBlockSuccessors(blocked);
    return 'applied';
  }

  /**
   * Finds the account that loses a lost dispute. Discord is asked before the transaction, so that no lock waits for
   * it.
   */
  async findLoser(
    where: Pick<Payment, 'id'> | Pick<Payment, 'provider' | 'providerRef'>,
    state: DisputeReport['state'],
  ): Promise<Loser | undefined> {
    if (state !== 'lost') return undefined;
    const userId = await this.transactions.run(async (tx) => {
      const payment = await tx.findOneBy(Payment, where);
      return payment && readBuyerId(tx, payment.checkoutId);
    });
    if (userId === null) return undefined;
    const identity = await this.accounts.readIdentity(userId);
    return { userId, standing: identity ? await this.roles.readStanding(identity) : 'unknown' };
  }

  /**
   * Applies a report in a transaction.
   * @returns the id of the account that was blocked, if any
   */
  private async applyReport(
    tx: Tx,
    payment: Payment,
    report: DisputeReport & DisputeEnding,
  ): Promise<number | undefined> {
    const { disputeRef } = report;
    const disputes = await tx.find(Dispute, { where: { paymentId: payment.id }, order: { id: 'ASC' } });
    const match = matchDispute(disputes, payment, report);
    const { row } = match;
    const isNamed = disputes.some((one) => one.providerRef === disputeRef);
    // Renames only an open dispute, because bookings of an ended one contain its reference.
    if (row?.state === 'open' && row.providerRef === payment.providerRef && !isNamed) {
      row.providerRef = disputeRef;
      await tx.update(Dispute, { id: row.id }, { providerRef: disputeRef });
    }
    if (match.does === 'nothing') return undefined;
    if (match.does === 'tell') {
      alertOfDisputeContradiction(tx, payment, match);
      return undefined;
    }
    const { amountCents } = report;
    const dispute =
      row ?? tx.create(Dispute, { paymentId: payment.id, providerRef: disputeRef, amountCents });
    return this.applyStateChange(tx, payment, dispute, report);
  }

  /**
   * Opens or ends a dispute of a locked payment, with all its effects on the purchase.
   * @returns the id of the account that was blocked, if any
   */
  async applyStateChange(
    tx: Tx,
    payment: Payment,
    row: Dispute,
    report: Pick<DisputeReport, 'state' | 'amountCents' | 'openedAt' | 'closedAt'> & DisputeEnding,
  ): Promise<number | undefined> {
    const { state, amountCents, loser } = report;
    const isTold = row.state === state && row.amountCents === amountCents && row.id !== undefined;
    const formerLossCents = row.state === 'lost' ? row.amountCents : undefined;
    const closedAt = state === 'open' ? null : (report.closedAt ?? this.clock.now());
    // Updates start and amount, because a dispute that opens again may have another amount, and may be lost in
    // part.
    const createdAt = report.openedAt ?? row.createdAt;
    await tx.save(Object.assign(row, { state, amountCents, createdAt, closedAt }));
    const within = await findRefundsDuringDispute(tx, payment, row.providerRef, report);
    const lostCents = amountCents - within.cents - (await readBookedCents(tx, payment, row.providerRef));
    const isCostly = payment.state === 'settled' || lostCents > (await readWaitingCents(tx, payment));
    const isBooked = lostCents > 0 && (await readUnrefundedCents(tx, payment)) > 0;
    if (!isTold) alertOfDispute(tx, payment, row.providerRef, { ...report, isCostly, isBooked });
    if (isCostly) await markPurchaseDisputed(tx, payment);
    if (state === 'open') return undefined;
    if (state === 'won' || !isCostly) await restorePurchase(tx, payment, this.clock.now());
    if (state === 'won') return undefined;
    await this.bookLoss(tx, payment, row, { orders: within.orders, lostCents, formerLossCents });
    if (!isCostly) return undefined;
    const standing = loser?.standing ?? 'unknown';
    const userId = await markPurchaseLost(tx, payment, row.createdAt, standing);
    if (standing !== 'customer') return undefined;
    const isNew = await this.blockUser.blockUserInTransaction(tx, {
      userId,
      reason: 'dispute lost',
      actor: 'shop',
    });
    return isNew ? userId : undefined;
  }

  private async bookLoss(
    tx: Tx,
    payment: Payment,
    { providerRef: refundRef, amountCents: disputedCents }: Dispute,
    {
      orders,
      lostCents: amountCents,
      formerLossCents,
    }: Pick<RefundsDuringDispute, 'orders'> & { lostCents: Cents; formerLossCents: Cents | undefined },
  ): Promise<void> {
    if (payment.state === 'settled' && orders.length > 0)
      await countRefundsAsLost(tx, payment.checkoutId, {
        ref: formerLossCents === undefined ? refundRef : `${refundRef}:${formerLossCents}`,
        cents: disputedCents - (formerLossCents ?? 0),
        refunds: orders,
      });
    const { currency } = payment;
    const money = { refundRef, amountCents, currency, reason: 'dispute lost', isOfDispute: true } as const;
    if (amountCents > 0) await this.bookRefund.bookReturnedMoney(tx, payment, money);
  }
}

/**
 * Adds the provider's fee to a disputed amount that was reported without it; both together are the whole payment.
 */
function addProviderFee(
  { amountCents: paidCents }: Payment,
  { amountCents, feeCents = 0 }: Pick<DisputeReport, 'amountCents' | 'feeCents'>,
): Cents {
  return amountCents + feeCents === paidCents ? paidCents : amountCents;
}

/** Reads the cents that are booked as lost under the reference of a dispute. */
async function readBookedCents(tx: Tx, { id: paymentId }: Payment, providerRef: string): Promise<Cents> {
  return (await tx.sum(Refund, 'amountCents', { paymentId, providerRef, state: 'done' })) ?? 0;
}

/**
 * Reads the cents of a payment whose refund is open. A dispute of stranded money costs the shop nothing up to this
 * amount, because the dispute replaces that refund.
 */
async function readWaitingCents(tx: Tx, { id: paymentId }: Payment): Promise<Cents> {
  return (await tx.sum(Refund, 'amountCents', { paymentId, state: In([...OPEN_STATES]) })) ?? 0;
}
