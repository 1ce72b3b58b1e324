import { formatCount, formatNumber, splitLabelFromName, type NumberLanguage } from '@pax/contracts';
import { clipText } from './sanitize-text.js';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

/**
 * Formats coins as 250M, 1.5M or 1B, exact to a thousand, since staff deliver this amount; amounts below a million in
 * full.
 */
export function formatExactCoins(count: number, language: NumberLanguage): string {
  const size = Math.abs(count);
  if (size >= BILLION && count % (BILLION / 100) === 0) return `${formatNumber(count / BILLION, language)}B`;
  if (size >= MILLION) return `${formatNumber(Math.trunc(count / 1_000) / 1_000, language)}M`;
  return formatCount(count, language);
}

/** Item name that the shop itself gives to the join reward. */
const JOIN_REWARD_ITEM = 'Free coins';

/** Longest item name that fits with its quantity into the 100 characters that Discord allows. */
const ITEM_LENGTH = 90;

/**
 * Returns an item's name in a language; only the join reward's name is translated. A name longer than `max` is cut
 * before its label, which tells how much to deliver.
 */
export function itemName(productName: string, language: NumberLanguage, max = ITEM_LENGTH): string {
  if (language === 'de' && productName === JOIN_REWARD_ITEM) return 'Gratis-Coins';
  const [name, label] = splitLabelFromName(productName);
  return clipText(name, max - label.length) + label;
}

/** A Discord timestamp that is displayed as a relative time, such as "in 5 minutes". */
export function formatRelativeTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:R>`;
}

/** A Discord timestamp that is displayed as date and time in the reader's time zone. */
export function formatShortTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:f>`;
}
