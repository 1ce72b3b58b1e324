import type { CheckoutState, Order } from '@pax/contracts';

/** Delivery stage of a checkout or order, as the result page shows it. */
export type DeliveryStage = 'confirming' | 'paid' | 'taken' | 'delivered' | 'cancelled';

/** Tells whether the outcome of a checkout is still open; such a checkout is never shown as failed. */
export const isUnsettledState = (state: CheckoutState): boolean => state === 'open' || state === 'confirming';

/** Tells whether a checkout was paid successfully. */
export const isPaidState = (state: CheckoutState): boolean =>
  state === 'paid' || state === 'refunded' || state === 'disputed' || state === 'lost';

export function orderStageOf({ status }: Pick<Order, 'status'>): DeliveryStage {
  if (status === 'completed' || status === 'archived') return 'delivered';
  if (status === 'cancelled') return 'cancelled';
  return status === 'processing' ? 'taken' : 'paid';
}

/** Returns the delivery stage of a checkout: delivered once all orders are delivered, taken once one order is taken. */
export function deliveryStageOf(
  state: CheckoutState,
  orders: readonly Pick<Order, 'status'>[],
): DeliveryStage {
  if (isUnsettledState(state)) return 'confirming';
  const all = orders.map(orderStageOf);
  const going = all.filter((stage) => stage !== 'cancelled');
  if (all.length > 0 && going.length === 0) return 'cancelled';
  if (going.length > 0 && going.every((stage) => stage === 'delivered')) return 'delivered';
  return going.some((stage) => stage !== 'paid') ? 'taken' : 'paid';
}
