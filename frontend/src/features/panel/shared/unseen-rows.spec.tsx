import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { SEEN_MS, useReportSeen } from './unseen-rows';

const realObserver = globalThis.IntersectionObserver;
let look: (isIntersecting: boolean) => void;
let isHidden = false;
let seen: number;

function Row({ fresh = true }: { readonly fresh?: boolean }) {
  const row = useRef<HTMLDivElement>(null);
  useReportSeen(row, fresh, () => (seen += 1));
  return <div ref={row} />;
}

const entry = (isIntersecting: boolean): IntersectionObserverEntry => {
  const box = document.body.getBoundingClientRect();
  return {
    target: document.body,
    boundingClientRect: box,
    intersectionRect: box,
    rootBounds: null,
    intersectionRatio: 1,
    isIntersecting,
    time: 0,
  };
};
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const hide = (hidden: boolean) => {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('a new row', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    seen = 0;
    isHidden = false;
    jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
    globalThis.IntersectionObserver = class extends realObserver {
      constructor(callback: IntersectionObserverCallback) {
        super(callback);
        look = (isIntersecting) => callback([entry(isIntersecting)], this);
      }
    };
  });
  afterEach(() => {
    globalThis.IntersectionObserver = realObserver;
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('counts as seen after four seconds in view, on end', () => {
    render(<Row />);
    look(true);
    pass(SEEN_MS - 1);
    look(false);
    pass(SEEN_MS);
    expect(seen).toBe(0);
    look(true);
    pass(SEEN_MS);
    expect(seen).toBe(1);
  });

  it('does not count as seen while the window is hidden', () => {
    render(<Row />);
    hide(true);
    look(true);
    pass(SEEN_MS);
    expect(seen).toBe(0);
    hide(false);
    pass(SEEN_MS);
    expect(seen).toBe(1);
  });
});
