import type { BellContent } from '@pax/contracts';
import { randomRef } from '../secrets.js';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import { appendEvent } from './outbox.js';

/** Appends the event of a notice that belongs to no step of an order, checkout or ticket. */
export function appendBellNotice(tx: Tx, userId: number, content: BellContent): void {
  appendEvent(tx, {
    type: 'bell.added',
    aggregate: 'bell',
    aggregateId: randomRef(),
    version: 1,
    data: { userId, content },
  });
}

/** Takes the content out of told notices' events, because events outlive accounts. */
export async function forgetBellContents(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await sql(tx).run(`UPDATE outbox_events SET data = data - 'content' WHERE event_id = ANY($1)`, [eventIds]);
}
