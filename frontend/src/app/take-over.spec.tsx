import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { prefetchMe } from '../lib/api/current-user';
import { prefetchShop } from '../lib/api/products';
import { drawnHome, homeTaken } from '../lib/first-view';
import { createQueryClient } from '../lib/query-client';
import { answer } from '../test/answer';
import { pretendServer } from '../test/pretend-server';
import { product } from '../test/product';
import { App } from './app';
import { Shell } from './shell';
import { speak, startWords } from './start-words';

const goods = [
  product({ id: 1, name: '10M Coins', category: 'coins', coinValue: 10_000_000 }),
  product({ id: 6, name: 'Custom Coins', category: 'coins', isCustom: true, price: '0.17' }),
];

describe('the drawn home', () => {
  let root: Root | undefined;
  beforeEach(async () => {
    localStorage.clear();
    await speak('mix');
    document.documentElement.dataset['shell'] = 'home';
    document.body.innerHTML = `<div id="root"><div id="shell" aria-hidden="true">${renderToString(<Shell />)}</div></div>`;
  });
  afterEach(() => {
    act(() => root?.unmount());
    delete document.documentElement.dataset['shell'];
    document.body.replaceChildren();
  });

  it('is taken over as it stands, to the last attribute, and then shows the goods', async () => {
    pretendServer({
      'GET /api/products': () => answer(goods),
      'GET /api/coin-stock': () => answer({ coinStock: 435_000_000 }),
      'GET /api/discord/server-info': () => answer({ inviteLink: '/', joinReward: true }),
    });
    // A visitor: nobody has signed in here.
    document.cookie = 'pax_signed_in=; path=/; max-age=0';
    const complaints = jest.spyOn(console, 'error');
    const onRecoverableError = jest.fn();
    const shell = drawnHome();
    if (!shell) throw new Error('nothing is drawn');
    const stood = [...shell.querySelectorAll('header, h1, [role=tab], input, footer')];
    expect(stood.length).toBeGreaterThan(8);

    const client = createQueryClient();
    await prefetchMe(client);
    const goodsThere = prefetchShop(client);
    await startWords();
    await act(async () => {
      startTransition(() => {
        root = hydrateRoot(
          shell,
          <StrictMode>
            <App client={client} until={homeTaken().then(async () => await goodsThere)} />
          </StrictMode>,
          { onRecoverableError },
        );
      });
    });
    await screen.findByRole('heading', { level: 3, name: '10M Coins' });
    expect(onRecoverableError.mock.calls).toEqual([]);
    expect(complaints.mock.calls).toEqual([]);
    expect(stood.filter((one) => !one.isConnected).map((one) => one.outerHTML)).toEqual([]);

    await userEvent.click(screen.getByRole('tab', { name: /^Items/ }));
    await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Items'));
    const panel = screen.getByRole('tabpanel');
    expect(panel.getAttribute('aria-labelledby')).toBe(screen.getByRole('tab', { selected: true }).id);
  });
});
