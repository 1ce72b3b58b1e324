import { describe, expect, it } from '@jest/globals';
import { PANEL_PAGE_ROWS } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { openPanel } from '../../../test/open-panel';
import { order, answerOrders, countsFor } from '../../../test/order-lists';

const gone = { status: 'archived', archivedAt: '2025-11-04T22:00:00.000Z' } as const;
const archived = [
  order({ ...gone, id: 3, totalPrice: '5.00', username: 'finn' }),
  order({ ...gone, id: 2, totalPrice: '90.00' }),
  order({ id: 1, status: 'cancelled', totalPrice: '7.00' }),
];

const open = async (address: string) => {
  const asked: string[] = [];
  const page = await openPanel(
    {
      'GET /api/admin/counts': () => fakeResponse({ ...countsFor([]), archived: archived.length }),
      'GET /api/admin/orders/archived': (body, at) => {
        asked.push(at.search);
        return answerOrders('archived', () => archived)(body, at);
      },
    },
    address,
  );
  await screen.findByRole('heading', { level: 2, name: 'Archiviert' });
  await waitFor(() => expect(ids().length).toBeGreaterThan(0));
  return { ...page, asked };
};
const ids = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => Number(dataset['row']));

describe('the order of the archive', () => {
  it('is chosen from newest and amount, and stands in the address with the search', async () => {
    const { asked, at } = await open('/admin?tab=archived');
    expect(ids()).toEqual([3, 2, 1]);
    await userEvent.click(screen.getByRole('button', { name: 'Neueste zuerst' }));
    const offered = await screen.findAllByRole('menuitemradio');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Neueste zuerst', 'Höchste Summe']);
    await userEvent.click(offered[1]!);
    await waitFor(() => expect(ids()).toEqual([2, 1, 3]));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Bestellungen durchsuchen' }), 'finn');
    await waitFor(() => expect(ids()).toEqual([3]));
    expect(at()).toBe('/admin?tab=archived&sort=total&q=finn');
    expect(asked.at(-1)).toBe(`?limit=${PANEL_PAGE_ROWS}&sort=total&q=finn`);
  });

  it('is that of the address', async () => {
    await open('/admin?tab=archived&sort=total');
    expect(ids()).toEqual([2, 1, 3]);
    screen.getByRole('button', { name: 'Höchste Summe' });
  });

  it.each(['sort=due', 'filter=open', 'sort=gone'])(
    'is newest first for %s, which it does not offer',
    async (wrong) => {
      const { asked } = await open(`/admin?tab=archived&${wrong}`);
      expect(ids()).toEqual([3, 2, 1]);
      expect(asked).toEqual([`?limit=${PANEL_PAGE_ROWS}&sort=newest`]);
      screen.getByRole('button', { name: 'Neueste zuerst' });
    },
  );
});
