import {
  ORDER_TRANSITION_TABLE,
  type EventType,
  type OrderStatus,
  type OrderTransition,
  type ShopEvent,
} from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import type { Order } from './order.entity.js';

const EVENT_TYPES: Record<OrderTransition, EventType> = {
  process: 'order.processing',
  release: 'order.released',
  complete: 'order.completed',
  cancel: 'order.cancelled',
  archive: 'order.archived',
};

/** Actor and time of a change of an order's status. */
export interface TransitionDetails {
  /** The actor, as audit rows name it: `user:7`. */
  actor: string;
  now: Date;
}

/**
 * Changes the status of a locked order by a legal transition; the caller saves the order.
 * @returns the previous status
 */
export function changeStatus(
  order: Order,
  transition: OrderTransition,
  { actor, now }: TransitionDetails,
): OrderStatus {
  const from = order.status;
  order.status = ORDER_TRANSITION_TABLE[transition].to;
  order.version += 1;
  if (transition === 'process') order.processedBy = actor;
  if (transition === 'release') order.processedBy = null;
  // Counts staff who complete an order that nobody took as having taken it.
  if (transition === 'complete') order.processedBy ??= actor;
  if (transition === 'complete') order.completedAt = now;
  if (transition === 'archive') order.archivedAt = now;
  if (transition === 'cancel') order.cancelledAt = now;
  return from;
}

/** Appends the event of a status change that was saved, with data that cannot be read later. */
export function appendTransition(
  tx: Tx,
  { id, version }: Order,
  transition: OrderTransition,
  data: NonNullable<ShopEvent['data']> = {},
): void {
  const type = EVENT_TYPES[transition];
  appendEvent(tx, { type, aggregate: 'order', aggregateId: String(id), version, data });
}

interface TransitionedOrder {
  id: number;
  version: number;
  status: OrderStatus;
}

/**
 * Records a change of an order's status. The order's version is part of the key, so that no change is recorded
 * twice.
 */
export function recordTransition(
  tx: Tx,
  order: TransitionedOrder,
  from: OrderStatus | null,
  actor: string,
): Promise<void> {
  return recordTransitions(tx, [order], from, actor);
}

/** Records the same change of status for several orders. */
export async function recordTransitions(
  tx: Tx,
  orders: readonly TransitionedOrder[],
  from: OrderStatus | null,
  actor: string,
): Promise<void> {
  await sql(tx).run(
    `INSERT INTO order_history (order_id, version, from_status, to_status, actor)
     SELECT id, version, $4, status, $5 FROM unnest($1::int[], $2::int[], $3::text[]) AS transition (id, version, status)`,
    [
      orders.map(({ id }) => id),
      orders.map(({ version }) => version),
      orders.map(({ status }) => status),
      from,
      actor,
    ],
  );
}
