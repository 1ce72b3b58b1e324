import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OutboxNotifier } from '../outbox/outbox-notifier.js';
import { storingEvents, type Done } from '../outbox/outbox.js';

/** A transaction: handed on explicitly, so that nothing runs outside of it by accident. */
export type Tx = EntityManager;

/** SQLSTATEs that a second try mends: serialization failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

/** Runs work in one transaction, which stores what it said. */
export function runTransaction<T>(database: DataSource, work: (tx: Tx) => Promise<T> | T): Promise<Done<T>> {
  return database.transaction((tx) => storingEvents(tx, () => work(tx)));
}

/**
 * Runs use cases in one transaction each. Deadlocks and serialization failures are tried again, at most three
 * times; after the commit of something said the outbox bell rings, so that the relay does not wait for its poll.
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
        const { result, said } = await runTransaction(this.database, work);
        this.notifier.notify(said);
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

/** True when an insert broke a unique rule. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
