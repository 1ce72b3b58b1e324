import { expect } from '@jest/globals';
import pg from 'pg';
import { lockWaits } from '../lock-waits.js';
import type { Shop } from '../shop.js';
import type { SignedIn } from '../sign-in.js';

/** One thing that somebody does. @returns the answer's status; 0 for what answers nobody */
export type Act = () => Promise<number>;

export interface Contest {
  /** Carried out together, in turn, until the race is large enough. */
  acts: readonly Act[];
  /** Whose rows all of them wait for: the buyers that are locked until everybody has come. */
  buyers: readonly SignedIn[];
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
const MOST_WAITING = 6;
/** What waits elsewhere, as messages do for their delivery, is not waited for, ms. */
const PATIENCE_MS = 250;

/**
 * Starts acts while the buyers' rows are locked, and lets them go when they wait there, so that all have read before
 * anybody writes. @returns their statuses
 */
export async function startTogether(
  shop: Shop,
  buyers: readonly SignedIn[],
  acts: readonly Act[],
): Promise<number[]> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const ids = buyers.map(({ userId }) => userId);
    await client.query('SELECT id FROM users WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
    const running = Promise.allSettled(acts.map((act) => act()));
    await waitFor(shop, Math.min(acts.length, MOST_WAITING));
    await client.query('COMMIT');
    const ended = await running;
    const broken = ended.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
    expect(broken).toEqual([]);
    return ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  } finally {
    await client.end();
  }
}

async function waitFor(shop: Shop, wanted: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end && (await lockWaits(shop)) < wanted);
}

/** The status of an answer, as acts return it. */
export const statusOf = async (answer: PromiseLike<{ status: number }>): Promise<number> =>
  (await answer).status;

/** As many acts as the race is large, in turn, and each once at least. */
export const inTurn = (acts: readonly Act[], n: number): Act[] =>
  Array.from({ length: Math.max(n, acts.length) }, (_, index) => acts[index % acts.length]).filter(
    (act) => act !== undefined,
  );

/** How often a status was answered. */
export const timesOf = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;
