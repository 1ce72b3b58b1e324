import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { i18n, startI18n } from '../i18n/i18n';
import { fakeResponse } from '../test/fake-response';
import { mockServer } from '../test/mock-server';
import { renderPage } from '../test/render-page';
import { user } from '../test/user';
import { routes } from './routes';
import { paymentMethodsAnswer } from '../test/server-info';

const admin = user({ role: 'admin', isAuthorizedUser: true });

const open = async (address: string, me = user()) => {
  mockServer({
    'GET /api/auth/me': () => fakeResponse(me),
    'GET /api/products': () => fakeResponse([]),
    'GET /api/coin-stock': () => fakeResponse({ coinStock: 750_000_000 }),
    'GET /api/orders': () => fakeResponse([]),
    'GET /api/payments/methods': () => fakeResponse(paymentMethodsAnswer('card')),
  });
  return renderPage(
    <Suspense fallback="waiting">
      <Routes>
        {routes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </Suspense>,
    address,
  );
};

it('a page whose messages can’t be loaded fails as one without code, and is loaded again on retry (OWN-286)', async () => {
  await startI18n();
  const receipt = routes.find(({ path }) => path === '/receipt')?.Page;
  const has = jest.spyOn(i18n, 'hasResourceBundle').mockReturnValue(false);
  await expect(receipt?.preload?.()).rejects.toThrow('receipt');
  has.mockRestore();
  await expect(receipt?.preload?.()).resolves.toBeUndefined();
});

it.each([
  ['/', 'Trading market', 'SHOP-2.1, SHOP-1.4'],
  ['/privacy-policy', 'Privacy Policy', 'SHOP-2.3'],
  ['/terms-of-service', 'Terms of Service', 'SHOP-2.4, ADMIN-2.1'],
  ['/refund-policy', 'Refund Policy', 'ADMIN-2.2'],
  ['/imprint', 'Imprint', 'OWN-588'],
  ['/support', 'Support Center', 'SHOP-2.5, ADMIN-2.1'],
  ['/support-ticket', 'Your ticket', 'OWN-162'],
  ['/account', 'Hello, nova', 'SHOP-2.8, ADMIN-2.1'],
  ['/nowhere/at-all', '404 Page Not Found', 'SHOP-2.11, SHOP-8.18'],
])('%s shows "%s" (%s)', async (address, heading) => {
  await open(address);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).not.toBeNull();
});

it('/discord-test shows its page to admins (SHOP-2.7, ADMIN-2.1)', async () => {
  await open('/discord-test', admin);
  expect(await screen.findByRole('heading', { level: 1, name: 'Discord-Test' })).not.toBeNull();
});

it('an unknown page gives developers a hint about the router (SHOP-2.11)', async () => {
  await open('/nowhere');
  expect(await screen.findByText(/Perhaps the page was not added to the router/)).not.toBeNull();
});
