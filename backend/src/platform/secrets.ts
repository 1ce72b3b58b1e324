import { ref } from '@pax/contracts';
import {
  createHash,
  randomBytes,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
} from 'node:crypto';

/**
 * Generates 128 random bits as 22 characters of base64url, for references, session ids and nonces (Discord allows
 * 25).
 */
export function randomRef(): string {
  return randomBytes(16).toString('base64url');
}

/** Tells whether a text has the form of a random reference. Checked before the text is hashed or looked up. */
export const isRandomRef = (text: string): boolean => ref.safeParse(text).success;

/** SHA-256 as hex, by which secrets are looked up without being stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The token in an Authorization header; empty without a header. */
export const bearerToken = (authorization: string | undefined): string =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';

/** Tells whether an Authorization header contains the secret; false if the secret is not set. */
export const hasBearerToken = (authorization: string | undefined, secret: string | undefined): boolean =>
  secret !== undefined && isSameSecret(bearerToken(authorization), secret);

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// Derives an encryption key from a secret. The label must never change, because stored rows could not be decrypted
// any more.
const deriveKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'pax-evidence', 32));

/** Encrypts a text for one context. It cannot be decrypted in another context or after it was altered. */
export function sealText(secret: string, context: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a text; undefined with another key, in another context, or if the text was altered. */
export function unsealText(secret: string, context: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(secret), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return decipher.update(rest, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
