import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { ErrorBoundary } from '../../ui/components/feedback/error-boundary';
import { renderUi } from '../../test/render';
import { lazyComponent } from './lazy-component';

const Stall = ({ name }: { readonly name: string }) => <p>Stall of {name}</p>;
let load: jest.Mock<() => Promise<typeof Stall>>;
let isDown: boolean;

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
  isDown = true;
  load = jest.fn(async () => {
    if (isDown) throw new TypeError('offline');
    return Stall;
  });
});

describe('a part of the page that suspends (OWN-286)', () => {
  it('fetches its code once, and again by hand after a fetch that failed', async () => {
    const Lazy = lazyComponent(load);
    await renderUi(
      <ErrorBoundary>
        <Suspense fallback="waiting">
          <Lazy name="Nova" />
          <Lazy name="Iris" />
        </Suspense>
      </ErrorBoundary>,
    );
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(again);
    expect(await screen.findByText('Stall of Nova')).toBeTruthy();
    expect(screen.getByText('Stall of Iris')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is there at once when it was fetched ahead, and tries what failed ahead', async () => {
    const Lazy = lazyComponent(load);
    await expect(Lazy.preload()).rejects.toThrow('offline');
    isDown = false;
    await renderUi(<Suspense fallback="waiting">{<Lazy name="Nova" />}</Suspense>);
    expect(await screen.findByText('Stall of Nova')).toBeTruthy();
    const other = lazyComponent(load);
    await other.preload();
    const Other = other;
    await renderUi(<Other name="Iris" />);
    expect(screen.getByText('Stall of Iris')).toBeTruthy();
  });

  it('fails when its code hangs for 15 seconds (OWN-302)', async () => {
    jest.useFakeTimers();
    let arrive: (code: typeof Stall) => void = () => undefined;
    const Lazy = lazyComponent(
      () =>
        new Promise<typeof Stall>((resolve) => {
          arrive = resolve;
        }),
    );
    const page = (
      <ErrorBoundary fallback={() => <p>failed</p>}>
        <Suspense fallback="waiting">
          <Lazy name="Nova" />
        </Suspense>
      </ErrorBoundary>
    );
    await renderUi(page);
    await act(() => jest.advanceTimersByTimeAsync(14_999));
    expect(screen.queryByText('failed')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    jest.useRealTimers();
    expect(await screen.findByText('failed')).toBeTruthy();
    // Code that comes after all is taken up.
    await act(async () => arrive(Stall));
    expect(await screen.findByText('Stall of Nova')).toBeTruthy();
    expect(screen.queryByText('failed')).toBeNull();
  });
});
