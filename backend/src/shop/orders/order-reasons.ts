import type { OrderTransition } from '@pax/contracts';
import { sql, countRow } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { writeAuditRowWithId, type AuditEntry } from '../../people/audit/audit.js';

interface StaffAction extends Pick<AuditEntry, 'actor' | 'detail'> {
  orderId: number;
  /** The action of the staff member, such as `cancel`. */
  act: OrderTransition | 'refund' | 'confirm-payment' | 'reopen';
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
