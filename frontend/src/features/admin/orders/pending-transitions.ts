import { ORDER_TRANSITION_TABLE, type Order, type OrderStatus } from '@pax/contracts';
import { useMutationState, type Mutation, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Rows } from '../../../lib/http/paged-list';
import { placeEntity } from '../../../lib/realtime/place-entity';
import { isRecord } from '../../../lib/values/guards';
import { findOrder, ORDER_LISTS, type OrderListName, type OrderLists } from './order-list';
import type { PanelTransition } from './order-transitions';

/** A transition as it was started; the variables of its mutation. */
export interface StartedTransition {
  readonly id: number;
  readonly transition: PanelTransition;
}

const TRANSITIONS = ['panel', 'order-transition'] as const;
/** The mutation key of an order's transitions. */
export const transitionKey = (id: number | undefined) => [...TRANSITIONS, id] as const;

const filters = { mutationKey: TRANSITIONS, status: 'pending' } as const;
const isStarted = (variables: unknown): variables is StartedTransition =>
  isRecord(variables) && 'id' in variables && 'transition' in variables;
const startedOf = ({ state }: Mutation): unknown => state.variables;

/** Statuses by order id that the server has not confirmed yet; an order's last transition decides. */
export type Pending = ReadonlyMap<number, OrderStatus>;

const pendingOf = (started: readonly unknown[]): Pending =>
  new Map(started.filter(isStarted).map(({ id, transition }) => [id, ORDER_TRANSITION_TABLE[transition].to]));

export const pendingIn = (client: QueryClient): Pending =>
  pendingOf(client.getMutationCache().findAll(filters).map(startedOf));

export function usePending(): Pending {
  const started = useMutationState({ filters, select: startedOf });
  return useMemo(() => pendingOf(started), [started]);
}

export const withPendingStatus = (order: Order, pending: Pending): Order => {
  const status = pending.get(order.id);
  return status === undefined || status === order.status ? order : { ...order, status };
};

/** The lists as they will be: each order with its pending status in its place. */
export function withPending(lists: OrderLists, pending: Pending): OrderLists {
  const moved = [...pending.keys()]
    .map((id) => findOrder(lists, id))
    .filter((order) => order !== undefined)
    .map((order) => withPendingStatus(order, pending));
  const shown = (name: OrderListName): Rows<Order> | undefined =>
    moved.reduce((list, order) => list && placeEntity([list], order, ORDER_LISTS[name])[0], lists[name]);
  return { active: shown('active'), archived: shown('archived') };
}
