/** Makes media queries that contain `words` match (or nothing, with an empty text). Returns the way back. */
export function pretendMedia(words: string): () => void {
  const real = globalThis.matchMedia;
  globalThis.matchMedia = (query) =>
    Object.assign(real(query), { matches: words !== '' && query.includes(words) });
  return () => {
    globalThis.matchMedia = real;
  };
}

/** A device whose answer to a media query can change while the page is open. `back` restores the real one. */
export function pretendDevice(
  query: string,
  matches: boolean,
): { turn: (to: boolean) => void; back: () => void } {
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
    turn(to) {
      now = to;
      for (const ear of ears) ear();
    },
    back: () => {
      globalThis.matchMedia = real;
    },
  };
}
