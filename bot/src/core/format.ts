import { formatCount, formatNumber, type NumberLanguage } from '@pax/contracts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

/** Formats coins as 250M, 1.5M, 1B, to the thousand, since they are delivered; below a million the whole number. */
export function coins(count: number, language: NumberLanguage): string {
  const size = Math.abs(count);
  if (size >= BILLION && count % (BILLION / 100) === 0) return `${formatNumber(count / BILLION, language)}B`;
  if (size >= MILLION) return `${formatNumber(Math.trunc(count / 1_000) / 1_000, language)}M`;
  return formatCount(count, language);
}

/** The shop's name of the join reward's goods, which no staff named. */
const JOIN_REWARD_ITEM = 'Free coins';

/** An item's name in a language: the shop's own one is translated, what staff named stays. */
export function itemName(productName: string, language: NumberLanguage): string {
  return language === 'de' && productName === JOIN_REWARD_ITEM ? 'Gratis-Coins' : productName;
}

/** Discord timestamp shown relative, as "in 5 minutes". */
export function relativeTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:R>`;
}

/** Discord timestamp shown as date and time of the reader's time zone. */
export function shortTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:f>`;
}
