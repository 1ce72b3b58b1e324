import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AdminProduct } from '@pax/contracts';
import { iconPaths } from '../../../ui/components/base/icon';
import { adminProduct as admins } from '../../../test/product';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import {
  box,
  card,
  coins,
  field,
  shownNames,
  retype,
  wings,
  openProducts as open,
} from '../../../test/open-products';
import { applyProductState, productsLive } from './product-queries';

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
    const tones = [1, 2, 3, 4].map((id) => badge(id).closest('[data-tone]')?.getAttribute('data-tone'));
    // The tokens of green, yellow and red.
    expect(tones).toEqual(['money', 'accent', 'accent', 'danger']);
  });

  it('say what open purchases hold, and what they lack (OWN-110)', async () => {
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
    const boxSign = (id: number) =>
      document.querySelector(`[data-product="${id}"] path[d="${iconPaths.box}"]`);
    expect([picture(3), boxSign(1)]).toEqual([null, null]);
    expect(boxSign(3)).not.toBeNull();
    expect(picture(2)?.className).not.toBe(picture(1)?.className);
    fireEvent.error(picture(1)!);
    expect(picture(1)).toBeNull();
    expect(boxSign(1)).not.toBeNull();
  });

  it('read "Keine Produkte gefunden" when there are none (ADMIN-2.18)', async () => {
    await open([]);
    await screen.findByText('Keine Produkte gefunden');
  });

  it('are filtered and searched, as the address says', async () => {
    const { at } = await open(undefined, {}, '/admin?tab=products&filter=bases');
    expect(shownNames()).toEqual(['Hut']);
    await userEvent.click(screen.getByRole('radio', { name: /^Knapp 3/ }));
    expect(shownNames()).toEqual(['Trident', 'Hut', '10M']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Produkte durchsuchen' }), 'tri');
    expect(shownNames()).toEqual(['Trident']);
    expect(at()).toBe('/admin?tab=products&filter=low&q=tri');
  });
});

