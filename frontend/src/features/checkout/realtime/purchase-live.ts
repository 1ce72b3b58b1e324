import type { CheckoutAnswer, Order } from '@pax/contracts';
import { CHECKOUTS, checkoutKey, OWN_ORDERS, PROFILE } from '../../../lib/http/keys';
import { isRecord } from '../../../lib/values/guards';
import { applyToQuery, putNewer } from '../../../lib/realtime/apply';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';

/** The checkout's state changed: updates its page and refetches the receipt. */
const onCheckout: LiveHandler = (message, client) => {
  const { data } = message;
  if (!isRecord(data) || typeof data['checkout'] !== 'string') return;
  const queryKey = checkoutKey(data['checkout']);
  const known = client.getQueryData<CheckoutAnswer>(queryKey);
  if (!known || known.state === data['state']) return;
  void client.invalidateQueries({ queryKey });
};

const isOrder = (data: unknown): data is Order =>
  isRecord(data) &&
  Number.isInteger(data['id']) &&
  Number.isInteger(data['version']) &&
  typeof data['status'] === 'string';

/** An own order was created or changed; the account page uses the same list. */
const onOrder: LiveHandler = (message, client) => {
  const now = message.data;
  if (!isOrder(now)) return;
  applyToQuery<readonly Order[]>(client, OWN_ORDERS, message, (orders) => putNewer(orders, now));
};

const onBalance: LiveHandler = (_, client) => void client.invalidateQueries({ queryKey: PROFILE });

/** Events of the user's room: checkouts, orders, balances. */
export const purchaseLive: LiveModule = {
  room: 'user',
  queries: [OWN_ORDERS, CHECKOUTS, PROFILE],
  handlers: {
    'checkout.confirming': onCheckout,
    'checkout.paid': onCheckout,
    'checkout.expired': onCheckout,
    'checkout.cancelled': onCheckout,
    'checkout.failed': onCheckout,
    'checkout.disputed': onCheckout,
    'checkout.lost': onCheckout,
    'checkout.refunded': onCheckout,
    'order.unconfirmed': onOrder,
    'order.paid': onOrder,
    'order.confirmed': onOrder,
    'order.overdue': onOrder,
    'order.processing': onOrder,
    'order.released': onOrder,
    'order.completed': onOrder,
    'order.archived': onOrder,
    'order.cancelled': onOrder,
    'order.refunded': onOrder,
    'balance.changed': onBalance,
  },
};
