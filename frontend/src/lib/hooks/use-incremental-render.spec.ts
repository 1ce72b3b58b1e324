import { describe, expect, it } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { waitForNextPaint } from '../browser/scheduling';
import { useIncrementalRender } from './use-incremental-render';

describe('pieces that nobody asked for', () => {
  it('come one after the other', async () => {
    const seen: number[] = [];
    renderHook(() => {
      seen.push(useIncrementalRender(4, true));
    });
    expect(seen.at(-1)).toBe(1);
    await waitFor(() => expect(seen.at(-1)).toBe(Number.POSITIVE_INFINITY));
    expect([...new Set(seen)]).toEqual([1, 2, 3, Number.POSITIVE_INFINITY]);
  });

  it('wait until it is known how many there are', async () => {
    const { result, rerender } = renderHook(({ all }) => useIncrementalRender(all, true), {
      initialProps: { all: 0 },
    });
    await act(async () => await waitForNextPaint());
    expect(result.current).toBe(1);
    rerender({ all: 2 });
    await waitFor(() => expect(result.current).toBe(Number.POSITIVE_INFINITY));
  });

  it('stand at once when there are more later', async () => {
    const { result, rerender } = renderHook(({ all }) => useIncrementalRender(all, true), {
      initialProps: { all: 3 },
    });
    await waitFor(() => expect(result.current).toBe(Number.POSITIVE_INFINITY));
    rerender({ all: 40 });
    expect(result.current).toBeGreaterThan(40);
  });

  it('stand at once when somebody asked for them', () => {
    const { result } = renderHook(() => useIncrementalRender(40, false));
    expect(result.current).toBeGreaterThan(40);
  });
});
