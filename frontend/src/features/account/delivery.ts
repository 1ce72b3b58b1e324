import type { Order, OrderStatus } from '@pax/contracts';

/** The stages of a delivery that a buyer sees. */
export const DELIVERY_STAGES = ['paid', 'taken', 'delivered'] as const;
export type DeliveryStage = (typeof DELIVERY_STAGES)[number];

const REACHED: Record<OrderStatus, DeliveryStage | undefined> = {
  pending: 'paid',
  processing: 'taken',
  completed: 'delivered',
  archived: 'delivered',
  cancelled: undefined,
};

/** The stage of an order's delivery; undefined if unconfirmed or cancelled. */
export const deliveryStageOf = ({ status, paymentStatus }: Order): DeliveryStage | undefined =>
  paymentStatus === 'unconfirmed' ? undefined : REACHED[status];

export const isOpen = ({ status }: Order): boolean => status === 'pending' || status === 'processing';

/** Tells whether an open order is past its promised time at `now`, ms. */
export const isLate = (order: Order, now: number): boolean =>
  isOpen(order) && order.dueAt !== null && Date.parse(order.dueAt) < now;

/** The key of the order's message in the catalogue, below `now`. */
export function deliveryMessageKey(
  order: Order,
): 'unconfirmed' | 'cancelled' | 'withdrawn' | 'withdrawnUnpaid' | DeliveryStage {
  if (order.withdrawn) return order.paymentStatus === 'void' ? 'withdrawnUnpaid' : 'withdrawn';
  if (order.status === 'cancelled') return 'cancelled';
  return deliveryStageOf(order) ?? 'unconfirmed';
}
