import { CRITICAL_POOL, LOW_POOL, LOW_STOCK } from '@pax/contracts';

function stockBand(pieces: number): number {
  if (pieces <= 0) return 0;
  return pieces <= LOW_STOCK ? 1 : 2;
}

/**
 * Whether a change of free stock gets a post: down to 10, down to 0, or back above 10. Small rises do not, since
 * released holds would repeat them.
 */
export function crossesStock(before: number, after: number): boolean {
  const [from, to] = [stockBand(before), stockBand(after)];
  return to < from || (to === 2 && from < 2);
}

function poolBand(coins: number): number {
  if (coins <= 0) return 0;
  if (coins < CRITICAL_POOL) return 1;
  return coins < LOW_POOL ? 2 : 3;
}

/** Whether the pool's free coins crossed 100M, 10M or 0 in either direction. */
export function crossesPool(before: number, after: number): boolean {
  return poolBand(before) !== poolBand(after);
}
