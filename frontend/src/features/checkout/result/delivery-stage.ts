import type { CheckoutState, Order } from '@pax/contracts';

/** The stage of a delivery, as shown on the ticket. */
export type DeliveryStage = 'confirming' | 'paid' | 'taken' | 'delivered' | 'cancelled';

/** States with an open outcome; never shown as failed. */
export const isUnsettledState = (state: CheckoutState): boolean => state === 'open' || state === 'confirming';

/** States after a successful payment. */
export const isPaidState = (state: CheckoutState): boolean =>
  state === 'paid' || state === 'refunded' || state === 'disputed' || state === 'lost';

export function orderStageOf({ status }: Pick<Order, 'status'>): DeliveryStage {
  if (status === 'completed' || status === 'archived') return 'delivered';
  if (status === 'cancelled') return 'cancelled';
  return status === 'processing' ? 'taken' : 'paid';
}

/** Stage of a whole checkout: delivered once all orders are, taken as soon as one is. */
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
