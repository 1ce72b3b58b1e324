import { beforeAll, describe, expect, it } from '@jest/globals';
import { lintLines } from './lint-lines.js';

const byHand = [
  'a.toFixed(2)',
  "a.toLocaleString('de-DE')",
  "new Intl.NumberFormat('de-DE')",
  '`$${a}`',
  '`-$${a} of ${b}`',
  '`${a} $`',
  '`${a}\\u00a0$ left`',
];
const well = [
  "formatCents(a, 'de')",
  '`${a} of ${b}`',
  "t('price', { amount: formatCents(a) })",
  'new Intl.ListFormat()',
  '`$`',
  '`^${a}$`',
];

describe('an amount or count that is put together by hand (OWN-168)', () => {
  let found: Set<number>;
  beforeAll(() => {
    const lines = [...byHand, ...well].map((value, place) => `export const value${place} = ${value};`);
    found = lintLines('pax/hand-made-number', lines);
  });

  it.each(byHand.map((value, place) => [value, place + 1] as const))('is found: %s', (_value, line) => {
    expect(found.has(line)).toBe(true);
  });

  it.each(well.map((value, place) => [value, byHand.length + place + 1] as const))(
    'is well: %s',
    (_value, line) => {
      expect(found.has(line)).toBe(false);
    },
  );
});
