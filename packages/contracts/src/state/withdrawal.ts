import type { Order } from '../entities/order.js';
import type { OrderStatus } from './order-states.js';

/** Largest number of purchases that an account can withdraw per day; for more, a ticket is needed. */
export const WITHDRAWALS_PER_DAY = 3;

/** Number of days after payment in which buyers can withdraw a purchase; later, a ticket is needed. */
export const WITHDRAWABLE_DAYS = 14;

/** Reasons why a purchase cannot be withdrawn, sent with the error ILLEGAL_MOVE. */
export const WITHDRAWAL_REFUSALS = [
  /** The operator has switched withdrawals off. */
  'off',
  /** The purchase is not paid, or ended unpaid. */
  'unpaid',
  /** The payment is disputed, so that the bank decides. */
  'disputed',
  /** An order of the purchase was already cancelled or refunded. */
  'undone',
  /** Staff took or delivered an order of the purchase. */
  'started',
  /** The payment was made too long ago. */
  'late',
] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

const WITHDRAWABLE_STATUS: OrderStatus = 'pending';

/**
 * Finds the reason why a purchase with the given orders cannot be withdrawn now; undefined if it can.
 * @param paidAt time of payment; null before it
 */
export function findWithdrawalRefusal(
  orders: readonly Pick<Order, 'status' | 'paymentStatus'>[],
  paidAt: Date | null,
  now: Date,
): WithdrawalRefusal | undefined {
  if (orders.length === 0) return 'unpaid';
  if (orders.some(({ paymentStatus }) => paymentStatus === 'disputed' || paymentStatus === 'lost'))
    return 'disputed';
  if (orders.some(({ paymentStatus }) => paymentStatus !== 'paid' && paymentStatus !== 'unconfirmed'))
    return 'undone';
  if (!orders.every(({ status }) => status === WITHDRAWABLE_STATUS)) return 'started';
  const isLate = paidAt !== null && now.getTime() - paidAt.getTime() > WITHDRAWABLE_DAYS * 86_400_000;
  return isLate ? 'late' : undefined;
}
