import { MOST_MILLIONS, MOST_PIECES, type BotProduct } from '@pax/contracts';
import type { Language } from '../../core/command.js';

/** A whole number, for coins perhaps with the word for millions behind it. */
const TYPED = /^(\d{1,7})\s*(?:m|mio\.?|million(?:s|en)?)?$/i;

/** The most that can be bought of a product now. */
export const mostOf = ({ stock, isCustom }: BotProduct): number =>
  Math.max(0, Math.min(stock, isCustom ? MOST_MILLIONS : MOST_PIECES));

/** Thousands as a language writes them, and as the bot does. */
const GROUPED: Record<Language, RegExp> = {
  en: /^\d{1,3}(?:,\d{3})+(?!\d)/,
  de: /^\d{1,3}(?:\.\d{3})+(?!\d)/,
};

/** The amount that somebody typed in their language; undefined when it is no whole number from 1 on. */
export function amountIn(typed: string, language: Language): number | undefined {
  const plain = typed
    .slice(0, 100)
    .trim()
    .replace(GROUPED[language], (digits) => digits.replaceAll(/[.,]/g, ''));
  const amount = Number(TYPED.exec(plain)?.[1] ?? 0);
  return amount > 0 ? amount : undefined;
}
