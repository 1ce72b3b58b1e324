import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that tells nothing of the secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
