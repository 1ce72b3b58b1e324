import type { EntityManager } from 'typeorm';
import type { AuditAction } from '@pax/contracts';
import { z } from 'zod';
import { countRow, idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/**
 * One audited act: actor, action and subject. Never holds secrets, codes, passwords or plain network
 * addresses.
 */
export interface AuditEntry {
  /** The actor: `user:7`, `shop`, `bot`, `operator` or `visitor`. */
  actor: string;
  /** The action as `subject.verb`: `user.block`, `admin-code.refused`. */
  action: AuditAction;
  /** The thing acted on: `user:7`, `order:42`, or a route. */
  subject: string;
  detail?: Record<string, string | number | boolean | null>;
  /** Keyed hash of the caller's network address, from `addressHash`. */
  addressHash?: string;
}

/** Writes an audit row in the caller's transaction; audit rows cannot be altered. */
export async function writeAuditRow(tx: Tx, entry: AuditEntry): Promise<void> {
  await writeAuditRowWithId(tx, entry);
}

/**
 * Writes an audit row.
 * @returns the row's id
 */
export async function writeAuditRowWithId(tx: Tx, entry: AuditEntry): Promise<number> {
  const row = await sql(tx).first(
    idRow,
    `INSERT INTO audit_log (actor, action, subject, detail, address_hash)
     VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [entry.actor, entry.action, entry.subject, JSON.stringify(entry.detail ?? {}), entry.addressHash ?? null],
  );
  if (!row) throw new Error('an audit row was not written');
  return row.id;
}

const auditedRow = z.object({
  id: z.number(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  createdAt: z.date(),
});
/** An audit row as staff read it, without the caller's address. */
export type AuditedEntry = z.infer<typeof auditedRow>;

const AUDITED = 'SELECT id, actor, action, subject, detail, created_at AS "createdAt" FROM audit_log';

/** Filter of audit rows by or about an account. */
export interface AuditedFilter {
  readonly limit: number;
  /** Kinds of subjects whose rows are left out, such as `order`. */
  readonly without: readonly string[];
}

const ABOUT = `(subject = $1 OR actor = $1) AND split_part(subject, ':', 1) <> ALL($2)`;

/** Reads the audit rows by or about an account before a given row id, newest first. */
export function readAuditRowsAbout(
  manager: EntityManager,
  subject: string,
  { before, limit, without }: AuditedFilter & { before: number },
): Promise<AuditedEntry[]> {
  return sql(manager).rows(auditedRow, `${AUDITED} WHERE ${ABOUT} AND id < $3 ORDER BY id DESC LIMIT $4`, [
    subject,
    without,
    before,
    limit,
  ]);
}

/** Counts the audit rows by or about an account, up to a limit. */
export async function countAuditRowsAbout(
  manager: EntityManager,
  subject: string,
  { limit, without }: AuditedFilter,
): Promise<number> {
  const row = await sql(manager).first(
    countRow,
    `SELECT count(*)::int AS n FROM (SELECT FROM audit_log WHERE ${ABOUT} LIMIT $3) AS counted`,
    [subject, without, limit],
  );
  return row?.n ?? 0;
}

/** Reads audit rows by their ids, newest first. */
export function readAuditRowsByIds(manager: EntityManager, ids: readonly number[]): Promise<AuditedEntry[]> {
  return sql(manager).rows(auditedRow, `${AUDITED} WHERE id = ANY($1) ORDER BY id DESC`, [ids]);
}

const actorRow = z.object({ actor: z.string() });

/** Finds the actor of the latest audit row of an action; undefined without one. */
export async function findLatestActor(
  manager: EntityManager,
  { action, subject }: Pick<AuditEntry, 'action' | 'subject'>,
): Promise<string | undefined> {
  const row = await sql(manager).first(
    actorRow,
    'SELECT actor FROM audit_log WHERE subject = $1 AND action = $2 ORDER BY id DESC LIMIT 1',
    [subject, action],
  );
  return row?.actor;
}

const actRow = z.object({ action: z.string(), actor: z.string(), isUndo: z.boolean() });

/**
 * Reads action and actor of the latest act on a subject, and whether it took an act back; undefined without one. Neither
 * refused actions count nor the rows that say who acted in Discord, since they stand before refused ones too.
 */
export const readLatestAct = (
  manager: EntityManager,
  subject: string,
): Promise<z.infer<typeof actRow> | undefined> =>
  sql(manager).first(
    actRow,
    `SELECT action, actor, detail ? 'undone' AS "isUndo" FROM audit_log
      WHERE subject = $1 AND action NOT LIKE '%.refused' AND action NOT IN ('discord.act', 'panel.link')
      ORDER BY id DESC LIMIT 1`,
    [subject],
  );

/** Tells whether one action was audited after the latest row of another action; false without such a row. */
export function isAuditedAfter(
  manager: EntityManager,
  act: Pick<AuditEntry, 'action' | 'subject'>,
  other: Pick<AuditEntry, 'action' | 'subject'>,
): Promise<boolean> {
  return sql(manager).exists(
    `SELECT 1 FROM audit_log WHERE subject = $1 AND action = $2
        AND id > (SELECT max(id) FROM audit_log WHERE subject = $3 AND action = $4) LIMIT 1`,
    [act.subject, act.action, other.subject, other.action],
  );
}

/** Counts an actor's audit rows of one action since a time. */
export async function countAuditRows(
  tx: Tx,
  { actor, action, since }: { actor: string; action: string; since: Date },
): Promise<number> {
  const rows = await sql(tx).rows(
    countRow,
    'SELECT count(*)::int AS n FROM audit_log WHERE actor = $1 AND action = $2 AND created_at > $3',
    [actor, action, since],
  );
  return rows[0]?.n ?? 0;
}
