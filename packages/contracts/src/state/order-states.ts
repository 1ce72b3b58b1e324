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

/** Transitions of an order by staff; each is one call and one button. */
export const ORDER_TRANSITIONS = ['process', 'release', 'complete', 'archive', 'cancel'] as const;
export const orderTransition = z.enum(ORDER_TRANSITIONS);
export type OrderTransition = z.infer<typeof orderTransition>;
/** Transitions that move no money; cancelling does, and is a call of its own with a right of its own. */
export const orderMove = orderTransition.exclude(['cancel']);
export type OrderMove = z.infer<typeof orderMove>;

/** The state table of orders as data: it decides on the server and draws the buttons in panel and bot. */
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
 * Payments that keep an order from being completed: the money is not there yet, or it and the goods went back.
 * A dispute in progress does not, staff decide.
 */
export const UNDELIVERABLE: readonly PaymentStatus[] = ['unconfirmed', 'refunded', 'lost', 'void'];

/** The transitions an order allows now. */
export function legalTransitions(status: OrderStatus, payment: PaymentStatus = 'paid'): OrderTransition[] {
  return ORDER_TRANSITIONS.filter(
    (transition) =>
      ORDER_TRANSITION_TABLE[transition].from.includes(status) &&
      !(transition === 'complete' && UNDELIVERABLE.includes(payment)),
  );
}

/** Whether staff may confirm the payment of an order: it is open, and nobody has said that it was paid. */
export const awaitsPayment = (status: OrderStatus, payment: PaymentStatus): boolean =>
  payment === 'unconfirmed' && (status === 'pending' || status === 'processing');

/** Whether staff may refund an order: it is delivered, and money of it is left. A disputed payment the bank may give back as well. */
export const isRefundable = (status: OrderStatus, payment: PaymentStatus, kind: string): boolean =>
  kind === 'purchase' &&
  (payment === 'paid' || payment === 'partly_refunded') &&
  (status === 'completed' || status === 'archived');

/** Statuses of the active list; the others show in the archived list. */
export const ACTIVE_STATUSES: readonly OrderStatus[] = ['pending', 'processing', 'completed'];
