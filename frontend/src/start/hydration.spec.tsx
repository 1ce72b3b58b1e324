import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { prefetchCurrentUser } from '../lib/http/current-user';
import { prefetchShopData } from '../lib/http/use-products';
import { findPrerenderedHome } from './view/first-view';
import { createQueryClient } from '../lib/http/query-client';
import { fakeResponse } from '../test/fake-response';
import { mockServer } from '../test/mock-server';
import { product } from '../test/product';
import { App } from '../app/app';
import { Shell } from './prerender-shell';
import { startLanguage, startCatalogue } from './start-catalogue';
import { serverInfo } from '../test/server-info';

const goods = [
  product({ id: 1, name: '10M Coins', category: 'coins', coinValue: 10_000_000 }),
  product({ id: 6, name: 'Custom Coins', category: 'coins', isCustom: true, price: '0.17' }),
];

describe('the prerendered home', () => {
  let root: Root | undefined;
  beforeEach(async () => {
    localStorage.clear();
    history.replaceState(null, '', '/');
    await startLanguage('mix');
    document.documentElement.dataset['shell'] = 'home';
    document.body.innerHTML = `<div id="root"><div id="shell" aria-hidden="true">${renderToString(<Shell />)}</div></div>`;
  });
  afterEach(() => {
    act(() => root?.unmount());
    delete document.documentElement.dataset['shell'];
    document.body.replaceChildren();
  });

  /** Hydrates the prerendered shell; returns React's mismatch reports. */
  async function hydrate() {
    mockServer({
      'GET /api/products': () => fakeResponse(goods),
      'GET /api/coin-stock': () => fakeResponse({ coinStock: 435_000_000 }),
      'GET /api/discord/server-info': () => fakeResponse(serverInfo()),
    });
    // A visitor without a session.
    document.cookie = 'pax_signed_in=; path=/; max-age=0';
    const mismatches = jest.fn();
    const shell = findPrerenderedHome();
    if (!shell) throw new Error('nothing is drawn');
    const client = createQueryClient();
    await prefetchCurrentUser(client);
    const until = prefetchShopData(client);
    await startCatalogue();
    const app = (
      <StrictMode>
        <App client={client} until={until} />
      </StrictMode>
    );
    await act(async () => {
      startTransition(() => {
        root = hydrateRoot(shell, app, { onRecoverableError: mismatches });
      });
    });
    return mismatches;
  }

  it('hydrates without a mismatch and then shows the products', async () => {
    const complaints = jest.spyOn(console, 'error');
    const stood = [...document.querySelectorAll('header, h1, [role=tab], input, footer')];
    expect(stood.length).toBeGreaterThan(8);
    const mismatches = await hydrate();
    await screen.findByRole('heading', { level: 3, name: '10M Coins' });
    expect(mismatches.mock.calls).toEqual([]);
    expect(complaints.mock.calls).toEqual([]);
    expect(stood.filter((one) => !one.isConnected).map((one) => one.outerHTML)).toEqual([]);

    await userEvent.click(screen.getByRole('tab', { name: /^Items/ }));
    await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Items'));
    const panel = screen.getByRole('tabpanel');
    expect(panel.getAttribute('aria-labelledby')).toBe(screen.getByRole('tab', { selected: true }).id);
  });

  it('adopts what was typed into the search before hydration, and searches for it', async () => {
    const search = document.querySelector<HTMLInputElement>('input[type=search]');
    if (!search) throw new Error('no search is drawn');
    search.value = 'custom';
    const mismatches = await hydrate();
    await screen.findByRole('heading', { level: 3, name: 'Custom Coins' });
    expect(screen.queryByRole('heading', { level: 3, name: '10M Coins' })).toBeNull();
    expect(mismatches.mock.calls).toEqual([]);
    expect(search.isConnected && search.value).toBe('custom');
    expect(new URLSearchParams(location.search).get('q')).toBe('custom');
  });

  it('is rendered anew on a mismatch and still works', async () => {
    const heading = document.querySelector('h1');
    heading?.replaceWith(document.createElement('h2'));
    const mismatches = await hydrate();
    await screen.findByRole('heading', { level: 3, name: '10M Coins' });
    expect(mismatches).toHaveBeenCalled();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trading market');
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
  });
});
