import { describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { order } from '../../test/order-lists';
import { renderPage } from '../../test/render-page';
import { OrdersTab } from './orders-tab';

async function open(count: number): Promise<void> {
  const orders = Array.from({ length: count }, (_, place) =>
    order({
      id: count - place,
      productName: place === count - 1 ? 'Old Wings' : 'Totem',
      status: 'completed',
    }),
  );
  mockServer({
    'GET /api/orders': () => fakeResponse(orders),
    'GET /api/products': () => fakeResponse([]),
  });
  await renderPage(<OrdersTab />);
  await screen.findAllByRole('article');
}

describe('the search in own orders (OWN-1486)', () => {
  it('finds what the first page does not show, says how many, and shows all again', async () => {
    await open(45);
    expect(screen.getAllByRole('article')).toHaveLength(20);
    await userEvent.type(screen.getByRole('searchbox'), 'wings');
    expect(screen.getAllByRole('article').map((card) => card.ariaLabel)).toEqual(['Order #1']);
    screen.getByText('1 order found');
    await userEvent.click(screen.getByRole('radio', { name: 'Cancelled' }));
    expect(screen.queryAllByRole('article')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show all orders' }));
    expect(screen.getAllByRole('article')).toHaveLength(20);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it.each([
    [3, 0],
    [4, 1],
  ])('stands above %i orders: %i', async (count, fields) => {
    await open(count);
    expect(screen.queryAllByRole('searchbox')).toHaveLength(fields);
  });
});

it('asks for the reviews of delivered orders, but not for a blocked account, which the shop refuses', async () => {
  const own = order({ id: 7, status: 'completed', completedAt: '2026-11-21T09:00:00.000Z' });
  const calls = mockServer({
    'GET /api/orders': () => fakeResponse([own]),
    'GET /api/products': () => fakeResponse([]),
    'GET /api/account/reviews': () => fakeResponse([]),
  });
  const asked = () => calls.filter(({ call }) => call === 'GET /api/account/reviews');
  await renderPage(<OrdersTab readOnly />);
  await screen.findByRole('article');
  expect(asked()).toEqual([]);
  cleanup();
  await renderPage(<OrdersTab />);
  await screen.findByRole('button', { name: 'Write a review of order #7' });
  expect(asked()).toHaveLength(1);
});
