/**
 * Makes media queries that contain the text match (none for an empty text).
 * @returns restores the original
 */
export function mockMediaQueries(words: string): () => void {
  const real = globalThis.matchMedia;
  globalThis.matchMedia = (query) =>
    Object.assign(real(query), { matches: words !== '' && query.includes(words) });
  return () => {
    globalThis.matchMedia = real;
  };
}

/** Mocks a media query whose result can change; `restore` resets it. */
export function mockChangingMediaQuery(
  query: string,
  matches: boolean,
): { setMatches: (to: boolean) => void; restore: () => void } {
  const real = globalThis.matchMedia;
  const ears = new Set<() => void>();
  let now = matches;
  globalThis.matchMedia = (asked) =>
    asked === query
      ? Object.assign(real(asked), {
          matches: now,
          addEventListener: (_name: string, ear: () => void) => void ears.add(ear),
          removeEventListener: (_name: string, ear: () => void) => void ears.delete(ear),
        })
      : real(asked);
  return {
    setMatches(to) {
      now = to;
      for (const ear of ears) ear();
    },
    restore: () => {
      globalThis.matchMedia = real;
    },
  };
}
