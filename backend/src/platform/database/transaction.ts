import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FairQueue } from '../fair-queue.js';
import { ShopError } from '../shop-error.js';
import { currentCaller } from '../limits/current-caller.js';
import { OutboxNotifier } from '../outbox/outbox-notifier.js';
import { runAndStoreEvents, type TransactionResult } from '../outbox/outbox.js';
import { POOL_SIZE } from './data-source.js';
import { sqlState } from './database-errors.js';

/**
 * A database transaction. Functions take it as a parameter, so that no statement runs outside of it by accident.
 */
export type Tx = EntityManager;

/** SQLSTATE codes of errors worth a retry: serialization failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;
/** Number of database connections reserved for reads and the event relay. */
const RESERVED_FOR_READS = 2;
/** Number of connections that the transactions of one network always leave to other networks. */
const RESERVED_FOR_OTHER_NETWORKS = 4;
/**
 * Limits of transactions that wait to start: their number, and the wait in ms. The wait may be long, because they
 * hold no connection yet.
 */
const WAITING = { total: 500, longestMs: 8_000 };

/** Runs work in one database transaction and stores the events that the work appended. */
export function runTransaction<T>(
  database: DataSource,
  work: (tx: Tx) => Promise<T> | T,
): Promise<TransactionResult<T>> {
  return database.transaction((tx) => runAndStoreEvents(tx, () => work(tx)));
}

/**
 * Runs each use case in one transaction and retries deadlocks and serialization failures up to three times.
 * Networks take turns, so that the accounts of one network cannot hold every connection.
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
        const { result, events } = await this.places.runTask(currentCaller(), () =>
          runTransaction(this.database, work),
        );
        // Notifies the relay after the commit, so that events do not wait for its next poll.
        this.notifier.notify(events);
        return result;
      } catch (error) {
        if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error))) throw error;
      }
    }
  }
}
