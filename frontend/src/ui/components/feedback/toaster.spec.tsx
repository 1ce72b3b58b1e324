import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderUi } from '../../../test/render';
import { dismissToast, showToast } from '../../../lib/browser/toast';
import { TOAST_MS, Toaster } from './toaster';

const shown = () => document.querySelectorAll('[data-scope=toast] [data-part=root]');
async function toast(title: string): Promise<HTMLElement> {
  const root = (await screen.findByText(title)).closest<HTMLElement>('[data-part=root]');
  if (!root) throw new Error(`No notice around "${title}".`);
  return root;
}

async function swipe(element: HTMLElement, distance: number) {
  await act(async () => {
    fireEvent.pointerDown(element, { clientX: 100, button: 0, pointerId: 1 });
    fireEvent.pointerMove(element, { clientX: 100 + distance, pointerId: 1 });
    fireEvent.pointerUp(element, { clientX: 100 + distance, pointerId: 1 });
  });
}

describe('Toaster', () => {
  afterEach(() => {
    jest.useRealTimers();
    act(() => dismissToast());
  });

  it('shows one toast at a time: a newer one replaces it (SHOP-2.75, SHOP-9.38)', async () => {
    await renderUi(<Toaster />);
    act(() => showToast({ title: 'First' }));
    await toast('First');
    act(() => showToast({ title: 'Second', description: 'with words' }));
    await toast('Second');
    await waitFor(() => expect(screen.queryByText('First')).toBeNull());
    expect(shown()).toHaveLength(1);
    expect(screen.getByText('with words')).toBeTruthy();
  });

  it('stays up to 50 px of swiping to the right and goes beyond (SHOP-9.36)', async () => {
    await renderUi(<Toaster />);
    act(() => showToast({ title: 'Swipe me' }));
    const root = await toast('Swipe me');
    await swipe(root, -80);
    await swipe(root, 50);
    expect(root.isConnected).toBe(true);
    await swipe(root, 51);
    await waitFor(() => expect(shown()).toHaveLength(0));
  });

  it('goes with its button', async () => {
    await renderUi(<Toaster />);
    act(() => showToast({ title: 'Close me', kind: 'error' }));
    await toast('Close me');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss notice' }));
    await waitFor(() => expect(shown()).toHaveLength(0));
  });

  it('F8 moves the focus into the region (SHOP-9.37)', async () => {
    await renderUi(<Toaster />);
    act(() => showToast({ title: 'Focus me' }));
    await toast('Focus me');
    const region = document.querySelector<HTMLElement>('[data-scope=toast][data-part=group]');
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    await waitFor(() => expect(region?.contains(document.activeElement)).toBe(true));
  });

  describe('beside other things that take the focus', () => {
    const beside = async () => {
      await renderUi(
        <>
          <button type="button">Before</button>
          <Toaster />
          <button type="button">After</button>
        </>,
      );
      screen.getByRole('button', { name: 'Before' }).focus();
      act(() => showToast({ title: 'Pass me' }));
      await toast('Pass me');
    };
    const tabInto = async () => {
      await beside();
      fireEvent.keyDown(document, { key: 'Tab', code: 'Tab' });
      await act(async () => screen.getByRole('button', { name: 'Dismiss notice' }).focus());
    };

    it('lets one tab past it', async () => {
      await tabInto();
      const after = screen.getByRole('button', { name: 'After' });
      await act(async () => after.focus());
      expect(document.activeElement).toBe(after);
    });

    it('leaves nobody who tabs in it, and goes on counting when one left', async () => {
      await tabInto();
      jest.useFakeTimers();
      await act(async () => screen.getByRole('button', { name: 'After' }).focus());
      await act(async () => jest.advanceTimersByTimeAsync(TOAST_MS + 400));
      expect(shown()).toHaveLength(0);
    });

    it('gives the focus back after F8 (SHOP-9.37)', async () => {
      await beside();
      fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
      const region = document.querySelector<HTMLElement>('[data-scope=toast][data-part=group]');
      await waitFor(() => expect(document.activeElement).toBe(region));
      await act(async () => region?.blur());
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }));
    });
  });

  it('with something to do stays until that is done', async () => {
    jest.useFakeTimers();
    const run = jest.fn();
    await renderUi(<Toaster />);
    await act(async () => showToast({ title: 'Not loaded', action: { label: 'Try again', run } }));
    await act(async () => jest.advanceTimersByTimeAsync(TOAST_MS * 10));
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    expect(run).toHaveBeenCalledTimes(1);
    expect(shown()).toHaveLength(0);
  });

  it('goes by itself where the page offers the same as its button', async () => {
    jest.useFakeTimers();
    await renderUi(<Toaster />);
    const action = { label: 'Checkout', run: () => undefined };
    await act(async () => showToast({ title: 'Added', action, isBrief: true }));
    await act(async () => jest.advanceTimersByTimeAsync(TOAST_MS - 400));
    expect(shown()).toHaveLength(1);
    await act(async () => jest.advanceTimersByTimeAsync(800));
    expect(shown()).toHaveLength(0);
  });

  it('loses its button when its time runs out, also while one holds it (OWN-1569)', async () => {
    jest.useFakeTimers();
    await renderUi(<Toaster />);
    const action = { label: 'Undo', shortcut: 'z', run: () => undefined };
    await act(async () => showToast({ title: 'Completed', action, lastsMs: 10_000 }));
    const root = shown()[0];
    if (!root) throw new Error('no toast');
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(undo.getAttribute('aria-keyshortcuts')).toBe('z');
    expect(root.querySelector('span[style*="10000ms"]')?.getAttribute('aria-hidden')).toBe('true');
    fireEvent.mouseEnter(root);
    await act(async () => jest.advanceTimersByTimeAsync(9_900));
    expect(undo.isConnected).toBe(true);
    await act(async () => jest.advanceTimersByTimeAsync(200));
    expect(undo.isConnected).toBe(false);
    expect(shown()).toHaveLength(1);
    fireEvent.mouseLeave(root);
    await act(async () => jest.advanceTimersByTimeAsync(10_000));
    expect(shown()).toHaveLength(0);
  });

  it('keeps the focus of its button when the time of that runs out, and goes when one leaves (OWN-1569)', async () => {
    jest.useFakeTimers();
    await renderUi(
      <>
        <Toaster />
        <button type="button">After</button>
      </>,
    );
    const action = { label: 'Undo', run: () => undefined };
    await act(async () => showToast({ title: 'Completed', action, lastsMs: 10_000 }));
    await act(async () => screen.getByRole('button', { name: 'Undo' }).focus());
    await act(async () => jest.advanceTimersByTimeAsync(10_100));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss notice' }));
    await act(async () => screen.getByRole('button', { name: 'After' }).focus());
    await act(async () => jest.advanceTimersByTimeAsync(10_100));
    expect(shown()).toHaveLength(0);
  });

  it('gives the focus back when it is dismissed under it (SHOP-9.37)', async () => {
    await renderUi(
      <>
        <button type="button">Before</button>
        <Toaster />
      </>,
    );
    screen.getByRole('button', { name: 'Before' }).focus();
    act(() => showToast({ title: 'Close me' }));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    await act(async () => screen.getByRole('button', { name: 'Dismiss notice' }).focus());
    await act(async () => screen.getByRole('button', { name: 'Dismiss notice' }).click());
    expect(shown()).toHaveLength(0);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }));
  });

  it('goes by itself after five seconds (SHOP-9.35)', async () => {
    expect(TOAST_MS).toBe(5000);
    jest.useFakeTimers();
    await renderUi(<Toaster />);
    await act(async () => {
      showToast({ title: 'Brief' });
      await jest.advanceTimersByTimeAsync(TOAST_MS - 200);
    });
    expect(shown()).toHaveLength(1);
    await act(async () => jest.advanceTimersByTimeAsync(400));
    expect(shown()).toHaveLength(0);
  });

  it.each([
    ['the pointer is on it', (root: HTMLElement) => fireEvent.mouseEnter(root)],
    ['it has the focus', (root: HTMLElement) => root.querySelector('button')?.focus()],
  ])('waits as long as %s', async (_case, stay) => {
    jest.useFakeTimers();
    await renderUi(<Toaster />);
    await act(async () => {
      showToast({ title: 'Read me' });
      await jest.advanceTimersByTimeAsync(1000);
    });
    const root = await toast('Read me');
    await act(async () => stay(root));
    await act(async () => jest.advanceTimersByTimeAsync(TOAST_MS * 3));
    expect(shown()).toHaveLength(1);
  });
});
