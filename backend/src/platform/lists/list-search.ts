/** The values that the search of a list looks for. */
export interface ListSearch {
  /** For `lower(…) LIKE lower(…)`: the text anywhere; the wildcard characters of LIKE mean themselves. */
  readonly pattern: string;
  /** The digits that were typed, with or without `#`; undefined for other texts. */
  readonly digits: string | undefined;
  /** The same as a number of a row; undefined where no row can have it. */
  readonly number: number | undefined;
}

/** Reads a search; undefined where nothing is searched for. */
export function readSearch(q: string | undefined): ListSearch | undefined {
  const text = q?.trim() ?? '';
  if (text === '') return undefined;
  const digits = /^#?(\d{1,20})$/.exec(text)?.[1];
  return {
    pattern: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    digits,
    number: digits !== undefined && digits.length <= 9 ? Number(digits) : undefined,
  };
}
