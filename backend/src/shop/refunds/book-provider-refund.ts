import { Injectable } from '@nestjs/common';
import { type Cents, formatCentsAsDecimal } from '@pax/contracts';
import { ArrayContains } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import {
  lockPayment,
  Payment,
  Refund,
  UnbookedRefund,
  unknownPaymentResult,
} from '../payments/payment.entity.js';
import type { RefundReport } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { bookRefundOnOrders, lockCashLeft } from './book-refund-on-orders.js';
import { storeUnbooked, bookBounce } from './bounced-refunds.js';
import {
  lockPaymentOfRefund,
  type ReturnedMoney,
  markRefundDone,
  matchRefundsExactly,
  matchLostDispute,
  matchRefundsMarkedDone,
  matchOldestRefunds,
  isAfterDispute,
  isDuringDispute,
  OPEN_STATES,
  OUTSIDE_REASON,
} from './match-refunds.js';

/** Money that a refund or a lost dispute returned at a provider. */
export interface ProviderMoney {
  refundRef: string;
  amountCents: Cents;
  currency: string;
  /** Time of the refund, if the provider reports it. */
  madeAt?: Date;
  /** Reason for the refund, in the shop's own words. */
  reason: string;
  /** True if a dispute took the money. */
  isOfDispute?: true;
  /** True for money of a dispute, however it is reported; such money covers open refunds before anything else. */
  coversOpenFirst?: boolean;
  /** True if delivered orders get no credit and bonus back, because the payment was disputed before. */
  keepsCredit?: boolean;
}

/** Work in the transaction that booked a provider's message about a locked payment. */
export type AfterBooking = (tx: Tx, payment: Payment) => Promise<void>;

/**
 * Books refunds made at a provider by the shop, by staff or by others, once per reference and in any order of
 * messages. Exception: a refund that bounces after a booked loss stays open and alerts staff.
 */
@Injectable()
export class BookProviderRefund {
  constructor(
    private readonly transactions: Transactions,
    private readonly providers: PaymentProviderRegistry,
    private readonly clock: Clock,
  ) {}

  /**
   * Books a refund that a provider reports.
   * @param afterBooking called before the transaction commits
   * @returns the result that is stored with the provider's message
   */
  async execute(provider: string, report: RefundReport, afterBooking?: AfterBooking): Promise<string> {
    return this.transactions.run(async (tx) => {
      const payment = await lockPayment(tx, { provider, providerRef: report.paymentRef });
      if (!payment) {
        // Alerts only for an account of the shop alone: in a shared one the refund may be another business's.
        if (report.isOwnAccount) alertOfUnbooked(tx, { provider, providerRef: report.paymentRef }, report);
        return unknownPaymentResult(report.paymentRef);
      }
      const own = await lockOwnRow(tx, payment, report);
      if (report.state === 'failed') {
        if (!own) await this.bookReportedRefund(tx, payment, report);
        await bookBounce(tx, payment, {
          bouncedRef: report.refundRef,
          own,
          disputesIncludeRefunds:
            this.providers.findProviderByName(provider)?.disputesIncludeRefunds === true,
          now: this.clock.now(),
        });
        return 'applied';
      }
      if (own && (own.state !== 'done' || own.providerRef === report.refundRef)) {
        const isNews = own.state !== 'done' && !report.isUndone && !(await isKnown(tx, payment, report));
        if (isNews) await this.bookOwnRefund(tx, payment, own, report);
        return 'own refund';
      }
      await this.bookReportedRefund(tx, payment, report);
      await afterBooking?.(tx, payment);
      return 'applied';
    });
  }

  /**
   * Books the provider's answer to a refund that the shop sent, unless a message about it came first.
   * @param amountCents the sent amount; other money may have covered some or all of it meanwhile
   */
  async bookSentRefund(refundId: number, refundRef: string, amountCents: Cents): Promise<void> {
    await this.transactions.run(async (tx) => {
      const payment = await lockPaymentOfRefund(tx, refundId);
      if (!payment) throw new Error(`there is no refund ${refundId}`);
      const own = await lockOwnRow(tx, payment, { refundId });
      if (own && !(await isKnown(tx, payment, { refundRef })))
        await this.bookOwnRefund(tx, payment, own, { refundRef, amountCents });
    });
  }

