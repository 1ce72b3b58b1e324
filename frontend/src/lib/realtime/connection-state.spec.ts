import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { connectionEvents, useConnectionState } from './connection-state';

const OPENED = Date.now();
const at = (time: string): number => Date.parse(`2025-11-03T${time}:00.000Z`);
const hear = (event: keyof typeof connectionEvents, time: string) =>
  act(() => {
    jest.setSystemTime(at(time));
    connectionEvents[event]();
  });

describe('how the page is connected (OWN-705)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is offline since it was opened where it never was live', () => {
    jest.setSystemTime(OPENED + 3_600_000);
    const { result } = renderHook(useConnectionState);
    expect(result.current).toEqual({ state: 'connecting' });
    act(() => connectionEvents.reconnectFailed());
    expect(result.current).toMatchObject({ state: 'offline' });
    expect(Object(result.current).since).toBeLessThanOrEqual(OPENED);
  });

  it('is offline since this outage began, however many tries failed and whatever outages were before', () => {
    const { result } = renderHook(useConnectionState);
    hear('live', '09:00');
    expect(result.current).toEqual({ state: 'live' });
    for (const [lost, failed] of [
      ['10:00', '10:01'],
      ['14:00', '14:03'],
    ] as const) {
      hear('lost', lost);
      expect(result.current).toEqual({ state: 'connecting' });
      hear('reconnectFailed', failed);
      expect(result.current).toEqual({ state: 'offline', since: at(lost) });
      hear('lost', '14:10');
      hear('reconnectFailed', '14:11');
      expect(result.current).toEqual({ state: 'offline', since: at(lost) });
      hear('live', '14:12');
      expect(result.current).toEqual({ state: 'live' });
    }
    hear('reconnectFailed', '16:00');
    expect(result.current).toEqual({ state: 'offline', since: at('16:00') });
  });
});
