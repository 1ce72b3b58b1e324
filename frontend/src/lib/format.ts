const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dayTime = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'short' });

/** Integer cents as US dollars: 3250 → "$32.50". */
export const formatCents = (cents: number): string => dollars.format(cents / 100);

/** A decimal string of the wire as US dollars: "32.50" → "$32.50". A text that is no number comes back as it is. */
export function formatDecimal(amount: string): string {
  const value = Number(amount.replaceAll(/[$,\s]/g, ''));
  return amount.trim() === '' || Number.isNaN(value) ? amount : dollars.format(value);
}

const units = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** Coins, shortened with at most two decimals, never rounded up: 250_000_000 → "250M", 1_500_000_000 → "1.5B". */
export function formatCoins(coins: number): string {
  const unit = units.find(([size]) => Math.abs(coins) >= size);
  if (!unit) return String(Math.trunc(coins));
  return `${Math.trunc(coins / (unit[0] / 100)) / 100}${unit[1]}`;
}

/** Whole millions of coins: 250 → "250M", 1000 → "1B". */
export const formatMillions = (millions: number): string => formatCoins(millions * 1e6);

/** A whole number with separators: 200000 → "200,000". */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Dates of the panel and the account, German: "03.11.2025, 20:15". */
export const formatDateTime = (moment: string | number | Date): string => dayTime.format(new Date(moment));
export const formatDate = (moment: string | number | Date): string => day.format(new Date(moment));
export const formatTime = (moment: string | number | Date): string => time.format(new Date(moment));
