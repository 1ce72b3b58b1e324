import { z } from 'zod';

export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled', 'archived'] as const;
export const orderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof orderStatus>;

export const PAYMENT_STATUSES = [
  'paid',
  'unconfirmed',
  'partly_refunded',
  'refunded',
  'disputed',
  'lost',
  'void',
] as const;
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** Order transitions that staff make; each has a call and a button. */
export const ORDER_TRANSITIONS = ['process', 'release', 'complete', 'archive', 'cancel'] as const;
export const orderTransition = z.enum(ORDER_TRANSITIONS);
export type OrderTransition = z.infer<typeof orderTransition>;
/** Order transitions that move no money; cancelling refunds the buyer, so it has a separate call and right. */
export const orderMove = orderTransition.exclude(['cancel']);
export type OrderMove = z.infer<typeof orderMove>;

/** Allowed transitions of an order: the server enforces them, and panel and bot show their buttons by them. */
export const ORDER_TRANSITION_TABLE: Record<
  OrderTransition,
  { from: readonly OrderStatus[]; to: OrderStatus }
> = {
  process: { from: ['pending'], to: 'processing' },
  release: { from: ['processing'], to: 'pending' },
  complete: { from: ['pending', 'processing'], to: 'completed' },
  archive: { from: ['completed'], to: 'archived' },
  cancel: { from: ['pending', 'processing'], to: 'cancelled' },
};

/**
 * Payment statuses that prevent completing an order, because the money has not arrived or was returned. An open dispute
 * does not, since staff decide.
 */
export const UNDELIVERABLE_PAYMENTS: readonly PaymentStatus[] = ['unconfirmed', 'refunded', 'lost', 'void'];

/** Returns the transitions that an order allows now. */
export function listLegalTransitions(
  status: OrderStatus,
  payment: PaymentStatus = 'paid',
): OrderTransition[] {
  return ORDER_TRANSITIONS.filter(
    (transition) =>
      ORDER_TRANSITION_TABLE[transition].from.includes(status) &&
      !(transition === 'complete' && UNDELIVERABLE_PAYMENTS.includes(payment)),
  );
}

/** True when staff must not deliver an open order, since the shop would not let them complete it. */
export const isUndeliverable = (status: OrderStatus, payment: PaymentStatus): boolean =>
  (status === 'pending' || status === 'processing') && UNDELIVERABLE_PAYMENTS.includes(payment);

/** True when staff may confirm the payment of an order: the order is open and its payment unconfirmed. */
export const isAwaitingPayment = (status: OrderStatus, payment: PaymentStatus): boolean =>
  payment === 'unconfirmed' && (status === 'pending' || status === 'processing');

/** States of a purchase that staff may refund: delivered and paid, but not disputed, since the bank may refund as well. */
export const REFUNDABLE: { statuses: readonly OrderStatus[]; payments: readonly PaymentStatus[] } = {
  statuses: ['completed', 'archived'],
  payments: ['paid', 'partly_refunded'],
};

/** True when staff may refund an order. */
export const isRefundable = (status: OrderStatus, payment: PaymentStatus, kind: string): boolean =>
  kind === 'purchase' && REFUNDABLE.payments.includes(payment) && REFUNDABLE.statuses.includes(status);

/** Order statuses of the active list; orders in all other statuses are in the archive. */
export const ACTIVE_STATUSES: readonly OrderStatus[] = ['pending', 'processing', 'completed'];
