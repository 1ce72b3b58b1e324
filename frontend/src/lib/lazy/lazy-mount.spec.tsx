import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderUi } from '../../test/render';
import { lazyComponent, LazyMount } from './lazy-component';

const Stall = ({ open }: { readonly open: boolean }) => <p>{open ? 'open' : 'closed'}</p>;
let isDown: boolean;
let isHanging: boolean;
const failed = jest.fn();

beforeEach(() => {
  isDown = false;
  isHanging = false;
  failed.mockReset();
});

/** Shows a part, and gives what shows it again with another `when`. */
const show = async (when: boolean) => {
  const Lazy = lazyComponent(async () => {
    if (isHanging) await new Promise(() => undefined);
    if (isDown) throw new TypeError('offline');
    return Stall;
  });
  const page = (open: boolean) => (
    <LazyMount of={Lazy} when={open} props={{ open }} onFail={failed} fallback={<p>its place</p>} />
  );
  const { rerender } = await renderUi(page(when));
  return async (open: boolean) => act(async () => rerender(page(open)));
};

describe('a part that does not suspend what is around it (OWN-286)', () => {
  it('is loaded when it is wanted, and stays to close', async () => {
    const change = await show(false);
    expect(screen.getByText('its place')).toBeTruthy();
    await change(true);
    expect(await screen.findByText('open')).toBeTruthy();
    await change(false);
    expect(screen.getByText('closed')).toBeTruthy();
  });

  it('is tried again when it is wanted again', async () => {
    isDown = true;
    const change = await show(true);
    expect(failed).toHaveBeenCalledTimes(1);
    await change(false);
    isDown = false;
    await change(true);
    expect(await screen.findByText('open')).toBeTruthy();
  });

  it('comes back by itself when the page is online again', async () => {
    isDown = true;
    await show(true);
    expect(failed).toHaveBeenCalledTimes(1);
    isDown = false;
    await act(async () => void dispatchEvent(new Event('online')));
    expect(await screen.findByText('open')).toBeTruthy();
  });

  it('fails when its code hangs for 15 seconds (OWN-302)', async () => {
    jest.useFakeTimers();
    isHanging = true;
    await show(true);
    await act(() => jest.advanceTimersByTimeAsync(14_999));
    expect(failed).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1));
    jest.useRealTimers();
    expect(failed).toHaveBeenCalledTimes(1);
  });
});
