import { splitByWeight, formatCentsAsDecimal, type Cents } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { lockCheckout } from '../checkout/checkout-locks.js';
import { readCheckoutRef } from '../checkout/checkout.queries.js';
import { lockOrdersOfCheckout } from '../orders/find-orders.js';
import type { Order } from '../orders/order.entity.js';
import { remainingCashOf } from '../orders/refund-share.js';
import type { Payment } from '../payments/payment.entity.js';
import type { ReturnedMoney } from './match-refunds.js';
import { cancelOrder, refundOrderPart, lockGoods } from './undo-order.js';

const ACTOR = 'shop';
const OPEN_STATUSES: ReadonlySet<Order['status']> = new Set(['pending', 'processing']);
/** States of an order whose player has received the goods. */
export const DELIVERED_STATUSES: ReadonlySet<Order['status']> = new Set(['completed', 'archived']);

/**
 * Locks accounts, checkout and orders of a locked payment.
 * @returns the cash of its orders that is not refunded yet; 0 for stranded money, which belongs to no order
 */
export async function lockCashLeft(tx: Tx, { state, checkoutId }: Payment): Promise<Cents> {
  if (state !== 'settled') return 0;
  await lockCheckout(tx, await readCheckoutRef(tx, checkoutId));
  const orders = await lockOrdersOfCheckout(tx, checkoutId);
  return orders.reduce((sum, order) => sum + remainingCashOf(order), 0);
}

interface OrdersMoney extends ReturnedMoney {
  /** Reason for the refund, in the shop's own words. */
  reason: string;
  /** True if delivered orders get no store credit and bonus back, because a dispute took the money or may have. */
  keepsCredit: boolean;
  /** True only if a dispute surely took the money. */
  isOfDispute: boolean;
  now: Date;
}

/**
 * Books a provider's refund on the orders that `lockCashLeft` locked, in proportion to the cash left.
 * Undelivered orders without cash left are cancelled; delivered ones get credit and bonus back unless they are kept.
 */
export async function bookRefundOnOrders(
  tx: Tx,
  { checkoutId }: Payment,
  { amountCents, reason, keepsCredit, isOfDispute, now, ...made }: OrdersMoney,
): Promise<void> {
  const ref = await readCheckoutRef(tx, checkoutId);
  // Reads the orders again, because matching an open refund has raised the version of its order.
  const orders = await lockOrdersOfCheckout(tx, checkoutId);
  const left = orders.map((order) => remainingCashOf(order));
  const parts = splitByWeight(amountCents, left);
  const undo = { actor: ACTOR, now, reason, made, isOfDispute };
  const isAll = amountCents === left.reduce((sum, cents) => sum + cents, 0);
  const cancelled: string[] = [];
  const kept: string[] = [];
  await lockGoods(tx, orders);
  for (const [index, order] of orders.entries()) {
    const cents = parts[index] ?? 0;
    const isLoss = keepsCredit && DELIVERED_STATUSES.has(order.status);
    // Undoes an order that never had any cash together with the last cash of the others.
    if (cents === 0 && (isLoss || !isAll || !hadNoCash(order))) continue;
    if (cents === left[index] && OPEN_STATUSES.has(order.status)) {
      await cancelOrder(tx, order, undo);
      cancelled.push(`#${order.id}`);
      continue;
    }
    await refundOrderPart(tx, order, { ...undo, cents, isLoss });
    if (isLoss && order.creditCents + order.bonusCents > 0) kept.push(`#${order.id}`);
  }
  const detail = { reference: made.ref, amount: formatCentsAsDecimal(amountCents), reason };
  await writeAuditRow(tx, {
    actor: ACTOR,
    action: 'checkout.refunded-outside',
    subject: `checkout:${ref}`,
    detail,
  });
  const ids = orders.map(({ id }) => `#${id}`).join(', ');
  const stop = cancelled.length === 0 ? '' : ` Cancelled, do not deliver: ${cancelled.join(', ')}.`;
  const stay =
    kept.length === 0
      ? ''
      : ` The payment was disputed, so the store credit and bonus of ${kept.join(', ')} stay used.`;
  raiseAlert(tx, {
    kind: 'failure',
    title: 'Refund outside the shop booked',
    detail: `Refund ${made.ref} of ${formatCentsAsDecimal(amountCents)} was made at the provider and is booked on checkout ${ref} (orders ${ids}).${stop}${stay}`,
  });
}

const hadNoCash = ({ cashCents, paymentStatus }: Order): boolean =>
  cashCents === 0 && paymentStatus !== 'refunded';
