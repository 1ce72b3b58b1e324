import {
  ORDER_TRANSITION_TABLE,
  type AdminCounts,
  type StaffOrder,
  type OrderStatus,
  legalTransitions,
  type OrderTransition,
} from '@pax/contracts';
import { useMutationState, type Mutation, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isRecord } from '../../../lib/values/guards';
import type { Rows } from '../../../lib/http/paged-list';
import { placeEntity, type ListRule } from '../../../lib/realtime/place-entity';
import type { CountsChange } from '../shared/panel-counts';
import { findLoadedOrder } from './order-list';

/** Transition that a user started, as stored in its mutation. */
export interface StartedTransition {
  readonly id: number;
  readonly transition: PanelTransition;
  /** Optional reason of the transition, visible only to the team. */
  readonly reason?: string | undefined;
}

const TRANSITIONS = ['panel', 'order-transition'] as const;
/** Returns the mutation key of an order's transitions. */
export const transitionKey = (id: number | undefined) => [...TRANSITIONS, id] as const;

const filters = { mutationKey: TRANSITIONS, status: 'pending' } as const;
const isStarted = (variables: unknown): variables is StartedTransition =>
  isRecord(variables) && 'id' in variables && 'transition' in variables;
const variablesOf = ({ state }: Mutation): unknown => state.variables;

/** Target status of each order's last started transition, by order id, until the server has confirmed it. */
type PendingStatuses = ReadonlyMap<number, OrderStatus>;

const pendingStatusesOf = (started: readonly unknown[]): PendingStatuses =>
  new Map(started.filter(isStarted).map(({ id, transition }) => [id, ORDER_TRANSITION_TABLE[transition].to]));

export const pendingStatusesIn = (client: QueryClient): PendingStatuses =>
  pendingStatusesOf(client.getMutationCache().findAll(filters).map(variablesOf));

export function usePendingStatuses(): PendingStatuses {
  const started = useMutationState({ filters, select: variablesOf });
  return useMemo(() => pendingStatusesOf(started), [started]);
}

export const withPendingStatus = (order: StaffOrder, pending: PendingStatuses): StaffOrder => {
  const status = pending.get(order.id);
  return status === undefined || status === order.status ? order : { ...order, status };
};

interface PendingOrder {
  readonly before: StaffOrder;
  readonly now: StaffOrder;
}

/** Finds orders with a started transition, each in its old and its expected state. */
export const findPendingOrders = (client: QueryClient, pending: PendingStatuses): PendingOrder[] =>
  [...pending.keys()].flatMap((id) => {
    const before = findLoadedOrder(client, id);
    return before ? [{ before, now: withPendingStatus(before, pending) }] : [];
  });

/** Returns a list in which orders with a started transition have their target status and the matching position. */
export const withPendingStatuses = (
  client: QueryClient,
  pending: PendingStatuses,
  list: Rows<StaffOrder>,
  rule: ListRule<StaffOrder>,
): Rows<StaffOrder> =>
  findPendingOrders(client, pending).reduce(
    (shown, { now }) => placeEntity([shown], now, rule)[0] ?? shown,
    list,
  );

const COUNTED: Readonly<Record<OrderStatus, readonly (keyof AdminCounts)[]>> = {
  pending: ['orders', 'openOrders'],
  processing: ['orders', 'openOrders'],
  completed: ['orders'],
  archived: ['archived'],
  cancelled: ['archived'],
};

/** Returns how the counts change when an order gets another status. */
export function countsChangeFor(from: OrderStatus, to: OrderStatus): CountsChange {
  const change: Partial<Record<keyof AdminCounts, number>> = {};
  for (const name of COUNTED[from]) change[name] = (change[name] ?? 0) - 1;
  for (const name of COUNTED[to]) change[name] = (change[name] ?? 0) + 1;
  return change;
}

/** Transition of an order that the panel offers as a button. */
export type PanelTransition = Exclude<OrderTransition, 'cancel'>;

const isOffered = (transition: OrderTransition): transition is PanelTransition => transition !== 'cancel';

/** Returns the transitions that an order's state allows, by the table in the contracts. */
export const transitionsOf = ({ status, paymentStatus }: StaffOrder): PanelTransition[] =>
  legalTransitions(status, paymentStatus).filter(isOffered);

/** Returns the transition that a row's button starts: complete an open order, archive a completed one. */
export const mainTransitionOf = (order: StaffOrder): PanelTransition | undefined =>
  transitionsOf(order).find((transition) => transition === 'complete' || transition === 'archive');
