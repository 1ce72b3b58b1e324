import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderUi } from '../test/render';
import { LazyTip } from './lazy-tip';

/** Longer than a pointer has to rest, ms. */
const LONG_MS = 1_000;

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
});

it('comes where a mouse rests, and takes no click with it', async () => {
  // There at once, so that resting is all that counts.
  await import('../components/tip');
  const clicked = jest.fn();
  await renderUi(
    <button onClick={clicked}>
      Money
      <LazyTip words="In half an hour">
        <span>Fast</span>
      </LazyTip>
    </button>,
  );
  const badge = () => screen.getByText('Fast');
  const first = badge();
  const mouse = { pointerType: 'mouse', buttons: 0 };

  fireEvent.pointerOver(first, mouse);
  fireEvent.pointerDown(first, { ...mouse, buttons: 1 });
  await act(async () => await jest.advanceTimersByTimeAsync(LONG_MS));
  expect(badge()).toBe(first);
  fireEvent.click(first);
  expect(clicked).toHaveBeenCalledTimes(1);

  fireEvent.pointerOut(first, mouse);
  fireEvent.pointerOver(first, { ...mouse, pointerType: 'touch' });
  await act(async () => await jest.advanceTimersByTimeAsync(LONG_MS));
  expect(badge()).toBe(first);

  fireEvent.pointerOut(first, mouse);
  fireEvent.pointerOver(first, mouse);
  await act(async () => await jest.advanceTimersByTimeAsync(LONG_MS));
  await waitFor(() => expect(badge()).not.toBe(first));
});
