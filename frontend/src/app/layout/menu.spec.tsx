import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { OPEN_MS } from '../../ui/components/overlay/tooltips';
import { renderUi } from '../../test/render';
import { Menu } from './menu';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

it('names itself by the shop’s own tooltip, not the browser’s', async () => {
  await renderUi(<Menu icon="globe" label="Language" entries={[]} />);
  const button = screen.getByRole('button', { name: 'Language' });
  expect(button.title).toBe('');
  await act(async () => {
    fireEvent.pointerOver(button, { pointerType: 'mouse' });
    await jest.advanceTimersByTimeAsync(OPEN_MS);
  });
  expect(screen.getByRole('tooltip').textContent).toBe('Language');
});
