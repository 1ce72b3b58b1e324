import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The token of an Authorization header; empty without one. */
export const bearerOf = (authorization: string | undefined): string =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';

/** Compares the secret in an Authorization header; false where the shop has none. */
export const isBearer = (authorization: string | undefined, secret: string | undefined): boolean =>
  secret !== undefined && isSameSecret(bearerOf(authorization), secret);
