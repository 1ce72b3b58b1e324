import { tryOrNull } from '../storage/browser-store';

/** Same text as the backend's SIGNED_IN_COOKIE. */
const NAME = 'pax_signed_in';

/**
 * A cookie readable by scripts: somebody may be signed in. Only a hint; the server alone knows the session's
 * state.
 */
export function sessionHint(): string | undefined {
  const pair = (tryOrNull(() => document.cookie) ?? '')
    .split('; ')
    .find((each) => each.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1);
}

/** Clears the hint of an ended session, unless another tab signed in meanwhile. */
export function forgetSessionHint(seen: string): void {
  if (sessionHint() === seen) document.cookie = `${NAME}=; path=/; max-age=0; samesite=lax`;
}
