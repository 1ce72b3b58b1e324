import type { CheckoutAnswer, Order } from '@pax/contracts';
import { OWN_ORDERS, PROFILE } from '../../lib/http/keys';
import { CHECKOUTS, checkoutKey } from './keys';
import { isRecord } from '../../lib/values/guards';
import { applyEntity, type LiveList } from '../../lib/realtime/apply';
import type { LiveHandler, LiveModule } from '../../lib/realtime/live-module';

/** The checkout's state changed: updates its page and refetches the receipt. */
const onCheckout: LiveHandler<'user', 'checkout'> = (message, client) => {
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

/** List of the user's orders, newest first. */
const OWN_ORDER_LIST: LiveList<Order> = {
  key: OWN_ORDERS,
  includes: () => true,
  compare: (one, other) => other.id - one.id,
};

/** An own order was created or changed; the account page uses the same list. */
const onOrder: LiveHandler<'user', 'order'> = (message, client) => {
  const now = message.data;
  if (isOrder(now)) applyEntity(client, [OWN_ORDER_LIST], now, message);
};

const onBalance: LiveHandler<'user', 'balance'> = (_, client) =>
  void client.invalidateQueries({ queryKey: PROFILE });

/** Events of the user's room: checkouts, orders, balances. */
export const purchaseLive: LiveModule<'user'> = {
  room: 'user',
  queries: [OWN_ORDERS, CHECKOUTS, PROFILE],
  handlers: { checkout: onCheckout, order: onOrder, balance: onBalance },
};
