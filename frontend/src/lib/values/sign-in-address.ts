/**
 * Returns the address of the page for signing in, which leads to `next` afterwards: a path of the shop with query and
 * fragment.
 */
export function signInAddress(next: string, mode?: 'register'): string {
  const search = new URLSearchParams();
  if (mode) search.set('mode', mode);
  if (next !== '/') search.set('next', next);
  return search.size === 0 ? '/login' : `/login?${search}`;
}
