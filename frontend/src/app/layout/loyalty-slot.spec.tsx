import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { waitUntilIdle } from '../../lib/browser/scheduling';
import { fakeResponse } from '../../test/fake-response';
import { loyalty } from '../../test/loyalty';
import { mockChangingMediaQuery } from '../../test/mock-media-queries';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { user } from '../../test/user';
import { LoyaltySlot } from './loyalty-slot';

let device: ReturnType<typeof mockChangingMediaQuery>;
beforeEach(() => {
  localStorage.clear();
  device = mockChangingMediaQuery('(min-width: 1024px)', false);
});
afterEach(() => device.restore());

it('is not loaded for a visitor on a phone, and comes once the window is wide enough (OWN-282)', async () => {
  mockServer({ 'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'no') });
  await renderPage(<LoyaltySlot />);
  await act(waitUntilIdle);
  // What would be loaded now is there at once: the module has been read before.
  await act(async () => void (await import('../../features/account/loyalty/loyalty-button')));
  expect(screen.queryByRole('button')).toBeNull();
  act(() => device.setMatches(true));
  await screen.findByRole('button', { name: 'Loyalty: earn points' });
});

it('is there on a phone for who is signed in (OWN-282)', async () => {
  mockServer({
    'GET /api/auth/me': () => fakeResponse(user({ membershipTier: 'gold' })),
    'GET /api/loyalty': () => fakeResponse(loyalty()),
  });
  await renderPage(<LoyaltySlot />);
  await screen.findByRole('button', { name: /^Loyalty/ });
});
