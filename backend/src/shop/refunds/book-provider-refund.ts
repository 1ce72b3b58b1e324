import { Injectable } from '@nestjs/common';
import { type Cents, toDecimal } from '@pax/contracts';
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
import { PaymentProviders } from '../payments/payment-providers.js';
import { bookRefundOnOrders, lockCashLeft } from './book-refund-on-orders.js';
import { storeUnbooked, bookBounce } from './bounced-refunds.js';
import {
  lockPaymentOfRefund,
  type ReturnedMoney,
  markDone,
  matchExactly,
  matchLostDispute,
  matchMarkedDone,
  matchOldest,
  OPEN_STATES,
} from './open-refunds.js';

/** Money that went back at a provider, by a refund or a lost dispute. */
export interface ProviderMoney {
  refundRef: string;
  amountCents: Cents;
  currency: string;
  /** Time of the refund, if the provider reports it. */
  madeAt?: Date;
  /** Why, in the shop's own words. */
  reason: string;
  /** A dispute took it: open refunds are of that money, before anything else. */
  isOfDispute?: true;
}

/**
 * Books refunds that a provider made: the shop's own, those that staff made for an open row, and those that the shop did
 * not know of. Idempotent per reference, and the same in every order of messages.
 */
@Injectable()
export class BookProviderRefund {
  constructor(
    private readonly transactions: Transactions,
    private readonly providers: PaymentProviders,
    private readonly clock: Clock,
  ) {}

  /** Books what a provider says of one refund. @returns the result that is stored with the message */
  async execute(provider: string, report: RefundReport): Promise<string> {
    return this.transactions.run(async (tx) => {
      const payment = await lockPayment(tx, { provider, providerRef: report.paymentRef });
      if (!payment) {
        // An account may be shared; only a provider without metadata leaves no other way to notice.
        if (report.isOwnAccount) alertOfUnbooked(tx, { provider, providerRef: report.paymentRef }, report);
        return unknownPaymentResult(report.paymentRef);
      }
      const own = await lockOwnRow(tx, payment, report);
      if (report.state === 'failed') {
        if (!own) await this.bookReportedRefund(tx, payment, report);
        await bookBounce(tx, payment, {
          bouncedRef: report.refundRef,
          own,
          disputesIncludeRefunds: this.providers.findByName(provider)?.disputesIncludeRefunds === true,
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
      return 'applied';
    });
  }

  /**
   * Books the provider's answer to a refund that the shop sent, unless its message came first.
   * @param amountCents what was sent, of which other money may have been a part, or all, meanwhile
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
   * Books a refund that the provider made of the shop's own row: also of a manual one, which people would make once more.
   * A part that other money gave back meanwhile has gone back twice.
   */
  private async bookOwnRefund(
    tx: Tx,
    payment: Payment,
    own: Refund,
    made: Pick<ProviderMoney, 'refundRef' | 'amountCents' | 'madeAt'>,
  ): Promise<void> {
    const isOpen = own.state !== 'done';
    if (isOpen) await markDone(tx, own, { ref: made.refundRef, at: made.madeAt ?? this.clock.now() });
    const amountCents = made.amountCents - (isOpen ? own.amountCents : 0);
    const { currency } = payment;
    if (amountCents > 0)
      await this.bookMoney(tx, payment, { ...made, amountCents, currency, reason: own.reason });
  }

  private async bookReportedRefund(tx: Tx, payment: Payment, report: RefundReport): Promise<void> {
    const { refundRef: ref, madeAt: at } = report;
    if (await isKnown(tx, payment, report)) {
      // Staff marked a refund as done by this very reference, so that no other money is taken for it.
      const byHand = { paymentId: payment.id, providerRef: ref, byHand: true };
      await tx.update(Refund, byHand, { byHand: false, ...(at && { doneAt: at }) });
      return;
    }
    // The booking changes several orders, so accounts and checkout are locked before them.
    await lockCashLeft(tx, payment);
    const ofDispute = at
      ? await matchLostDispute(tx, payment, { ref, at, amountCents: report.amountCents })
      : 0;
    const amountCents = report.amountCents - ofDispute;
    if (amountCents > 0)
      await this.bookMoney(tx, payment, { ...report, amountCents, reason: 'refunded at the provider' });
  }

  /**
   * Books money of a locked payment that went back, and that the shop has not heard of before. It is, in this order: an
   * open refund's, one's that staff marked as done, the orders', and what is open, in part. Staff hear of the rest.
   */
  async bookMoney(tx: Tx, payment: Payment, money: ProviderMoney): Promise<void> {
    const { refundRef: ref, currency, reason, isOfDispute } = money;
    if (currency !== payment.currency) return alertOfUnbooked(tx, payment, money);
    const now = this.clock.now();
    const made = (amountCents: Cents): ReturnedMoney => ({ ref, at: money.madeAt ?? now, amountCents });
    const cashLeft = await lockCashLeft(tx, payment);
    let left = money.amountCents;
    // A bank that takes money takes what is open, whatever its amounts, before anything else.
    if (isOfDispute && (await matchExactly(tx, payment, made(left)))) return;
    if (isOfDispute) left -= await matchOldest(tx, payment, made(left));
    if (left === 0) return;
    // The shop sends requested refunds itself, unless the provider has no call or this refund took their money.
    const isSent = left <= cashLeft && this.providers.findByName(payment.provider)?.refund !== undefined;
    if (await matchExactly(tx, payment, made(left), isSent ? ['manual'] : OPEN_STATES)) return;
    // Money that a dispute took is not the money that staff sent.
    if (!isOfDispute && (await matchMarkedDone(tx, payment, { ...made(left), at: money.madeAt }))) return;
    const ofOrders = Math.min(left, cashLeft);
    if (ofOrders > 0) await bookRefundOnOrders(tx, payment, { ...made(ofOrders), reason, isOfDispute, now });
    left -= ofOrders;
    if (left === 0 || (await matchExactly(tx, payment, made(left)))) return;
    // The orders have nothing left, so that it took the money of what is open.
    const ofOpen = await matchOldest(tx, payment, made(left));
    if (ofOpen > 0) alertOfPart(tx, payment, { ...money, amountCents: ofOpen });
    left -= ofOpen;
    if (left === 0) return;
    // A lost dispute is kept anyway.
    if (!isOfDispute) await storeUnbooked(tx, payment, made(left));
    alertOfUnbooked(tx, payment, { ...money, amountCents: left });
  }
}

/**
 * The shop's own row that the provider's refund carries the id of, if it is of this payment and of the amount that the
 * row has, or had before other money gave a part back: after a restore from a backup rows take ids that were given before.
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

/** Tells staff that a refund that somebody made is a part of what is open. */
function alertOfPart(
  tx: Tx,
  { provider, providerRef }: Payment,
  { refundRef, currency, amountCents }: AlertedMoney,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop: ${toDecimal(amountCents)} ${currency.toUpperCase()} of it are a part of what waits to go back, and the rest waits on.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop booked', detail });
}

/** Tells staff of money that went back and that nothing can be booked of. */
function alertOfUnbooked(
  tx: Tx,
  { provider, providerRef }: Pick<Payment, 'provider' | 'providerRef'>,
  { refundRef, currency, amountCents }: AlertedMoney,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop, which has booked nothing of ${toDecimal(amountCents)} ${currency.toUpperCase()}.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop', detail });
}
