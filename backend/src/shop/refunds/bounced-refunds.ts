import { toDecimal, type Cents } from '@pax/contracts';
import { MoreThan } from 'typeorm';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { Dispute, Refund, UnbookedRefund, type Payment } from '../payments/payment.entity.js';
import { lockCashLeft } from './book-refund-on-orders.js';
import { reopenBounced, alertOfManualRefund } from './manual-refunds.js';
import { matchExactly, matchOldest, type ReturnedMoney } from './open-refunds.js';
import { findRefundsDuringDispute } from './refunds-during-dispute.js';

/** Stranded money is of no purchase, so that its dispute is no loss any more. */
const UNBLOCK = ' A block of its buyer for that has no reason any more.';

interface Bounce {
  bouncedRef: string;
  /** The shop's own row, if the refund carries its id. */
  own: Refund | null;
  /** The provider counts refunds that are made while a dispute is open as the dispute's money. */
  disputesIncludeRefunds: boolean;
  now: Date;
}

/**
 * Takes note that the bank sent a refund of a locked payment back. Its rows are manual, as far as the provider has not given
 * their money back by another way that found nothing to be booked on.
 */
export async function bookBounce(tx: Tx, payment: Payment, bounce: Bounce): Promise<void> {
  const { bouncedRef, own } = bounce;
  const { id: paymentId } = payment;
  await lockCashLeft(tx, payment);
  await tx.update(UnbookedRefund, { paymentId, providerRef: bouncedRef }, { amountCents: 0 });
  const made = await tx.findBy(Refund, { paymentId, providerRef: bouncedRef });
  // A refund may bounce before the provider's answer reaches the shop.
  const early = own?.state === 'requested' ? [own] : [];
  // Each refund changes its order, and orders are locked in ascending order.
  const bounced = [...made, ...early].toSorted((a, b) => (a.orderId ?? 0) - (b.orderId ?? 0) || a.id - b.id);
  for (const { id } of bounced) await reopenBounced(tx, id, bouncedRef);
  // A bounce that changes nothing is stored as well, so that a late message of its making changes nothing either.
  if (own && !bounced.some(({ id }) => id === own.id) && !own.bouncedRefs.includes(bouncedRef))
    await tx.update(Refund, { id: own.id }, { bouncedRefs: [...own.bouncedRefs, bouncedRef] });
  if (bounced.length === 0) return;
  for (const money of await listUnbookedMoney(tx, payment, bounce))
    await matchBouncedWith(tx, payment, money);
  for (const { id } of bounced) await alertOfManualRefund(tx, id, `the bank sent ${bouncedRef} back`);
}

/** Money of a locked payment that went back at the provider and that no row is of: refunds, then lost disputes. */
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

/** Marks what waits as done by money that no row was left for when the shop heard of it, and tells staff. */
async function matchBouncedWith(tx: Tx, payment: Payment, money: ReturnedMoney): Promise<void> {
  const isExact = await matchExactly(tx, payment, money);
  const answered = isExact ? money.amountCents : await matchOldest(tx, payment, money);
  if (answered === 0) return;
  const { id: paymentId, provider, providerRef, currency, state } = payment;
  const { ref } = money;
  await tx.decrement(UnbookedRefund, { paymentId, providerRef: ref }, 'amountCents', answered);
  const detail = `${toDecimal(answered)} ${currency.toUpperCase()} of payment ${providerRef} (${provider}), which a bank sent back, are the money of ${ref}, of which nothing could be booked. Nobody makes them again.${state === 'stranded' ? UNBLOCK : ''}`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop booked', detail });
}

/** Keeps money that went back by a refund at the provider and that no row is left for. */
export async function storeUnbooked(
  tx: Tx,
  { id: paymentId }: Payment,
  { ref: providerRef, amountCents, at: madeAt }: ReturnedMoney,
): Promise<void> {
  await tx.insert(UnbookedRefund, { paymentId, providerRef, amountCents, madeAt });
}

/** Cents of a locked payment that the shop still owes, as far as it has booked what went back. */
export async function readOwedCents(tx: Tx, { id: paymentId, amountCents }: Payment): Promise<Cents> {
  const back = await tx.sum(Refund, 'amountCents', { paymentId, state: 'done' });
  return amountCents - (back ?? 0);
}
