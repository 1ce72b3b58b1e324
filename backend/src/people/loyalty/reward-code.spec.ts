import { describe, expect, it } from '@jest/globals';
import { generateRewardCode, normaliseRewardCode } from './reward-code.js';

describe('a reward code (OWN-52)', () => {
  it('is four groups of symbols that nobody mistakes, and never the same', () => {
    const codes = Array.from({ length: 2_000 }, generateRewardCode);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(2_000);
  });

  it('has more than 60 random bits: every place takes every one of 32 symbols', () => {
    const codes = Array.from({ length: 2_000 }, () => generateRewardCode().replaceAll('-', ''));
    const kinds = Array.from({ length: 16 }, (_, place) => new Set(codes.map((code) => code[place])).size);
    expect(kinds.reduce((bits, kind) => bits + Math.log2(kind), 0)).toBe(80);
  });

  it.each([
    ['K7QM-2VXT-9HBR-4WZ0', 'K7QM-2VXT-9HBR-4WZ0'],
    ['  k7qm2vxt 9hbr-4wzo ', 'K7QM-2VXT-9HBR-4WZ0'],
    ['kiLo-0000-0000-0000', 'K110-0000-0000-0000'],
    // Every place, since more than one may be mistaken.
    ['OoIi-LloO OILO-iLoI', '0011-1100-0110-1101'],
    [' k 7 - q m\t2vxt--9hbr-4wz0', 'K7QM-2VXT-9HBR-4WZ0'],
    ['', ''],
    ['abc', 'ABC'],
  ])('reads %p as %p', (typed, stored) => {
    expect(normaliseRewardCode(typed)).toBe(stored);
  });
});
