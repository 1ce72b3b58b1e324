import { Injectable } from '@nestjs/common';
import { type Cents, toDecimal } from '@pax/contracts';
import { ArrayContains } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { Payment, Refund } from '../payment.entity.js';
import { PaymentProviders } from '../payment-providers.js';
import type { RefundReport } from '../payment-provider.js';
import { takeFromLostDispute } from '../disputes/refunds-within.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import {
  adoptMadeByHand,
  answerWaiting,
  confirmMadeByHand,
  countTowardWaiting,
  markDone,
  WAITS,
} from './answer-waiting.js';
import { escalateRefund } from './escalate-refund.js';
import { lockPaymentOf } from './request-refund.js';
import { Reversals } from './reversals.js';

const WAITS_FOR_STAFF = ['manual'] as const;

interface OutsideMoney {
  refundRef: string;
  amountCents: Cents;
  currency: string;
  /** Time of the refund, if the provider reports it. */
  madeAt?: Date;
  /** Why, in the shop's own words. */
  reason: string;
  /** A dispute took it: what waits to go back is that money, before anything else. */
  isOfDispute?: true;
}

/** A refund that the provider made of the shop's own row. */
type MadeMoney = Pick<OutsideMoney, 'refundRef' | 'amountCents' | 'madeAt'>;

const UNKNOWN = 'unknown payment ';
/** Stored result of a message about a payment that has not come yet, or never will. */
export const unknownPayment = (paymentRef: string): string => `${UNKNOWN}${paymentRef}`;

/** Tells whether a stored result is one of `unknownPayment`. */
export const isOfUnknownPayment = (result: string): boolean => result.startsWith(UNKNOWN);

/**
 * Applies what a provider says of one refund: the shop's own, one that staff made for a row that waits, or one that the
 * shop did not know of. Idempotent per reference, and the same in every order of messages.
 */
@Injectable()
export class ApplyRefund {
  constructor(
    private readonly transactions: Transactions,
    private readonly providers: PaymentProviders,
    private readonly reversals: Reversals,
    private readonly clock: Clock,
  ) {}

  /** @returns the result that is stored with the message */
  async execute(provider: string, report: RefundReport): Promise<string> {
    return this.transactions.run(async (tx) => {
      const payment = await tx.findOne(Payment, {
        where: { provider, providerRef: report.paymentRef },
        // Before the locks of its orders. Not a full lock, which would wait for whoever requests another refund of it.
        lock: { mode: 'for_no_key_update' },
      });
      if (!payment) {
        // An account may be shared; only a provider without metadata leaves no other way to notice.
        if (report.isOwnAccount) alertOfUnbooked(tx, { provider, providerRef: report.paymentRef }, report);
        return unknownPayment(report.paymentRef);
      }
      const own = await ownRow(tx, payment, report);
      if (own && report.state === 'made' && !isAnswered(own, report.refundRef)) {
        const isNews = own.state !== 'done' && !report.isUndone && !(await isKnown(tx, payment, report));
        if (isNews) await this.markMade(tx, payment, own, report);
        return 'own refund';
      }
      if (!(own && report.state === 'failed')) {
        if (await isKnown(tx, payment, report)) await confirmMadeByHand(tx, payment, report.refundRef);
        else await this.bookReported(tx, payment, report);
      }
      if (report.state === 'failed') await escalate(tx, payment, report, own);
      return 'applied';
    });
  }

  /**
   * The provider's answer to a refund that the shop sent: its row is done, unless it was sent back meanwhile.
   * @param sentCents what was sent, of which other money may have answered a part, or all, meanwhile
   */
  async accepted(refundId: number, refundRef: string, sentCents: Cents): Promise<void> {
    await this.transactions.run(async (tx) => {
      const payment = await lockPaymentOf(tx, refundId);
      if (!payment) throw new Error(`there is no refund ${refundId}`);
      const own = await ownRow(tx, payment, { refundId });
      if (!own || (await isKnown(tx, payment, { refundRef }))) return;
      // A manual row is marked, too: another try was refused meanwhile, and this one gave the money back.
      const isWaiting = own.state !== 'done';
      if (!isWaiting && !isAnswered(own, refundRef)) return;
      if (isWaiting) return this.markMade(tx, payment, own, { refundRef, amountCents: sentCents });
      const { currency } = payment;
      await this.bookOutside(tx, payment, {
        refundRef,
        amountCents: sentCents,
        currency,
        reason: own.reason,
      });
    });
  }

  /**
   * Marks an own refund that waits as done by the provider's word: the answer to its call may be lost and its retry be
   * refused, and then people would make it once more. A part that other money answered meanwhile has gone back twice.
   */
  private async markMade(tx: Tx, payment: Payment, own: Refund, made: MadeMoney): Promise<void> {
    const { refundRef, amountCents: sentCents, madeAt } = made;
    await markDone(tx, own, { ref: refundRef, at: madeAt ?? this.clock.now() });
    const { currency } = payment;
    const { reason } = own;
    const amountCents = sentCents - own.amountCents;
    if (amountCents > 0) await this.bookOutside(tx, payment, { ...made, amountCents, currency, reason });
  }

