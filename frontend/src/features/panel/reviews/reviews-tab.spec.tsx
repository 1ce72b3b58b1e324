import { beforeAll, describe, expect, it } from '@jest/globals';
import { hideReviewRequest, type OwnReview } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse, type mockServer } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';

const review = (changes: Partial<OwnReview> = {}): OwnReview => ({
  id: 3,
  orderId: 41,
  rating: 1,
  text: '<script>alert(1)</script>',
  productName: 'Elytra',
  category: 'items',
  createdAt: '2026-11-21T10:00:00.000Z',
  hiddenReason: null,
  ...changes,
});

const open = async (all: OwnReview[], answers: Parameters<typeof mockServer>[0] = {}) =>
  openPanel(
    {
      'GET /api/admin/reviews': (_, { searchParams }) =>
        fakeResponse(all.filter(({ hiddenReason }) => !searchParams.get('state') || hiddenReason !== null)),
      ...answers,
    },
    '/admin?tab=reviews',
  );
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const openSheet = async (orderId: number) => {
  await userEvent.click(
    await screen.findByRole('button', { name: `Bewertung zu Bestellung #${orderId} öffnen` }),
  );
  return within(await screen.findByRole('dialog', { name: 'Bewertung' }));
};

// The tab is loaded when it is opened, which a cold start would wait for.
beforeAll(async () => {
  await import('./reviews-tab');
});

describe('the reviews of the panel (OWN-1513)', () => {
  it('show stars, text, order and state, all or the hidden ones', async () => {
    await open([review(), review({ id: 2, orderId: 40, text: '', hiddenReason: 'insult' })]);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]?.textContent).toMatch(/<script>alert\(1\)<\/script>#41Elytra.*Öffentlich/);
    expect(rows()[1]?.textContent).toMatch(/Ohne Text#40Elytra.*Verborgen/);
    await userEvent.click(screen.getByRole('radio', { name: 'Verborgen' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('show a new one when the list is looked at again', async () => {
    const all = [review()];
    await open(all);
    await waitFor(() => expect(rows()).toHaveLength(1));
    await userEvent.click(screen.getByRole('radio', { name: 'Verborgen' }));
    await waitFor(() => expect(rows()).toHaveLength(0));
    all.unshift(review({ id: 4, orderId: 42 }));
    await userEvent.click(screen.getByRole('radio', { name: 'Alle' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('are hidden for a chosen reason, and shown again', async () => {
    let now = review();
    const sent: unknown[] = [];
    const { toasts } = await open([], {
      'GET /api/admin/reviews': () => fakeResponse([now]),
      'PATCH /api/admin/reviews/3': (body) => {
        sent.push(body);
        now = review(hideReviewRequest.parse(body));
        return fakeResponse(now);
      },
    });
    const sheet = await openSheet(41);
    const hide = sheet.getByRole('button', { name: 'Verbergen' });
    expect(hide).toHaveProperty('disabled', true);
    await userEvent.click(sheet.getByRole('radio', { name: 'Werbung' }));
    await userEvent.click(hide);
    await sheet.findByText('Verborgen: Werbung');
    await userEvent.click(sheet.getByRole('button', { name: 'Wieder zeigen' }));
    await sheet.findByRole('button', { name: 'Verbergen' });
    expect(sent).toEqual([{ hiddenReason: 'advertising' }, { hiddenReason: null }]);
    expect(toasts.map(({ title }) => title)).toEqual(['Bewertung verborgen', 'Bewertung wieder öffentlich']);
  });

  it.each([
    ['OWN_ORDER', 403, /dein eigener Kauf/],
    ['ILLEGAL_MOVE', 409, /war schneller/],
  ])('say why one is not hidden: %s', async (code, status, said) => {
    const { toasts } = await open([review()], {
      'PATCH /api/admin/reviews/3': () => problemResponse(status, code, 'No'),
    });
    const sheet = await openSheet(41);
    await userEvent.click(sheet.getByRole('radio', { name: 'Beleidigung' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Verbergen' }));
    await waitFor(() => expect(toasts[0]?.description).toEqual(expect.stringMatching(said)));
  });
});
