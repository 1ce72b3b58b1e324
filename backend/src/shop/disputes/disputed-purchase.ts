import type { Cents } from '@pax/contracts';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { saveUser } from '../../people/accounts/user-row.js';
import type { User } from '../../people/accounts/user.entity.js';
import { lockCheckout, type LockedCheckout } from '../checkout/checkout-locks.js';
import { readCheckoutRef } from '../checkout/checkout.queries.js';
import { transitionCheckout } from '../checkout/settle/transition-checkout.js';
import { addRefundToCheckout } from '../refunds/undo-order.js';
import { lockOrdersOfCheckout } from '../orders/find-orders.js';
import type { Order } from '../orders/order.entity.js';
import { bonusAccount, creditAccount } from '../../people/ledger/accounts.js';
import { book } from '../../people/ledger/ledger.js';
import { useReturnedReward } from '../../people/loyalty/reward-code.js';
import { refundedSoFar, paidOrPartlyRefunded } from '../orders/refund-share.js';
import { hasOpenDispute, isPurchaseDisputed } from '../payments/open-disputes.js';
import type { Payment } from '../payments/payment.entity.js';
import type { AccountStanding } from '../../people/rights/role-source.js';
import { DELIVERED_STATUSES } from '../refunds/book-refund-on-orders.js';
import { bookEarningsIfMissing } from '../orders/points-and-commission.js';
import type { RefundOfOrder } from '../refunds/refunds-during-dispute.js';

/** The payment of a disputed purchase. A dispute of stranded money affects only the buyer. */
type DisputedPayment = Pick<Payment, 'checkoutId' | 'state'>;

/**
 * Marks checkout and orders as disputed when a dispute was opened, and suspends the buyer. A repeat changes
 * nothing.
 */
export async function markPurchaseDisputed(tx: Tx, { checkoutId, state }: DisputedPayment): Promise<void> {
  const { checkout, buyer } = await lockPurchase(tx, checkoutId);
  if (state === 'settled' && checkout.state === 'paid') {
    await transitionCheckout(tx, checkout, 'disputed');
    for (const order of await lockOrdersOfCheckout(tx, checkoutId))
      if (order.paymentStatus === 'paid' || order.paymentStatus === 'partly_refunded')
        await setPaymentStatus(tx, order, 'disputed');
  }
  if (!buyer.purchasesSuspended) await saveUser(tx, Object.assign(buyer, { purchasesSuspended: true }));
}

/** Restores a purchase after a won dispute and books its waiting earnings, unless another dispute is open. */
export async function restorePurchase(
  tx: Tx,
  { checkoutId, state }: DisputedPayment,
  now: Date,
): Promise<void> {
  const { checkout, buyer } = await lockPurchase(tx, checkoutId);
  await liftBuyerSuspension(tx, buyer);
  if (state !== 'settled' || (await isPurchaseDisputed(tx, checkoutId))) return;
  const orders = await lockOrdersOfCheckout(tx, checkoutId);
  if (checkout.state === 'disputed') await markPaidAgain(tx, checkout, orders, now);
  for (const order of orders) await bookEarningsIfMissing(tx, order);
}

async function markPaidAgain(
  tx: Tx,
  checkout: LockedCheckout['checkout'],
  orders: readonly Order[],
  now: Date,
): Promise<void> {
  await transitionCheckout(tx, checkout, 'paid');
  for (const order of orders)
    if (order.paymentStatus === 'disputed') await setPaymentStatus(tx, order, paidOrPartlyRefunded(order));
  // Checks again whether everything is refunded, because staff may have refunded the purchase meanwhile.
  const isAll = orders.every(({ paymentStatus }) => paymentStatus === 'refunded');
  await addRefundToCheckout(tx, checkout.id, { cents: 0, isAll, now });
}

/**
 * Marks a purchase as lost after its money was booked as refunded, and books earnings of orders delivered
 * meanwhile. Staff who lost can buy again; the job `block-losers` decides about an unknown standing later.
 * @param openedAt beginning of the dispute
 * @returns the id of the buyer
 */