  private async bookReported(tx: Tx, payment: Payment, report: RefundReport): Promise<void> {
    // The booking changes several orders, so accounts and checkout are locked before them.
    if (payment.state === 'settled') await this.reversals.lockPurchase(tx, payment.checkoutId);
    const amountCents = report.amountCents - (await takeFromLostDispute(tx, payment, report));
    if (amountCents > 0)
      await this.bookOutside(tx, payment, { ...report, amountCents, reason: 'refunded at the provider' });
  }

  /** Books money of a locked payment that went back outside the shop, which has not heard of it before. */
  async bookOutside(tx: Tx, payment: Payment, outside: OutsideMoney): Promise<void> {
    const { refundRef: ref, amountCents: moved, currency, reason, isOfDispute } = outside;
    if (currency !== payment.currency) return alertOfUnbooked(tx, payment, outside);
    const made = { ref, at: outside.madeAt ?? this.clock.now() };
    const isPurchase = payment.state === 'settled';
    const purchase = isPurchase ? await this.reversals.lockPurchase(tx, payment.checkoutId) : undefined;
    const left = purchase?.cashLeft ?? 0;
    const waited = isOfDispute ? await countTowardWaiting(tx, payment, { ...made, amountCents: moved }) : 0;
    const amountCents = moved - waited;
    if (amountCents === 0) return;
    // The shop sends requested refunds itself, unless the provider has no call or this refund took their money.
    const isSent = amountCents <= left && this.providers.named(payment.provider)?.refund !== undefined;
    const states = isSent ? WAITS_FOR_STAFF : WAITS;
    if (await answerWaiting(tx, payment, { ...made, amountCents, states })) return;
    // Money that a dispute took is not the money that staff sent.
    if (!isOfDispute && (await adoptMadeByHand(tx, payment, { ...made, amountCents }))) return;
    const booked = Math.min(amountCents, left);
    if (booked > 0) await purchase?.bookOutside({ amountCents: booked, reason, made, isOfDispute });
    const rest = amountCents - booked;
    if (rest === 0 || (await answerWaiting(tx, payment, { ...made, amountCents: rest, states: WAITS })))
      return;
    // The orders have nothing left, so that it took the money of what waits.
    const counted = await countTowardWaiting(tx, payment, { ...made, amountCents: rest });
    if (counted > 0) tellOfPart(tx, payment, { refundRef: ref, currency, amountCents: counted });
    const unbooked = rest - counted;
    if (unbooked > 0) alertOfUnbooked(tx, payment, { ...outside, amountCents: unbooked });
  }
}

/**
 * The shop's own row that the provider's refund carries the id of, if it is of this payment and of the amount that the
 * row has, or had before other money gave a part back: after a restore from a backup rows take ids that were given before.
 */
async function ownRow(
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

/** True when other money answered a row, so that the refund that the shop sent for it is additional. */
const isAnswered = ({ state, providerRef }: Refund, refundRef: string): boolean =>
  state === 'done' && providerRef !== refundRef;

function isKnown(
  tx: Tx,
  { id: paymentId }: Payment,
  { refundRef }: Pick<RefundReport, 'refundRef'>,
): Promise<boolean> {
  return tx.existsBy(Refund, [
    { paymentId, providerRef: refundRef },
    { paymentId, bouncedRefs: ArrayContains([refundRef]) },
  ]);
}

async function escalate(tx: Tx, payment: Payment, report: RefundReport, own: Refund | null): Promise<void> {
  const { refundRef: bouncedRef } = report;
  const made = await tx.findBy(Refund, { paymentId: payment.id, providerRef: bouncedRef });
  // A refund may bounce before the provider's answer reaches the shop.
  const early = own?.state === 'requested' ? [own] : [];
  // Each refund changes its order, and orders are locked in ascending order.
  const bounced = [...made, ...early].toSorted((a, b) => (a.orderId ?? 0) - (b.orderId ?? 0) || a.id - b.id);
  for (const { id } of bounced)
    await escalateRefund(tx, id, `the bank sent ${bouncedRef} back`, {
      from: ['requested', 'done'],
      bouncedRef,
    });
  // A bounce that changes nothing is stored as well, so that a late message of its making changes nothing either.
  if (own && !bounced.some(({ id }) => id === own.id) && !own.bouncedRefs.includes(bouncedRef))
    await tx.update(Refund, { id: own.id }, { bouncedRefs: [...own.bouncedRefs, bouncedRef] });
}

interface Told {
  refundRef: string;
  amountCents: Cents;
  currency: string;
}

/** Tells staff that a refund that somebody made is a part of what waits. */
function tellOfPart(
  tx: Tx,
  { provider, providerRef }: Payment,
  { refundRef, currency, amountCents }: Told,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop: ${toDecimal(amountCents)} ${currency.toUpperCase()} of it are a part of what waits to go back, and the rest waits on.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop booked', detail });
}

/** Tells staff of money that went back and that nothing can be booked of. */
function alertOfUnbooked(
  tx: Tx,
  { provider, providerRef }: Pick<Payment, 'provider' | 'providerRef'>,
  { refundRef, currency, amountCents }: Told,
): void {
  const detail = `Refund ${refundRef} for payment ${providerRef} (${provider}) was made outside the shop, which has booked nothing of ${toDecimal(amountCents)} ${currency.toUpperCase()}.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop', detail });
}