describe('an edit in place (ADMIN-2.13, ADMIN-7.11)', () => {
  it('sends the changed field with the version that was seen, and says that it is saved (OWN-195, ADMIN-8.2)', async () => {
    const { sent, toasts } = await open(undefined, {
      'PATCH /api/admin/products/1': (body) =>
        fakeResponse(
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

  it('reads stock as an integer, 0 if it is none; the price moves by 0.01 (ADMIN-5.11, OWN-1052)', async () => {
    const { sent } = await open(undefined, { 'PATCH /api/admin/products/1': () => fakeResponse(wings) });
    const before = Number(field('Preis von Wings').value);
    await userEvent.type(field('Preis von Wings'), '{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(Number(field('Preis von Wings').value)).toBeCloseTo(before + 0.01);
    await retype('Bestand von Wings', '0');
    await userEvent.type(field('Bestand von Wings'), '{ArrowDown}');
    expect(field('Bestand von Wings').value).toBe('0');
    for (const wrong of ['-3', '1.5', '1,50', '12 3']) {
      await retype('Bestand von Wings', `${wrong}{Enter}`);
      expect(field('Bestand von Wings').value).toBe(wrong);
      expect(sent()).toEqual([]);
    }
    await retype('Bestand von Wings', '1.500{Enter}');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ stock: 1500, stockVersion: 9 }]));
    await retype('Bestand von Wings', 'x{Enter}');
    await waitFor(() => expect(sent().at(-1)?.body).toEqual({ stock: 0, stockVersion: 9 }));
    for (const name of ['Preis von Wings', 'Bestand von Wings']) expect(field(name).type).toBe('text');
    expect(screen.queryByLabelText('Bestand von 10M')).toBeNull();
  });

  it('shows what somebody else saved beside what was typed, and overwrites it only when asked again (OWN-195)', async () => {
    const now = admins({ ...wings, price: '15.00', version: 6 });
    let first = true;
    const { sent, toasts } = await open(undefined, {
      'PATCH /api/admin/products/1': () => {
        if (!first) return fakeResponse(admins({ ...now, price: '12.00', version: 7 }));
        first = false;
        return fakeResponse(
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

  it('hears the own save before its answer, and does not call it somebody else’s', async () => {
    let answerIt: (response: Response) => void = () => undefined;
    const { client } = await open(undefined, {
      'PATCH /api/admin/products/1': () =>
        new Promise<Response>((resolve) => {
          answerIt = resolve;
        }),
    });
    await retype('Preis von Wings', '12,5{Enter}');
    const saved = admins({ ...wings, price: '12.50', version: 5 });
    act(() => applyProductState(client, saved));
    await waitFor(() => expect(field('Preis von Wings').readOnly).toBe(true));
    expect(screen.queryByText(/^Inzwischen geändert/)).toBeNull();
    answerIt(fakeResponse(saved));
    await screen.findByText('gespeichert');
    expect(screen.queryByText(/^Inzwischen geändert/)).toBeNull();
  });

  it('sends the version that stood there when typing began, whatever arrived meanwhile (OWN-195)', async () => {
    const { client, sent } = await open(undefined, {
      'PATCH /api/admin/products/1': () => problemResponse(500, 'INTERNAL', 'no'),
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
    await userEvent.type(screen.getByLabelText(/^Platz/), '1');
    await hear(13, { price: '16.00', description: 'Theirs', version: 8 });
    await screen.findByText('Inzwischen geändert, jetzt: Theirs');
    await userEvent.click(screen.getByRole('button', { name: 'Beschreibung speichern' }));
    await waitFor(() => expect(sent()).toHaveLength(3));
    await userEvent.type(screen.getByLabelText(/^Platz/), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Angaben speichern' }));
    await waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent().map(({ body }) => body)).toEqual([
      { price: '12.00', version: 4 },
      { name: 'Elytra', version: 7 },
      { description: `${wings.description}x`, version: 7 },
      { displayOrder: 12, version: 7 },
    ]);
  });

  it('keeps what was typed when it fails, under the title Fehler (ADMIN-8.1)', async () => {
    const { toasts } = await open(undefined, {
      'PATCH /api/admin/products/1': () => problemResponse(500, 'INTERNAL', 'no'),
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
      'DELETE /api/admin/products/2': () => fakeResponse({ success: true }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Trident löschen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dieses Produkt löschen?' }));
    expect(sent()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Löschen' }));
    await waitFor(() => expect(shownNames()).toEqual(['Wings', 'Hut', '10M']));
    expect(toasts).toEqual([{ title: 'Produkt gelöscht', kind: 'success' }]);
  });

  it('several asks twice, each time anew, and says how many (ADMIN-2.12, ADMIN-7.13, ADMIN-8.2)', async () => {
    const { sent, toasts } = await open(undefined, {
      'POST /api/admin/products/bulk-delete': () => fakeResponse({ deleted: [1, 3] }),
    });
    for (const name of ['Wings', 'Hut']) await userEvent.click(box(`${name} auswählen`));
    const askTwice = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Ausgewählte löschen' }));
      await screen.findByRole('dialog', { name: '2 Produkte löschen?' });
      await userEvent.click(screen.getByRole('button', { name: 'Löschen' }));
      await screen.findByRole('dialog', { name: 'Wirklich 2 Produkte löschen?' });
      expect(sent()).toEqual([]);
    };
    await askTwice();
    await userEvent.click(screen.getByRole('button', { name: 'Behalten' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await askTwice();
    await userEvent.click(screen.getByRole('button', { name: 'Ja, 2 löschen' }));
    await waitFor(() => expect(shownNames()).toEqual(['Trident', '10M']));
    expect(sent().map(({ body }) => body)).toEqual([{ ids: [1, 3] }]);
    expect(toasts).toEqual([{ title: '2 Produkte gelöscht', kind: 'success' }]);
  });

  it.each([
    [['Wings'], 'DELETE /api/admin/products/1', 'Das Produkt konnte nicht gelöscht werden.'],
    [['Wings', 'Hut'], 'POST /api/admin/products/bulk-delete', 'Die Produkte konnten nicht gelöscht werden.'],
  ])('that fails says so: %p (ADMIN-8.1)', async (chosen, call, description) => {
    const { toasts } = await open(undefined, { [call]: () => problemResponse(500, 'INTERNAL', 'no') });
    for (const name of chosen) await userEvent.click(box(`${name} auswählen`));
    await userEvent.click(screen.getByRole('button', { name: 'Ausgewählte löschen' }));
    for (let step = 0; step < chosen.length; step += 1)
      await userEvent.click(await screen.findByRole('button', { name: /^(Löschen|Ja, 2 löschen)$/ }));
    await waitFor(() => expect(toasts).toEqual([{ title: 'Fehler', description, kind: 'error' }]));
  });

  it('can be taken back from the deleted ones (OWN-206)', async () => {
    const gone = admins({ id: 8, name: 'Gone' });
    const { toasts } = await open(undefined, {
      'GET /api/admin/products/deleted': () => fakeResponse([gone]),
      'POST /api/admin/products/8/restore': () => fakeResponse({ ...gone, version: 5 }),
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Gelöscht' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Gone zurückholen' }));
    await screen.findByText('Nichts gelöscht');
    await userEvent.click(screen.getByRole('radio', { name: /^Alle/ }));
    expect(shownNames()).toEqual(['Wings', 'Trident', 'Hut', '10M', 'Gone']);
    expect(toasts.at(-1)).toEqual({ title: 'Produkt zurückgeholt', description: 'Gone', kind: 'success' });
  });
});