  /**
   * Books a refund that carries the id of a refund row, even of a manual one, so that staff do not make it again.
   * If other money covered a part meanwhile, that part has been refunded twice.
   */
  private async bookOwnRefund(
    tx: Tx,
    payment: Payment,
    own: Refund,
    made: Pick<ProviderMoney, 'refundRef' | 'amountCents' | 'madeAt'>,
  ): Promise<void> {
    const isOpen = own.state !== 'done';
    if (isOpen) await markRefundDone(tx, own, { ref: made.refundRef, at: made.madeAt ?? this.clock.now() });
    const amountCents = made.amountCents - (isOpen ? own.amountCents : 0);
    const { currency } = payment;
    if (amountCents > 0)
      await this.bookReturnedMoney(tx, payment, { ...made, amountCents, currency, reason: own.reason });
  }

  private async bookReportedRefund(tx: Tx, payment: Payment, report: RefundReport): Promise<void> {
    const { refundRef: ref, madeAt: at } = report;
    if (await isKnown(tx, payment, report)) {
      // Confirms a refund that staff marked as done with this very reference, so that no other money is matched with it.
      const byHand = { paymentId: payment.id, providerRef: ref, byHand: true };
      await tx.update(Refund, byHand, { byHand: false, ...(at && { doneAt: at }) });
      return;
    }
    // Locks accounts and checkout first, because the booking changes several orders.
    await lockCashLeft(tx, payment);
    const { provider } = payment;
    const includesRefunds = this.providers.findProviderByName(provider)?.disputesIncludeRefunds === true;
    const ofDispute =
      at && includesRefunds
        ? await matchLostDispute(tx, payment, { ref, at, amountCents: report.amountCents })
        : 0;
    const amountCents = report.amountCents - ofDispute;
    if (amountCents === 0) return;
    const isUnsaid = this.providers.endsDisputesByHand(provider);
    const coversOpenFirst =
      includesRefunds && (await isDuringDispute(tx, payment, at ?? this.clock.now(), isUnsaid));
    // A lost dispute may be reported as a refund, at any time and in any parts.
    const keepsCredit = await isAfterDispute(tx, payment, at ?? this.clock.now());
    await this.bookReturnedMoney(tx, payment, {
      ...report,
      amountCents,
      reason: OUTSIDE_REASON,
      coversOpenFirst,
      keepsCredit,
    });
  }

