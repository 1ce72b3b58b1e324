import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { use } from 'react';
import { Route, Routes } from 'react-router-dom';
import { toCartItem } from '../../features/market/cart/cart-items';
import { useCart } from '../../features/market/cart/cart-store';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { product } from '../../test/product';
import { renderUi } from '../../test/render';
import { renderPage } from '../../test/render-page';
import { AppLayout, PageLoading } from './app-layout';
import { serverInfo } from '../../test/server-info';

let broken = true;
function Fragile() {
  if (broken) throw new Error('a block fell');
  return <p>Standing again</p>;
}

async function open(address: string) {
  mockServer({
    'GET /api/discord/server-info': () => fakeResponse(serverInfo({ inviteLink: '' })),
    'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'no'),
  });
  return await renderPage(
    <AppLayout>
      <Routes>
        <Route path="/fragile" element={<Fragile />} />
        <Route path="/" element={<p>All is well</p>} />
      </Routes>
    </AppLayout>,
    address,
  );
}

it('answers when another page is opened before the drawn one is the app’s', async () => {
  // The prerendered header is not announced before the app hydrates it.
  const shell = document.createElement('div');
  shell.id = 'shell';
  shell.setAttribute('aria-hidden', 'true');
  document.body.append(shell);
  const hanging = new Promise<null>(() => undefined);
  const Never = () => use(hanging);
  await renderPage(
    <AppLayout>
      <Routes>
        <Route path="/" element={<Never />} />
        <Route path="/login" element={<p>Who are you?</p>} />
      </Routes>
    </AppLayout>,
  );
  expect(shell.hasAttribute('aria-hidden')).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Sign In' }));
  expect(screen.getByText('Who are you?')).toBeTruthy();
  expect(shell.hasAttribute('aria-hidden')).toBe(false);
  shell.remove();
});

describe('a page that fails', () => {
  it('shows an error within the layout, is reported, and can be retried (OWN-286)', async () => {
    const reported = jest.fn();
    globalThis.reportError = reported;
    jest.spyOn(console, 'error').mockReturnValue();
    broken = true;
    await open('/fragile');
    expect(screen.getByRole('alert').textContent).toContain('Something fell over');
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(reported).toHaveBeenCalledTimes(1);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Standing again')).toBeTruthy();
  });

  it('keeps the page when its header falls over: an extension took away what the app removes next (OWN-286)', async () => {
    globalThis.reportError = jest.fn();
    jest.spyOn(console, 'error').mockReturnValue();
    useCart.setState({ items: [toCartItem(product({ id: 7 }), 3)] });
    await open('/');
    within(screen.getByRole('banner')).getByText('3').remove();
    act(() => void useCart.setState({ items: [] }));
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.getByText('All is well')).toBeTruthy();
    expect(globalThis.reportError).toHaveBeenCalled();
  });

  it('leaves the other pages alone (OWN-286)', async () => {
    globalThis.reportError = jest.fn();
    jest.spyOn(console, 'error').mockReturnValue();
    broken = true;
    await open('/fragile');
    expect(screen.getByRole('alert')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Pax Market, home' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('All is well')).toBeTruthy();
  });
});

it('offers a reload once a page has loaded for 8 s (OWN-286)', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  await renderUi(<PageLoading />);
  const passes = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  passes(7_950);
  expect(screen.queryByRole('alert')).toBeNull();
  passes(100);
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Load the page again' })).toBeTruthy();
  jest.useRealTimers();
});

it('shows a banner while the browser is offline', async () => {
  await open('/');
  expect(screen.queryByText(/No connection/)).toBeNull();
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByText(/No connection/)).toBeTruthy();
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.queryByText(/No connection/)).toBeNull();
});
