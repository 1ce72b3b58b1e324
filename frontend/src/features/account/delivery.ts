import type { Order, OrderStatus } from '@pax/contracts';

/** The steps a buyer sees. */
export const DELIVERY_STEPS = ['paid', 'taken', 'delivered'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

const REACHED: Record<OrderStatus, DeliveryStep | undefined> = {
  pending: 'paid',
  processing: 'taken',
  completed: 'delivered',
  archived: 'delivered',
  cancelled: undefined,
};

/** How far an order has come; undefined while its payment is unconfirmed and when it was cancelled. */
export const stepOf = ({ status, paymentStatus }: Order): DeliveryStep | undefined =>
  paymentStatus === 'unconfirmed' ? undefined : REACHED[status];

export const isOpen = ({ status }: Order): boolean => status === 'pending' || status === 'processing';

/** Whether an open order is past its promised time at `now`, ms (OWN-86). */
export const isLate = (order: Order, now: number): boolean =>
  isOpen(order) && order.dueAt !== null && Date.parse(order.dueAt) < now;

/** What is said of the order now, as a key of the catalogue below `now`. */
export function deliveryWord(order: Order): 'unconfirmed' | 'cancelled' | DeliveryStep {
  if (order.status === 'cancelled') return 'cancelled';
  return stepOf(order) ?? 'unconfirmed';
}
