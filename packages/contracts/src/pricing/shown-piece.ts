import { formatCount } from '../numbers.js';

/** Characters of the longest text of a piece. */
export const SHOWN_LENGTH = 160;

/** A product's piece as its buyer reads it, on one line: name, label and coins ("Pack · 500M · 500,000,000 coins"). */
export function shownPiece({
  name,
  amount,
  coinValue,
}: {
  name: string;
  amount?: string | null;
  coinValue: number | null;
}): string {
  const coins = coinValue === null ? null : `${formatCount(coinValue, 'en')} coins`;
  // One line, as requests carry it.
  return [name, amount, coins]
    .filter(Boolean)
    .join(' · ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, SHOWN_LENGTH)
    .trim();
}
