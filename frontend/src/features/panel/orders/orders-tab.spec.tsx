import { describe, expect, it } from '@jest/globals';
import { PANEL_PAGE_ROWS, type StaffOrder } from '@pax/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { order, answerOrders, countsFor } from '../../../test/order-lists';
import { problemResponse, type mockServer } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { useKeySetting } from '../shared/use-key-bindings';
import { applyOrderState } from './order-list-cache';

const three = [
  order({ id: 3, productName: 'Wings', username: 'finn', minecraftName: 'FinnTheBold' }),
  order({ id: 2, status: 'processing' }),
  order({ id: 1, status: 'completed' }),
];

const open = async (
  orders: StaffOrder[] = three,
  answers: Parameters<typeof mockServer>[0] = {},
  address?: string,
) => {
  const { calls, ...page } = await openPanel(
    {
      'GET /api/admin/orders': answerOrders('active', () => orders),
      'GET /api/admin/counts': () => fakeResponse(countsFor(orders)),
      ...answers,
    },
    address,
  );
  await screen.findByRole('heading', { name: 'Bestellungen' });
  if (orders.length > 0) await waitFor(() => expect(rows().length).toBeGreaterThan(0));
  return { ...page, patched: () => calls.filter(({ call }) => call.startsWith('PATCH')) };
};
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const ids = () => rows().map(({ dataset }) => Number(dataset['row']));
const row = (id: number) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)!;
const selected = () => document.querySelector<HTMLElement>('[data-selected]')?.dataset['row'];
const radio = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));

