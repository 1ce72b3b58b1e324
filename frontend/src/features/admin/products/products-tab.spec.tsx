import { describe, expect, it } from '@jest/globals';
import type { AdminProduct } from '@pax/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { adminProduct as admins } from '../../../test/admin-product';
import { answer } from '../../../test/answer';
import { mockServer, problem } from '../../../test/mock-server';
import { mockUploads, pictureNamed } from '../../../test/mock-uploads';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { AdminPage } from '../admin-page';
import { productsLive } from './products-live';

const wings = admins({ id: 1, name: 'Wings', price: '19.99', stock: 20 });
const trident = admins({ id: 2, name: 'Trident', price: '32.50', stock: 3, imageFit: 'contain-zoom' });
const hut = admins({ id: 3, name: 'Hut', category: 'bases', stock: 0, isOutOfStock: true, image: '' });
const coins = admins({ id: 4, name: '10M', category: 'coins', coinValue: 10e6, stock: 4, onHand: 0 });
const pool = { coinStock: 40e6, held: 5e6, free: 35e6, version: 1 };

const open = async (
  products: AdminProduct[] = [wings, trident, hut, coins],
  answers: Parameters<typeof mockServer>[0] = {},
  address = '/admin?tab=products',
) => {
  const calls = mockServer({
    'GET /api/auth/me': () => answer(user({ username: 'operator' })),
    'GET /api/admin/check-auth': () =>
      answer({ isAuthorizedUser: true, role: 'staff', rights: ['products'], blocked: false }),
    'GET /api/admin/orders': () => answer([]),
    'GET /api/admin/orders/archived': () => answer([]),
    'GET /api/admin/coin-stock': () => answer(pool),
    'GET /api/products': () => answer(products),
    ...answers,
  });
  const page = await renderPage(<AdminPage onLogout={() => undefined} />, address);
  await screen.findByRole('heading', { name: 'Produkte' });
  if (products.length > 0) await waitFor(() => expect(cards().length).toBeGreaterThan(0));
  return { ...page, sent: () => calls.filter(({ call }) => !call.startsWith('GET')) };
};
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-product]')];
const names = () =>
  cards().map((card) => within(card).getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value);
