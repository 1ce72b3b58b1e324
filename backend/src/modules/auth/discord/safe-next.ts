const MOST_CHARACTERS = 512;

/**
 * The path to go to after signing in: a path of the shop's pages, or '/' for whatever else was asked for, so that
 * a link to the sign-in can't lead elsewhere (OWN-12). Calls below /api are no pages.
 */
export function safeNext(asked: unknown, publicUrl: string): string {
  if (
    typeof asked !== 'string' ||
    asked.length > MOST_CHARACTERS ||
    !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)
  )
    return '/';
  const url = URL.parse(asked, publicUrl);
  if (!url || url.origin !== publicUrl) return '/';
  const path = url.pathname + url.search + url.hash;
  return /^\/api(\/|$)/i.test(url.pathname) || path.startsWith('//') ? '/' : path;
}
