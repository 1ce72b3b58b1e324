import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const OBJECT_LENGTH = 24;

/** A random id with a service's prefix, such as `pi_3…`. */
export function newId(prefix: string, length = OBJECT_LENGTH): string {
  const letters = [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? 'a');
  return `${prefix}${letters.join('')}`;
}
