const marks = new Map<string, readonly string[]>();

/** Records which keys of an area are German in the mixed catalogue. */
export function markGermanKeys(area: string, prefixes: readonly string[] = []): void {
  marks.set(area, prefixes);
}

/**
 * Tells whether a message of the mixed catalogue is German: its key or a prefix of it is recorded; `''` means all
 * keys.
 */
export function isGermanKey(area: string, key: string): boolean {
  return (marks.get(area) ?? []).some(
    (prefix) =>
      prefix === '' || key === prefix || key.startsWith(`${prefix}.`) || key.startsWith(`${prefix}_`),
  );
}
