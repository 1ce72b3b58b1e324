import type { Order } from '../entities/order.js';
import type { OrderStatus } from './order-states.js';

/** Withdrawals of an account within a day; more go by ticket. */
export const WITHDRAWALS_PER_DAY = 3;

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
] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

const UNTOUCHED: OrderStatus = 'pending';

/** Why a purchase of these orders can't be withdrawn now; undefined where it can (OWN-489). */
export function withdrawalRefusal(
  orders: readonly Pick<Order, 'status' | 'paymentStatus'>[],
): WithdrawalRefusal | undefined {
  if (orders.length === 0) return 'unpaid';
  if (orders.some(({ paymentStatus }) => paymentStatus === 'disputed' || paymentStatus === 'lost'))
    return 'disputed';
  if (orders.some(({ paymentStatus }) => paymentStatus !== 'paid' && paymentStatus !== 'unconfirmed'))
    return 'undone';
  return orders.every(({ status }) => status === UNTOUCHED) ? undefined : 'started';
}
