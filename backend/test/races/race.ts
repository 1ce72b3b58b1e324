import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import pg from 'pg';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';

/** An action of one participant. @returns the status of the answer; 0 without an answer */
export type Act = () => Promise<number>;

export interface Contest {
  /** Actions that run together, repeated in turn until the race is large enough. */
  acts: readonly Act[];
  /** Buyers whose rows are locked until all participants wait for them. */
  buyers: readonly SignedIn[];
  /** Products that editors wait for, if some do not wait for a buyer. */
  products?: readonly number[];
  /** Checks the result, in addition to the checks after every race. */
  check: (statuses: readonly number[]) => Promise<void>;
}

export interface RaceTrack {
  shop: Shop;
  admin: SignedIn;
}

export interface Race {
  /** Name that follows "race of 10: ". */
  name: string;
  prepare: (track: RaceTrack, n: number) => Promise<Contest>;
}

/** Most participants that wait; a pool of connections serves no more at a time. */
const MAX_WAITING = 6;
/** Time between two looks at who waits, ms. */
const POLL_MS = 10;
/** Fewest participants that must wait for a race. */
const MIN_WAITING = 2;
/** Time to wait for participants that wait elsewhere, such as messages before delivery, ms. */
const PATIENCE_MS = 250;
/**
 * Time after the first arrival, or the end of all, at which a race without others fails, ms; shorter than lock waits.
 */
const GIVE_UP_MS = 3_000;
/** Time in which the first participant must arrive, ms; a hundred need long on a slow machine. */
const FIRST_ARRIVAL_MS = 30_000;
/** Beyond this number the pool of connections may refuse with 503, which changes nothing. */
const MAX_SERVED_AT_ONCE = 12;

/**
 * Starts actions while the rows of the buyers are locked and releases them together, so that all have read before
 * anybody writes.
 * @returns their statuses @throws Error if fewer than two waited, since such a race proves nothing
 */
export async function startTogether(
  shop: Pick<Shop, 'databaseUrl'>,
  { buyers, products = [] }: Pick<Contest, 'buyers' | 'products'>,
  acts: readonly Act[],
): Promise<number[]> {
  // Postgres shows a transaction the same activity until it ends, so another connection observes the waits.
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

/** SQL: connections that wait for a connection, directly or indirectly. */
const WAITING = `
  WITH RECURSIVE blocked AS MATERIALIZED (
    SELECT pid, pg_blocking_pids(pid) AS by FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'
  ), waiting(pid) AS (
    SELECT pid FROM blocked WHERE $1 = ANY(by)
    UNION SELECT b.pid FROM blocked b JOIN waiting w ON w.pid = ANY(b.by)
  ) SELECT count(*)::int AS n FROM waiting`;

/** Waits for participants. @returns the number that waits: the wanted one, or fewer after the time limit */
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
    // The participants need the processor.
    await sleep(POLL_MS);
  }
}

/** Reads the status of an answer. */
export const readStatus = async (answer: PromiseLike<{ status: number }>): Promise<number> =>
  (await answer).status;

/** Tells whether a status is an allowed refusal of an overloaded pool, which changes nothing. */
export const isTurnedAway = (status: number, n: number): boolean => status === 503 && n > MAX_SERVED_AT_ONCE;

/** Repeats actions in turn up to the size of the race, each at least once. */
export const repeatInTurn = <T>(acts: readonly T[], n: number): T[] =>
  Array.from({ length: Math.max(n, acts.length) }, (_, index) => acts[index % acts.length]).filter(
    (act) => act !== undefined,
  );

/** Counts a status. */
export const countStatus = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;
