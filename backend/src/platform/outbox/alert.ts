import { randomUUID } from 'node:crypto';
import type { Alert } from '@pax/contracts';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import { appendEvent } from './outbox.js';

export interface RaisedAlert extends Alert {
  /** One cause may raise many at once, whose texts need not all be read: one post shows the newest and counts the rest. */
  isFoldable?: true;
  /** Number of times the alert's event happened; once unless given. */
  times?: number;
}

/** Tells whether an alert with this title, or this detail, was raised in the last `withinMs`, by any process. */
export const wasRaised = (
  database: Parameters<typeof sql>[0],
  alert: Partial<Pick<Alert, 'title' | 'detail'>>,
  withinMs: number,
): Promise<boolean> =>
  sql(database).exists(
    `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data @> $1::jsonb
        AND occurred_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    [JSON.stringify(alert), withinMs],
  );

/** Raises an alert for the error channel. The text must hold neither user input nor secrets. */
export function raiseAlert(tx: Tx, alert: RaisedAlert): void {
  appendEvent(tx, {
    type: 'alert.raised',
    aggregate: 'alert',
    aggregateId: randomUUID(),
    version: 1,
    data: { ...alert },
  });
}
