import { randomBytes } from 'node:crypto';

/** Digits and letters that nobody mistakes for one another, five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** A new code of 80 random bits in groups of four: K7QM-2VXT-9HBR-4WZD. */
export function newRewardCode(): string {
  const symbols = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return symbols.join('').replaceAll(GROUP, '$&-');
}

/** The stored form of a code as people type it: in any case, with or without dashes, O for 0 and I or L for 1. */
export function readRewardCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(GROUP, '$&-');
}
