import { ref } from '@pax/contracts';
import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits as 22 characters of base64url: references, session ids, nonces (Discord allows 25). */
export function randomRef(): string {
  return randomBytes(16).toString('base64url');
}

/** Tells whether a text has the form of a random reference; checked before the text is hashed or looked up. */
export const isRandomRef = (text: string): boolean => ref.safeParse(text).success;

/** SHA-256 as hex: how secrets are looked up without being stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
