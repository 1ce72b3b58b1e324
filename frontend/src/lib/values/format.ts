/**
 * A whole number with separators: 200000 → "200,000". Without `Intl`, whose first use takes a phone 100 ms.
 */
export const formatCount = (count: number): string =>
  String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Integer cents as US dollars: 3250 → "$32.50". */
export function formatCents(cents: number): string {
  const signed = Math.round(cents);
  const whole = Math.abs(signed);
  const rest = String(whole % 100).padStart(2, '0');
  return `${signed < 0 ? '-' : ''}$${formatCount(Math.trunc(whole / 100))}.${rest}`;
}

/** A decimal string of the wire as US dollars: "32.50" → "$32.50". A text that is no number comes back as it is. */
export function formatDecimal(amount: string): string {
  const value = Number(amount.replaceAll(/[$,\s]/g, ''));
  return amount.trim() === '' || !Number.isFinite(value) ? amount : formatCents(value * 100);
}

const units = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** Coins with at most two decimals, rounded down: 250_000_000 → "250M", 1_500_000_000 → "1.5B". */
export function formatCoins(coins: number): string {
  const unit = units.find(([size]) => Math.abs(coins) >= size);
  if (!unit) return String(Math.trunc(coins));
  return `${Math.trunc(coins / (unit[0] / 100)) / 100}${unit[1]}`;
}

/** Whole millions of coins: 250 → "250M", 1000 → "1B". */
export const formatMillions = (millions: number): string => formatCoins(millions * 1e6);

function german(options: Intl.DateTimeFormatOptions): (moment: string | number | Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => (format ??= new Intl.DateTimeFormat('de-DE', options)).format(new Date(moment));
}

/** Dates of the panel and the account, German: "03.11.2025, 20:15". */
export const formatDateTime = german({ dateStyle: 'medium', timeStyle: 'short' });
export const formatDate = german({ dateStyle: 'medium' });
export const formatTime = german({ timeStyle: 'short' });
