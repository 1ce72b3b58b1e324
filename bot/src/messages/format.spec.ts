import { describe, expect, it } from '@jest/globals';
import { formatExactCoins, itemName, formatRelativeTime } from './format.js';

describe('format', () => {
  it.each([
    [250_000_000, '250M', '250M'],
    [1_500_000, '1.5M', '1,5M'],
    [1_000_000_000, '1B', '1B'],
    [1_500_000_000, '1.5B', '1,5B'],
    [4_750_000_000, '4.75B', '4,75B'],
    [1_234_000_000, '1,234M', '1.234M'],
    [950_000, '950,000', '950.000'],
    [0, '0', '0'],
  ])('writes %d coins as %s, in German %s (OWN-168)', (count, english, german) => {
    expect([formatExactCoins(count, 'en'), formatExactCoins(count, 'de')]).toEqual([english, german]);
  });

  it.each([
    ['Golden Apples (1 stack)', 40, 'Golden Apples (1 stack)'],
    ['Golden Apples of the old king (10 stacks)', 30, 'Golden Apples of … (10 stacks)'],
    ['Golden Apples of the old king', 20, 'Golden Apples of th…'],
    ['Free coins', 90, 'Gratis-Coins'],
  ])('shortens the item %s to %d characters, and not its label (OWN-1241)', (name, max, text) => {
    expect(itemName(name, 'de', max)).toBe(text);
  });

  it('keeps the label of the longest item (OWN-1241)', () => {
    const label = ` (${'b'.repeat(20)})`;
    expect(itemName('a'.repeat(80) + label, 'en')).toBe(`${'a'.repeat(66)}…${label}`);
  });

  it('lets Discord count the time down', () => {
    expect(formatRelativeTime('2026-03-01T12:30:00.000Z')).toBe('<t:1772368200:R>');
  });
});
