import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AdminProduct } from '@pax/contracts';
import { adminProduct as admins } from './product';
import { fakeResponse } from './fake-response';
import type { mockServer } from './mock-server';
import { openPanel, panelAdmin } from './open-panel';

export const wings = admins({ id: 1, name: 'Wings', price: '19.99', stock: 20 });
const trident = admins({ id: 2, name: 'Trident', price: '32.50', stock: 3, imageFit: 'contain-zoom' });
export const hut = admins({ id: 3, name: 'Hut', category: 'bases', stock: 0, isOutOfStock: true, image: '' });
export const coins = admins({ id: 4, name: '10M', category: 'coins', coinValue: 10e6, stock: 4, onHand: 0 });
const pool = { coinStock: 40e6, held: 5e6, free: 35e6, version: 1 };

/** Opens the panel's products, for staff. */
export const openProducts = async (
  products: AdminProduct[] = [wings, trident, hut, coins],
  answers: Parameters<typeof mockServer>[0] = {},
  address = '/admin?tab=products',
) => {
  const { calls, ...page } = await openPanel(
    {
      'GET /api/admin/check-auth': () => fakeResponse({ ...panelAdmin, role: 'staff', rights: ['products'] }),
      'GET /api/admin/coin-stock': () => fakeResponse(pool),
      'GET /api/products': () => fakeResponse(products),
      ...answers,
    },
    address,
  );
  await screen.findByRole('heading', { name: 'Produkte' });
  if (products.length > 0) await waitFor(() => cards()[0] ?? Promise.reject(new Error('no card')));
  return { ...page, sent: () => calls.filter(({ call }) => !call.startsWith('GET')) };
};
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-product]')];
export const shownNames = () =>
  cards().map((card) => within(card).getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value);
export const card = (id: number) => within(document.querySelector<HTMLElement>(`[data-product="${id}"]`)!);
export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
/** Replaces the text of a field by typing. */
export const retype = async (name: string, text: string) => {
  fireEvent.change(field(name), { target: { value: text.replace('{Enter}', '') } });
  if (text.endsWith('{Enter}')) await userEvent.type(field(name), '{Enter}');
};
export const imageOf = (id: number) =>
  document.querySelector(`[data-product="${id}"] img`)?.getAttribute('src') ?? undefined;
export const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
