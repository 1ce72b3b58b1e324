import { describe, expect, it } from '@jest/globals';
import type { Role, StaffRight } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { catalogue } from '../../../i18n/catalogue/mix/admin';
import { fakeResponse } from '../../../test/fake-response';
import { openPanel } from '../../../test/open-panel';
import { overviewAnswer } from '../../../test/overview';
import { adminLive, addressOfTab, PANEL_TABS, findNamedTab, filterVisibleTabs } from './panel-tabs';
import type { PanelTab } from '../shared/panel-tab';

const open = async (address = '/admin') => {
  const page = await openPanel(
    {
      'GET /api/admin/support-tickets': () => fakeResponse([]),
      'GET /api/admin/holds': () => fakeResponse([]),
      'GET /api/admin/reviews': () => fakeResponse([]),
      'GET /api/admin/overview': () => fakeResponse(overviewAnswer()),
      'GET /api/admin/role-rights': () => fakeResponse({ isComplete: true, roles: [] }),
    },
    address,
  );
  const sidebar = await screen.findByRole('navigation', { name: 'Bereiche' });
  return { ...page, sidebar };
};
const nameOf = ({ id }: (typeof PANEL_TABS)[number]) => catalogue.tabs[id];
const expectOpen = (name: string) =>
  waitFor(() => {
    screen.getByRole('heading', { level: 2, name });
    expect(document.title).toContain(name);
  });

describe('the registry of tabs', () => {
  it('makes the links of the sidebar, in its order', async () => {
    const { sidebar } = await open();
    const links = within(sidebar).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(PANEL_TABS.map(addressOfTab));
    expect(links.map((link) => link.getAttribute('aria-keyshortcuts'))).toEqual(
      PANEL_TABS.map((_, place) => String((place + 1) % 10)),
    );
    for (const [at, tab] of PANEL_TABS.entries()) expect(links[at]?.textContent).toContain(nameOf(tab));
  });

  it.each(PANEL_TABS.map((tab) => [tab.id, tab] as const))(
    'opens %s by its address, with its title',
    async (_, tab) => {
      await open(addressOfTab(tab));
      await expectOpen(nameOf(tab));
    },
  );

  it('opens each tab by its number key, and names the keys in the help', async () => {
    const { at } = await open();
    for (const [place, tab] of [...PANEL_TABS.entries()].toReversed()) {
      await userEvent.keyboard(String((place + 1) % 10));
      await expectOpen(nameOf(tab));
      expect(at()).toBe(addressOfTab(tab));
    }
    await userEvent.keyboard('?');
    within(await screen.findByRole('dialog', { name: 'Tastenkürzel' })).getByText('1–9, 0');
  });

  it('says who may see a tab; what the address names in vain opens the orders', () => {
    const tabs = [
      { id: 'a', right: 'admin' },
      { id: 'b', right: 'orders' },
      { id: 'c', right: 'tickets' },
    ] as const;
    const seen = (role: Role, ...rights: StaffRight[]) =>
      filterVisibleTabs({ role, rights }, tabs).map(({ id }) => id);
    expect([seen('admin'), seen('staff', 'tickets'), seen('staff', 'money')]).toEqual([
      ['a', 'b', 'c'],
      ['c'],
      [],
    ]);
    const of = (right: StaffRight) =>
      filterVisibleTabs({ role: 'staff', rights: [right] }, PANEL_TABS).map(({ id }) => id);
    expect([of('products'), of('orders'), of('move'), of('tickets'), of('users')]).toEqual([
      ['products', 'coins'],
      ['orders', 'archived', 'holds', 'overview'],
      [],
      ['tickets', 'reviews'],
      ['users'],
    ]);
    expect(findNamedTab('nothing', PANEL_TABS)?.id).toBe('orders');
    expect(findNamedTab('orders', [])).toBeUndefined();
    const withoutOrders = PANEL_TABS.filter(({ id }) => id !== 'orders');
    expect(findNamedTab('orders', withoutOrders)).toBe(withoutOrders[0]);
  });

  it('makes the live updates of the admin room', () => {
    const lives = PANEL_TABS.flatMap(({ live }: PanelTab) => live ?? []);
    expect(lives.length).toBeGreaterThan(1);
    for (const { queries, handlers } of lives) {
      expect(adminLive.queries).toEqual(expect.arrayContaining([...queries]));
      expect(adminLive.handlers).toMatchObject(handlers);
    }
  });
});
