import {
  type AdminCounts,
  type StaffOrder,
  type OrderStatus,
  isUndeliverable,
  listLegalTransitions,
  type OrderTransition,
} from '@pax/contracts';
import { useMutationState, type Mutation, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isRecord } from '../../../lib/values/is-record';
import type { Rows } from '../../../lib/http/paged-list';
import { placeEntity, type ListRule } from '../../../lib/realtime/place-entity';
import type { CountsChange } from '../shared/panel-counts';
import { findLoadedOrder } from './order-list-cache';
import type { UndoableAct } from '../undo/undoable-acts';

/** Transition of an order that a user started, or took back, as stored in its mutation. */
export interface StartedTransition {
  readonly id: number;
  /** Status of the order once the shop has confirmed it. */
  readonly to: OrderStatus;
  /** The act, if it can be taken back. */
  readonly act?: UndoableAct | undefined;
}

const TRANSITIONS = ['panel', 'order-transition'] as const;
/** Returns the mutation key of an order's transitions. */
export const transitionMutationKey = (id: number | undefined) => [...TRANSITIONS, id] as const;

const filters = { mutationKey: TRANSITIONS, status: 'pending' } as const;
export const isStartedTransition = (variables: unknown): variables is StartedTransition =>
  isRecord(variables) && 'id' in variables && 'to' in variables;
const mutationVariablesOf = ({ state }: Mutation): unknown => state.variables;

/** Target status of each order's last started transition, by order id, until the server has confirmed it. */
type PendingStatuses = ReadonlyMap<number, OrderStatus>;

const collectPendingStatuses = (started: readonly unknown[]): PendingStatuses =>
  new Map(started.filter(isStartedTransition).map(({ id, to }) => [id, to]));

export const readPendingStatuses = (client: QueryClient): PendingStatuses =>
  collectPendingStatuses(client.getMutationCache().findAll(filters).map(mutationVariablesOf));

export function usePendingStatuses(): PendingStatuses {
  const started = useMutationState({ filters, select: mutationVariablesOf });
  return useMemo(() => collectPendingStatuses(started), [started]);
}

export const applyPendingStatus = (order: StaffOrder, pending: PendingStatuses): StaffOrder => {
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
    return before ? [{ before, now: applyPendingStatus(before, pending) }] : [];
  });

/** Returns a list in which orders with a started transition have their target status and the matching position. */
export const applyPendingStatuses = (
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
export function computeCountsChange(from: OrderStatus, to: OrderStatus): CountsChange {
  const change: Partial<Record<keyof AdminCounts, number>> = {};
  for (const name of COUNTED[from]) change[name] = (change[name] ?? 0) - 1;
  for (const name of COUNTED[to]) change[name] = (change[name] ?? 0) + 1;
  return change;
}

/** Transition of an order that the panel offers as a button. */
export type PanelTransition = Exclude<OrderTransition, 'cancel'>;

const isOfferedTransition = (transition: OrderTransition): transition is PanelTransition =>
  transition !== 'cancel';

/** Returns the transitions that an order's state allows, by the table in the contracts. */
export const allowedTransitionsOf = ({ status, paymentStatus }: StaffOrder): PanelTransition[] =>
  listLegalTransitions(status, paymentStatus).filter(isOfferedTransition);

/**
 * Returns the transitions that keys and acts on several orders start. An order that must not be delivered is only taken
 * in its sheet, which says why.
 */
export const quickTransitionsOf = (order: StaffOrder): PanelTransition[] =>
  allowedTransitionsOf(order).filter(
    (transition) => transition !== 'process' || !isUndeliverable(order.status, order.paymentStatus),
  );

/** Returns the transitions that a row's buttons start, the next step first. Handing back is left to the sheet. */
export const rowTransitionsOf = (order: StaffOrder): PanelTransition[] =>
  quickTransitionsOf(order).filter((transition) => transition !== 'release');