export async function markPurchaseLost(
  tx: Tx,
  { checkoutId, state }: DisputedPayment,
  openedAt: Date,
  standing: AccountStanding,
): Promise<number> {
  const { checkout, buyer } = await lockPurchase(tx, checkoutId);
  if (standing === 'unknown') await saveUser(tx, Object.assign(buyer, { lossUndecided: true }));
  if (standing === 'staff') await liftBuyerSuspension(tx, buyer);
  if (state !== 'settled') return buyer.id;
  const earlier = await findOrdersRefundedBefore(tx, checkoutId, openedAt);
  const orders = await lockOrdersOfCheckout(tx, checkoutId);
  const isOrderUndone = ({ id, paymentStatus, cashCents }: Order): boolean =>
    paymentStatus === 'refunded' && (cashCents === 0 || earlier.has(id));
  // Detects refunds during the dispute that were reported before the dispute itself.
  const isRefundedDuring = checkout.state === 'refunded' && !orders.every(isOrderUndone);
  if (isRefundedDuring && checkout.rewardId !== null)
    await useReturnedReward(tx, checkout.rewardId, checkout.ref);
  if (isRefundedDuring || checkout.state === 'disputed') await transitionCheckout(tx, checkout, 'lost');
  for (const order of orders) {
    // Leaves out a free order that was undone before the dispute.
    if (checkout.state === 'lost' && !isOrderUndone(order)) await setPaymentStatus(tx, order, 'lost');
    await bookEarningsIfMissing(tx, order);
  }
  return buyer.id;
}

interface RefundsOfDispute {
  /** Names the loss: the provider's reference of the dispute, and the former loss if it has become larger. */
  ref: string;
  /** The part of the loss that has not been counted yet. */
  cents: Cents;
  /** All refunds that were made while the dispute was open. */
  refunds: readonly RefundOfOrder[];
}

/**
 * Counts refunds made during a dispute as part of the loss: store credit and bonus that they returned for delivered
 * orders are taken back.
 */
export async function countRefundsAsLost(
  tx: Tx,
  checkoutId: number,
  { ref, cents: lossCents, refunds }: RefundsOfDispute,
): Promise<void> {
  const refunded = new Map(refunds.map(({ orderId, cents }) => [orderId, cents]));
  let left = lossCents;
  for (const order of await lockOrdersOfCheckout(tx, checkoutId)) {
    const cents = Math.min(left, refunded.get(order.id) ?? 0, order.refundedCents - order.lostCents);
    if (cents <= 0) continue;
    left -= cents;
    if (!DELIVERED_STATUSES.has(order.status)) continue;
    const before = refundedSoFar(order);
    order.lostCents += cents;
    const after = refundedSoFar(order);
    const entry = { idempotencyKey: `reverse:order:${order.id}:lost:${ref}`, reason: 'dispute lost' };
    await book(tx, { ...entry, actor: 'shop' }, [
      {
        account: creditAccount(order.userId),
        delta: after.storeCredit - before.storeCredit,
        mayGoBelowZero: true,
      },
      { account: bonusAccount(order.userId), delta: after.bonus - before.bonus, mayGoBelowZero: true },
    ]);
    await tx.save(order);
  }
}

async function lockPurchase(tx: Tx, checkoutId: number): Promise<LockedCheckout> {
  return lockCheckout(tx, await readCheckoutRef(tx, checkoutId));
}

async function setPaymentStatus(tx: Tx, order: Order, payment: Order['paymentStatus']): Promise<void> {
  order.paymentStatus = payment;
  order.version += 1;
  await tx.save(order);
  const { id, version } = order;
  appendEvent(tx, { type: 'order.updated', aggregate: 'order', aggregateId: String(id), version });
}

/** Lets a locked account buy again, unless another dispute is open or a lost one awaits a decision. */
export async function liftBuyerSuspension(tx: Tx, buyer: User): Promise<void> {
  if (!buyer.purchasesSuspended || buyer.lossUndecided || (await hasOpenDispute(tx, buyer.id))) return;
  buyer.purchasesSuspended = false;
  await saveUser(tx, buyer);
}

/**
 * Finds orders of a checkout whose refunds were all requested or made before a dispute began, none of them because
 * of a dispute.
 */
async function findOrdersRefundedBefore(
  tx: Tx,
  checkoutId: number,
  openedAt: Date,
): Promise<ReadonlySet<number>> {
  const rows = await sql(tx).rows(
    idRow,
    `SELECT r.order_id AS id
       FROM refunds r JOIN payments p ON p.id = r.payment_id
       LEFT JOIN disputes d ON d.payment_id = p.id AND d.provider_ref = r.provider_ref
      WHERE p.checkout_id = $1 AND r.order_id IS NOT NULL
      GROUP BY r.order_id HAVING max(least(r.created_at, r.done_at)) < $2 AND count(d.id) = 0`,
    [checkoutId, openedAt],
  );
  return new Set(rows.map(({ id }) => id));
}
