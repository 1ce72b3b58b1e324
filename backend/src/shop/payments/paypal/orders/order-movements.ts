import type { Settings } from '../../../../settings.js';
import type { ListMovements, MoneyMovement, MoneySource, Unanswered } from '../../payment-provider.js';
import { OrderCalls, PaypalApi } from './paypal-api.js';
import {
  parseSessionId,
  PAYPAL_ORDERS,
  REFUNDED_STATUSES,
  CAPTURED_STATUSES,
  type Order,
} from './paypal-order.js';
import { readRefundId } from './webhook-report.js';

/** Number of PayPal orders queried at the same time. */
const CONCURRENCY = 8;
/** Number of failed queries after which PayPal is not queried again until the next comparison. */
const MOST_FAILURES = 3 * CONCURRENCY;

type OrderSession = NonNullable<ReturnType<typeof parseSessionId>>;

/**
 * Lists captures and refunds of the orders that the shop knows, one call per order, because PayPal's own list is
 * hours late and not available to every app. A failed call does not affect other orders.
 */
export function orderMovements(calls: Pick<OrderCalls, 'findOrder'>): ListMovements {
  return async function* (_since, sessionsOf) {
    const known = (await sessionsOf('wallet')).flatMap((id) => parseSessionId(id) ?? []);
    const failures: unknown[] = [];
    let answered = 0;
    for (let next = 0; next < known.length; next += CONCURRENCY) {
      const some = known.slice(next, next + CONCURRENCY);
      if (failures.length >= MOST_FAILURES) yield* some.map(toUnanswered);
      else
        for (const answer of await Promise.all(some.map((parts) => fetchMovements(calls, parts)))) {
          if ('failure' in answer) failures.push(answer.failure);
          else answered += 1;
          yield* answer.found;
        }
    }
    if (answered === 0 && failures.length > 0) throw failures[0];
  };
}

const toUnanswered = ({ ref }: OrderSession): Unanswered => ({ kind: 'unanswered', checkout: ref });

async function fetchMovements(
  calls: Pick<OrderCalls, 'findOrder'>,
  parts: OrderSession,
): Promise<{ found: (MoneyMovement | Unanswered)[]; failure?: unknown }> {
  try {
    const order = await calls.findOrder(parts.orderId);
    return { found: order ? toMovements(parts.ref, order) : [] };
  } catch (failure) {
    return { found: [toUnanswered(parts)], failure };
  }
}

/** The part of PayPal's provider that a program needs to compare payments only. */
export function paypalOrdersMoneySource({ paypal }: Settings): MoneySource {
  const calls = new OrderCalls(new PaypalApi(paypal, Date.now));
  return {
    name: PAYPAL_ORDERS,
    isSetUp: paypal.clientId !== undefined,
    listMovements: orderMovements(calls),
  };
}

function toMovements(checkout: string, { purchase_units: units }: Order): MoneyMovement[] {
  return units.flatMap(({ payments }) => {
    const taken = payments?.captures.find(({ status }) => CAPTURED_STATUSES.has(status));
    if (!payments || !taken) return [];
    const { id: paymentRef, amount, create_time: at = new Date() } = taken;
    const refunds = payments.refunds.flatMap(
      ({ id: ref, status, amount: back, create_time: backAt = at, custom_id: name }): MoneyMovement[] =>
        REFUNDED_STATUSES.has(status) && back
          ? [{ kind: 'refund', ref, paymentRef, checkout, ...back, at: backAt, ...readRefundId(name) }]
          : [],
    );
    return [{ kind: 'payment', ref: paymentRef, paymentRef, checkout, ...amount, at }, ...refunds];
  });
}
