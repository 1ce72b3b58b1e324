import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLanguage } from '../../../i18n/language-store';
import { useTheme } from '../../../lib/storage/theme-store';
import { deferResponse } from '../../../test/deferred-response';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { openPanel, panelAdmin } from '../../../test/open-panel';
import { order } from '../../../test/order-lists';
import { adminProduct } from '../../../test/product';
import { ticket } from '../../../test/ticket';
import { adminUser } from '../../../test/user';
import { ordersLive } from '../orders/order-list-cache';
import { useKeySetting } from '../shared/use-key-bindings';

// Dialogs render slowly in jsdom.
jest.setTimeout(30_000);

const CALLS = [
  ['orders', 'GET /api/admin/orders'],
  ['archived', 'GET /api/admin/orders/archived'],
  ['users', 'GET /api/admin/users'],
  ['tickets', 'GET /api/admin/support-tickets'],
] as const;
type Lists = Partial<Record<(typeof CALLS)[number][0], (text: string) => Response | Promise<Response>>>;

/** Opens the panel; its lists answer searches as `lists` say, and are empty without one. */
async function open(lists: Lists = {}, more: Parameters<typeof openPanel>[0] = {}, address = '/admin') {
  const searches: string[] = [];
  const answers = CALLS.map(([name, call]) => [
    call,
    (_: unknown, { searchParams }: URL) => {
      const text = searchParams.get('q');
      if (text === null) return fakeResponse(name === 'orders' ? [order()] : []);
      searches.push(`${name} ${text}`);
      return lists[name]?.(text) ?? fakeResponse([]);
    },
  ]);
  const products = [adminProduct({ id: 3, name: 'Wings', description: '', price: '19.99' })];
  const page = await openPanel(
    { ...Object.fromEntries(answers), 'GET /api/products': () => fakeResponse(products), ...more },
    address,
  );
  await screen.findByRole('button', { name: 'Suchen' });
  return { ...page, searches };
}
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Suchen und ausführen' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const pressKey = () => userEvent.keyboard('{Control>}k{/Control}');
async function openPalette() {
  await pressKey();
  // jsdom lays nothing out, so that the sheet takes its field for invisible and focuses itself.
  const shown = await field();
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  act(() => shown.focus());
}
const groupsOf = () =>
  screen.queryAllByRole('group').map((group) => ({
    name: document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    entries: within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  }));
const marked = async () => {
  const id = (await field()).getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
};

