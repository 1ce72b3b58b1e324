import { ACTIVE_STATUSES, orderCalls, type Order, type OrderStatus } from '@pax/contracts';
import { callKey } from '../../../lib/http/call-api';
import type { Rows } from '../../../lib/http/paged-list';
import type { LiveList } from '../../../lib/realtime/apply';

/** Active (pending, processing, completed) and archived (archived, cancelled) orders. */
export type OrderListName = 'active' | 'archived';

/** The loaded rows of both lists; undefined while nothing is loaded. */
export type OrderLists = Readonly<Record<OrderListName, Rows<Order> | undefined>>;

export const isActive = (status: OrderStatus): boolean => ACTIVE_STATUSES.includes(status);

const isFirst = ({ priority, status }: Order): boolean =>
  priority && (status === 'pending' || status === 'processing');

/** The server's order of both lists: open orders with priority first, then the newest (OWN-54). */
export const compareOrders = (one: Order, other: Order): number =>
  Number(isFirst(other)) - Number(isFirst(one)) || other.id - one.id;

/** What each list holds, for messages, answers and pending transitions alike. */
export const ORDER_LISTS: Readonly<Record<OrderListName, LiveList<Order>>> = {
  active: {
    key: callKey(orderCalls.activeOrders),
    holds: ({ status }) => isActive(status),
    compare: compareOrders,
  },
  archived: {
    key: callKey(orderCalls.archivedOrders),
    holds: ({ status }) => !isActive(status),
    compare: compareOrders,
  },
};
export const ALL_ORDER_LISTS = Object.values(ORDER_LISTS);

export const findOrder = ({ active, archived }: OrderLists, id: number): Order | undefined =>
  active?.items.find((order) => order.id === id) ?? archived?.items.find((order) => order.id === id);
