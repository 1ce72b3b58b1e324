import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** With the prefix 66 characters, as long as the service's. */
const SESSION_LENGTH = 56;
const OBJECT_LENGTH = 24;

/** A random id with the service's prefix, such as `pi_3…`. */
export function newId(prefix: string, length = OBJECT_LENGTH): string {
  const letters = [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? 'a');
  return `${prefix}${letters.join('')}`;
}

/** A checkout session's id; `cs_test_` says that no real money is meant. */
export function newSessionId(): string {
  return newId('cs_test_a1', SESSION_LENGTH);
}
