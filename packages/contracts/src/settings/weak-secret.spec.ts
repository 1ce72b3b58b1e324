import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { findSecretWeakness } from './weak-secret.js';

/** Makes random texts that are the same in every run. */
const makeRandomTexts = (encoding: 'hex' | 'base64url', length: number): string[] =>
  Array.from({ length: 5_000 }, (_, n) => {
    const parts = Array.from({ length: Math.ceil(length / 32) }, (__, part) =>
      createHash('sha256').update(`${n}.${part}`).digest(encoding),
    );
    return parts.join('').slice(0, length);
  });

describe('the weakness of a secret (OWN-222)', () => {
  it.each([
    ['', 'needs 32'],
    ['k'.repeat(31), 'needs 32'],
    ['kT9-vQ2_xW7pL4mZ8rB1nC6yH3sD5fG', 'needs 32'],
    ['change-me-change-me-change-me-change-me', 'placeholder'],
    ['Change_Me_please_32_characters_long!', 'placeholder'],
    ['replace-with-64-hex-digits-of-your-own', 'placeholder'],
    ['your-session-key-of-32-characters-or-more', 'placeholder'],
    ['MySuperSecretPassword1234567890abcdef', 'placeholder'],
    ['a secret for specs that is long enough', 'placeholder'],
    ['xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'placeholder'],
    ['a'.repeat(64), 'repeats itself'],
    ['0123456789'.repeat(4), 'repeats itself'],
    ['correct-horse-correct-horse-correct-horse', 'repeats itself'],
    ['pax-market-pax-market-pax-market-pax', 'repeats itself'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'counts up'],
    ['zyxwvutsrqponmlkjihgfedcba9876543210', 'counts up'],
    ['01'.repeat(20), 'repeats itself'],
  ])('%j: %s', (secret, reason) => {
    expect(findSecretWeakness(secret)).toContain(reason);
  });

  it('says how to make a better one, and never what was given', () => {
    expect(findSecretWeakness('c4nary')).toMatch(
      /^needs 32 random characters or more; make one with: openssl/,
    );
  });

  it.each([
    ['32 hexadecimal digits', 'hex', 32],
    ['openssl rand -hex 32', 'hex', 64],
    ['32 random bytes in base64url', 'base64url', 43],
    ['a long one', 'base64url', 512],
  ] as const)('finds none in %s', (_, encoding, length) => {
    const refused = makeRandomTexts(encoding, length).filter(
      (secret) => findSecretWeakness(secret) !== undefined,
    );
    expect(refused).toEqual([]);
  });
});
