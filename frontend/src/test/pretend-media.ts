/** Makes media queries that contain `words` match (or nothing, with an empty text). Returns the way back. */
export function pretendMedia(words: string): () => void {
  const real = globalThis.matchMedia;
  globalThis.matchMedia = (query) =>
    Object.assign(real(query), { matches: words !== '' && query.includes(words) });
  return () => {
    globalThis.matchMedia = real;
  };
}
