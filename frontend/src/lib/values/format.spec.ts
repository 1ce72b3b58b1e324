import { describe, expect, it } from '@jest/globals';
import { i18n, startI18n } from '../../i18n/i18n';
import * as format from './format';

const ENGLISH = ['$1,234.56', '$1,234.50', '18,295', '1.5B', '2.5M', '1,500M', '$200', '28.7'];
const GERMAN = [
  '1.234,56\u00a0$',
  '1.234,50\u00a0$',
  '18.295',
  '1,5B',
  '2,5M',
  '1.500M',
  '200\u00a0$',
  '28,7',
];

/** 20 November 2025, 10:00 where the shop's staff are. */
const NOW = Date.parse('2025-11-20T09:00:00.000Z');

it.each([
  ['mix', ENGLISH],
  ['en', ENGLISH],
  ['de', GERMAN],
] as const)('numbers in the language %s have one form (OWN-168)', async (language, expected) => {
  await startI18n(language);
  expect([
    format.formatCents(123_456),
    format.formatDecimal('1234.5'),
    format.formatCount(18_295),
    format.formatCoins(1_500_000_000),
    format.formatMillions(2.5),
    format.formatInMillions(1_500_000_000),
    format.formatDollars(200),
    format.formatNumber(28.7),
  ]).toEqual(expected);
});

it.each([
  ['mix', '1,234 Produkte', '1.5× points on every purchase'],
  ['en', '1,234 products', '1.5× points on every purchase'],
  ['de', '1.234 Produkte', '1,5× Punkte für jeden Einkauf'],
] as const)('numbers within texts of the language %s have it too (OWN-168)', async (language, ...words) => {
  await startI18n(language, ['products', 'loyalty']);
  expect([
    i18n.t('products:total', { count: 1_234 }),
    i18n.t('loyalty:benefits.multiplier', { times: 1.5 }),
  ]).toEqual(words);
});

it('dates are German (ADMIN-9.12)', () => {
  expect(format.formatDateTime(new Date(2025, 10, 3, 20, 15))).toBe('03.11.2025, 20:15');
});

describe('a moment in a dense row', () => {
  it.each([
    ['of this morning', '2025-11-20T08:14:00.000Z', '09:14'],
    ['of the first minute of the day', '2025-11-19T23:00:00.000Z', '00:00'],
    ['of the last minute of the day', '2025-11-20T22:59:00.000Z', '23:59'],
    ['of the evening before', '2025-11-19T22:59:00.000Z', '19.11., 23:59'],
    ['of the day after', '2025-11-20T23:00:00.000Z', '21.11., 00:00'],
    ['of the same day a month ago', '2025-10-20T08:14:00.000Z', '20.10., 10:14'],
    ['of the first minute of the year', '2024-12-31T23:00:00.000Z', '01.01., 00:00'],
    ['of the last minute of the year before', '2024-12-31T22:59:00.000Z', '31.12.24, 23:59'],
    ['of the same day a year ago', '2024-11-20T08:14:00.000Z', '20.11.24, 09:14'],
    ['of the same day in a year', '2026-11-20T08:14:00.000Z', '20.11.26, 09:14'],
  ])('says the time alone today, else the day, and the year of another one: %s', (_, moment, text) => {
    expect(format.formatShortTime(moment, NOW)).toBe(text);
  });
});
