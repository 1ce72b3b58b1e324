import { randomUUID } from 'node:crypto';
import type { Alert } from '@pax/contracts';
import type { Tx } from '../database/transaction.js';
import { appendEvent } from './outbox.js';

/** Raises an alert for the error channel. The text must hold neither user input nor secrets. */
export function raiseAlert(tx: Tx, alert: Alert): void {
  appendEvent(tx, {
    type: 'alert.raised',
    aggregate: 'alert',
    aggregateId: randomUUID(),
    version: 1,
    data: { ...alert },
  });
}
