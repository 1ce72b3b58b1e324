import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../test/render';
import { Tip } from './tip';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const over = (name: string) =>
  act(async () => void fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' }));
const off = (name: string) =>
  act(
    async () => void fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' }),
  );
const shown = (words: string) => screen.queryByRole('tooltip', { name: words }) ?? screen.queryByText(words);

async function two() {
  await renderUi(
    <>
      <Tip words="First words">
        <button type="button">One</button>
      </Tip>
      <Tip words="Second words">
        <button type="button">Two</button>
      </Tip>
    </>,
  );
}

it('opens after 700 ms, and within 300 ms when moving from one to the next (SHOP-9.39)', async () => {
  await two();
  await over('One');
  await pass(650);
  expect(shown('First words')).toBeNull();
  await pass(100);
  expect(shown('First words')).not.toBeNull();
  await off('One');
  await pass(100);
  await over('Two');
  await pass(300);
  expect(shown('Second words')).not.toBeNull();
});

it('waits its 700 ms again once the pointer was elsewhere for longer than 300 ms', async () => {
  await two();
  await over('One');
  await pass(750);
  await off('One');
  await pass(400);
  await over('Two');
  await pass(650);
  expect(shown('Second words')).toBeNull();
  await pass(100);
  expect(shown('Second words')).not.toBeNull();
});
