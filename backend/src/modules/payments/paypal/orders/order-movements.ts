import type { Settings } from '../../../../settings.js';
import type { ListMovements, MoneyMovement, MoneySource } from '../../payment-provider.js';
import { OrderCalls } from './order-calls.js';
import { partsOf, PAYPAL_ORDERS, REFUNDED, TAKEN, type Order } from './order.js';
import { PaypalApi } from './paypal-api.js';

/**
 * Captures and refunds of the orders that the shop knows, by one call each: PayPal's own list shows them hours later, and
 * not to every app (D-124).
 */
export function orderMovements(calls: OrderCalls): ListMovements {
  return async function* (_since, sessionsOf) {
    for (const id of await sessionsOf('wallet')) {
      const parts = partsOf(id);
      const order = parts && (await calls.find(parts.orderId));
      if (order) yield* movementsOf(order);
    }
  };
}

/** PayPal's orders for a program that compares money and does nothing else. */
export function paypalOrdersMoney({ paypal }: Settings): MoneySource {
  const calls = new OrderCalls(new PaypalApi(paypal, Date.now));
  return { name: PAYPAL_ORDERS, isSetUp: paypal.clientId !== undefined, movements: orderMovements(calls) };
}

function movementsOf({ purchase_units: units }: Order): MoneyMovement[] {
  return units.flatMap(({ payments }) => {
    const taken = payments?.captures.find(({ status }) => TAKEN.has(status));
    if (!payments || !taken) return [];
    const { id: paymentRef, amount, create_time: at = new Date() } = taken;
    const refunds = payments.refunds.flatMap((one): MoneyMovement[] =>
      REFUNDED.has(one.status) && one.amount
        ? [{ kind: 'refund', ref: one.id, paymentRef, ...one.amount, at: one.create_time ?? at }]
        : [],
    );
    return [{ kind: 'payment', ref: paymentRef, paymentRef, ...amount, at }, ...refunds];
  });
}
