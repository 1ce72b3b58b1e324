import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { ErrorBoundary } from '../../components/feedback/error-boundary';
import { renderUi } from '../../test/render';
import { lazyWithRetry } from './lazy-with-retry';

it('fetches its code once, and again by hand after a fetch that failed (OWN-286)', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const Stall = ({ name }: { readonly name: string }) => <p>Stall of {name}</p>;
  const load = jest.fn<() => Promise<typeof Stall>>().mockRejectedValueOnce(new TypeError('offline'));
  load.mockResolvedValue(Stall);
  const Part = lazyWithRetry(load);
  const page = (
    <ErrorBoundary>
      <Suspense fallback="waiting">
        <Part name="Nova" />
        <Part name="Iris" />
      </Suspense>
    </ErrorBoundary>
  );
  await renderUi(page);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Stall of Nova')).toBeTruthy();
  expect(screen.getByText('Stall of Iris')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