describe('the palette (OWN-1567)', () => {
  afterEach(async () => {
    act(() => useTheme.getState().setTheme('dark'));
    await act(() => useLanguage.getState().setLanguage('mix'));
  });

  it('opens by Ctrl-K, ⌘K and a button, also while typing, and closes by the key and Escape', async () => {
    await open();
    const search = await screen.findByRole('searchbox');
    await userEvent.click(search);
    await openPalette();
    await pressKey();
    await closed();
    await waitFor(() => expect(document.activeElement).toBe(search));
    await userEvent.keyboard('{Meta>}k{/Meta}');
    await field();
    await userEvent.keyboard('{Escape}');
    await closed();
    const button = screen.getByRole('button', { name: 'Suchen' });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+K Meta+K');
    await userEvent.click(button);
    await field();
  });

  it('lists the acts first, each with its key at the end, and runs what Enter is pressed on', async () => {
    const { at } = await open();
    await openPalette();
    const [acts, tabs] = groupsOf();
    expect(acts).toEqual({ name: 'Aktionen', entries: ['Tastenkürzel?'] });
    expect(tabs?.name).toBe('Bereiche');
    expect(tabs?.entries.slice(0, 3)).toEqual(['Produkte1', 'Bestellungen2', 'Archiviert3']);
    await userEvent.keyboard('benu');
    expect(groupsOf()[0]).toEqual({ name: 'Bereiche', entries: ['Benutzer4'] });
    await userEvent.keyboard('{Enter}');
    await closed();
    await waitFor(() => expect(at()).toBe('/admin?tab=users'));
  });

  it('offers what the marked order allows, and does it as its key does', async () => {
    const sent = deferResponse();
    const { calls } = await open({}, { 'PATCH /api/admin/orders/1/process': () => sent.response });
    await screen.findByRole('button', { name: /^Bestellung #1 öffnen/ });
    await userEvent.keyboard('j');
    await openPalette();
    const names = groupsOf()[0]?.entries ?? [];
    expect(names.slice(0, 2)).toEqual(['Übernehmen#1t', 'Abschließen und weiter#1e']);
    expect(names.join()).not.toContain('Archivieren');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await closed();
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('PATCH /api/admin/orders/1/process'));
    sent.open(fakeResponse(order({ status: 'processing', version: 2 })));
  });

  it('acts on an order only when told to: by an arrow, or by the whole name of the act', async () => {
    const { calls } = await open(
      { users: () => fakeResponse([adminUser(7, { username: 'abby' })]) },
      { 'PATCH /api/admin/orders/1/process': () => new Promise<Response>(() => {}) },
    );
    await screen.findByRole('button', { name: /^Bestellung #1 öffnen/ });
    await userEvent.keyboard('j');
    await openPalette();
    await userEvent.keyboard('{Enter}ab');
    await screen.findByText('abby');
    expect(await marked()).toBeUndefined();
    await userEvent.keyboard('{Enter}{Backspace}{Backspace}1');
    await waitFor(() => expect(groupsOf().map(({ name }) => name)).not.toContain('Aktionen'));
    expect(calls.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
    await userEvent.keyboard('{Backspace}übernehmen');
    expect(await marked()).toBe('Übernehmen#1t');
    await screen.findByText('abby');
    await userEvent.keyboard('{Enter}');
    await closed();
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('PATCH /api/admin/orders/1/process'));
  });

  it('names how many chosen orders an act is for', async () => {
    await open();
    await screen.findByRole('button', { name: /^Bestellung #1 öffnen/ });
    await userEvent.keyboard('jx');
    await openPalette();
    expect(groupsOf()[0]?.entries[0]).toBe('Übernehmen1 ausgewähltt');
  });

  it('drops an act that a colleague made impossible, and marks no other instead', async () => {
    const { client } = await open();
    await screen.findByRole('button', { name: /^Bestellung #1 öffnen/ });
    await userEvent.keyboard('j');
    await openPalette();
    await userEvent.keyboard('{ArrowDown}');
    expect(await marked()).toBe('Übernehmen#1t');
    const data = order({ status: 'processing', version: 2, processedBy: 'other' });
    const message = { room: 'admin', id: 'e', occurredAt: data.createdAt, version: 2, seq: 1 } as const;
    await act(async () =>
      ordersLive.handlers.order?.({ ...message, type: 'order.processing', data }, client),
    );
    await waitFor(() => expect(groupsOf()[0]?.entries[0]).toBe('Abschließen und weiter#1e'));
    expect(await marked()).toBeUndefined();
  });

  it('does not let a held Enter run what it lands on', async () => {
    const { at } = await open();
    await openPalette();
    await userEvent.keyboard('bewert');
    await screen.findByText('1 Treffer');
    fireEvent.keyDown(await field(), { key: 'Enter', repeat: true });
    expect(screen.getByRole('dialog').dataset['state']).toBe('open');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/admin?tab=reviews'));
  });

  it('draws no key beside an act while the keys are off', async () => {
    act(() => useKeySetting.getState().setAreOn(false));
    await open();
    await openPalette();
    const [acts, tabs] = groupsOf();
    act(() => useKeySetting.getState().setAreOn(true));
    expect(acts?.entries).toEqual(['Tastenkürzel']);
    expect(tabs?.entries.slice(0, 2)).toEqual(['Produkte', 'Bestellungen']);
  });

  it('leaves Ctrl-K to the text fields of an Apple computer', async () => {
    const agent = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Macintosh');
    await open();
    await pressKey();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Suchen' }).getAttribute('aria-keyshortcuts')).toBe('Meta+K');
    await userEvent.keyboard('{Meta>}k{/Meta}');
    await field();
    agent.mockRestore();
  });

  it('does not let letters act on the page behind', async () => {
    const { calls } = await open();
    await screen.findByRole('button', { name: /^Bestellung #1 öffnen/ });
    await userEvent.keyboard('j');
    await openPalette();
    await userEvent.keyboard('tea');
    expect((await field()).value).toBe('tea');
    expect(calls.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
  });

  it('searches by the calls of the lists, once typing pauses, and opens a thing in its tab', async () => {
    const { at, searches } = await open({
      orders: () => fakeResponse([order({ id: 12, username: 'finn' })]),
      users: () => fakeResponse([adminUser(7, { username: 'finn' })]),
      tickets: () => fakeResponse([ticket({ id: 5, subject: 'Where is it' })]),
    });
    await openPalette();
    await userEvent.keyboard('finn');
    await screen.findByText('#12 · 1 × 50M Coins', { exact: false });
    expect(searches.toSorted()).toEqual(['archived finn', 'orders finn', 'tickets finn', 'users finn']);
    expect(groupsOf().map(({ name }) => name)).toEqual(['Bestellungen', 'Benutzer', 'Support-Tickets']);
    await userEvent.keyboard('{ArrowDown}');
    expect(await marked()).toContain('finn');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await closed();
    await waitFor(() => expect(at()).toBe('/admin?tab=users&open=7'));
  });

  it('finds products in the loaded list, and opens the sheet of one', async () => {
    const { at } = await open();
    await openPalette();
    await userEvent.keyboard('wing');
    await waitFor(() => expect(groupsOf()).toEqual([{ name: 'Produkte', entries: ['Wings#3$19.99'] }]));
    await userEvent.click(screen.getByRole('option'));
    await waitFor(() => expect(at()).toBe('/admin?tab=products&open=3'));
    await screen.findByRole('dialog', { name: /Wings/ });
  });

  it('shows the order with the typed number first, few of each list, and leads to all', async () => {
    const many = [91, 90, 12, 8, 7].map((id) => order({ id, minecraftName: '12' }));
    const { at } = await open({ orders: () => fakeResponse(many) });
    await openPalette();
    await userEvent.keyboard('#12');
    await screen.findByText('Alle Treffer in Bestellungen');
    const [{ entries } = { entries: [] }] = groupsOf();
    expect(entries.map((text) => /#\d+|Alle/.exec(text)?.[0])).toEqual(['#12', '#91', '#90', '#8', 'Alle']);
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(at()).toBe('/admin?q=%2312'));
  });

  it('finds what has the typed number, however much has it in a name, and shows that first', async () => {
    const newer = Array.from({ length: 20 }, (_, at) => order({ id: 90 - at, productName: '50M Coins' }));
    const { at } = await open(
      { orders: () => fakeResponse(newer), users: () => fakeResponse([adminUser(60)]) },
      {
        'GET /api/products': () => fakeResponse([adminProduct({ id: 50, name: 'Wings' })]),
        'GET /api/admin/orders/50': () => fakeResponse(order({ id: 50, status: 'archived' })),
        'GET /api/admin/users/50': () => problemResponse(404, 'NOT_FOUND', 'no'),
        'GET /api/admin/support-tickets/50': () => fakeResponse(ticket({ id: 50 })),
      },
    );
    await openPalette();
    await userEvent.keyboard('50');
    await waitFor(async () => expect(await marked()).toMatch(/^#50 · 1 × 50M Coins/));
    const names = groupsOf().map(({ name }) => name);
    expect(names.join()).toBe('Archiviert,Support-Tickets,Produkte,Bestellungen,Benutzer');
    expect(screen.queryByText('Nicht alles konnte durchsucht werden.')).toBeNull();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/admin?tab=archived&open=50'));
  });

  it('shows the answer for the newest text, whichever comes first', async () => {
    const early = deferResponse();
    const { searches } = await open({
      users: (text) => (text === 'mi' ? early.response : fakeResponse([adminUser(2, { username: 'mira' })])),
    });
    await openPalette();
    await userEvent.keyboard('mi');
    await waitFor(() => expect(searches).toContain('users mi'));
    await userEvent.keyboard('ra');
    await screen.findByText('mira');
    await act(async () => early.open(fakeResponse([adminUser(1, { username: 'mike' })])));
    expect(screen.queryByText('mike')).toBeNull();
  });

  it('waits with Enter for the answer to what was typed', async () => {
    const late = deferResponse();
    const { at, searches } = await open({
      users: (text) => (text === 'mi' ? fakeResponse([adminUser(1, { username: 'mike' })]) : late.response),
    });
    await openPalette();
    await userEvent.keyboard('mi');
    await screen.findByText('mike');
    await userEvent.keyboard('ra{Enter}');
    await waitFor(() => expect(searches).toContain('users mira'));
    expect(at()).toBe('/admin');
    late.open(fakeResponse([adminUser(2, { username: 'mira' })]));
    await waitFor(() => expect(at()).toBe('/admin?tab=users&open=2'));
  });

  it('forgets an Enter when another entry is chosen meanwhile', async () => {
    const { at } = await open({
      users: (text) =>
        text === 'mi'
          ? fakeResponse([1, 2].map((id) => adminUser(id, { username: `mike${id}` })))
          : new Promise<Response>(() => {}),
    });
    await openPalette();
    await userEvent.keyboard('mi');
    await screen.findByText('mike2');
    await userEvent.keyboard('ra{Enter}{ArrowDown}');
    await userEvent.hover(screen.getByRole('option', { name: /mike2/ }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(at()).toBe('/admin');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/admin?tab=users&open=2'));
  });

  it('does not take the Enter that ends a composition for one of its own', async () => {
    const late = deferResponse();
    const { at, searches } = await open({ users: () => late.response });
    await openPalette();
    await userEvent.keyboard('mira');
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 });
    await waitFor(() => expect(searches).toContain('users mira'));
    await act(async () => late.open(fakeResponse([adminUser(2, { username: 'mira' })])));
    await screen.findByText('mira');
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('dialog').dataset['state']).toBe('open');
    expect(at()).toBe('/admin');
  });

  it('forgets an Enter when typing goes on', async () => {
    const { at } = await open({ users: () => fakeResponse([adminUser(2, { username: 'mira' })]) });
    await openPalette();
    await userEvent.keyboard('mir{Enter}a');
    await screen.findByText('mira');
    expect(at()).toBe('/admin');
  });

  it('says when nothing is found, and what failed, which can be searched again', async () => {
    let isAway = true;
    await open({
      users: () =>
        isAway ? problemResponse(503, 'BUSY', 'later') : fakeResponse([adminUser(2, { username: 'zoe' })]),
      orders: (text) => fakeResponse(text === 'zoe' ? [order({ id: 4, username: 'zoe' })] : []),
    });
    await openPalette();
    await userEvent.keyboard('zoe');
    await screen.findByText('Nicht alles konnte durchsucht werden.');
    expect(groupsOf().map(({ name }) => name)).toEqual(['Bestellungen']);
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Erneut suchen' }));
    await waitFor(() => expect(groupsOf().map(({ name }) => name)).toEqual(['Bestellungen', 'Benutzer']));
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'q'.repeat(120));
    expect((await field()).value).toHaveLength(100);
    expect(screen.queryByText('Nichts gefunden')).toBeNull();
  });

  it('searches and offers only what the user may see', async () => {
    const { searches } = await open(
      {},
      {
        'GET /api/admin/check-auth': () =>
          fakeResponse({ ...panelAdmin, role: 'staff', rights: ['tickets'] }),
      },
    );
    await openPalette();
    expect(groupsOf().map(({ entries }) => entries)[1]).toEqual(['Support-Tickets1', 'Bewertungen2']);
    await userEvent.keyboard('wings');
    await screen.findByText('Nichts gefunden');
    expect(searches).toEqual(['tickets wings']);
  });

  it('changes theme and language, and downloads a list', async () => {
    await open();
    await openPalette();
    await userEvent.keyboard('farb hell{Enter}');
    await closed();
    expect(useTheme.getState().theme).toBe('light');
    const hrefs: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      hrefs.push(this.getAttribute('href') ?? '');
    });
    await openPalette();
    await userEvent.keyboard('benutzer csv{Enter}');
    await closed();
    expect(hrefs).toEqual(['/api/admin/exports/users?decimals=comma']);
    click.mockRestore();
    await openPalette();
    await userEvent.keyboard('english{Enter}');
    await waitFor(() => expect(useLanguage.getState().language).toBe('en'));
  });
});
