import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../../../test/render';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const over = (element: Element, pointerType = 'mouse') =>
  act(async () => void fireEvent.pointerOver(element, { pointerType }));
const button = (name: string) => screen.getByRole('button', { name });
const shown = () => screen.queryByRole('tooltip')?.textContent;

async function two() {
  await renderUi(
    <>
      <button type="button" data-tip="First words">
        One
      </button>
      <button type="button" data-tip="Second words">
        Two
      </button>
      <p>elsewhere</p>
    </>,
  );
}

it('opens after 700 ms, and at once when moving from one to the next (SHOP-9.39)', async () => {
  await two();
  await over(button('One'));
  await pass(699);
  expect(shown()).toBeUndefined();
  await pass(1);
  expect(shown()).toBe('First words');
  await over(screen.getByText('elsewhere'));
  await pass(299);
  await over(button('Two'));
  expect(shown()).toBe('Second words');
});

it('waits its 700 ms again once the pointer was elsewhere for 300 ms', async () => {
  await two();
  await over(button('One'));
  await pass(700);
  await over(screen.getByText('elsewhere'));
  await pass(300);
  expect(shown()).toBeUndefined();
  await over(button('Two'));
  await pass(699);
  expect(shown()).toBeUndefined();
  await pass(1);
  expect(shown()).toBe('Second words');
});

it('stays while the pointer is on the tooltip, and goes with Escape or a press', async () => {
  await two();
  await over(button('One'));
  await pass(700);
  await over(screen.getByText('elsewhere'));
  await over(screen.getByRole('tooltip'));
  await pass(1_000);
  expect(shown()).toBe('First words');
  await act(async () => void fireEvent.keyDown(button('One'), { key: 'Escape' }));
  expect(shown()).toBeUndefined();
  await over(button('Two'));
  await act(async () => void fireEvent.pointerDown(button('Two')));
  await pass(1_000);
  expect(shown()).toBeUndefined();
});

it('shows none to a finger', async () => {
  await two();
  await over(button('One'), 'touch');
  await pass(1_000);
  expect(shown()).toBeUndefined();
});
