import { formatCentsAsDecimal, type Cents } from '@pax/contracts';
import { MoreThan } from 'typeorm';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { Dispute, Refund, UnbookedRefund, type Payment } from '../payments/payment.entity.js';
import { lockCashLeft } from './book-refund-on-orders.js';
import { reopenBouncedRefund, alertOfManualRefund } from './manual-refunds.js';
import { matchRefundsExactly, matchOldestRefunds, type ReturnedMoney } from './match-refunds.js';
import { findRefundsDuringDispute } from './refunds-during-dispute.js';

/** Alert text for stranded money, which belongs to no purchase, so that its dispute is no longer a loss. */
const UNBLOCK = ' A block of its buyer for that has no reason any more.';

interface Bounce {
  bouncedRef: string;
  /** The refund row whose id the bounced refund carries, if any. */
  own: Refund | null;
  /** True if the provider counts refunds made during a dispute as part of the dispute. */
  disputesIncludeRefunds: boolean;
  now: Date;
}

/**
 * Books that a bank sent back a refund of a locked payment: its rows become manual, unless unbooked money that the
 * provider returned otherwise covers them.
 */
export async function bookBounce(tx: Tx, payment: Payment, bounce: Bounce): Promise<void> {
  const { bouncedRef, own } = bounce;
  const { id: paymentId } = payment;
  await lockCashLeft(tx, payment);
  await tx.update(UnbookedRefund, { paymentId, providerRef: bouncedRef }, { amountCents: 0 });
  const made = await tx.findBy(Refund, { paymentId, providerRef: bouncedRef });
  // Includes a refund that is still requested, because it may bounce before the provider's answer reaches the shop.
  const early = own?.state === 'requested' ? [own] : [];
  // Sorts by order, because each refund changes its order and orders are locked in ascending order.
  const bounced = [...made, ...early].toSorted((a, b) => (a.orderId ?? 0) - (b.orderId ?? 0) || a.id - b.id);
  for (const { id } of bounced) await reopenBouncedRefund(tx, id, bouncedRef);
  // Stores a bounce without effect too, so that a late message about the same refund has no effect either.
  if (own && !bounced.some(({ id }) => id === own.id) && !own.bouncedRefs.includes(bouncedRef))
    await tx.update(Refund, { id: own.id }, { bouncedRefs: [...own.bouncedRefs, bouncedRef] });
  if (bounced.length === 0) return;
  for (const money of await listUnbookedMoney(tx, payment, bounce))
    await matchBouncedWith(tx, payment, money);
  for (const { id } of bounced) await alertOfManualRefund(tx, id, `the bank sent ${bouncedRef} back`);
}

/** Lists refunded money of a locked payment that belongs to no refund row: refunds first, then lost disputes. */
async function listUnbookedMoney(
  tx: Tx,
  payment: Payment,
  { disputesIncludeRefunds, now }: Pick<Bounce, 'disputesIncludeRefunds' | 'now'>,
): Promise<ReturnedMoney[]> {
  const { id: paymentId } = payment;
  const kept = await tx.find(UnbookedRefund, {
    where: { paymentId, amountCents: MoreThan(0) },
    order: { madeAt: 'ASC', providerRef: 'ASC' },
  });
  const money = kept.map(({ providerRef: ref, amountCents, madeAt: at }) => ({ ref, amountCents, at }));
  const disputes = await tx.find(Dispute, { where: { paymentId, state: 'lost' }, order: { id: 'ASC' } });
  for (const { providerRef: ref, amountCents, createdAt, closedAt } of disputes) {
    const times = disputesIncludeRefunds && closedAt ? { openedAt: createdAt, closedAt } : {};
    const { cents } = await findRefundsDuringDispute(tx, payment, ref, { amountCents, ...times });
    const booked = await tx.sum(Refund, 'amountCents', { paymentId, providerRef: ref, state: 'done' });
    const left = amountCents - cents - (booked ?? 0);
    if (left > 0) money.push({ ref, amountCents: left, at: closedAt ?? now });
  }
  return money;
}

/** Marks open refunds as done by money for which no open refund existed when it was reported, and alerts staff. */
async function matchBouncedWith(tx: Tx, payment: Payment, money: ReturnedMoney): Promise<void> {
  const isExact = await matchRefundsExactly(tx, payment, money);
  const answered = isExact ? money.amountCents : await matchOldestRefunds(tx, payment, money);
  if (answered === 0) return;
  const { id: paymentId, provider, providerRef, currency, state } = payment;
  const { ref } = money;
  await tx.decrement(UnbookedRefund, { paymentId, providerRef: ref }, 'amountCents', answered);
  const detail = `${formatCentsAsDecimal(answered)} ${currency.toUpperCase()} of payment ${providerRef} (${provider}), which a bank sent back, are the money of ${ref}, of which nothing could be booked. Nobody makes them again.${state === 'stranded' ? UNBLOCK : ''}`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop booked', detail });
}

/** Stores refunded money at the provider for which no open refund is left. */
export async function storeUnbooked(
  tx: Tx,
  { id: paymentId }: Payment,
  { ref: providerRef, amountCents, at: madeAt }: ReturnedMoney,
): Promise<void> {
  await tx.insert(UnbookedRefund, { paymentId, providerRef, amountCents, madeAt });
}

/** Reads the cents of a locked payment that are not refunded yet. */
export async function readUnrefundedCents(tx: Tx, { id: paymentId, amountCents }: Payment): Promise<Cents> {
  const back = await tx.sum(Refund, 'amountCents', { paymentId, state: 'done' });
  return amountCents - (back ?? 0);
}
