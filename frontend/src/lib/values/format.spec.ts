import { describe, expect, it } from '@jest/globals';
import { startI18n } from '../../i18n/i18n';
import { languages } from '../../i18n/languages';
import {
  formatCents,
  formatCoins,
  formatCount,
  formatDateTime,
  formatDecimal,
  formatMillions,
} from './format';

describe('money', () => {
  it('shows cents as dollars with two decimals', () => {
    expect(formatCents(3250)).toBe('$32.50');
    expect(formatCents(123456)).toBe('$1,234.56');
    expect(formatCents(-500)).toBe('-$5.00');
    expect(formatCents(5)).toBe('$0.05');
    expect(formatCents(0)).toBe('$0.00');
    expect(formatCents(123456789)).toBe('$1,234,567.89');
  });

  it.each(languages)('is in US dollars in the language %s (OWN-168)', async (language) => {
    await startI18n(language);
    expect([formatCents(123456), formatDecimal('1234.5')]).toEqual(['$1,234.56', '$1,234.50']);
  });

  it('reads decimal strings with or without a dollar sign or comma, and leaves other text unchanged', () => {
    expect(formatDecimal('32.5')).toBe('$32.50');
    expect(formatDecimal('$1,234.5')).toBe('$1,234.50');
    expect(formatDecimal('4.35')).toBe('$4.35');
    expect(formatDecimal('-0.001')).toBe('$0.00');
    expect(formatDecimal('free')).toBe('free');
    expect(formatDecimal('Infinity')).toBe('Infinity');
    expect(formatDecimal('')).toBe('');
  });
});

it('whole numbers have separators', () => {
  expect([999, 1_000, 200_000, 1_234_567, -1_234, -123].map((count) => formatCount(count))).toEqual([
    '999',
    '1,000',
    '200,000',
    '1,234,567',
    '-1,234',
    '-123',
  ]);
});

describe('coins', () => {
  it('shortens and never rounds up to more than there is', () => {
    expect(formatCoins(250_000_000)).toBe('250M');
    expect(formatCoins(1_999_999_999)).toBe('1.99B');
    expect(formatCoins(999)).toBe('999');
    expect(formatCoins(1_130_000)).toBe('1.13M');
    expect(formatMillions(1000)).toBe('1B');
  });
});

it('dates are German (ADMIN-9.12)', () => {
  expect(formatDateTime(new Date(2025, 10, 3, 20, 15))).toBe('03.11.2025, 20:15');
});
