import { ACTIVE_STATUSES, type Order, type OrderStatus } from '@pax/contracts';

/** A list of the panel as far as it is loaded, newest first. */
export interface OrderList {
  readonly orders: readonly Order[];
  /** How many there are in all. */
  readonly total: number;
  /** Cursor of the page after the loaded ones; undefined when all are here. */
  readonly next: string | undefined;
}

/** The two lists: pending, processing, completed; and archived, cancelled. The active one is always loaded whole. */
export interface OrderLists {
  readonly active: OrderList | undefined;
  readonly archived: OrderList | undefined;
}

export type OrderListName = keyof OrderLists;

export const isActive = (status: OrderStatus): boolean => ACTIVE_STATUSES.includes(status);

export const orderListOf = ({ status }: Order): OrderListName => (isActive(status) ? 'active' : 'archived');

export const findOrder = ({ active, archived }: OrderLists, id: number): Order | undefined =>
  active?.orders.find((order) => order.id === id) ?? archived?.orders.find((order) => order.id === id);

/** Whether the books know this version of the order, or a newer one. */
export const isKnown = (lists: OrderLists, { id, version }: Order): boolean =>
  (findOrder(lists, id)?.version ?? 0) >= version;

const without = (list: OrderList, id: number): OrderList => {
  const orders = list.orders.filter((order) => order.id !== id);
  return orders.length === list.orders.length ? list : { ...list, orders, total: list.total - 1 };
};

/** Puts an order in its place by id; what lies beyond the loaded pages is counted there already. */
function withOrder(list: OrderList, order: Order): OrderList {
  const place = list.orders.findIndex(({ id }) => id <= order.id);
  if (list.orders[place]?.id === order.id) return { ...list, orders: list.orders.with(place, order) };
  if (place < 0 && list.next !== undefined) return list;
  const orders = list.orders.toSpliced(place < 0 ? list.orders.length : place, 0, order);
  return { ...list, orders, total: list.total + 1 };
}

/** One book with the newest state of an order: taken in, replaced, or taken out since it moved to the other book. */
export const upsertInto = (name: OrderListName, list: OrderList, order: Order): OrderList =>
  orderListOf(order) === name ? withOrder(list, order) : without(list, order.id);
