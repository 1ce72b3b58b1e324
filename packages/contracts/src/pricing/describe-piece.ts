import { formatCount } from '../numbers.js';

/** Largest number of characters in the text of a piece. */
export const MAX_PIECE_TEXT = 160;

/**
 * Describes one piece of a product to its buyer, on one line: name, label and coins ("Pack · 500M · 500,000,000
 * coins").
 */
export function describePiece({
  name,
  amount,
  coinValue,
}: {
  name: string;
  amount?: string | null;
  coinValue: number | null;
}): string {
  const coins = coinValue === null ? null : `${formatCount(coinValue, 'en')} coins`;
  // White space becomes one space, since requests accept only a single line.
  return [name, amount, coins]
    .filter(Boolean)
    .join(' · ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_PIECE_TEXT)
    .trim();
}
