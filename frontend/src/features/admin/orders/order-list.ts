import { ACTIVE_STATUSES, type Order, type OrderStatus } from '@pax/contracts';

/** The loaded part of an order list, in the server's order. */
export interface OrderList {
  readonly orders: readonly Order[];
  /** Total number, including orders not loaded. */
  readonly total: number;
  /** Cursor of the page after the loaded ones; undefined when all are here. */
  readonly next: string | undefined;
}

/**
 * Active (pending, processing, completed) and archived (archived, cancelled) orders. The active list is
 * always complete.
 */
export interface OrderLists {
  readonly active: OrderList | undefined;
  readonly archived: OrderList | undefined;
}

export type OrderListName = keyof OrderLists;

export const isActive = (status: OrderStatus): boolean => ACTIVE_STATUSES.includes(status);

export const orderListOf = ({ status }: Order): OrderListName => (isActive(status) ? 'active' : 'archived');

export const findOrder = ({ active, archived }: OrderLists, id: number): Order | undefined =>
  active?.orders.find((order) => order.id === id) ?? archived?.orders.find((order) => order.id === id);

/** Whether the lists contain this version of the order or a newer one. */
export const isKnown = (lists: OrderLists, { id, version }: Order): boolean =>
  (findOrder(lists, id)?.version ?? 0) >= version;

const without = (list: OrderList, id: number): OrderList => {
  const orders = list.orders.filter((order) => order.id !== id);
  return orders.length === list.orders.length ? list : { ...list, orders, total: list.total - 1 };
};

/** The server's order of a list: open orders with priority first, then the newest (OWN-54). */
const isBefore = (one: Order, other: Order): boolean =>
  isFirst(one) === isFirst(other) ? one.id > other.id : isFirst(one);
const isFirst = ({ priority, status }: Order): boolean =>
  priority && (status === 'pending' || status === 'processing');

/** Replaces an order where it stands, or inserts it. Beyond the loaded pages `total` already counts it. */
function withOrder(list: OrderList, order: Order): OrderList {
  const known = list.orders.findIndex(({ id }) => id === order.id);
  if (known !== -1) return { ...list, orders: list.orders.with(known, order) };
  const place = list.orders.findIndex((other) => isBefore(order, other));
  if (place === -1 && list.next !== undefined) return list;
  const orders = list.orders.toSpliced(place === -1 ? list.orders.length : place, 0, order);
  return { ...list, orders, total: list.total + 1 };
}

/**
 * Applies an order's newest state to a list: inserted, replaced, or removed if it moved to the other list.
 */
export const upsertInto = (name: OrderListName, list: OrderList, order: Order): OrderList =>
  orderListOf(order) === name ? withOrder(list, order) : without(list, order.id);
