import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { openLoyaltyDashboard } from '../../features/account/loyalty/open-loyalty-dashboard';
import { mockServer } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { useOpenDashboardOnEvent, useDashboardRoute } from './use-dashboard-route';

function Probe() {
  const dashboard = useDashboardRoute();
  if (!dashboard) return <p>The shop</p>;
  return (
    <>
      <p>Dashboard: {dashboard.tab}</p>
      <button type="button" onClick={() => dashboard.toTab('history')}>
        History
      </button>
      <button type="button" onClick={dashboard.toShop}>
        Back to Shop
      </button>
      <Link to="/">Home</Link>
      <Link to="/account">Account</Link>
    </>
  );
}

function App() {
  useOpenDashboardOnEvent();
  return (
    <Routes>
      <Route path="/" element={<Probe />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>
  );
}

const start = async (address: string) => {
  mockServer({});
  return renderPage(<App />, address);
};
const press = (name: string) => userEvent.click(screen.getByText(name));

it('opens by an event, takes the shop’s place and has no address (SHOP-2.14)', async () => {
  const { at } = await start('/');
  screen.getByText('The shop');
  act(() => openLoyaltyDashboard('rewards'));
  screen.getByText('Dashboard: rewards');
  expect(screen.queryByText('The shop')).toBeNull();
  expect(at()).toBe('/');
  await press('Back to Shop');
  await screen.findByText('The shop');
});

it('opens from any page, and leaves for the shop (SHOP-2.14)', async () => {
  const { at } = await start('/account');
  act(() => openLoyaltyDashboard());
  screen.getByText('Dashboard: overview');
  await press('Back to Shop');
  await screen.findByText('The shop');
  expect(at()).toBe('/');
});

it('keeps to its one step of history, whatever tabs one opens', async () => {
  await start('/');
  act(() => openLoyaltyDashboard());
  await press('History');
  screen.getByText('Dashboard: history');
  act(() => openLoyaltyDashboard('shop'));
  screen.getByText('Dashboard: shop');
  await press('Back to Shop');
  await screen.findByText('The shop');
});

it.each([
  ['Home', 'The shop'],
  ['Account', 'Another page'],
])('closes when one goes elsewhere: %s', async (link, shown) => {
  await start('/');
  act(() => openLoyaltyDashboard());
  await press(link);
  await screen.findByText(shown);
});
