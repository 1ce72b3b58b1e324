import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { adminProduct as admins } from '../../../test/product';
import { fakeResponse } from '../../../test/fake-response';
import { mockUploads, pictureFile } from '../../../test/mock-uploads';
import { card, imageOf, shownNames, wings, openProducts as open } from '../../../test/open-products';

it('a new product goes out with what was typed, and nothing before it is whole (OWN-206)', async () => {
  const { sent } = await open(undefined, {
    'POST /api/admin/products': (body) => fakeResponse(admins({ ...Object(body), id: 9 }), { status: 201 }),
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
  await waitFor(() => expect(shownNames()).toContain('Beacon'));
  expect(sent().map(({ body }) => body)).toEqual([
    { name: 'Beacon', category: 'items', price: '4.20', image: '', description: '', stock: 8 },
  ]);
});

it('new coins with an amount of choice, goods with a break: what contradicts itself is said first (OWN-1021)', async () => {
  const { sent } = await open(undefined, {
    'POST /api/admin/products': (body) => fakeResponse(admins({ ...Object(body), id: 9 }), { status: 201 }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Neues Produkt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Neues Produkt' }));
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Produkt anlegen' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Wings');
  await userEvent.type(dialog.getByLabelText('Preis in Dollar'), '17,99');
  await userEvent.type(dialog.getByLabelText(/^Mengenpreis ab/), '3');
  await submit();
  dialog.getByText('Der Mengenpreis braucht Stückzahl und Preis.');
  await userEvent.type(dialog.getByLabelText(/^Mengenpreis je Stück/), '18');
  dialog.getByText('Der Mengenpreis muss unter dem Preis liegen.');
  fireEvent.change(dialog.getByLabelText(/^Verkauf ab/), { target: { value: '9999-01-01T10:00' } });
  await submit();
  expect(sent()).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/^Verkauf ab/), { target: { value: '' } });
  await userEvent.clear(dialog.getByLabelText(/^Mengenpreis je Stück/));
  await userEvent.type(dialog.getByLabelText(/^Mengenpreis je Stück/), '15,99');
  await submit();
  await waitFor(() => expect(shownNames()).toContain('Wings'));
  expect(sent().at(-1)?.body).toMatchObject({ price: '17.99', bulkMinQuantity: 3, bulkPrice: '15.99' });
  await userEvent.click(screen.getByRole('button', { name: 'Neues Produkt' }));
  const again = within(await screen.findByRole('dialog', { name: 'Neues Produkt' }));
  await userEvent.click(again.getByRole('radio', { name: 'Coins' }));
  await userEvent.type(again.getByLabelText('Name'), 'Any');
  await userEvent.type(again.getByLabelText('Preis in Dollar'), '0.17');
  await userEvent.click(again.getByRole('button', { name: 'Produkt anlegen' }));
  again.getByText('Millionen über 0, etwa 250 oder 0.5.');
  await userEvent.click(again.getByLabelText(/^Menge frei wählbar/));
  await userEvent.click(again.getByRole('button', { name: 'Produkt anlegen' }));
  await waitFor(() => expect(shownNames()).toContain('Any'));
  expect(sent().at(-1)?.body).toEqual({
    name: 'Any',
    category: 'coins',
    price: '0.17',
    image: '',
    description: '',
    isCustom: true,
  });
});

it('a new product takes an image that is chosen or dropped, shown at once and sent with it (OWN-206)', async () => {
  const uploads = mockUploads();
  const { sent } = await open(undefined, {
    'POST /api/admin/products': (body) => fakeResponse(admins({ ...Object(body), id: 9 }), { status: 201 }),
  });
  const file = `${'b'.repeat(64)}.webp`;
  const made = { file, url: `/api/images/${file}`, width: 64, height: 64 };
  await userEvent.click(screen.getByRole('button', { name: 'Neues Produkt' }));
  const shown = await screen.findByRole('dialog', { name: 'Neues Produkt' });
  const dialog = within(shown);
  await userEvent.type(dialog.getByLabelText('Name'), 'Lamp');
  await userEvent.type(dialog.getByLabelText('Preis in Dollar'), '3');
  fireEvent.change(shown.querySelector('input[type=file]')!, {
    target: { files: [pictureFile('chosen.png')] },
  });
  await waitFor(() => expect(shown.querySelector('img')?.getAttribute('src')).toBe('blob:chosen.png'));
  fireEvent.drop(dialog.getByLabelText('Bild'), {
    dataTransfer: { files: [pictureFile('dropped.png')], types: ['Files'] },
  });
  await waitFor(() => expect(shown.querySelector('img')?.getAttribute('src')).toBe('blob:dropped.png'));
  expect(uploads.map(({ call, isAborted }) => [call, isAborted])).toEqual([
    ['POST /api/admin/images', true],
    ['POST /api/admin/images', false],
  ]);
  uploads[1]?.answer(201, made);
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Bild').value).toBe(made.url));
  await userEvent.click(dialog.getByRole('button', { name: 'Produkt anlegen' }));
  await waitFor(() => expect(shownNames()).toContain('Lamp'));
  expect(sent().at(-1)?.body).toMatchObject({ name: 'Lamp', price: '3.00', image: made.url });
});

describe('the image of a card', () => {
  const URL_OF_IT = `/api/images/${'a'.repeat(64)}.webp`;
  const made = { file: `${'a'.repeat(64)}.webp`, url: URL_OF_IT, width: 64, height: 64 };
  const start = async () => {
    const uploads = mockUploads();
    const page = await open(undefined, {
      'PATCH /api/admin/products/1': () => fakeResponse({ ...wings, image: URL_OF_IT, version: 5 }),
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
  ])('is a file that is %s: shown at once, with progress, then saved', async (_, give) => {
    const { uploads, sent } = await start();
    card(1).getByRole('button', { name: 'Bild hochladen für Wings' });
    give(pictureFile('wings.png'));
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

  it('says in words what is wrong with a file, and keeps the one before', async () => {
    const { uploads, sent } = await start();
    choose(pictureFile('a.gif', { type: 'image/gif' }));
    await card(1).findByText('Nur Bilder als PNG, JPEG oder WebP.');
    choose(pictureFile('a.png', { size: 5 * 1024 * 1024 + 1 }));
    await card(1).findByText('Das Bild ist größer als 5 MB.');
    expect(uploads).toEqual([]);
    for (const [code, words] of [
      ['IMAGE_UNREADABLE', 'Diese Datei ist kein lesbares Bild.'],
      ['IMAGE_TOO_LARGE', 'Das Bild hat mehr als 24 Megapixel.'],
      ['RATE_LIMITED', /Gerade werden viele Bilder hochgeladen/],
      ['UNAVAILABLE', 'Bilder brauchen gerade zu lange. Bitte gleich noch einmal versuchen.'],
      ['INTERNAL', 'Das Bild konnte nicht hochgeladen werden.'],
    ] as const) {
      choose(pictureFile('b.png'));
      uploads.at(-1)?.answer(400, { code, message: 'No.' });
      await card(1).findByText(words);
    }
    choose(pictureFile('c.png'));
    expect(card(1).queryByRole('alert')).toBeNull();
    uploads.at(-1)?.fail();
    await card(1).findByRole('alert');
    expect(imageOf(1)).toBe(wings.image);
    expect(sent()).toEqual([]);
  });

  it('is the last of two files, whichever the shop answers first', async () => {
    const { uploads, sent } = await start();
    choose(pictureFile('first.png'));
    choose(pictureFile('second.png'));
    await waitFor(() => expect(imageOf(1)).toBe('blob:second.png'));
    expect(uploads.map(({ isAborted }) => isAborted)).toEqual([true, false]);
    uploads[0]?.answer(201, { ...made, url: '/first.webp' });
    uploads[1]?.answer(201, made);
    await waitFor(() => expect(imageOf(1)).toBe(URL_OF_IT));
    expect(sent()).toHaveLength(1);
  });
});
