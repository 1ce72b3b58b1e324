import type { CheckoutAnswer, Order } from '@pax/contracts';
import { ME, OWN_ORDERS, PROFILE } from '../../lib/http/query-keys';
import { CHECKOUTS, checkoutKey, receiptKey } from './query-keys';
import { isRecord } from '../../lib/values/is-record';
import { applyEntity, type LiveList } from '../../lib/realtime/apply-message';
import type { LiveHandler, LiveModule } from '../../lib/realtime/live-module';

/** Refetches the receipt of a changed checkout, and the checkout itself if its state differs. */
const onCheckoutMessage: LiveHandler<'user', 'checkout'> = (message, client) => {
  const { data } = message;
  if (!isRecord(data) || typeof data['checkout'] !== 'string') return;
  const ref = data['checkout'];
  const known = client.getQueryData<CheckoutAnswer>(checkoutKey(ref));
  // The checkout's query key is a prefix of the receipt's key, so refetching the checkout refetches both.
  const isMoved = known !== undefined && known.state !== data['state'];
  void client.invalidateQueries({ queryKey: isMoved ? checkoutKey(ref) : receiptKey(ref) });
};

const isOrder = (data: unknown): data is Order =>
  isRecord(data) &&
  Number.isInteger(data['id']) &&
  Number.isInteger(data['version']) &&
  typeof data['status'] === 'string';

/** Cached list of the user's own orders, newest first. */
const OWN_ORDER_LIST: LiveList<Order> = {
  key: OWN_ORDERS,
  includes: () => true,
  compare: (one, other) => other.id - one.id,
};

/** Adds or updates an own order in the cached list, and refetches its receipt, which every step of a refund changes. */
const onOrderMessage: LiveHandler<'user', 'order'> = (message, client) => {
  const now = message.data;
  if (!isOrder(now)) return;
  applyEntity(client, [OWN_ORDER_LIST], now, message);
  if (now.checkout !== null) void client.invalidateQueries({ queryKey: receiptKey(now.checkout) });
};

/** Refetches the profile and the signed-in user, whose discounts are in all prices and change with the points. */
const onBalanceMessage: LiveHandler<'user', 'balance'> = (_, client) => {
  for (const queryKey of [PROFILE, ME]) void client.invalidateQueries({ queryKey });
};

/** Realtime module for checkouts, orders and balances in the user's room. */
export const purchaseLive: LiveModule<'user'> = {
  room: 'user',
  queries: [OWN_ORDERS, CHECKOUTS, PROFILE, ME],
  handlers: { checkout: onCheckoutMessage, order: onOrderMessage, balance: onBalanceMessage },
};