  /**
   * Books refunded money of unknown origin for a locked payment. It covers first an open refund, then one that
   * staff marked as done, manual ones in part, the orders, open refunds in part. Staff are alerted about a surplus.
   */
  async bookReturnedMoney(tx: Tx, payment: Payment, money: ProviderMoney): Promise<void> {
    const { refundRef: ref, currency, reason, isOfDispute = false } = money;
    const { coversOpenFirst = isOfDispute, keepsCredit = isOfDispute } = money;
    if (currency !== payment.currency) return alertOfUnbooked(tx, payment, money);
    const now = this.clock.now();
    const made = (amountCents: Cents): ReturnedMoney => ({ ref, at: money.madeAt ?? now, amountCents });
    const cashLeft = await lockCashLeft(tx, payment);
    let left = money.amountCents;
    // Covers all open refunds first, whatever their amounts, if a bank took the money.
    if (coversOpenFirst && (await matchRefundsExactly(tx, payment, made(left)))) return;
    if (coversOpenFirst) left -= await matchOldestRefunds(tx, payment, made(left));
    if (left === 0) return;
    // A requested refund will still be sent, so this is other money, unless the shop cannot send refunds or the
    // orders have too little cash left.
    const isSent =
      left <= cashLeft && this.providers.findProviderByName(payment.provider)?.refundPayment !== undefined;
    if (await matchRefundsExactly(tx, payment, made(left), isSent ? ['manual'] : OPEN_STATES)) return;
    // Skips refunds that staff marked as done, because money taken by a dispute is not the money that staff sent.
    if (!isOfDispute && (await matchRefundsMarkedDone(tx, payment, { ...made(left), at: money.madeAt })))
      return;
    // Covers manual refunds in part too, because staff may make one in several payments.
    const ofManual = await matchOldestRefunds(tx, payment, made(left), ['manual']);
    if (ofManual > 0) alertOfPartlyCoveredRefunds(tx, payment, { ...money, amountCents: ofManual });
    left -= ofManual;
    const ofOrders = Math.min(left, cashLeft);
    if (ofOrders > 0)
      await bookRefundOnOrders(tx, payment, {
        ...made(ofOrders),
        reason,
        keepsCredit,
        isOfDispute,
        now,
      });
    left -= ofOrders;
    if (left === 0 || (await matchRefundsExactly(tx, payment, made(left)))) return;
    // Covers open refunds, because the orders have no cash left that could have been refunded.
    const ofOpen = await matchOldestRefunds(tx, payment, made(left));
    if (ofOpen > 0) alertOfPartlyCoveredRefunds(tx, payment, { ...money, amountCents: ofOpen });
    left -= ofOpen;
    if (left === 0) return;
    // Stores money that nothing could be booked for, except that of a dispute, which is stored as such.
    if (!isOfDispute) await storeUnbooked(tx, payment, made(left));
    alertOfUnbooked(tx, payment, { ...money, amountCents: left });
  }
}

/**
 * Locks the refund row whose id the refund carries, if payment and amount match, now or before other money covered
 * a part. Otherwise the id may have been used twice, as after a restored backup.
 */
async function lockOwnRow(
  tx: Tx,
  { id: paymentId }: Payment,
  { refundId: id, amountCents }: Pick<RefundReport, 'refundId'> & { amountCents?: Cents },
): Promise<Refund | null> {
  if (id === undefined) return null;
  const row = await tx.findOne(Refund, { where: { id, paymentId }, lock: { mode: 'pessimistic_write' } });
  if (!row || amountCents === undefined || amountCents === row.amountCents) return row;
  const parts = await tx.sum(Refund, 'amountCents', { partOf: id });
  return amountCents > row.amountCents && amountCents <= row.amountCents + (parts ?? 0) ? row : null;
}

async function isKnown(
  tx: Tx,
  { id: paymentId }: Payment,
  { refundRef: providerRef }: Pick<RefundReport, 'refundRef'>,
): Promise<boolean> {
  const ofRow = [
    { paymentId, providerRef },
    { paymentId, bouncedRefs: ArrayContains([providerRef]) },
  ];
  return (
    (await tx.existsBy(Refund, ofRow)) || (await tx.existsBy(UnbookedRefund, { paymentId, providerRef }))
  );
}

type AlertedMoney = Pick<ProviderMoney, 'refundRef' | 'amountCents' | 'currency'>;

/** Alerts staff that a refund made outside the shop covers a part of open refunds. */
function alertOfPartlyCoveredRefunds(
  tx: Tx,
  { provider, providerRef }: Payment,
  { refundRef, currency, amountCents }: AlertedMoney,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop: ${formatCentsAsDecimal(amountCents)} ${currency.toUpperCase()} of it are a part of what waits to go back, and the rest waits on.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop booked', detail });
}

/** Alerts staff about refunded money that nothing can be booked for. */
function alertOfUnbooked(
  tx: Tx,
  { provider, providerRef }: Pick<Payment, 'provider' | 'providerRef'>,
  { refundRef, currency, amountCents }: AlertedMoney,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop, which has booked nothing of ${formatCentsAsDecimal(amountCents)} ${currency.toUpperCase()}.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop', detail });
}
