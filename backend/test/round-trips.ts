import pg from 'pg';
import type { DataSource } from 'typeorm';

/** A committed transaction: its statements, and the number of waits for Postgres between them. */
export interface TrackedTransaction {
  texts: string[];
  waits: number;
}

interface RawStream {
  write(...args: unknown[]): unknown;
  on(event: 'data', listener: () => void): unknown;
}

/**
 * Watches every connection of a pool. An answer between two writes counts as a wait; pipelined statements have none.
 * @returns the committed transactions, oldest first
 */
export function watchRoundTrips(database: DataSource): TrackedTransaction[] {
  const trips: TrackedTransaction[] = [];
  const seen = new WeakSet<object>();
  const pool: unknown = Reflect.get(database.driver, 'master');
  if (!(pool instanceof pg.Pool)) throw new Error('a database without a pool');
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    watchClient(client, trips);
  });
  return trips;
}

function watchClient(client: pg.PoolClient, trips: TrackedTransaction[]): void {
  let trip: TrackedTransaction | undefined;
  let isAnswered = false;
  const stream = streamOf(client);
  const write = stream.write.bind(stream);
  stream.on('data', () => (isAnswered = true));
  stream.write = (...args) => {
    if (trip && isAnswered) trip.waits += 1;
    isAnswered = false;
    return write(...args);
  };
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('pg.Client has no query method');
  const value = (text: unknown, ...rest: unknown[]): unknown => {
    const statement = String(text);
    if (/^(BEGIN|START TRANSACTION)/.test(statement)) trip = { texts: [], waits: 0 };
    trip?.texts.push(statement);
    const answer: unknown = Reflect.apply(query, client, [text, ...rest]);
    if (statement === 'COMMIT' && trip) {
      trips.push(trip);
      trip = undefined;
    }
    return answer;
  };
  Object.defineProperty(client, 'query', { value });
}

function streamOf(client: pg.PoolClient): RawStream {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = typeof connection === 'object' && connection && Reflect.get(connection, 'stream');
  if (!isRawStream(stream)) throw new Error('pg.Client has no stream');
  return stream;
}

function isRawStream(value: unknown): value is RawStream {
  return typeof value === 'object' && value !== null && 'write' in value && 'on' in value;
}
