import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../../../test/render';
import { ErrorBoundary } from './error-boundary';

let broken: boolean;
function Fragile() {
  if (broken) throw new Error('fell over');
  return <p>All is well</p>;
}
beforeEach(() => {
  broken = true;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void jest.restoreAllMocks());

it('shows a fallen block in the place of what failed, reports it, and tries again', async () => {
  const onError = jest.fn();
  await renderUi(
    <ErrorBoundary onError={onError}>
      <Fragile />
    </ErrorBoundary>,
  );
  await screen.findByText('Something fell over');
  expect(onError).toHaveBeenCalledTimes(1);
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('All is well');
});

it('shows nothing where that was asked for', async () => {
  const nothing = () => null;
  await renderUi(
    <main>
      <ErrorBoundary fallback={nothing}>
        <Fragile />
      </ErrorBoundary>
    </main>,
  );
  expect(screen.getByRole('main').childElementCount).toBe(0);
});

it('offers to load the page again where trying again did not help (OWN-286)', async () => {
  await renderUi(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Load the page again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('offers it at once where code came too late: a browser answers the next import of it with the same wait', async () => {
  const Late = (): never => {
    throw new DOMException('late', 'TimeoutError');
  };
  await renderUi(
    <ErrorBoundary>
      <Late />
    </ErrorBoundary>,
  );
  expect(await screen.findByRole('button', { name: 'Load the page again' })).toBeTruthy();
});

it('goes on offering to try again where there is no line to load the page by (OWN-286)', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderUi(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('draws its scene itself: a file could be missing as well', async () => {
  await renderUi(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  );
  const alert = await screen.findByRole('alert');
  expect(alert.querySelector('svg')).not.toBeNull();
  expect(alert.querySelector('img')).toBeNull();
});
