const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

/** Formats coins as 250M, 1.5M, 1B; below a million the whole number. */
export function coins(count: number): string {
  const size = Math.abs(count);
  if (size >= BILLION && count % (BILLION / 10) === 0) return `${count / BILLION}B`;
  if (size >= MILLION) return `${Math.trunc(count / 1_000) / 1_000}M`;
  return count.toLocaleString('en-US');
}

/** The shop's name of the join reward's goods, which no staff named. */
const JOIN_REWARD_ITEM = 'Free coins';

/** An item's name in a language: the shop's own one is translated, what staff named stays. */
export function itemName(productName: string, language: 'en' | 'de'): string {
  return language === 'de' && productName === JOIN_REWARD_ITEM ? 'Gratis-Coins' : productName;
}

/** Formats a whole number in a language: 1,240 or 1.240. */
export function number(count: number, language: 'en' | 'de'): string {
  return count.toLocaleString(language);
}

/** Formats a wire amount: "32.50" → $32.50. */
export function dollars(amount: string): string {
  return amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`;
}

/** Discord timestamp shown relative, as "in 5 minutes". */
export function relativeTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:R>`;
}

/** Discord timestamp shown as date and time of the reader's time zone. */
export function shortTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:f>`;
}
