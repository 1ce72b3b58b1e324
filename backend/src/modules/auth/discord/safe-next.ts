const MAX_CHARACTERS = 512;

/**
 * The path after signing in: a page of the shop, or '/' for anything else, so that a link to the sign-in cannot
 * redirect to another site (OWN-12). Paths below /api are no pages.
 */
export function safeNext(asked: unknown, publicUrl: string): string {
  if (typeof asked !== 'string' || asked.length > MAX_CHARACTERS || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked))
    return '/';
  const url = URL.parse(asked, publicUrl);
  if (!url || url.origin !== publicUrl) return '/';
  const path = url.pathname + url.search + url.hash;
  return /^\/api(\/|$)/i.test(url.pathname) || path.startsWith('//') ? '/' : path;
}
