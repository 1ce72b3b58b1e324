import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OutboxNotifier } from '../outbox/outbox-notifier.js';
import { storingEvents, type TransactionResult } from '../outbox/outbox.js';

/** A transaction, passed explicitly so that no statement runs outside of it by accident. */
export type Tx = EntityManager;

/** SQLSTATEs worth a retry: serialization failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

/** Runs work in one transaction, which stores its events. */
export function runTransaction<T>(
  database: DataSource,
  work: (tx: Tx) => Promise<T> | T,
): Promise<TransactionResult<T>> {
  return database.transaction((tx) => storingEvents(tx, () => work(tx)));
}

/**
 * Runs use cases in one transaction each, retrying deadlocks and serialization failures at most three times. Notifies
 * the relay after the commit, so that events do not wait for its poll.
 */
@Injectable()
export class Transactions {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly notifier: OutboxNotifier,
  ) {}

  async run<T>(work: (tx: Tx) => Promise<T> | T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, events } = await runTransaction(this.database, work);
        this.notifier.notify(events);
        return result;
      } catch (error) {
        if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error))) throw error;
      }
    }
  }
}

/** SQLSTATE of a database error, or an empty text. */
export function sqlState(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('driverError' in error) return sqlState(error.driverError);
  return 'code' in error ? String(error.code) : '';
}

/** Whether an insert violated a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
