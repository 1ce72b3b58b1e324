import { expect } from '@jest/globals';
import pg from 'pg';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';

/** One thing that somebody does. @returns the answer's status; 0 for what answers nobody */
export type Act = () => Promise<number>;

export interface Contest {
  /** Carried out together, in turn, until the race is large enough. */
  acts: readonly Act[];
  /** Whose rows all of them wait for: the buyers that are locked until everybody has come. */
  buyers: readonly SignedIn[];
  /** Rows that editors wait for, where some do not wait for a buyer. */
  products?: readonly number[];
  /** What must be so afterwards, beside what is so after every race. */
  check: (statuses: readonly number[]) => Promise<void>;
}

export interface RaceTrack {
  shop: Shop;
  admin: SignedIn;
}

export interface Race {
  /** Reads after "race of 10: ". */
  name: string;
  prepare: (track: RaceTrack, n: number) => Promise<Contest>;
}

/** A pool of connections serves no more than these at a time, so waiting for more would be for ever. */
const MAX_WAITING = 6;
/** Fewer are no race. */
const MIN_WAITING = 2;
/** What waits elsewhere, as messages do for their delivery, is not waited for, ms. */
const PATIENCE_MS = 250;
/** So long after the first who came, or after all have ended, a race without more is none, ms: less than locks wait. */
const GIVE_UP_MS = 3_000;
/** By then somebody has come, or nobody does, ms: a hundred on a slow machine take their time. */
const FIRST_ARRIVAL_MS = 30_000;
/** More than these may be told 503, "not now", by the pool of connections; it changes nothing. */
const MAX_SERVED_AT_ONCE = 12;

/**
 * Starts acts while the buyers' rows are locked, and lets them go when they wait there, so that all have read before
 * anybody writes. @returns their statuses
 * @throws Error when fewer than two came to the lock, since a race that never met proves nothing
 */
export async function startTogether(
  shop: Pick<Shop, 'databaseUrl'>,
  { buyers, products = [] }: Pick<Contest, 'buyers' | 'products'>,
  acts: readonly Act[],
): Promise<number[]> {
  // Postgres shows a transaction the same activity until it ends, so another connection looks who waits.
  const [client, observer] = [createClient(shop), createClient(shop)];
  await Promise.all([client.connect(), observer.connect()]);
  try {
    const holder = await readPid(client);
    await client.query('BEGIN');
    const ids = buyers.map(({ userId }) => userId);
    await client.query('SELECT id FROM users WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
    await client.query('SELECT id FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
      products,
    ]);
    let haveEnded = false;
    const running = Promise.allSettled(acts.map((act) => act())).finally(() => (haveEnded = true));
    const met = await waitForBarrier(observer, holder, Math.min(acts.length, MAX_WAITING), () => haveEnded);
    await client.query('COMMIT');
    const ended = await running;
    const broken = ended.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
    expect(broken).toEqual([]);
    if (met < MIN_WAITING) throw new Error(`${met} of ${acts.length} acts came to the barrier of the race`);
    return ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  } finally {
    await Promise.all([client.end(), observer.end()]);
  }
}

const createClient = ({ databaseUrl }: Pick<Shop, 'databaseUrl'>) =>
  new pg.Client({ connectionString: databaseUrl });

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** All that wait for a connection, and for whoever waits for it. */
const WAITING = `
  WITH RECURSIVE blocked AS MATERIALIZED (
    SELECT pid, pg_blocking_pids(pid) AS by FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'
  ), waiting(pid) AS (
    SELECT pid FROM blocked WHERE $1 = ANY(by)
    UNION SELECT b.pid FROM blocked b JOIN waiting w ON w.pid = ANY(b.by)
  ) SELECT count(*)::int AS n FROM waiting`;

/** @returns how many wait at the barrier: as many as are wanted, or what has come when patience ends */
async function waitForBarrier(
  observer: pg.Client,
  holder: number,
  wanted: number,
  haveEnded: () => boolean,
): Promise<number> {
  const begun = Date.now();
  let first: number | undefined;
  for (;;) {
    const { rows } = await observer.query<{ n: number }>(WAITING, [holder]);
    const waiting = rows[0]?.n ?? 0;
    if (waiting >= wanted) return waiting;
    if (waiting > 0 || haveEnded()) first ??= Date.now();
    const patience = waiting < MIN_WAITING ? GIVE_UP_MS : PATIENCE_MS;
    const end = first === undefined ? begun + FIRST_ARRIVAL_MS : first + patience;
    if (Date.now() > end) return waiting;
  }
}

/** The status of an answer, as acts return it. */
export const readStatus = async (answer: PromiseLike<{ status: number }>): Promise<number> =>
  (await answer).status;

/** Whether so many at once may be answered this: only more than are served at a time, and nothing is changed by it. */
export const isTurnedAway = (status: number, n: number): boolean => status === 503 && n > MAX_SERVED_AT_ONCE;

/** As many acts as the race is large, in turn, and each once at least. */
export const repeatInTurn = <T>(acts: readonly T[], n: number): T[] =>
  Array.from({ length: Math.max(n, acts.length) }, (_, index) => acts[index % acts.length]).filter(
    (act) => act !== undefined,
  );

/** How often a status was answered. */
export const countStatus = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;
