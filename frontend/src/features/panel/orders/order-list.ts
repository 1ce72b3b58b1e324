import { orderCalls, type StaffOrder, type RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { callKey } from '../../../lib/http/call-api';
import { loadedLists } from '../../../lib/http/paged-list';
import { applyEntity, findIn, type LiveList } from '../../../lib/realtime/apply';
import { ruleOf, type OrderListName } from './order-filter';

/** Begins the keys of both lists and of single orders. */
export const ORDERS = callKey(orderCalls.activeOrders);
export const ORDER_CALLS = { active: orderCalls.activeOrders, archived: orderCalls.archivedOrders } as const;
const NAMES: readonly OrderListName[] = ['active', 'archived'];

/** Every list of orders that is loaded, with what it holds and in which order. */
const listsOf = (client: QueryClient): LiveList<StaffOrder>[] =>
  NAMES.flatMap((name) =>
    loadedLists(client, ORDER_CALLS[name]).map(({ key, filter, count }) => ({
      key,
      count,
      ...ruleOf(name, { state: '', sort: '', q: '', ...filter }),
    })),
  );

const keyOf = (id: number) => callKey(orderCalls.order, { id });

/** Applies an order's state, from a message or a call's answer, to the lists and its sheet. */
export function applyOrder(client: QueryClient, now: StaffOrder, message?: RoomMessage): void {
  applyEntity(client, listsOf(client), now, message);
  if (client.getQueryState(keyOf(now.id)))
    client.setQueryData<StaffOrder>(keyOf(now.id), (known) =>
      known && known.version > now.version ? known : now,
    );
}

/** The order in its newest state, as far as it is loaded. */
export function knownOrder(client: QueryClient, id: number): StaffOrder | undefined {
  const [listed, alone] = [findIn(client, listsOf(client), id), client.getQueryData<StaffOrder>(keyOf(id))];
  return alone && listed && alone.version > listed.version ? alone : (listed ?? alone);
}
