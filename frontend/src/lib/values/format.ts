import {
  formatCents as writeCents,
  formatCoins as writeCoins,
  formatCount as writeCount,
  formatDecimal as writeDecimal,
  formatDollars as writeDollars,
  formatHundredths as writeHundredths,
  formatInMillions as writeInMillions,
  formatMillions as writeMillions,
  formatNumber as writeNumber,
  type NumberLanguage,
} from '@pax/contracts';

/** Separator between facts in one line; its no-break space keeps it from starting a new line. */
export const FACT_SEPARATOR = '\u00A0· ';

let language: NumberLanguage = 'en';

/** Sets the language in which numbers are formatted; called when the page's language changes. */
export const setNumberLanguage = (next: NumberLanguage): void => {
  language = next;
};

/** Wraps a formatter of the contracts, so that it uses the language of the page. */
const formatInPageLanguage =
  <V>(format: (value: V, written: NumberLanguage) => string) =>
  (value: V): string =>
    format(value, language);

export const formatCount = formatInPageLanguage(writeCount);
export const formatDollars = formatInPageLanguage(writeDollars);
export const formatHundredths = formatInPageLanguage(writeHundredths);
export const formatCents = formatInPageLanguage(writeCents);
export const formatDecimal = formatInPageLanguage(writeDecimal);
export const formatCoins = formatInPageLanguage(writeCoins);
export const formatInMillions = formatInPageLanguage(writeInMillions);
export const formatMillions = formatInPageLanguage(writeMillions);
export const formatNumber = formatInPageLanguage(writeNumber);

function createGermanDateFormatter(
  options: Intl.DateTimeFormatOptions,
): (moment: string | number | Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => (format ??= new Intl.DateTimeFormat('de-DE', options)).format(new Date(moment));
}

/** Formats date and time in German for panel and account, as "03.11.2025, 20:15". */
export const formatDateTime = createGermanDateFormatter({ dateStyle: 'medium', timeStyle: 'short' });
export const formatDate = createGermanDateFormatter({ dateStyle: 'medium' });
export const formatTime = createGermanDateFormatter({ timeStyle: 'short' });
/** Formats date and time with seconds, for lists in which the time between two events matters. */
export const formatExactDateTime = createGermanDateFormatter({ dateStyle: 'medium', timeStyle: 'medium' });
export const formatExactTime = createGermanDateFormatter({ timeStyle: 'medium' });
const formatClockTime = createGermanDateFormatter({ hour: '2-digit', minute: '2-digit' });
const formatDay = createGermanDateFormatter({ day: '2-digit', month: '2-digit' });
const formatDayOfYear = createGermanDateFormatter({ day: '2-digit', month: '2-digit', year: '2-digit' });

/** Formats a time in little space: "09:14" today, "20.11., 09:14" in the same year, else "20.11.25, 09:14". */
export function formatShortTime(moment: string, now: number): string {
  const then = new Date(moment);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) return formatClockTime(then);
  const formatCalendarDay = then.getFullYear() === today.getFullYear() ? formatDay : formatDayOfYear;
  return `${formatCalendarDay(then)}, ${formatClockTime(then)}`;
}
