import { formatCount, formatNumber, splitLabel, type NumberLanguage } from '@pax/contracts';
import { clip } from './text.js';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

/** Formats coins as 250M, 1.5M, 1B, exact to a thousand, since staff deliver this amount; below a million in full. */
export function formatExactCoins(count: number, language: NumberLanguage): string {
  const size = Math.abs(count);
  if (size >= BILLION && count % (BILLION / 100) === 0) return `${formatNumber(count / BILLION, language)}B`;
  if (size >= MILLION) return `${formatNumber(Math.trunc(count / 1_000) / 1_000, language)}M`;
  return formatCount(count, language);
}

/** The shop's built-in name of the join reward's item. */
const JOIN_REWARD_ITEM = 'Free coins';

/** Length of an item's name that fits with its quantity where Discord takes 100 characters. */
const ITEM_LENGTH = 90;

/**
 * An item's name in a language: the built-in name is translated, names set by staff are not. A longer name than `max` is
 * cut before its label, which says how much to deliver.
 */
export function itemName(productName: string, language: NumberLanguage, max = ITEM_LENGTH): string {
  if (language === 'de' && productName === JOIN_REWARD_ITEM) return 'Gratis-Coins';
  const [name, label] = splitLabel(productName);
  return clip(name, max - label.length) + label;
}

/** Discord timestamp, displayed as a relative time such as "in 5 minutes". */
export function relativeTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:R>`;
}

/** Discord timestamp, displayed as date and time in the reader's time zone. */
export function shortTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:f>`;
}
