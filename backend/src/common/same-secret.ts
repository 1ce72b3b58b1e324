import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Whether an Authorization header carries a secret; never where there is none. */
export const isBearer = (authorization: string | undefined, secret: string | undefined): boolean =>
  secret !== undefined && isSameSecret(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '', secret);
