import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { OWN_ORDERS } from '../../lib/http/query-keys';
import { useCurrentUser } from '../../lib/http/current-user';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { user } from '../../test/user';
import { useSignOut } from './use-sign-out';

function Out() {
  const me = useCurrentUser();
  const signOut = useSignOut();
  return (
    <>
      <p>{me ? `Signed in as ${me.username}` : 'Nobody'}</p>
      <button type="button" onClick={() => signOut.mutate()}>
        Out
      </button>
    </>
  );
}

const start = async (logout: () => Response) => {
  let isIn = true;
  mockServer({
    'GET /api/auth/me': () =>
      isIn ? fakeResponse(user()) : problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.'),
    'POST /api/auth/logout': () => {
      const response = logout();
      if (response.ok) isIn = false;
      return response;
    },
  });
  const page = await renderPage(<Out />, '/account');
  await screen.findByText('Signed in as nova');
  page.client.setQueryData(OWN_ORDERS, []);
  await userEvent.click(screen.getByText('Out'));
  return page;
};

it('clears the cache, shows a German toast and goes to the sign-in (SHOP-4.22, SHOP-7.7, SHOP-8.9)', async () => {
  const { client, toasts, at } = await start(() => fakeResponse({ success: true }));
  await waitFor(() => expect(at()).toBe('/login'));
  await screen.findByText('Nobody');
  expect(client.getQueryData(OWN_ORDERS)).toBeUndefined();
  expect(toasts).toEqual([
    {
      title: 'Erfolgreich abgemeldet',
      description: 'Du wurdest erfolgreich abgemeldet.',
      kind: 'success',
    },
  ]);
});

it('shows a failure and stays signed in (SHOP-4.22, SHOP-8.8)', async () => {
  const { client, toasts, at } = await start(() => fakeResponse('', { status: 503 }));
  await waitFor(() =>
    expect(toasts).toEqual([{ title: 'Fehler', description: 'Fehler beim Abmelden', kind: 'error' }]),
  );
  expect(at()).toBe('/account');
  expect(client.getQueryData(OWN_ORDERS)).toEqual([]);
  expect(screen.getByText('Signed in as nova')).not.toBeNull();
});
