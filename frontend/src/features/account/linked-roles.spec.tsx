import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { LinkedRoles } from './discord-card';

const open = (isOffered: boolean, isLinked: boolean) => {
  const calls = mockServer({
    'GET /api/account/linked-roles': () => fakeResponse({ isOffered, isLinked }),
    'DELETE /api/account/linked-roles': () => fakeResponse({ isOffered: true, isLinked: false }),
  });
  return renderPage(<LinkedRoles />).then((page) => ({ ...page, calls }));
};

describe('roles by the own tier (OWN-750)', () => {
  it('are allowed at Discord', async () => {
    await open(true, false);
    const link = await screen.findByRole('link', { name: 'Allow at Discord' });
    expect(link.getAttribute('href')).toBe('/api/auth/discord?roles=1');
  });

  it('are taken back (OWN-752)', async () => {
    const { toasts } = await open(true, true);
    await userEvent.click(await screen.findByRole('button', { name: 'Take it back' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Discord is told nothing more']));
    await screen.findByRole('link', { name: 'Allow at Discord' });
  });

  it('are not there where the shop offers none', async () => {
    const { calls } = await open(false, false);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText('Roles by my tier')).toBeNull();
  });
});
