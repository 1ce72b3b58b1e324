import { beforeEach, describe, expect, it } from '@jest/globals';
import { getPayLinkAddress } from '@pax/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { toCartItem } from '../../features/market/cart/cart-items';
import { readStoredCart, useCart } from '../../features/market/cart/cart-store';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { user } from '../../test/user';
import { routes } from '../routes';

const TOKEN = 'q7Zk2mX9-bTn4VwLr0_Hcd';
const wings = product();
const coins = product({ id: 8, name: 'Custom Coins', category: 'coins', isCustom: true, coinValue: 1 });
const ITEMS = [
  { id: 1, quantity: 3 },
  { id: 8, quantity: 1, customAmount: 250 },
];
const inCart = () =>
  useCart.getState().items.map(({ id, quantity, customAmount }) => [id, quantity, customAmount]);
const me = user({ discordId: '123456789012345678' });

beforeEach(() => {
  localStorage.clear();
  useCart.setState({ items: [], settled: [], isOpen: false });
});

async function visit(
  opened: () => Response,
  {
    as = me,
    address = getPayLinkAddress(TOKEN),
  }: { as?: ReturnType<typeof user> | null; address?: string } = {},
) {
  const calls = mockServer({
    'GET /api/auth/me': () =>
      as ? fakeResponse(as) : problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.'),
    'GET /api/products': () => fakeResponse([wings, coins]),
    'POST /api/pay-links/open': opened,
  });
  const shop = routes.map(({ path, Page }) => (
    <Route key={path} path={path} element={path === '/' ? <p>the market</p> : <Page />} />
  ));
  const page = await renderPage(<Routes>{shop}</Routes>, address);
  return { ...page, opens: () => calls.filter(({ call }) => call === 'POST /api/pay-links/open') };
}
const goods = () => fakeResponse({ items: ITEMS });
const refused = (status: number, code: string) => () => problemResponse(status, code, 'No.');

describe('a link from Discord (OWN-781)', () => {
  it('brings its goods into an empty cart and opens the checkout, with one call', async () => {
    const { at, opens } = await visit(goods);
    await screen.findByText('the market');
    expect(at()).toBe('/');
    expect(inCart()).toEqual([
      [1, 3, undefined],
      [8, 1, '250'],
    ]);
    expect(opens().map(({ body }) => body)).toEqual([
      { token: TOKEN, requestId: expect.stringMatching(/^[\w-]{16,64}$/) },
    ]);
  });

  it('keeps what a piece was in Discord, also over a reload (OWN-1241)', async () => {
    await visit(() => fakeResponse({ items: [{ id: 1, quantity: 3, shown: 'Wings · 64x' }] }));
    await screen.findByText('the market');
    expect(useCart.getState().items).toMatchObject([{ id: 1, shown: 'Wings · 64x' }]);
    expect(readStoredCart(useCart.getState()).items).toMatchObject([{ id: 1, shown: 'Wings · 64x' }]);
  });

  it('asks before it changes a cart with other goods, and does what is chosen', async () => {
    const totem = toCartItem(product({ id: 5, name: 'Totem' }), 2);
    for (const [name, cart] of [
      [
        'These goods alone',
        [
          [1, 3, undefined],
          [8, 1, '250'],
        ],
      ],
      [
        'Together with my cart',
        [
          [5, 2, undefined],
          [1, 3, undefined],
          [8, 1, '250'],
        ],
      ],
    ] as const) {
      useCart.setState({ items: [totem, toCartItem(wings, 1)] });
      await visit(goods);
      await screen.findByRole('heading', { name: 'Your cart holds other goods' });
      expect(inCart()).toHaveLength(2);
      await userEvent.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(inCart()).toEqual(cart));
      cleanup();
    }
  });

  it('sends a visitor to Discord and back, and uses nothing up', async () => {
    const { opens } = await visit(goods, { as: null });
    const way = await screen.findByRole('link', { name: 'Sign in with Discord' });
    expect(way.getAttribute('href')).toBe(
      `/api/auth/discord?next=${encodeURIComponent(getPayLinkAddress(TOKEN))}`,
    );
    expect(opens()).toEqual([]);
  });

  it.each([
    ['PAY_LINK_USED', 409, 'This link was used already'],
    ['PAY_LINK_EXPIRED', 409, 'This link is too old'],
    ['NOT_FOUND', 404, 'This link is not for this account'],
    ['BLOCKED', 403, 'This account is blocked'],
  ])('says in words what %s means, with a way home, and leaves the cart', async (code, status, heading) => {
    await visit(refused(status, code));
    await screen.findByRole('heading', { name: heading });
    expect(screen.getByRole('link', { name: 'Back to Shop' }).getAttribute('href')).toBe('/');
    expect(inCart()).toEqual([]);
  });

  it('tells an account without Discord to link it, and offers another account', async () => {
    await visit(refused(404, 'NOT_FOUND'), { as: user() });
    await screen.findByText(/^Your account nova has no Discord account yet/);
    expect(screen.getByRole('link', { name: 'Link Discord' }).getAttribute('href')).toBe('/account#discord');
    expect(screen.getByRole('button', { name: 'Use another account' })).toBeTruthy();
  });

  it('makes the same try again after a failure, so that a lost answer comes back', async () => {
    const answers = [problemResponse(503, 'UNAVAILABLE', 'Soon.'), goods()];
    const { opens } = await visit(() => answers.shift() ?? goods());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText('the market');
    const [first, second] = opens().map(({ body }) => JSON.stringify(body));
    expect(second).toBe(first);
  });

  it('says so when nothing of it is sold any more, and asks nothing for half a link', async () => {
    await visit(() => fakeResponse({ items: [{ id: 99, quantity: 1 }] }));
    await screen.findByRole('heading', { name: 'These goods are not sold any more' });
    cleanup();
    for (const address of ['/pay', '/pay/half', `/pay/${'x'.repeat(400)}`]) {
      const { opens } = await visit(goods, { address });
      await screen.findByRole('heading', { name: 'This link leads nowhere' });
      expect(opens()).toEqual([]);
      cleanup();
    }
  });
});
