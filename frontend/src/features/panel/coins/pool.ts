import type { AdminCoinStockAnswer } from '@pax/contracts';
import { readWhole } from '../../../lib/values/whole-number';

/** Purchase sizes for which the tab shows how many the pool covers, coins. */
export const PURCHASE_SIZES = [10e6, 25e6, 50e6, 100e6, 250e6] as const;
/** Presets of the form, coins. */
export const PRESETS = [500e6, 750e6, 1e9, 1.5e9, 2e9, 0] as const;

const MOST = 1e15;

/** Coins available for purchase, at least 0. */
export const freeCoins = ({ free }: AdminCoinStockAnswer): number => Math.max(0, free);

export const purchasesOf = (coins: number, size: number): number => Math.floor(coins / size);

/** A typed amount of coins, with or without separators of thousands; undefined when it is no whole number from 0 on. */
export function parseCoins(typed: string): number | undefined {
  const coins = readWhole(typed);
  return typeof coins === 'number' && coins >= 0 && coins <= MOST ? coins : undefined;
}