describe('the list', () => {
  it('filters and counts (ADMIN-2.19)', async () => {
    await open();
    expect(ids()).toEqual([3, 2, 1]);
    await radio(/Ausstehend 2/);
    expect(ids().toSorted((a, b) => a - b)).toEqual([2, 3]);
    await radio(/Abgeschlossen 1/);
    expect(ids()).toEqual([1]);
  });

  it('shows user, Discord and game name, quantity, total and when it was made (ADMIN-2.21)', async () => {
    await open([order({ quantity: 3, productName: 'Wings', totalPrice: '53.97', username: 'finn' })]);
    const text = row(1).textContent;
    for (const part of ['finn', 'nova.mines', 'NovaMiner', '3 × Wings', '$53.97'])
      expect(text).toContain(part);
    // Both names on a phone, where there are no columns.
    expect(text).toContain('NovaMiner · nova.mines');
    expect(text).toMatch(/0[34]\.11\.25, \d\d:\d\d/);
    expect(text).toContain('#1 ');
  });

  it('never shortens the label that says how much one piece is (OWN-1241)', async () => {
    const productName = `${'Golden Apples '.repeat(6).trim()} (10 stacks)`;
    await open([order({ productName })]);
    screen.getByRole('button', { name: (name) => name.includes(`1 × ${productName}`) });
    expect(within(row(1)).getByText('(10 stacks)').textContent).toBe(' (10 stacks)');
  });

  it('shows a quantity of one, too, and calls nothing missing that is not due yet (ADMIN-2.21)', async () => {
    await open([order({ productName: 'Wings' })]);
    expect(row(1).textContent).toContain('1 × Wings');
    await userEvent.click(screen.getByRole('button', { name: /Bestellung #1 öffnen/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #1' }));
    expect(sheet.queryByText('N/A')).toBeNull();
    expect(sheet.queryByText('Abgeschlossen')).toBeNull();
  });

  it('has a head between the groups of what is due, also of what arrives (OWN-1070)', async () => {
    const listed = [
      order({ id: 4, priority: true, dueAt: '2999-11-03T21:00:00.000Z' }),
      order({ id: 3 }),
      order({ id: 2, status: 'completed' }),
    ];
    const { client } = await open(listed, {}, '/admin?sort=due');
    const shown = () =>
      [...document.querySelectorAll('h3, [data-row]')].map((one) =>
        one.tagName === 'H3' ? one.textContent : Number(one.getAttribute('data-row')),
      );
    expect(shown()).toEqual(['Vorrang', 4, 'Überfällig', 3, 'Abgeschlossen', 2]);
    const arrived = [
      order({ id: 5, priority: true, dueAt: '2999-11-03T20:00:00.000Z' }),
      order({ id: 6, dueAt: '2999-11-03T20:00:00.000Z' }),
      order({ id: 7, dueAt: '2025-11-03T20:40:00.000Z' }),
    ];
    act(() => {
      for (const one of arrived) applyOrderState(client, one);
    });
    const reloaded = ['Vorrang', 5, 4, 'Überfällig', 7, 3, 'Ausstehend', 6, 'Abgeschlossen', 2];
    await waitFor(() => expect(shown()).toEqual(reloaded));
    await userEvent.click(screen.getByRole('button', { name: 'Fällige zuerst' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Neueste zuerst' }));
    await waitFor(() => expect(shown()).toEqual(expect.not.arrayContaining(['Vorrang'])));
  });

  it('searches as one types, and says when nothing fits (ADMIN-2.20)', async () => {
    await open();
    const search = screen.getByRole('searchbox', { name: 'Bestellungen durchsuchen' });
    await userEvent.type(search, 'thebold');
    await waitFor(() => expect(ids()).toEqual([3]));
    await userEvent.type(search, 'x');
    await screen.findByText('Keine Bestellung passt zu „theboldx“.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Suche leeren' }).at(-1)!);
    await waitFor(() => expect(ids()).toEqual([3, 2, 1]));
    expect(search).toMatchObject({ value: '' });
  });

  it('offers Abschließen until it is completed, then Archivieren (ADMIN-2.22)', async () => {
    await open();
    const offered = [3, 2, 1].map((id) => within(row(id)).getAllByRole('button').at(-1)?.textContent);
    expect(offered).toEqual(['Abschließen', 'Abschließen', 'Archivieren']);
  });

  it('reads "Keine aktiven Bestellungen" when there are none (ADMIN-2.23)', async () => {
    await open([]);
    expect(await screen.findByText('Keine aktiven Bestellungen')).not.toBeNull();
  });
});

describe('a long list (OWN-602)', () => {
  const many = Array.from({ length: 300 }, (_, at) => order({ id: 300 - at }));

  it('has few rows in the page, which say their place among all', async () => {
    await open(many, {
      'GET /api/admin/orders': () =>
        fakeResponse(many.slice(0, 100), {
          headers: { 'x-total-count': '300', link: '</x?cursor=201>; rel="next"' },
        }),
    });
    expect(rows().length).toBeGreaterThan(10);
    expect(rows().length).toBeLessThanOrEqual(80);
    const item = row(299).closest('li');
    expect([item?.getAttribute('aria-posinset'), item?.getAttribute('aria-setsize')]).toEqual(['2', '300']);
    expect(screen.getByText('300 Einträge').getAttribute('aria-live')).toBe('polite');
  });

  it('asks the server for filter, search and order of the address', async () => {
    const asked: string[] = [];
    await openPanel(
      {
        'GET /api/admin/counts': () => fakeResponse(countsFor(three)),
        'GET /api/admin/orders': (_, { search }) => {
          asked.push(search);
          return fakeResponse([]);
        },
      },
      '/admin?filter=open&sort=total&q=nova',
    );
    await screen.findByText('Keine Bestellung passt zu „nova“.');
    expect(asked).toEqual([`?limit=${PANEL_PAGE_ROWS}&state=pending%2Cprocessing&sort=total&q=nova`]);
  });
});

describe('a transition', () => {
  it('is shown at once and rolled back with a toast when it fails (ADMIN-8.1)', async () => {
    let refuse: (response: Response) => void = () => undefined;
    const { toasts } = await open(three, {
      'PATCH /api/admin/orders/3/complete': () =>
        new Promise<Response>((resolve) => {
          refuse = resolve;
        }),
    });
    await userEvent.click(within(row(3)).getByRole('button', { name: /^Abschließen/ }));
    within(row(3)).getByText('Abgeschlossen');
    refuse(problemResponse(500, 'INTERNAL', 'no'));
    await waitFor(() => within(row(3)).getByText('Ausstehend'));
    expect(toasts).toEqual([
      { title: 'Fehler', description: 'Bestellung #3 konnte nicht abgeschlossen werden.', kind: 'error' },
    ]);
  });

  it('that archives says so, and under the title Fehler when it fails (ADMIN-8.1, ADMIN-8.2)', async () => {
    let isDown = true;
    const done = order({ id: 8, status: 'completed', completedAt: '2025-11-03T21:00:00.000Z' });
    const { toasts } = await open([done], {
      'PATCH /api/admin/orders/8/archive': () =>
        isDown
          ? problemResponse(500, 'INTERNAL', 'no')
          : fakeResponse(
              order({ ...done, status: 'archived', archivedAt: '2025-11-03T22:00:00.000Z', version: 2 }),
            ),
    });
    const archive = () => userEvent.click(within(row(8)).getByRole('button', { name: /^Archivieren/ }));
    await archive();
    await waitFor(() => expect(toasts).toHaveLength(1));
    isDown = false;
    await archive();
    await waitFor(() => expect(toasts).toHaveLength(2));
    expect(toasts.map(({ title, description }) => [title, description])).toEqual([
      ['Fehler', 'Bestellung #8 konnte nicht archiviert werden.'],
      ['Bestellung archiviert', expect.anything()],
    ]);
  });

  it('shows a toast when somebody was faster, and the newest state', async () => {
    let orders = three;
    const { toasts } = await open(three, {
      'GET /api/admin/orders': () => fakeResponse(orders),
      'PATCH /api/admin/orders/3/complete': () => {
        orders = three.with(0, order({ ...three[0], status: 'processing', version: 2 }));
        return problemResponse(409, 'STALE', 'moved');
      },
    });
    await userEvent.click(within(row(3)).getByRole('button', { name: /^Abschließen/ }));
    await waitFor(() => within(row(3)).getByText('In Bearbeitung'));
    expect(toasts[0]?.description).toContain('inzwischen geändert');
  });

  it('is offered in the sheet too: Übernehmen and Zurückgeben', async () => {
    const { patched } = await open(three, {
      'PATCH /api/admin/orders/3/process': () =>
        fakeResponse(order({ ...three[0], status: 'processing', version: 2 })),
    });
    await userEvent.click(screen.getByRole('button', { name: /Bestellung #3 öffnen/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Bestellung #3' });
    within(sheet).getByRole('button', { name: 'Spielname kopieren' });
    within(sheet).getByText(/^Erst übernehmen/);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Übernehmen' }));
    await within(sheet).findByRole('button', { name: 'Zurückgeben' });
    expect(within(sheet).queryByText(/^Erst übernehmen/)).toBeNull();
    await waitFor(() => expect(patched()).toHaveLength(1));
    within(sheet).getByRole('button', { name: 'Stornieren' });
  });
});

/** Tells whether the list marks the order whose sheet is open, where it lists that order. */
const isMarkedAsOpen = (): boolean => {
  const shown = /#(\d+)/.exec(screen.queryByRole('dialog')?.textContent ?? '')?.[1];
  return shown === undefined || selected() === shown || (!ids().includes(Number(shown)) && !selected());
};
const completed = (sent: readonly { readonly call: string }[]) =>
  sent.map(({ call }) => Number(/orders\/(\d+)\/complete/.exec(call)?.[1]));

describe('keys', () => {
  /** The first two go first while they are open; all are due in the order of the list. */
  const many = [4, 3, 2, 1].map((id) =>
    order({ id, priority: id > 2, dueAt: `2025-11-03T2${4 - id}:00:00.000Z` }),
  );
  const completing = Object.fromEntries(
    many.map((one) => [
      `PATCH /api/admin/orders/${one.id}/complete`,
      () => fakeResponse({ ...one, status: 'completed', version: 2 }),
    ]),
  );

  it('j and k move, and stop at the ends', async () => {
    await open();
    await userEvent.keyboard('j');
    expect(selected()).toBe('3');
    await userEvent.keyboard('jjjj');
    expect(selected()).toBe('1');
    await userEvent.keyboard('k');
    expect(selected()).toBe('2');
    expect(document.activeElement?.closest('[data-row]')).toBe(row(2));
  });

  it('e completes and a archives what is selected', async () => {
    const { patched } = await open(three, {
      'PATCH /api/admin/orders/3/complete': () =>
        fakeResponse(order({ ...three[0], status: 'completed', version: 2 })),
      'PATCH /api/admin/orders/3/archive': () =>
        fakeResponse(order({ ...three[0], status: 'archived', version: 3 })),
    });
    await userEvent.keyboard('jeka');
    await waitFor(() => expect(patched()).toHaveLength(2));
    expect(patched().map(({ body }) => body)).toEqual([{ version: 1 }, { version: 2 }]);
    await waitFor(() => expect(ids()).toEqual([2, 1]));
    expect(selected()).toBe('2');
  });

  it('are letters again while one types; / goes to the search', async () => {
    const { patched } = await open();
    await userEvent.keyboard('j/');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    expect(document.activeElement).toBe(search);
    await userEvent.keyboard('eja');
    expect(search.value).toBe('eja');
    expect(patched()).toEqual([]);
  });

  it('do nothing with a modifier, or with nothing selected', async () => {
    const { patched } = await open();
    await userEvent.keyboard('e');
    await userEvent.keyboard('{Control>}j{/Control}');
    expect(selected()).toBeUndefined();
    expect(patched()).toEqual([]);
  });

  it('? shows them, and then the others are silent', async () => {
    await open();
    await userEvent.keyboard('?');
    await screen.findByRole('dialog', { name: 'Tastenkürzel' });
    await userEvent.keyboard('j');
    expect(selected()).toBeUndefined();
  });

  it('that are held act once; j and k go on', async () => {
    const { patched } = await open(many, completing);
    for (const key of ['j', 'e', 'e', 'e']) fireEvent.keyDown(document.body, { key, repeat: key === 'e' });
    expect(patched()).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'e' });
    for (let time = 0; time < 10; time += 1) fireEvent.keyDown(document.body, { key: 'e', repeat: true });
    await waitFor(() => expect(completed(patched())).toEqual([4]));
    expect(selected()).toBe('3');
    fireEvent.keyDown(document.body, { key: 'j', repeat: true });
    await waitFor(() => expect(selected()).toBe('2'));
  });

  it.each([
    ['/admin', false],
    ['/admin', true],
    ['/admin?filter=open', false],
    ['/admin?filter=open', true],
    ['/admin?sort=due', false],
    ['/admin?sort=due', true],
  ])('complete each in turn at %s, with a sheet: %s', async (address, withSheet) => {
    const { patched } = await open(many, completing, address);
    const listed = ids();
    await userEvent.keyboard('j');
    if (withSheet)
      await userEvent.click(screen.getByRole('button', { name: /Bestellung #\d öffnen/, current: true }));
    for (const at of [1, 2, 3]) {
      await userEvent.keyboard('e');
      await waitFor(() => expect(completed(patched())).toEqual(listed.slice(0, at)));
      expect(selected()).toBe(String(listed[at]));
      expect(isMarkedAsOpen()).toBe(true);
    }
  });

  it('go on to the row in its place when an own act removed it, and from the last one back', async () => {
    const { patched } = await open(many, completing, '/admin?filter=open&sort=newest');
    await userEvent.keyboard('jje');
    await waitFor(() => expect(ids()).toEqual([4, 2, 1]));
    expect(selected()).toBe('2');
    expect(document.activeElement?.closest('[data-row]')).toBe(row(2));
    await userEvent.keyboard('je');
    await waitFor(() => expect(completed(patched())).toEqual([3, 1]));
    await waitFor(() => expect(ids()).toEqual([4, 2]));
    expect(selected()).toBe('2');
  });

  it('act on nothing when somebody else took the row away, until one is chosen', async () => {
    const { patched, client } = await open(many, completing, '/admin?filter=open&sort=newest');
    await userEvent.keyboard('jj');
    expect(selected()).toBe('3');
    act(() => applyOrderState(client, order({ id: 3, status: 'completed', version: 2 })));
    await waitFor(() => expect(ids()).toEqual([4, 2, 1]));
    expect(selected()).toBeUndefined();
    await userEvent.keyboard('e');
    expect(patched()).toEqual([]);
    await userEvent.keyboard('je');
    await waitFor(() => expect(completed(patched())).toEqual([2]));
  });

  it('can be switched off in their list, which this browser remembers', async () => {
    const { patched } = await open();
    await userEvent.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: 'Tastenkürzel' }));
    const single = help.getByRole<HTMLInputElement>('checkbox', { name: 'Kürzel mit einer Taste' });
    expect(single.checked).toBe(true);
    // The hint is a part of the target.
    await userEvent.click(help.getByText(/^Ausschalten, wenn/));
    expect(single.checked).toBe(false);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('jea/?2');
    expect(selected()).toBeUndefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(patched()).toEqual([]);
    expect(screen.getByRole('searchbox').hasAttribute('aria-keyshortcuts')).toBe(false);
    expect(localStorage.getItem('pax-panel-keys')).toContain('false');
    await act(async () => await useKeySetting.persist.rehydrate());
    await userEvent.click(screen.getByRole('button', { name: 'Tastenkürzel' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Kürzel mit einer Taste' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('j');
    expect(selected()).toBe('3');
  });

  it('act on the open sheet', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: /Bestellung #3 öffnen/ }));
    await screen.findByRole('dialog', { name: 'Bestellung #3' });
    await userEvent.keyboard('j');
    expect(await screen.findByRole('dialog', { name: 'Bestellung #2' })).not.toBeNull();
  });
});
