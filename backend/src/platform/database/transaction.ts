import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FairQueue } from '../fair-queue.js';
import { ShopError } from '../problem.js';
import { currentCaller } from '../limits/current-caller.js';
import { OutboxNotifier } from '../outbox/outbox-notifier.js';
import { runAndStoreEvents, type TransactionResult } from '../outbox/outbox.js';
import { POOL_SIZE } from './data-source.js';

/** A transaction, passed explicitly so that no statement runs outside of it by accident. */
export type Tx = EntityManager;

/** SQLSTATEs worth a retry: serialization failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;
/** Connections reserved for reads and the relay. */
const RESERVED_FOR_READS = 2;
/** Connections that one network's transactions leave to other networks. */
const RESERVED_FOR_OTHER_NETWORKS = 4;
/** Transactions that wait for a place, and how long, ms: longer than for a connection, since they hold nothing. */
const WAITING = { total: 500, longestMs: 8_000 };

/** Runs work in one transaction, which stores its events. */
export function runTransaction<T>(
  database: DataSource,
  work: (tx: Tx) => Promise<T> | T,
): Promise<TransactionResult<T>> {
  return database.transaction((tx) => runAndStoreEvents(tx, () => work(tx)));
}

/**
 * Runs use cases in one transaction each, retrying deadlocks and serialization failures at most three times. Networks
 * take turns, so that many accounts of one do not hold every connection while they wait for a row.
 */
@Injectable()
export class Transactions {
  private readonly places = new FairQueue({
    atOnce: POOL_SIZE - RESERVED_FOR_READS,
    atOnceOfNetwork: POOL_SIZE - RESERVED_FOR_OTHER_NETWORKS,
    ...WAITING,
    refusal: () =>
      new ShopError('UNAVAILABLE', 'The shop is very busy just now. Please try again in a moment.', {
        retryAfter: 2,
      }),
  });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly notifier: OutboxNotifier,
  ) {}

  async run<T>(work: (tx: Tx) => Promise<T> | T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, events } = await this.places.run(currentCaller(), () =>
          runTransaction(this.database, work),
        );
        // After the commit, so that events do not wait for the relay's poll.
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

/** Tells whether an insert violated a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
