/** Matches an Accept-Encoding that allows brotli (not `br;q=0`). */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?(\s|,|$))/i;

/** Tells whether a caller accepts an answer that is compressed with brotli. */
export function acceptsBrotli(acceptEncoding: string | undefined): boolean {
  return BROTLI.test(acceptEncoding ?? '');
}
