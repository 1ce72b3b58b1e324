import pg from 'pg';
import type { DataSource } from 'typeorm';

/** One committed transaction: what it said, and how often it waited for Postgres before it said more. */
export interface Trip {
  texts: string[];
  waits: number;
}

interface Wire {
  write(...args: unknown[]): unknown;
  on(event: 'data', heard: () => void): unknown;
}

/**
 * Watches every connection of a pool from now on. A wait is an answer between two things that are sent: statements
 * that travel together have none between them, whatever Postgres answers later.
 * @returns the transactions that were committed, oldest first
 */
export function watchRoundTrips(database: DataSource): Trip[] {
  const trips: Trip[] = [];
  const seen = new WeakSet<object>();
  const pool: unknown = Reflect.get(database.driver, 'master');
  if (!(pool instanceof pg.Pool)) throw new Error('a database without a pool');
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    watch(client, trips);
  });
  return trips;
}

function watch(client: pg.PoolClient, trips: Trip[]): void {
  let trip: Trip | undefined;
  let isAnswered = false;
  const wire = wireOf(client);
  const write = wire.write.bind(wire);
  wire.on('data', () => (isAnswered = true));
  wire.write = (...args) => {
    if (trip && isAnswered) trip.waits += 1;
    isAnswered = false;
    return write(...args);
  };
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') throw new Error('a connection that can’t be asked');
  const value = (text: unknown, ...rest: unknown[]): unknown => {
    const said = String(text);
    if (/^(BEGIN|START TRANSACTION)/.test(said)) trip = { texts: [], waits: 0 };
    trip?.texts.push(said);
    const answer: unknown = Reflect.apply(query, client, [text, ...rest]);
    if (said === 'COMMIT' && trip) {
      trips.push(trip);
      trip = undefined;
    }
    return answer;
  };
  Object.defineProperty(client, 'query', { value });
}

function wireOf(client: pg.PoolClient): Wire {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = typeof connection === 'object' && connection && Reflect.get(connection, 'stream');
  if (!isWire(stream)) throw new Error('a connection without a line');
  return stream;
}

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && 'write' in value && 'on' in value;
}
