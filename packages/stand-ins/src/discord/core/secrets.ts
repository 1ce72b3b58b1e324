import { randomBytes } from 'node:crypto';

/** A random address-safe text of that many characters. */
export function newCode(length: number): string {
  return randomBytes(length).toString('base64url').replaceAll(/[-_]/g, '0').slice(0, length);
}
