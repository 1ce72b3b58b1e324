import { randomUUID } from 'node:crypto';
import type { Alert } from '@pax/contracts';
import type { Tx } from '../database/transaction.js';
import { appendEvent } from './outbox.js';

export interface RaisedAlert extends Alert {
  /** One cause may raise many at once, whose texts need not all be read: one post shows the newest and counts the rest. */
  isFoldable?: true;
  /** How often it happened; once unless given. */
  times?: number;
}

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