const card = (id: number) => within(document.querySelector<HTMLElement>(`[data-product="${id}"]`)!);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
/** Types over what stands in a field. */
const retype = async (name: string, text: string) => {
  fireEvent.change(field(name), { target: { value: text.replace('{Enter}', '') } });
  if (text.endsWith('{Enter}')) await userEvent.type(field(name), '{Enter}');
};
const imageOf = (id: number) =>
  document.querySelector(`[data-product="${id}"] img`)?.getAttribute('src') ?? undefined;
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('the cards', () => {
  it('are a list with a box to tick each, and a count (ADMIN-2.10, ADMIN-2.11)', async () => {
    await open();
    expect(within(screen.getByRole('list', { name: 'Produkte' })).getAllByRole('listitem')).toHaveLength(4);
    screen.getByText('4 Produkte');
    expect(box('Wings auswählen').checked).toBe(false);
    await userEvent.click(box('Alle auswählen'));
    for (const name of ['Wings', 'Trident', 'Hut', '10M'])
      expect(box(`${name} auswählen`).checked).toBe(true);
    screen.getByText('4 ausgewählt');
    await userEvent.click(box('Auswahl aufheben'));
    expect(box('Wings auswählen').checked).toBe(false);
    expect(screen.queryByText('4 ausgewählt')).toBeNull();
  });

  it('say what is there in words and number: green, yellow, red; coins follow the pool (ADMIN-2.17, ADMIN-9.7)', async () => {
    await open([...[11, 10, 1, 0].map((stock, at) => admins({ id: at + 1, stock })), { ...coins, id: 9 }]);
    const badge = (id: number) => card(id).getByText(/auf Lager|Nur noch|ausverkauft/);
    expect([1, 2, 3, 4, 9].map((id) => badge(id).textContent)).toEqual([
      '11 auf Lager',
      'Nur noch 10',
      'Nur noch 1',
      '0 – ausverkauft',
      'Nur noch 3',
    ]);
    const [plenty, low, one, none] = [1, 2, 3, 4].map((id) => badge(id).parentElement?.className);
    expect(low).toBe(one);
    expect(new Set([plenty, low, none]).size).toBe(3);
  });

  it('say what open purchases hold, and what they lack (OWN-111)', async () => {
    await open([
      admins({ id: 1, onHand: 5, held: 2, stock: 3 }),
      admins({ id: 2, onHand: 1, held: 3, stock: 0 }),
    ]);
    expect(card(1).getByText('2 in offenen Käufen')).toBeTruthy();
    expect(card(2).getByText('2 fehlen für offene Käufe')).toBeTruthy();
  });

  it('show a box where there is no image or it fails, and one at 32.50 whole and zoomed (ADMIN-2.15, ADMIN-2.16)', async () => {
    await open();
    const picture = (id: number) => document.querySelector(`[data-product="${id}"] img`);
    expect(picture(3)).toBeNull();
    expect(picture(2)?.className).not.toBe(picture(1)?.className);
    fireEvent.error(picture(1)!);
    expect(picture(1)).toBeNull();
  });

  it('read "Keine Produkte gefunden" when there are none (ADMIN-2.18)', async () => {
    await open([]);
    await screen.findByText('Keine Produkte gefunden');
  });

  it('are filtered and searched, as the address says (OWN-536)', async () => {
    const { at } = await open(undefined, {}, '/admin?tab=products&filter=bases');
    expect(names()).toEqual(['Hut']);
    await userEvent.click(screen.getByRole('radio', { name: /^Knapp 3/ }));
    expect(names()).toEqual(['Trident', 'Hut', '10M']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Produkte durchsuchen' }), 'tri');
    expect(names()).toEqual(['Trident']);
    expect(at()).toBe('/admin?tab=products&filter=low&q=tri');
  });
});

describe('an edit in place (ADMIN-2.13, ADMIN-7.11)', () => {
  it('sends the changed field with the version that was seen, and says that it is saved (OWN-195, ADMIN-8.2)', async () => {
    const { sent, toasts } = await open(undefined, {
      'PATCH /api/admin/products/1': (body) =>
        answer(
          admins({
            ...wings,
            ...Object(body),
            ...('stock' in Object(body) && { onHand: 7, stockVersion: 10 }),
            version: 5,
          }),
        ),
    });
    await retype('Preis von Wings', '12.5{Enter}');
    await waitFor(() => expect(field('Preis von Wings').value).toBe('12.50'));
    card(1).getByText('gespeichert');
    await retype('Bestand von Wings', '7');
    await userEvent.click(screen.getByRole('button', { name: 'Bestand von Wings: speichern' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    await retype('Name von Wings', 'Elytra{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent().map(({ body }) => body)).toEqual([
      { price: '12.50', version: 4 },
      { stock: 7, stockVersion: 9 },
      { name: 'Elytra', version: 5 },
    ]);
    expect(toasts[0]).toEqual({ title: 'Produkt aktualisiert', description: 'Wings', kind: 'success' });
  });

  it('previews the image while it is typed, and refuses what is no address of one (OWN-30)', async () => {
    const { sent } = await open();
    const shown = () => document.querySelector('[data-product="3"] img')?.getAttribute('src') ?? null;
    await retype('Bild von Hut', 'https://cdn.example/hut.png');
    expect(shown()).toBe('https://cdn.example/hut.png');
    await retype('Bild von Hut', 'javascript:alert(1){Enter}');
    expect(shown()).toBeNull();
    card(3).getByText(/^Eine https-Adresse/);
    await userEvent.type(field('Bild von Hut'), '{Escape}');
    expect(field('Bild von Hut').value).toBe('');
    expect(sent()).toEqual([]);
  });

  it('reads stock as an integer, 0 if it is none; the price moves by 0.01 (ADMIN-5.11)', async () => {
    const { sent } = await open(undefined, { 'PATCH /api/admin/products/1': () => answer(wings) });
    expect([field('Preis von Wings').step, field('Bestand von Wings').min]).toEqual(['0.01', '0']);
    fireEvent.change(field('Bestand von Wings'), { target: { value: '-3' } });
    await userEvent.type(field('Bestand von Wings'), '{Enter}');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ stock: 0, stockVersion: 9 }]));
    expect(screen.queryByLabelText('Bestand von 10M')).toBeNull();
  });

  it('shows what somebody else saved beside what was typed, and overwrites it only when asked again (OWN-531)', async () => {
    const now = admins({ ...wings, price: '15.00', version: 6 });
    let first = true;
    const { sent, toasts } = await open(undefined, {
      'PATCH /api/admin/products/1': () => {
        if (!first) return answer(admins({ ...now, price: '12.00', version: 7 }));
        first = false;
        return answer(
          { code: 'STALE', status: 409, title: 'STALE', type: 'about:blank', message: 'x', current: now },
          { status: 409 },
        );
      },
    });
    await retype('Preis von Wings', '12{Enter}');
    await screen.findByText('Inzwischen geändert, jetzt: $15.00');
    expect(field('Preis von Wings').value).toBe('12');
    expect(toasts.at(-1)?.description).toBe('„Wings“ wurde inzwischen geändert. Der neue Stand ist geladen.');
    await userEvent.type(field('Preis von Wings'), '{Enter}');
    await waitFor(() => expect(field('Preis von Wings').value).toBe('12.00'));
    expect(sent().map(({ body }) => body)).toEqual([
      { price: '12.00', version: 4 },
      { price: '12.00', version: 6 },
    ]);
  });

  it('sends the version that stood there when typing began, whatever arrived meanwhile (OWN-531)', async () => {
    const { client, sent } = await open(undefined, {
      'PATCH /api/admin/products/1': () => problem(500, 'INTERNAL', 'no'),
    });
    const hear = (seq: number, changes: Partial<AdminProduct>) => {
      const data = admins({ ...wings, ...changes });
      const told = {
        room: 'admin',
        seq,
        id: 'e',
        occurredAt: '2025-11-03T20:15:00.000Z',
        version: 1,
      } as const;
      return act(async () =>
        productsLive.handlers.product?.({ ...told, type: 'product.updated', data }, client),
      );
    };
    await retype('Preis von Wings', '12');
    await hear(11, { price: '15.00', version: 6 });
    await screen.findByText('Inzwischen geändert, jetzt: $15.00');
    await userEvent.type(field('Preis von Wings'), '{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await retype('Name von Wings', 'Elytra');
    await hear(12, { price: '16.00', version: 7 });
    await userEvent.type(field('Name von Wings'), '{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(2));
    await userEvent.click(card(1).getByRole('button', { name: 'Wings: weitere Angaben' }));
    const description = await screen.findByLabelText('Beschreibung');
    await userEvent.type(description, 'x');
    await hear(13, { price: '16.00', description: 'Theirs', version: 8 });
    await screen.findByText('Inzwischen geändert, jetzt: Theirs');
    await userEvent.click(screen.getByRole('button', { name: 'Beschreibung speichern' }));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent().map(({ body }) => body)).toEqual([
      { price: '12.00', version: 4 },
      { name: 'Elytra', version: 7 },
      { description: `${wings.description}x`, version: 7 },
    ]);
  });

  it('keeps what was typed when it fails, under the title Fehler (ADMIN-8.1)', async () => {
    const { toasts } = await open(undefined, {
      'PATCH /api/admin/products/1': () => problem(500, 'INTERNAL', 'no'),
    });
    await retype('Preis von Wings', '12{Enter}');
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: 'Fehler', description: '„Wings“ konnte nicht aktualisiert werden.', kind: 'error' },
      ]),
    );
    expect(field('Preis von Wings').value).toBe('12');
  });
});

