import {
  legalTransitions,
  ORDER_TRANSITION_TABLE,
  orderCalls,
  type Order,
  type OrderTransition,
  type OrderStatus,
} from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { findOrder, isActive, type OrderLists, type OrderList } from './order-list';
import { upsertOrder, invalidateOrderLists, getOrderLists } from './order-queries';

/** The transitions that the panel offers. */
export type PanelTransition = Exclude<OrderTransition, 'cancel'>;

const isOffered = (transition: OrderTransition): transition is PanelTransition => transition !== 'cancel';

/** The transitions an order allows, by the contract's table. */
export const transitionsOf = ({ status, paymentStatus }: Order): PanelTransition[] =>
  legalTransitions(status, paymentStatus).filter(isOffered);

/** The row's default transition: complete, then archive. */
export const mainTransitionOf = (order: Order): PanelTransition | undefined =>
  transitionsOf(order).find((transition) => transition === 'complete' || transition === 'archive');

/** Optimistic statuses by order id, not yet confirmed by the server. */
export type Pending = ReadonlyMap<number, OrderStatus>;

export const withPendingStatus = (order: Order, pending: Pending): Order => {
  const status = pending.get(order.id);
  return status === undefined || status === order.status ? order : { ...order, status };
};

/** The lists with pending statuses applied, each order in the list it will be in. */
export function withPending({ active, archived }: OrderLists, pending: Pending): OrderLists {
  if (pending.size === 0) return { active, archived };
  const all = [...(active?.orders ?? []), ...(archived?.orders ?? [])].map((order) =>
    withPendingStatus(order, pending),
  );
  const part = (list: OrderList | undefined, belongs: (order: Order) => boolean): OrderList | undefined => {
    if (!list) return undefined;
    const orders = all.filter(belongs).sort((a, b) => b.id - a.id);
    return { ...list, orders, total: list.total + orders.length - list.orders.length };
  };
  return {
    active: part(active, ({ status }) => isActive(status)),
    archived: part(archived, ({ status }) => !isActive(status)),
  };
}

export type TransitionFailure = 'stale' | 'illegal' | 'failed';

/** Callbacks for the result of a transition. */
export interface TransitionCallbacks {
  readonly done: (order: Order, transition: PanelTransition) => void;
  readonly failed: (id: number, transition: PanelTransition, reason: TransitionFailure) => void;
}

interface TransitionQueue {
  tail: Promise<void>;
  waiting: number;
  broken: boolean;
}

/**
 * Optimistic order transitions: sent one at a time per order, rolled back on refusal. Pending statuses stay
 * outside the cache, so that no socket message is lost.
 */
export class OrderTransitions {
  pending: Pending = new Map();
  private readonly queues = new Map<number, TransitionQueue>();
  private readonly listeners = new Set<() => void>();

  private callbacks: TransitionCallbacks | undefined;

  constructor(private readonly client: QueryClient) {}

  setCallbacks(callbacks: TransitionCallbacks): void {
    this.callbacks = callbacks;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): Pending => this.pending;

  /** Starts a transition if the order's shown status allows it. */
  readonly transition = (id: number, transition: PanelTransition): void => {
    const order = findOrder(getOrderLists(this.client), id);
    if (!order || !transitionsOf(withPendingStatus(order, this.pending)).includes(transition)) return;
    this.show(id, ORDER_TRANSITION_TABLE[transition].to);
    const queue = this.queues.get(id) ?? { tail: Promise.resolve(), waiting: 0, broken: false };
    this.queues.set(id, queue);
    queue.waiting += 1;
    queue.tail = queue.tail.then(() => this.send(id, transition, queue));
  };

  private async send(id: number, transition: PanelTransition, queue: TransitionQueue): Promise<void> {
    if (!queue.broken) {
      try {
        const version = findOrder(getOrderLists(this.client), id)?.version;
        const order = await callApi(orderCalls.transitionOrder, {
          params: { id, move: transition },
          body: { version },
        });
        upsertOrder(this.client, order);
        this.callbacks?.done(order, transition);
      } catch (error) {
        queue.broken = true;
        this.rollBack(id, transition, error);
      }
    }
    queue.waiting -= 1;
    if (queue.waiting > 0) return;
    this.queues.delete(id);
    this.show(id, undefined);
  }

  private rollBack(id: number, transition: PanelTransition, error: unknown): void {
    this.show(id, undefined);
    const code = callErrorOf(orderCalls.transitionOrder, error);
    const reason = code === 'STALE' ? 'stale' : code === 'ILLEGAL_MOVE' ? 'illegal' : 'failed';
    if (reason !== 'failed' || code === 'NOT_FOUND') invalidateOrderLists(this.client);
    this.callbacks?.failed(id, transition, reason);
  }

  private show(id: number, status: OrderStatus | undefined): void {
    const pending = new Map(this.pending);
    if (status === undefined) pending.delete(id);
    else pending.set(id, status);
    this.pending = pending;
    for (const listener of this.listeners) listener();
  }
}
