import type { Cents } from '../money.js';

/** Number of coins in a million, the unit in which any amount can be bought. */
export const COINS_PER_MILLION = 1_000_000;

/**
 * Price steps of coins sold in any amount: from `fromMillions` on, each million of the whole amount costs
 * `centsPerMillion`.
 */
export const COIN_RATES = [
  { fromMillions: 1, centsPerMillion: 17 },
  { fromMillions: 100, centsPerMillion: 15 },
  { fromMillions: 250, centsPerMillion: 13 },
] as const;

/** Lowest price per million, cents. */
export const LOWEST_RATE: Cents = Math.min(...COIN_RATES.map((rate) => rate.centsPerMillion));

/** Amounts in millions that the shop labels as bulk; above 250, the price per million stays the same. */
export const BULK_LABELS_MILLIONS = [100, 250, 500, 1000] as const;

/** Returns the price per million for an amount of whole millions, cents. */
export function getCentsPerMillion(millions: number): Cents {
  return (COIN_RATES.findLast((rate) => millions >= rate.fromMillions) ?? COIN_RATES[0]).centsPerMillion;
}

/** Returns the price of an amount of coins, cents: one price per million for the whole amount, not step by step. */
export function computeCustomCoinPrice(millions: number): Cents {
  return millions * getCentsPerMillion(millions);
}

/**
 * Finds a larger amount, in millions, that costs less than the chosen one; undefined if there is none. Because of the
 * price steps, 89–99M cost more than 100M, and 217–249M more than 250M.
 */
export function findCheaperCoinAmount(millions: number): number | undefined {
  return COIN_RATES.map((rate) => rate.fromMillions).find(
    (from) => from > millions && computeCustomCoinPrice(from) < computeCustomCoinPrice(millions),
  );
}
