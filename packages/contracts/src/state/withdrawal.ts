import type { Order } from '../entities/order.js';
import type { OrderStatus } from './order-states.js';

/** Withdrawals of an account within a day; more go by ticket. */
export const WITHDRAWALS_PER_DAY = 3;

/** Days after its payment for which a purchase may be withdrawn; later ones go by ticket. */
export const WITHDRAWABLE_DAYS = 14;

/** Why a purchase can't be withdrawn, as ILLEGAL_MOVE names it. */
export const WITHDRAWAL_REFUSALS = [
  /** The operator switched it off. */
  'off',
  /** Nothing was ordered: it is not paid, or ended unpaid. */
  'unpaid',
  /** The bank decides. */
  'disputed',
  /** An order was cancelled or refunded already. */
  'undone',
  /** Somebody took an order, or delivered it. */
  'started',
  /** It was paid too long ago. */
  'late',
] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

const UNTOUCHED: OrderStatus = 'pending';

/**
 * Why a purchase of these orders can't be withdrawn now; undefined where it can.
 * @param paidAt null while it is not paid
 */
export function withdrawalRefusal(
  orders: readonly Pick<Order, 'status' | 'paymentStatus'>[],
  paidAt: Date | null,
  now: Date,
): WithdrawalRefusal | undefined {
  if (orders.length === 0) return 'unpaid';
  if (orders.some(({ paymentStatus }) => paymentStatus === 'disputed' || paymentStatus === 'lost'))
    return 'disputed';
  if (orders.some(({ paymentStatus }) => paymentStatus !== 'paid' && paymentStatus !== 'unconfirmed'))
    return 'undone';
  if (!orders.every(({ status }) => status === UNTOUCHED)) return 'started';
  const isLate = paidAt !== null && now.getTime() - paidAt.getTime() > WITHDRAWABLE_DAYS * 86_400_000;
  return isLate ? 'late' : undefined;
}
