import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DUE_SOON_MINUTES } from '@pax/contracts';
import { act, screen } from '@testing-library/react';
import { recordServerTime } from '../../../lib/http/server-clock';
import { mockServer } from '../../../test/mock-server';
import { order } from '../../../test/order-lists';
import { renderPage } from '../../../test/render-page';
import { initialsOf } from './order-cells';
import { countdownPartsOf, DueTime, secondsUntilDue } from './due-time';

const DUE = Date.parse('2025-11-03T20:45:00.000Z');
const SOON_MS = DUE_SOON_MINUTES * 60_000;

describe('the time until an order is due', () => {
  it('counts seconds within the last hour, whole minutes before, and ends once the order is overdue', () => {
    expect([3_600_000, 3_600_001, 1_000, 1, 0, -1].map((left) => secondsUntilDue(DUE, DUE - left))).toEqual([
      3_600, 3_660, 1, 1, 0, -1,
    ]);
  });

  it('is told in two units', () => {
    expect([0, 59, 3_600, 3_660, 86_400, 172_740, 172_800, 180_000].map(countdownPartsOf)).toEqual([
      { unit: 'minutes', more: 0, less: '00' },
      { unit: 'minutes', more: 0, less: '59' },
      { unit: 'minutes', more: 60, less: '00' },
      { unit: 'hours', more: 1, less: '01' },
      { unit: 'hours', more: 24, less: '00' },
      { unit: 'hours', more: 47, less: '59' },
      { unit: 'days', more: 2, less: '0' },
      { unit: 'days', more: 2, less: '2' },
    ]);
  });

  describe('in a row', () => {
    /** Sets the server's time, which the device's clock need not have. */
    const setServerTime = (at: number) =>
      act(() =>
        recordServerTime({
          headers: new Headers({ date: new Date(at).toUTCString(), 'cache-control': 'no-store' }),
        }),
      );
    beforeEach(() => {
      mockServer({});
      jest.useFakeTimers({ now: DUE - 7_200_000, doNotFake: ['queueMicrotask', 'nextTick'] });
    });
    afterEach(() => {
      setServerTime(Date.now());
      jest.useRealTimers();
    });
    const shown = () => document.querySelector('[data-due]')?.getAttribute('data-due');

    it('turns amber, then overdue, by the server’s clock and without a new row', async () => {
      await renderPage(<DueTime order={order()} />);
      expect(shown()).toBe('later');
      setServerTime(DUE - SOON_MS - 2_000);
      expect(shown()).toBe('later');
      screen.getByText(`${DUE_SOON_MINUTES}:02 Min.`);
      act(() => jest.advanceTimersByTime(3_000));
      expect(shown()).toBe('soon');
      screen.getByText(`${DUE_SOON_MINUTES - 1}:59 Min.`);
      act(() => jest.advanceTimersByTime(SOON_MS));
      expect(shown()).toBe('overdue');
      screen.getByText('Überfällig');
    });

    it('is not shown for an order that is done or has no due time', async () => {
      await renderPage(
        <>
          <DueTime order={order({ status: 'completed' })} />
          <DueTime order={order({ dueAt: null })} />
        </>,
      );
      expect(shown()).toBeUndefined();
    });
  });
});

it.each([
  ['nova', 'NO'],
  ['Nova Miner', 'NM'],
  ['ülf_the.bold', 'ÜT'],
  ['Discord 310457829164285952', 'D3'],
  ['x', 'X'],
  ['🦊🦊', ''],
])('two letters stand for the name %s: %s', (name, letters) => expect(initialsOf(name)).toBe(letters));