describe('deleting (ADMIN-5.14)', () => {
  it('one asks once, and says that it is one (ADMIN-2.12, ADMIN-2.14, ADMIN-8.2)', async () => {
    const { sent, toasts } = await open(undefined, {
      'DELETE /api/admin/products/2': () => answer({ success: true }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Trident löschen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dieses Produkt löschen?' }));
    expect(sent()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Löschen' }));
    await waitFor(() => expect(names()).toEqual(['Wings', 'Hut', '10M']));
    expect(toasts).toEqual([{ title: 'Produkt gelöscht', kind: 'success' }]);
  });

  it('several asks twice, and says how many (ADMIN-2.12, ADMIN-7.13, ADMIN-8.2)', async () => {
    const { sent, toasts } = await open(undefined, {
      'POST /api/admin/products/bulk-delete': () => answer({ deleted: [1, 3] }),
    });
    for (const name of ['Wings', 'Hut']) await userEvent.click(box(`${name} auswählen`));
    await userEvent.click(screen.getByRole('button', { name: 'Ausgewählte löschen' }));
    await screen.findByRole('dialog', { name: '2 Produkte löschen?' });
    await userEvent.click(screen.getByRole('button', { name: 'Löschen' }));
    await screen.findByRole('dialog', { name: 'Wirklich 2 Produkte löschen?' });
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Ja, 2 löschen' }));
    await waitFor(() => expect(names()).toEqual(['Trident', '10M']));
    expect(sent().map(({ body }) => body)).toEqual([{ ids: [1, 3] }]);
    expect(toasts).toEqual([{ title: '2 Produkte gelöscht', kind: 'success' }]);
  });

  it.each([
    [['Wings'], 'DELETE /api/admin/products/1', 'Das Produkt konnte nicht gelöscht werden.'],
    [['Wings', 'Hut'], 'POST /api/admin/products/bulk-delete', 'Die Produkte konnten nicht gelöscht werden.'],
  ])('that fails says so: %p (ADMIN-8.1)', async (chosen, call, description) => {
    const { toasts } = await open(undefined, { [call]: () => problem(500, 'INTERNAL', 'no') });
    for (const name of chosen) await userEvent.click(box(`${name} auswählen`));
    await userEvent.click(screen.getByRole('button', { name: 'Ausgewählte löschen' }));
    for (let step = 0; step < chosen.length; step += 1)
      await userEvent.click(await screen.findByRole('button', { name: /^(Löschen|Ja, 2 löschen)$/ }));
    await waitFor(() => expect(toasts).toEqual([{ title: 'Fehler', description, kind: 'error' }]));
  });

  it('can be taken back from the deleted ones (OWN-206)', async () => {
    const gone = admins({ id: 8, name: 'Gone' });
    const { toasts } = await open(undefined, {
      'GET /api/admin/products/deleted': () => answer([gone]),
      'POST /api/admin/products/8/restore': () => answer({ ...gone, version: 5 }),
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Gelöscht' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Gone zurückholen' }));
    await screen.findByText('Nichts gelöscht');
    await userEvent.click(screen.getByRole('radio', { name: /^Alle/ }));
    expect(names()).toEqual(['Wings', 'Trident', 'Hut', '10M', 'Gone']);
    expect(toasts.at(-1)).toEqual({ title: 'Produkt zurückgeholt', description: 'Gone', kind: 'success' });
  });
});

it('a new product goes out with what was typed, and nothing before it is whole (OWN-206)', async () => {
  const { sent } = await open(undefined, {
    'POST /api/admin/products': (body) => answer(admins({ ...Object(body), id: 9 }), { status: 201 }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Neues Produkt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Neues Produkt' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Produkt anlegen' }));
  dialog.getByText('Bitte einen Namen eingeben.');
  expect(sent()).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Name'), 'Beacon');
  await userEvent.type(dialog.getByLabelText('Preis in Dollar'), '4.2');
  await userEvent.type(dialog.getByLabelText('Bestand'), '8');
  await userEvent.click(dialog.getByRole('button', { name: 'Produkt anlegen' }));
  await waitFor(() => expect(names()).toContain('Beacon'));
  expect(sent().map(({ body }) => body)).toEqual([
    { name: 'Beacon', category: 'items', price: '4.20', image: '', description: '', stock: 8 },
  ]);
});

describe('the image of a card', () => {
  const URL_OF_IT = `/api/images/${'a'.repeat(64)}.webp`;
  const made = { file: `${'a'.repeat(64)}.webp`, url: URL_OF_IT, width: 64, height: 64 };
  const start = async () => {
    const uploads = mockUploads();
    const page = await open(undefined, {
      'PATCH /api/admin/products/1': () => answer({ ...wings, image: URL_OF_IT, version: 5 }),
    });
    return { ...page, uploads };
  };
  const choose = (file: File) => {
    const input = document.querySelector<HTMLInputElement>('[data-product="1"] input[type=file]')!;
    fireEvent.change(input, { target: { files: [file] } });
  };
  const drop = (file: File) =>
    fireEvent.drop(document.querySelector('[data-product="1"]')!, {
      dataTransfer: { files: [file], types: ['Files'] },
    });

  it.each([
    ['chosen', choose],
    ['dropped', drop],
  ])('is a file that is %s: shown at once, with progress, then saved (OWN-554)', async (_, give) => {
    const { uploads, sent } = await start();
    card(1).getByRole('button', { name: 'Bild für Wings hochladen' });
    give(pictureNamed('wings.png'));
    await waitFor(() => expect(imageOf(1)).toBe('blob:wings.png'));
    const [upload] = uploads;
    expect(upload).toMatchObject({ call: 'POST /api/admin/images', type: 'image/png' });
    upload?.progress(0.4);
    const line = await card(1).findByRole('progressbar', { name: 'Bild wird hochgeladen' });
    await waitFor(() => expect(line.getAttribute('aria-valuenow')).toBe('40'));
    upload?.answer(201, made);
    await waitFor(() => expect(imageOf(1)).toBe(URL_OF_IT));
    expect(sent()).toEqual([
      { call: 'PATCH /api/admin/products/1', body: { image: URL_OF_IT, version: wings.version } },
    ]);
    expect(card(1).queryByRole('progressbar')).toBeNull();
  });

  it('says in words what is wrong with a file, and keeps the one before (OWN-554)', async () => {
    const { uploads, sent } = await start();
    choose(pictureNamed('a.gif', { type: 'image/gif' }));
    await card(1).findByText('Nur Bilder als PNG, JPEG oder WebP.');
    choose(pictureNamed('a.png', { size: 5 * 1024 * 1024 + 1 }));
    await card(1).findByText('Das Bild ist größer als 5 MB.');
    expect(uploads).toEqual([]);
    for (const [code, words] of [
      ['IMAGE_UNREADABLE', 'Diese Datei ist kein lesbares Bild.'],
      ['IMAGE_TOO_LARGE', 'Das Bild hat mehr als 24 Megapixel.'],
      ['RATE_LIMITED', /Gerade werden viele Bilder hochgeladen/],
      ['UNAVAILABLE', 'Das Bild konnte nicht hochgeladen werden.'],
    ] as const) {
      choose(pictureNamed('b.png'));
      uploads.at(-1)?.answer(400, { code, message: 'No.' });
      await card(1).findByText(words);
    }
    choose(pictureNamed('c.png'));
    expect(card(1).queryByRole('alert')).toBeNull();
    uploads.at(-1)?.fail();
    await card(1).findByRole('alert');
    expect(imageOf(1)).toBe(wings.image);
    expect(sent()).toEqual([]);
  });

  it('is the last of two files, whichever the shop answers first (OWN-554)', async () => {
    const { uploads, sent } = await start();
    choose(pictureNamed('first.png'));
    choose(pictureNamed('second.png'));
    await waitFor(() => expect(imageOf(1)).toBe('blob:second.png'));
    expect(uploads.map(({ isAborted }) => isAborted)).toEqual([true, false]);
    uploads[0]?.answer(201, { ...made, url: '/first.webp' });
    uploads[1]?.answer(201, made);
    await waitFor(() => expect(imageOf(1)).toBe(URL_OF_IT));
    expect(sent()).toHaveLength(1);
  });
});
