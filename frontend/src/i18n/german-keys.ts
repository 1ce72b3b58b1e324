const marks = new Map<string, readonly string[]>();

/** Records which keys of an area's mixed catalogue are German. */
export function markGerman(area: string, prefixes: readonly string[] = []): void {
  marks.set(area, prefixes);
}

/** Tells whether a key of the mixed catalogue is German: listed itself or below a listed prefix; `''` means all. */
export function isGerman(area: string, key: string): boolean {
  return (marks.get(area) ?? []).some(
    (prefix) =>
      prefix === '' || key === prefix || key.startsWith(`${prefix}.`) || key.startsWith(`${prefix}_`),
  );
}
