import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { mockMediaQueries } from '../../../test/mock-media-queries';
import { renderUi } from '../../../test/render';
import { TICK_MS, TickingNumber } from './ticking-number';

const rolls = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-roll]')].map((glyph) => glyph.textContent);

describe('TickingNumber', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it('is still at first, rolls only the changed digits and glows for half a second', async () => {
    const { container, rerender } = await renderUi(<TickingNumber value={1249} />);
    expect(rolls(container)).toEqual([]);
    rerender(<TickingNumber value={1250} />);
    expect(rolls(container)).toEqual(['5', '0']);
    expect(container.querySelector('[data-change=up]')).not.toBeNull();
    act(() => jest.advanceTimersByTime(TICK_MS - 1));
    expect(container.querySelector('[data-change]')).not.toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(container.querySelector('[data-change]')).toBeNull();
  });

  it('distinguishes increase from decrease and is read out as a whole', async () => {
    const format = (value: number) => `${value}M`;
    const { container, rerender } = await renderUi(<TickingNumber value={90} format={format} />);
    rerender(<TickingNumber value={80} format={format} />);
    expect(container.querySelector('[data-change=down]')).not.toBeNull();
    expect(container.querySelector('[data-change] > span:not([aria-hidden])')?.textContent).toBe('80M');
  });

  it('does not roll under reduced motion', async () => {
    const back = mockMediaQueries('reduced-motion');
    const { container, rerender } = await renderUi(<TickingNumber value={1} />);
    rerender(<TickingNumber value={2} />);
    expect(rolls(container)).toEqual([]);
    expect(container.textContent).toContain('2');
    back();
  });
});
