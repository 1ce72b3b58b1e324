import { describe, expect, it } from '@jest/globals';
import { formatShortTime } from '../../../lib/values/format';

/** 20 November 2025, 10:00 where the shop's staff are. */
const NOW = Date.parse('2025-11-20T09:00:00.000Z');

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
    expect(formatShortTime(moment, NOW)).toBe(text);
  });
});
