/** Same text as the backend's SIGNED_IN_COOKIE. */
const NAME = 'pax_signed_in';

/**
 * What the server left at signing in, for scripts to see that somebody may be signed in here; undefined for visitors.
 * A hint only: it says nothing of who that is, and the server alone knows whether the session still lives.
 */
export function sessionHint(): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1);
}

/** Takes a hint back whose session is over, unless somebody signed in meanwhile, in another tab. */
export function forgetSessionHint(seen: string): void {
  if (sessionHint() === seen) document.cookie = `${NAME}=; path=/; max-age=0; samesite=lax`;
}
