import { describe, expect, it } from '@jest/globals';
import type { AccountEvent } from '@pax/contracts';
import { makeNextCursor, parseHistoryCursor } from './account-history.js';

const START = { audit: 70, reason: 50, notice: 30 };
const shown = (...ids: string[]): AccountEvent[] =>
  ids.map((id) => ({ id, action: 'spec', actor: 'shop', detail: {}, createdAt: '2026-01-01T00:00:00.000Z' }));

describe('the cursor of a story (OWN-534)', () => {
  it.each([
    ['nothing', shown(), START],
    ['audit rows alone', shown('audit-69', 'audit-61'), { ...START, audit: 61 }],
    ['reasons alone', shown('reason-49', 'reason-41'), { ...START, reason: 41 }],
    ['notices alone', shown('notice-29', 'notice-21'), { ...START, notice: 21 }],
    ['some of each', shown('notice-29', 'audit-69', 'reason-41'), { audit: 69, reason: 41, notice: 29 }],
  ])('goes on after the last of each list, and where none was shown where it stood: %s', (_, items, next) => {
    expect(parseHistoryCursor(makeNextCursor(START, items))).toEqual(next);
  });
});
