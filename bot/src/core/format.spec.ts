import { describe, expect, it } from '@jest/globals';
import { coins, dollars, relativeTime } from './format.js';

describe('format', () => {
  it.each([
    [250_000_000, '250M'],
    [1_500_000, '1.5M'],
    [1_000_000_000, '1B'],
    [1_500_000_000, '1.5B'],
    [1_234_000_000, '1234M'],
    [950_000, '950,000'],
    [0, '0'],
  ])('writes %d coins as %s', (count, text) => {
    expect(coins(count)).toBe(text);
  });

  it('writes money in dollars', () => {
    expect(dollars('32.50')).toBe('$32.50');
    expect(dollars('-1.00')).toBe('-$1.00');
  });

  it('lets Discord count the time down', () => {
    expect(relativeTime('2026-03-01T12:30:00.000Z')).toBe('<t:1772368200:R>');
  });
});
