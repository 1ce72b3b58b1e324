import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import { OUTBOX_CHANNEL } from './outbox-notifier.js';

/** Number of waiting events that a step publishes at once. */
const FEW_EVENTS = 50;
const PAUSE_MS = 25;
/** Longest wait, ms, so that an event that fails stops nobody. */
const LONGEST_MS = 5_000;

/**
 * Waits until the relay step in progress has ended, so that every later step reads what was committed before. The
 * relay rests until the transaction ends, which must be at once, and is woken then.
 */
export async function waitForRelayStep(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('relay')), pg_notify($1, '')", [OUTBOX_CHANNEL]);
}

/**
 * Waits until few events wait for the relay, at most some seconds. Call between transactions that append many, so
 * that live messages do not queue behind all of them.
 */
export async function waitForRelay(database: Parameters<typeof sql>[0], signal: AbortSignal): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!signal.aborted && performance.now() < end && (await isRelayBehind(database))) await pause(PAUSE_MS);
}

function isRelayBehind(database: Parameters<typeof sql>[0]): Promise<boolean> {
  return sql(database).exists(
    `SELECT 1 FROM outbox_events WHERE published_at IS NULL OFFSET ${FEW_EVENTS} LIMIT 1`,
  );
}
