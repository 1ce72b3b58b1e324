/**
 * The page to go to after signing in: a path of this shop, or '/' for anything else, so that a link to the sign-in
 * can't lead elsewhere (OWN-12). Calls and the sign-in itself are no pages to go to.
 */
export function safePath(asked: string | null): string {
  if (asked === null || asked.length > 512 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return '/';
  const url = URL.parse(asked, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  if (/^\/(api|login)(\/|$)/i.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
