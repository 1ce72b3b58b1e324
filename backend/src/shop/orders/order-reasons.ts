import type { OrderStatus, OrderTransition } from '@pax/contracts';
import { sql, countRow } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { writeAuditRowWithId, type AuditEntry } from '../../people/audit/audit.js';

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

interface StaffAction extends Pick<AuditEntry, 'actor' | 'detail'> {
  orderId: number;
  /** The action of the staff member, such as `cancel`. */
  act: OrderTransition | 'refund' | 'confirm-payment';
  /** The reason that the staff member gave, if any; only staff can read it. */
  reason?: string | undefined;
}

const reasonRow = z.object({ auditId: z.number(), orderId: z.number(), text: z.string() });
/** A reason that staff gave for an action; the audit row with the same id names action and actor. */
export type StoredReason = z.infer<typeof reasonRow>;
const COLUMNS = 'r.audit_id AS "auditId", r.order_id AS "orderId", r.text';

/**
 * Audits an action of staff on an order. The reason is stored in a table of its own, because audit rows cannot be
 * deleted.
 */
export async function auditStaffAction(
  tx: Tx,
  { orderId, act, reason = '', ...who }: StaffAction,
): Promise<void> {
  const auditId = await writeAuditRowWithId(tx, {
    ...who,
    action: `order.${act}`,
    subject: `order:${orderId}`,
  });
  if (reason === '') return;
  const statement = 'INSERT INTO order_reasons (audit_id, order_id, text) VALUES ($1, $2, $3)';
  await sql(tx).run(statement, [auditId, orderId, reason]);
}

/** Reads the reasons that staff gave for their actions on an order, newest first. */
export function listReasonsOfOrder(manager: EntityManager, orderId: number): Promise<StoredReason[]> {
  return sql(manager).rows(
    reasonRow,
    `SELECT ${COLUMNS} FROM order_reasons r WHERE r.order_id = $1 ORDER BY r.audit_id DESC LIMIT 100`,
    [orderId],
  );
}

/**
 * Reads the reasons that staff gave for actions on an account's orders, older than the given audit row, newest
 * first.
 */
export function listReasonsOfBuyer(
  manager: EntityManager,
  userId: number,
  { before, limit }: { before: number; limit: number },
): Promise<StoredReason[]> {
  return sql(manager).rows(
    reasonRow,
    `SELECT ${COLUMNS} FROM orders o JOIN order_reasons r ON r.order_id = o.id
      WHERE o.user_id = $1 AND r.audit_id < $2 ORDER BY r.audit_id DESC LIMIT $3`,
    [userId, before, limit],
  );
}

/** Counts the reasons that staff gave for changes of an account's orders, up to a limit. */
export async function countStaffReasons(
  manager: EntityManager,
  userId: number,
  limit: number,
): Promise<number> {
  const row = await sql(manager).first(
    countRow,
    `SELECT count(*)::int AS n FROM
       (SELECT FROM orders o JOIN order_reasons r ON r.order_id = o.id WHERE o.user_id = $1 LIMIT $2) AS counted`,
    [userId, limit],
  );
  return row?.n ?? 0;
}

/** Deletes the reasons stored for orders. */
export async function deleteReasonsOfOrders(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql(tx).run('DELETE FROM order_reasons WHERE order_id = ANY($1)', [orderIds]);
}
