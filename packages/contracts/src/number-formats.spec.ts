import { describe, expect, it } from '@jest/globals';
import {
  formatCents,
  formatCoins,
  formatCount,
  formatDecimal,
  formatDollars,
  formatHundredths,
  formatInMillions,
  formatMillions,
  formatNumber,
} from './number-formats.js';

describe('numbers have one form per language (OWN-168)', () => {
  it.each([
    [3_250, '$32.50', '32,50\u00a0$'],
    [123_456_789, '$1,234,567.89', '1.234.567,89\u00a0$'],
    [-500, '-$5.00', '-5,00\u00a0$'],
    [-100_000, '-$1,000.00', '-1.000,00\u00a0$'],
    [5, '$0.05', '0,05\u00a0$'],
    [0, '$0.00', '0,00\u00a0$'],
    [-0.1, '$0.00', '0,00\u00a0$'],
  ])('%d cents are %s, in German %s', (cents, english, german) => {
    expect([formatCents(cents, 'en'), formatCents(cents, 'de')]).toEqual([english, german]);
  });

  it.each([
    ['32.5', '$32.50', '32,50\u00a0$'],
    ['$1,234.5', '$1,234.50', '1.234,50\u00a0$'],
    ['4.35', '$4.35', '4,35\u00a0$'],
    ['-0.001', '$0.00', '0,00\u00a0$'],
    ['free', 'free', 'free'],
    ['Infinity', 'Infinity', 'Infinity'],
    ['', '', ''],
  ])('the wire’s "%s" is %s, in German %s', (amount, english, german) => {
    expect([formatDecimal(amount, 'en'), formatDecimal(amount, 'de')]).toEqual([english, german]);
  });

  it.each([
    [999, '999', '999'],
    [18_295, '18,295', '18.295'],
    [1_234_567, '1,234,567', '1.234.567'],
    [-1_234, '-1,234', '-1.234'],
    [-123, '-123', '-123'],
  ])('a count of %d is %s, in German %s', (count, english, german) => {
    expect([formatCount(count, 'en'), formatCount(count, 'de')]).toEqual([english, german]);
  });

  it.each([
    [250_000_000, '250M', '250M'],
    [2_500_000, '2.5M', '2,5M'],
    [1_500_000_000, '1.5B', '1,5B'],
    [1_999_999_999, '1.99B', '1,99B'],
    [1_130_000, '1.13M', '1,13M'],
    [999, '999', '999'],
    [-2_500_000, '-2.5M', '-2,5M'],
  ])('%d coins are %s, in German %s, and never more than there are', (coins, english, german) => {
    expect([formatCoins(coins, 'en'), formatCoins(coins, 'de')]).toEqual([english, german]);
  });

  it.each([
    [1_500_000_000, '1,500M', '1.500M'],
    [2_500_000, '2.5M', '2,5M'],
    [1_234_567_890, '1,234.56789M', '1.234,56789M'],
    [1_000_000_000_000_000, '1,000,000,000M', '1.000.000.000M'],
    [1, '0.000001M', '0,000001M'],
    [0, '0M', '0M'],
  ])('%d coins in millions are %s, in German %s, exactly', (coins, english, german) => {
    expect([formatInMillions(coins, 'en'), formatInMillions(coins, 'de')]).toEqual([english, german]);
  });

  it('shares, whole dollars, hundredths and decimals follow', () => {
    const written = (language: 'en' | 'de') => [
      formatDollars(2_000, language),
      formatHundredths(123_405, language),
      formatNumber(-1_234.5, language),
      formatMillions(1_000, language),
    ];
    expect(written('en')).toEqual(['$2,000', '1,234.05', '-1,234.5', '1B']);
    expect(written('de')).toEqual(['2.000\u00a0$', '1.234,05', '-1.234,5', '1B']);
  });
});
