import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { routes } from '../routes';
import { renderPage } from '../../test/render-page';
import { mockServer } from '../../test/mock-server';

it('any other address reads "404 Page Not Found", with a hint for developers and a way back (SHOP-2.11, SHOP-8.18, ADMIN-2.3)', async () => {
  mockServer({});
  const shop = routes
    .filter(({ path }) => path !== '/')
    .map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);
  const { at } = await renderPage(<Routes>{shop}</Routes>, '/no/such/stall');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 Page Not Found');
  expect(screen.getByText(/page was not added to the router/)).toBeTruthy();
  expect(screen.getByText('/no/such/stall')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Back to Shop' }));
  expect(at()).toBe('/');
});
