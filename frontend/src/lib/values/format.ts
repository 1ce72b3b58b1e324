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

/** Separator of facts in one line; its no-break space keeps it from starting a line. */
export const DOT = '\u00A0· ';

let language: NumberLanguage = 'en';

/** Writes numbers in another language from now on; whoever changes the page's language calls it. */
export const setNumberLanguage = (next: NumberLanguage): void => {
  language = next;
};

/** A formatter of the contracts in the page's language. */
const inLanguage =
  <V>(format: (value: V, written: NumberLanguage) => string) =>
  (value: V): string =>
    format(value, language);

export const formatCount = inLanguage(writeCount);
export const formatDollars = inLanguage(writeDollars);
export const formatHundredths = inLanguage(writeHundredths);
export const formatCents = inLanguage(writeCents);
export const formatDecimal = inLanguage(writeDecimal);
export const formatCoins = inLanguage(writeCoins);
export const formatInMillions = inLanguage(writeInMillions);
export const formatMillions = inLanguage(writeMillions);
export const formatNumber = inLanguage(writeNumber);

function german(options: Intl.DateTimeFormatOptions): (moment: string | number | Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => (format ??= new Intl.DateTimeFormat('de-DE', options)).format(new Date(moment));
}

/** Dates of the panel and the account, German: "03.11.2025, 20:15". */
export const formatDateTime = german({ dateStyle: 'medium', timeStyle: 'short' });
export const formatDate = german({ dateStyle: 'medium' });
export const formatTime = german({ timeStyle: 'short' });
