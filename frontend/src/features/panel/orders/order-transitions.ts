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
import type { CountsChange } from '../shared/counts';
import { knownOrder } from './order-list';

/** A transition as it was started; the variables of its mutation. */
export interface StartedTransition {
  readonly id: number;
  readonly transition: PanelTransition;
  /** Why, if one says so; for the team alone. */
  readonly reason?: string | undefined;
}

const TRANSITIONS = ['panel', 'order-transition'] as const;
/** The mutation key of an order's transitions. */
export const transitionKey = (id: number | undefined) => [...TRANSITIONS, id] as const;

const filters = { mutationKey: TRANSITIONS, status: 'pending' } as const;
const isStarted = (variables: unknown): variables is StartedTransition =>
  isRecord(variables) && 'id' in variables && 'transition' in variables;
const startedOf = ({ state }: Mutation): unknown => state.variables;

/** Statuses by order id that the server has not confirmed yet; an order's last transition decides. */
type Pending = ReadonlyMap<number, OrderStatus>;

const pendingOf = (started: readonly unknown[]): Pending =>
  new Map(started.filter(isStarted).map(({ id, transition }) => [id, ORDER_TRANSITION_TABLE[transition].to]));

export const pendingIn = (client: QueryClient): Pending =>
  pendingOf(client.getMutationCache().findAll(filters).map(startedOf));

export function usePending(): Pending {
  const started = useMutationState({ filters, select: startedOf });
  return useMemo(() => pendingOf(started), [started]);
}

export const withPendingStatus = (order: StaffOrder, pending: Pending): StaffOrder => {
  const status = pending.get(order.id);
  return status === undefined || status === order.status ? order : { ...order, status };
};

interface PendingOrder {
  readonly before: StaffOrder;
  readonly now: StaffOrder;
}

/** The orders that have a pending status, as they are and as they will be. */
export const pendingOrders = (client: QueryClient, pending: Pending): PendingOrder[] =>
  [...pending.keys()].flatMap((id) => {
    const before = knownOrder(client, id);
    return before ? [{ before, now: withPendingStatus(before, pending) }] : [];
  });

/** A list as it will be: each order with its pending status in its place. */
export const withPending = (
  client: QueryClient,
  pending: Pending,
  list: Rows<StaffOrder>,
  rule: ListRule<StaffOrder>,
): Rows<StaffOrder> =>
  pendingOrders(client, pending).reduce(
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

/** The change of the counts when an order moves from one status to another. */
export function countsOf(from: OrderStatus, to: OrderStatus): CountsChange {
  const change: Partial<Record<keyof AdminCounts, number>> = {};
  for (const name of COUNTED[from]) change[name] = (change[name] ?? 0) - 1;
  for (const name of COUNTED[to]) change[name] = (change[name] ?? 0) + 1;
  return change;
}

/** The transitions that the panel offers. */
export type PanelTransition = Exclude<OrderTransition, 'cancel'>;

const isOffered = (transition: OrderTransition): transition is PanelTransition => transition !== 'cancel';

/** The transitions an order allows, by the contract's table. */
export const transitionsOf = ({ status, paymentStatus }: StaffOrder): PanelTransition[] =>
  legalTransitions(status, paymentStatus).filter(isOffered);

/** The row's default transition: complete, then archive. */
export const mainTransitionOf = (order: StaffOrder): PanelTransition | undefined =>
  transitionsOf(order).find((transition) => transition === 'complete' || transition === 'archive');
