import { describe, expect, it } from '@jest/globals';
import { ticket } from '../../../test/ticket';
import { mergeHistory, type HistoryStream } from './history-queries';

/** A stream by the minutes of what is loaded of it, newest first. */
const stream = (minutes: readonly number[], hasMore: boolean): HistoryStream => ({
  hasMore,
  items: minutes.map((minute) => ({
    key: `ticket-${minute}`,
    at: `2025-11-03T20:${String(minute).padStart(2, '0')}:00.000Z`,
    kind: 'tickets',
    ticket: ticket(),
  })),
});
const minutesOf = (streams: readonly HistoryStream[]): number[] =>
  mergeHistory(streams).map(({ at }) => new Date(at).getUTCMinutes());

describe('several streams as one story (OWN-534)', () => {
  it('are all that they hold, newest first, once nothing more is to be loaded', () => {
    expect(minutesOf([stream([50, 20, 10], false), stream([40, 30], false), stream([], false)])).toEqual([
      50, 40, 30, 20, 10,
    ]);
  });

  it.each([
    ['the first', [stream([50, 30], true), stream([40, 10], false)], [50, 40, 30]],
    ['the second', [stream([40, 10], false), stream([50, 30], true)], [50, 40, 30]],
    ['two, of which one is far ahead', [stream([50, 15], true), stream([45, 40], true)], [50, 45, 40]],
    ['two, in the other order', [stream([45, 40], true), stream([50, 15], true)], [50, 45, 40]],
    ['all', [stream([50, 20], true), stream([40, 30], true), stream([45, 35], true)], [50, 45, 40, 35]],
  ])('end where %s goes on unseen', (_, streams, minutes) => {
    expect(minutesOf(streams)).toEqual(minutes);
  });

  it('get nothing between what is shown when older pages come', () => {
    const first = [stream([50, 20], true), stream([45, 40], true), stream([35], false)];
    const second = [stream([50, 20, 15, 5], true), stream([45, 40, 30, 10], false), stream([35], false)];
    const shown = minutesOf(first);
    expect(minutesOf(second).slice(0, shown.length)).toEqual(shown);
    expect(minutesOf(second)).toEqual([50, 45, 40, 35, 30, 20, 15, 10, 5]);
  });
});
