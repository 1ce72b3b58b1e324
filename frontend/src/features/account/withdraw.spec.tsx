import { describe, expect, it } from '@jest/globals';
import { discordCalls } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { queryKeyFor } from '../../lib/http/call-api';
import { fakeResponse } from '../../test/fake-response';
import { order } from '../../test/order-lists';
import { mockServer, problemResponse } from '../../test/mock-server';
import { makeQuotedCheckoutAnswer } from '../../test/checkout-answer';
import { renderPage } from '../../test/render-page';
import { serverInfo } from '../../test/server-info';
import { user } from '../../test/user';
import { AccountPage } from './account-page';

const REF = 'AAAAAAAAAAAAAAAAAAAAAA';
const CALL = `POST /api/checkouts/${REF}/withdraw`;
const receipt = {
  ...makeQuotedCheckoutAnswer(REF, 'refunded', ['Wings']),
  points: 0,
  orders: [12, 11],
  paidAt: '2025-11-03T20:16:00.000Z',
};
const FAR = '2099-01-01T00:00:00.000Z';
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const createdAt = daysAgo(13);
const paidAt = createdAt;
const wings = order({ id: 12, productName: 'Wings', totalPrice: '15.99', dueAt: FAR, createdAt, paidAt });
const coins = order({ id: 11, dueAt: FAR, createdAt, paidAt });
const other = order({
  id: 10,
  checkout: 'BBBBBBBBBBBBBBBBBBBBBB',
  productName: 'Totem',
  dueAt: FAR,
  createdAt,
  paidAt,
});

const shop = (answers: Parameters<typeof mockServer>[0] = {}) =>
  mockServer({
    'GET /api/auth/me': () => fakeResponse(user()),
    'GET /api/orders': () => fakeResponse([wings, coins, other]),
    'GET /api/products': () => fakeResponse([]),
    'GET /api/discord/server-info': () => fakeResponse(serverInfo({ selfCancel: true })),
    ...answers,
  });
const card = (id: number) => screen.findByRole('article', { name: `Order #${id}` });
const buttonOf = (id: number) =>
  screen.findByRole('button', { name: `Withdraw the purchase of order #${id}` });
const open = () => renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, '/account?tab=orders');

describe('withdrawing a purchase in the Orders tab (OWN-489)', () => {
  it('asks once more, and says which orders end; the rest stays', async () => {
    const calls = shop();
    await open();
    await userEvent.click(await buttonOf(11));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this purchase?' }));
    dialog.getByText(/These 2 orders end together/);
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Order #12 · 1 × Wings$15.99',
      'Order #11 · 1 × 50M Coins$8.50',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('shows it at once, before the server answers, and then what came of it (OWN-491)', async () => {
    let give: (held: Response) => void = () => undefined;
    const held = new Promise<Response>((resolve) => {
      give = resolve;
    });
    let isDone = false;
    const ended = { status: 'cancelled', paymentStatus: 'refunded', withdrawn: true, version: 2 } as const;
    const after = [
      { ...wings, ...ended, refund: 'requested' },
      { ...coins, ...ended, refund: 'done' },
      other,
    ];
    shop({
      [CALL]: () => held,
      'GET /api/orders': () => fakeResponse(isDone ? after : [wings, coins, other]),
    });
    const { toasts } = await open();
    await userEvent.click(await buttonOf(12));
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw now' }));
    for (const id of [12, 11]) {
      within(await card(id)).getByText('Storniert');
      within(await card(id)).getByText('Withdrawing …');
    }
    within(await card(10)).getByText('Ausstehend');
    isDone = true;
    give(fakeResponse(receipt));
    await within(await card(12)).findByText('Refund requested');
    await within(await card(11)).findByText('Refunded');
    within(await card(11)).getByText('You withdrew it. Nothing will be delivered.');
    expect(toasts.map(({ title }) => title)).toEqual(['Purchase withdrawn']);
  });

  it.each([
    ['ILLEGAL_MOVE started', 'Not withdrawn', /^Somebody is working on it/],
    ['ILLEGAL_MOVE late', 'Not withdrawn', /^The 14 days .* are over\. Write us a ticket/],
    ['ILLEGAL_MOVE disputed', 'Not withdrawn', /^The payment is disputed: the bank decides/],
    ['ILLEGAL_MOVE undone', 'Not withdrawn', /^Part of this purchase was cancelled or refunded/],
    ['ILLEGAL_MOVE unpaid', 'Not withdrawn', /^This purchase has ended unpaid/],
    ['ILLEGAL_MOVE off', 'Not withdrawn', /^The shop takes no withdrawals here/],
    // Of a newer server.
    ['ILLEGAL_MOVE other', 'Not withdrawn', /^Nothing was changed/],
    ['WITHDRAWAL_LIMIT', 'Not withdrawn', /^You withdrew 3 purchases within a day/],
    ['WITHDRAWN', 'Purchase withdrawn', /^Nothing will be delivered/],
  ])('says what %s means, and shows the newest state', async (refusal, title, text) => {
    const [code = '', reason] = refusal.split(' ');
    let isTaken = false;
    const taken = { status: 'processing', version: 2 } as const;
    shop({
      [CALL]: () => {
        isTaken = true;
        return problemResponse(409, code, 'No.', { reason });
      },
      'GET /api/orders': () => fakeResponse(isTaken ? [{ ...wings, ...taken }, coins] : [wings, coins]),
    });
    const { toasts } = await open();
    await userEvent.click(await buttonOf(12));
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw now' }));
    await within(await card(12)).findByText('In Bearbeitung');
    expect(toasts).toMatchObject([{ title, description: expect.stringMatching(text) }]);
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });

  it('warns that crypto which is not confirmed goes back by hand', async () => {
    shop({ 'GET /api/orders': () => fakeResponse([{ ...coins, paymentStatus: 'unconfirmed' }]) });
    await open();
    await userEvent.click(await buttonOf(11));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/write us a ticket: we send it back by hand/);
    dialog.getByText(/This order ends:/);
  });

  it('counts its 14 days from the payment, as the server does: crypto is confirmed later (OWN-489)', async () => {
    shop({ 'GET /api/orders': () => fakeResponse([{ ...coins, createdAt: daysAgo(15) }]) });
    await open();
    expect((await buttonOf(11)).textContent).toBe('Withdraw');
  });

  it.each<[string, Parameters<typeof mockServer>[0]]>([
    [
      'an order of it was taken',
      { 'GET /api/orders': () => fakeResponse([wings, { ...coins, status: 'processing' }]) },
    ],
    [
      'it was paid more than 14 days ago',
      {
        'GET /api/orders': () =>
          fakeResponse([
            { ...wings, paidAt: daysAgo(15) },
            { ...coins, paidAt: daysAgo(15) },
          ]),
      },
    ],
    ['it is disputed', { 'GET /api/orders': () => fakeResponse([{ ...wings, paymentStatus: 'disputed' }]) }],
    [
      'it is a join reward',
      { 'GET /api/orders': () => fakeResponse([{ ...wings, checkout: null, kind: 'join_reward' }]) },
    ],
    [
      'the shop does not offer it',
      { 'GET /api/discord/server-info': () => fakeResponse(serverInfo({ selfCancel: false })) },
    ],
    ['the account is blocked', { 'GET /api/auth/me': () => fakeResponse(user({ blocked: true })) }],
  ])('is not offered where %s (OWN-489)', async (_, answers) => {
    shop(answers);
    const { client } = await open();
    await card(12);
    await waitFor(() => expect(client.getQueryData(queryKeyFor(discordCalls.serverInfo))).toBeDefined());
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });
});
