/**
 * The path to open after signing in; '/' for other origins, API calls and the sign-in page itself (OWN-12).
 */
export function safePath(asked: string | null): string {
  if (asked === null || asked.length > 512 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return '/';
  const url = URL.parse(asked, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  if (/^\/(api|login)(\/|$)/i.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
