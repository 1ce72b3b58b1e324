import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { VIEWING_EVERY_MS, VIEWING_LASTS_MS, type Viewing } from '@pax/contracts';
import { act, renderHook } from '@testing-library/react';
import { recordViewing, setViewingSender, useOrderViewers, useTellViewing } from './order-viewers';

const viewing = (changes: Partial<Viewing> = {}): Viewing => ({
  connection: 'a',
  userId: 7,
  name: 'nova',
  orderId: 3,
  ...changes,
});

describe('who has an order open (OWN-1535)', () => {
  const sent: (number | null)[] = [];
  beforeEach(() => {
    sent.length = 0;
    setViewingSender((orderId) => void sent.push(orderId));
    jest.useFakeTimers();
  });
  afterEach(() => {
    act(() => jest.advanceTimersByTime(VIEWING_LASTS_MS));
    jest.useRealTimers();
    setViewingSender(() => undefined);
  });
  const record = (changes?: Partial<Viewing>) => act(() => recordViewing(viewing(changes)));
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  it('is named until 15 s after the last sign of life', () => {
    const { result } = renderHook(() => useOrderViewers(3, 1));
    record();
    pass(VIEWING_LASTS_MS - 1);
    record();
    pass(VIEWING_LASTS_MS - 1);
    expect(result.current).toEqual(['nova']);
    pass(1);
    expect(result.current).toEqual([]);
  });

  it('is each person once, without oneself, and ends at once where the order is closed or another one opened', () => {
    const { result } = renderHook(() => useOrderViewers(3, 1));
    record();
    record({ connection: 'b' });
    record({ connection: 'c', userId: 8, name: 'finn' });
    record({ connection: 'd', userId: 1, name: 'me' });
    expect(result.current).toEqual(['nova', 'finn']);
    record({ connection: 'a', orderId: null });
    expect(result.current).toEqual(['nova', 'finn']);
    record({ connection: 'b', orderId: 4 });
    expect(result.current).toEqual(['finn']);
  });

  it('is told again and again, but not for an order that is passed by', () => {
    const { rerender, unmount } = renderHook(({ id }) => useTellViewing(id), { initialProps: { id: 1 } });
    pass(999);
    rerender({ id: 2 });
    pass(999);
    expect(sent).toEqual([]);
    pass(1);
    expect(sent).toEqual([2]);
    pass(2 * VIEWING_EVERY_MS);
    expect(sent).toEqual([2, 2, 2]);
    unmount();
    expect(sent).toEqual([2, 2, 2, null]);
    pass(VIEWING_EVERY_MS);
    expect(sent).toHaveLength(4);
  });
});
