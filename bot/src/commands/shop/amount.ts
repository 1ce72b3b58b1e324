import type { BotProduct } from '@pax/contracts';

/** The most of one line: pieces, or whole millions of coins. */
const MOST_PIECES = 999;
const MOST_MILLIONS = 1_000_000;
/** A whole number, for coins perhaps with the word for millions behind it. */
const TYPED = /^(\d{1,7})\s*(?:m|mio\.?|million(?:s|en)?)?$/i;

/** The most that can be bought of a product now. */
export const mostOf = ({ stock, isCustom }: BotProduct): number =>
  Math.max(0, Math.min(stock, isCustom ? MOST_MILLIONS : MOST_PIECES));

/** The amount that somebody typed; undefined when it is no whole number from 1 on. */
export function amountIn(typed: string): number | undefined {
  const amount = Number(TYPED.exec(typed.slice(0, 100).trim())?.[1] ?? 0);
  return amount > 0 ? amount : undefined;
}
