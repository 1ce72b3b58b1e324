import type { Role } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import { ShopError } from '../shop-error.js';
import { holdEvents } from './outbox.js';

/** A staff act that can be taken back. */
export interface UndoableAct {
  /** The thing acted on, as audit rows name it: `order:42`. */
  thing: string;
  /** Version of the thing after the act. */
  version: number;
  /** The action and the actor, as audit rows name them: `order.complete`, `user:7`. */
  act: string;
  actor: string;
  /** State before the act, as far as the reverse needs it. */
  before: Record<string, z.core.util.JSONType>;
}

/**
 * Records an act of the transaction, so that it can be taken back for some seconds. Until then the transaction's
 * events reach the rooms but cause no notice and no history post; whatever else falls due later is the caller's.
 * @returns false for 0 seconds: nothing is recorded, and everything is due at once
 */
export function recordAct(tx: Tx, act: UndoableAct, seconds: number): boolean {
  if (seconds === 0) return false;
  holdEvents(tx, (eventIds) =>
    sql(tx).run(
      `INSERT INTO undoable_acts (thing, version, act, actor, before, event_ids, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 second')`,
      [act.thing, act.version, act.act, act.actor, JSON.stringify(act.before), eventIds, seconds],
    ),
  );
  return true;
}

const takenRow = z.object({
  id: z.number(),
  act: z.string(),
  actor: z.string(),
  before: z.record(z.string(), z.unknown()),
  isInTime: z.boolean(),
});
export type TakenAct = z.infer<typeof takenRow>;

/**
 * Locks an act, so that it neither falls due nor is taken back twice. The caller has locked the thing.
 * @returns undefined when the thing's version is of no act, or of one whose time is over by the database's clock
 * @throws ShopError FORBIDDEN for an act of somebody else, unless an admin takes it back
 */
export async function lockAct(
  tx: Tx,
  { thing, version, actor, role }: { thing: string; version: number; actor: string; role: Role },
): Promise<TakenAct | undefined> {
  const row = await sql(tx).first(
    takenRow,
    `SELECT id, act, actor, before, clock_timestamp() BETWEEN done_at AND due_at AS "isInTime"
       FROM undoable_acts WHERE thing = $1 AND version = $2 FOR UPDATE`,
    [thing, version],
  );
  if (!row?.isInTime) return undefined;
  if (row.actor !== actor && role !== 'admin')
    throw new ShopError('FORBIDDEN', 'Only the person who did this, or an admin, can take it back.');
  return row;
}

/**
 * Deletes a locked act that was taken back, whose events are then never told. The act before it on the same thing can
 * be taken back next, by the thing's version after the reverse.
 */
export async function deleteUndoneAct(
  tx: Tx,
  { id, thing, version, newVersion }: { id: number; thing: string; version: number; newVersion: number },
): Promise<void> {
  await sql(tx).run('DELETE FROM undoable_acts WHERE id = $1', [id]);
  await sql(tx).run('UPDATE undoable_acts SET version = $3 WHERE thing = $1 AND version = $2', [
    thing,
    version - 1,
    newVersion,
  ]);
}

/** Tells the waiting events of a thing now, before a later event; the acts still fall due in their time. */
export async function tellNow(tx: Tx, thing: string): Promise<void> {
  await sql(tx).run(
    `UPDATE outbox_events SET tell_at = clock_timestamp() WHERE tell_at = 'infinity' AND event_id IN (
       SELECT unnest(event_ids) FROM undoable_acts WHERE thing = $1)`,
    [thing],
  );
}

const waitingRow = z.object({ row: z.record(z.string(), z.json()) });
/** A waiting act that its opposite set aside. */
export type AsideAct = z.infer<typeof waitingRow>['row'];

/**
 * Sets a waiting act aside, because the next act is its opposite: nobody is told of either.
 * @returns the act, for `putBackAct`; undefined when the version is not of this act, or it has fallen due
 */
export async function setAsideAct(
  tx: Tx,
  { thing, version, act }: Pick<UndoableAct, 'thing' | 'version' | 'act'>,
): Promise<AsideAct | undefined> {
  const found = await sql(tx).first(
    waitingRow,
    `DELETE FROM undoable_acts a WHERE thing = $1 AND version = $2 AND act = $3 RETURNING to_jsonb(a) AS row`,
    [thing, version, act],
  );
  return found?.row;
}

/** Lets an act wait again that was set aside, by the version of the thing after its opposite was taken back. */
export async function putBackAct(tx: Tx, act: AsideAct, version: number): Promise<void> {
  await sql(tx).run('INSERT INTO undoable_acts SELECT (jsonb_populate_record(NULL::undoable_acts, $1)).*', [
    JSON.stringify({ ...act, version }),
  ]);
}

/** Tells whether an act on a thing can still be taken back, or has not fallen due. The caller has locked the thing. */
export const isActWaiting = (tx: Tx, { thing, act }: Pick<UndoableAct, 'thing' | 'act'>): Promise<boolean> =>
  sql(tx).exists('SELECT FROM undoable_acts WHERE thing = $1 AND act = $2', [thing, act]);

/**
 * Makes SQL that tells whether an act on a thing can still be taken back, or has not fallen due.
 * @param thing SQL of the thing's name
 */
export const hasWaitingActSql = (thing: string): string =>
  `EXISTS (SELECT FROM undoable_acts a WHERE a.thing = ${thing})`;

const dueRow = z.object({ id: z.number(), thing: z.string(), act: z.string() });
export type DueAct = z.infer<typeof dueRow>;

/** Lists acts after an id whose time is over, oldest first. A clock that was set back makes them due, never late. */
export const listDueActs = (
  database: Parameters<typeof sql>[0],
  { after = 0, limit }: { after?: number; limit: number },
): Promise<DueAct[]> =>
  sql(database).rows(
    dueRow,
    `SELECT id, thing, act FROM undoable_acts WHERE NOT clock_timestamp() BETWEEN done_at AND due_at AND id > $1
      ORDER BY id LIMIT $2`,
    [after, limit],
  );

/**
 * Reserves an act for this transaction, which may then end it.
 * @returns false when it is gone, or another process is ending it
 */
export const reserveAct = (tx: Tx, { id }: DueAct): Promise<boolean> =>
  sql(tx).exists(
    `SELECT FROM undoable_acts WHERE id = $1 AND pg_try_advisory_xact_lock(hashtextextended(id::text, 81))`,
    [id],
  );

const eventIdsRow = z.object({ eventIds: z.array(z.string()) });

/**
 * Ends the time of an act: deletes it, and lets the relay tell its events.
 * @returns false when it was taken back or ended meanwhile, or an earlier act on the thing has to end first
 */
export async function endAct(tx: Tx, { id, thing }: DueAct): Promise<boolean> {
  const row = await sql(tx).first(
    eventIdsRow,
    `DELETE FROM undoable_acts WHERE id = $1 AND NOT EXISTS (
       SELECT FROM undoable_acts earlier WHERE earlier.thing = $2 AND earlier.id < $1)
     RETURNING event_ids AS "eventIds"`,
    [id, thing],
  );
  if (!row) return false;
  await sql(tx).run(
    `UPDATE outbox_events SET tell_at = clock_timestamp() WHERE event_id = ANY($1::uuid[]) AND tell_at = 'infinity'`,
    [row.eventIds],
  );
  return true;
}
