import { randomUUID } from 'node:crypto';
import type { ShopEvent } from '@pax/contracts';
import type { Tx } from '../database/transaction.js';

/**
 * Says that something happened; the only way to do so. Called after the aggregate is locked and its version
 * raised, in the same transaction. A version that was said before breaks the unique rule and with it the
 * transaction: two writers can't tell the same step twice.
 */
export async function appendEvent(tx: Tx, event: ShopEvent): Promise<string> {
  const eventId = randomUUID();
  await tx.query(
    `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, data)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      eventId,
      event.type,
      event.aggregate,
      event.aggregateId,
      event.version,
      JSON.stringify(event.data ?? {}),
    ],
  );
  return eventId;
}
