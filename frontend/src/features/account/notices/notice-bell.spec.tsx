import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { EventType, Notice } from '@pax/contracts';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { NoticeBell } from './notice-bell';
import { noticesLive } from './notices-live';

const ORDER = {
  id: 41,
  productName: 'Elytra',
  quantity: 2,
  status: 'completed',
  minecraftName: 'Steve',
} as const;
const CONTENTS: readonly Notice['content'][] = [
  { kind: 'refunded', order: ORDER, returned: { cash: '4.50', credit: '0.50' } },
  { kind: 'delivered', order: ORDER },
  { kind: 'ticket', ticket: { id: 7, subject: 'Where?', state: 'closed', isOnAccountPage: false } },
  {
    kind: 'paid',
    checkout: 'AAAAAAAAAAAAAAAAAAAAAA',
    orders: [ORDER, ORDER],
    total: '39.98',
    usualMinutes: 1_440,
  },
];

/** Notices of one account, which answer calls as the shop does. */
class Account {
  readonly notices: Notice[];
  readUpTo = 0;

  constructor(contents: readonly Notice['content'][] = CONTENTS) {
    this.notices = contents.map((content, place) => ({
      id: contents.length - place,
      createdAt: '2026-11-21T09:00:00.000Z',
      isRead: false,
      content,
    }));
  }

  private read(address: URL): Response {
    const all = this.notices.map((one) => ({ ...one, isRead: one.id <= this.readUpTo }));
    const found = address.searchParams.get('state') === 'unread' ? all.filter(({ isRead }) => !isRead) : all;
    const limit = Number(address.searchParams.get('limit'));
    const from = Number(address.searchParams.get('cursor') ?? Number.MAX_SAFE_INTEGER);
    const page = found.filter(({ id }) => id < from).slice(0, limit);
    const last = page.at(-1)?.id ?? 0;
    const isMore = found.some(({ id }) => id < last);
    const link = `</api/account/notices?limit=${limit}&cursor=${last}>; rel="next"`;
    const headers = { 'x-total-count': String(found.length), ...(isMore && { link }) };
    return fakeResponse(page, { headers });
  }

  readonly answers = {
    'GET /api/auth/me': () => fakeResponse(user()),
    'GET /api/account/notices': (_: unknown, address: URL) => this.read(address),
    'POST /api/account/notices/read': (body: unknown) => {
      this.readUpTo = Number(Object(body).upTo);
      return fakeResponse({ success: true });
    },
  };
}

beforeEach(() => {
  renderHook(() => useDocumentTitle('Market'));
});

const open = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return screen.findByRole('dialog', { name: 'Notices' });
};

it('lights with the number of unread notices, and shows each with its sum and its way (OWN-1383)', async () => {
  mockServer(new Account().answers);
  const page = await renderPage(<NoticeBell />);
  const sheet = await open('Notices: 4 unread');
  expect(document.title).toBe('(4) Market');
  const lines = (await within(sheet).findAllByRole('listitem')).map((line) => line.textContent);
  expect(lines).toEqual([
    expect.stringMatching(
      /^New: Refund.*#41 · Elytra × 2\$4\.50 goes back the way you paid\$0\.50 is on your account/,
    ),
    expect.stringMatching(/^New: Delivered.*#41 · Elytra × 2/),
    expect.stringMatching(/^New: Ticket #7 closed.*Where\?Open it with the link you got/),
    expect.stringMatching(/^New: Payment received: \$39\.98.*and 1 moreUsually delivered within 24 hours/),
  ]);
  const addresses = within(sheet)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(addresses).toEqual([
    '/account?tab=orders',
    '/account?tab=orders',
    '/receipt?checkout=AAAAAAAAAAAAAAAAAAAAAA',
  ]);
  await userEvent.click(within(sheet).getAllByRole('link')[0]!);
  expect(page.at()).toBe('/account?tab=orders');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows what a purchase brought and what is back, each with the way to its page (OWN-1390)', async () => {
  const contents: readonly Notice['content'][] = [
    { kind: 'restocked', product: { id: 9, name: 'Elytra' } },
    { kind: 'unlocked', points: 1_250, orderId: 41 },
    { kind: 'tier', tier: 'gold' },
    { kind: 'friend', credit: '1.90' },
    { kind: 'stranded', cash: '7.50' },
  ];
  mockServer(new Account(contents).answers);
  await renderPage(<NoticeBell />);
  const links = within(await open('Notices: 5 unread'));
  const shown = (await links.findAllByRole('link')).map((link) => [
    link.querySelector('strong')?.textContent,
    link.getAttribute('href'),
  ]);
  expect(shown).toEqual([
    ['New: Elytra is back in stock', '/?product=9'],
    ['New: Points unlocked: 1,250', '/account?tab=loyalty'],
    ['New: Your tier is now Gold', '/account?tab=loyalty'],
    ['New: A friend of yours bought something', '/account?tab=referrals'],
    ['New: Refund: $7.50', '/account?tab=orders'],
  ]);
});

it('is read by opening, once, in every tab, and keeps what was new marked while it is open (OWN-1381)', async () => {
  const account = new Account();
  const calls = mockServer(account.answers);
  const { client } = await renderPage(<NoticeBell />);
  const sheet = await open('Notices: 4 unread');
  await waitFor(() => expect(document.title).toBe('Market'));
  screen.getByRole('button', { name: 'Notices' });
  expect(account.readUpTo).toBe(4);
  const tell = (type: EventType) =>
    act(() =>
      deliverToModule(
        noticesLive,
        { room: 'user:7', seq: 1, id: 'e', type, occurredAt: '', version: 1, data: {} },
        client,
      ),
    );
  const reads = () => calls.filter(({ call }) => call.startsWith('GET /api/account/notices')).length;
  const before = reads();
  tell('bell.read');
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(
    within(sheet)
      .getAllByRole('listitem')
      .map((line) => line.dataset['new']),
  ).toEqual(Array.from({ length: 4 }, () => 'true'));
  expect(calls.filter(({ call }) => call === 'POST /api/account/notices/read')).toHaveLength(1);
  // Another tab's page: what it shows follows the same message.
  await userEvent.keyboard('{Escape}');
  account.notices.unshift({ ...account.notices[0]!, id: 5 });
  tell('order.refunded');
  await screen.findByRole('button', { name: 'Notices: 1 unread' });
  account.readUpTo = 5;
  tell('bell.read');
  await screen.findByRole('button', { name: 'Notices' });
  expect(document.title).toBe('Market');
});

it('asks once for all messages of one act, and not at all for those without a notice', async () => {
  const calls = mockServer(new Account().answers);
  const { client } = await renderPage(<NoticeBell />);
  await screen.findByRole('button', { name: 'Notices: 4 unread' });
  const reads = () => calls.filter(({ call }) => call === 'GET /api/account/notices').length;
  expect(reads()).toBe(1);
  const tell = (...types: EventType[]) => {
    for (const type of types)
      deliverToModule(
        noticesLive,
        { room: 'user:7', seq: 1, id: 'e', type, occurredAt: '', version: 1, data: {} },
        client,
      );
    act(() => jest.advanceTimersByTime(5_000));
  };
  jest.useFakeTimers();
  try {
    tell('balance.changed', 'order.paid', 'order.updated', 'checkout.placed', 'ticket.taken', 'ticket.rated');
    expect([reads(), client.isFetching()]).toEqual([1, 0]);
    tell('checkout.paid', 'order.refunded', 'order.completed', 'ticket.messaged', 'bell.read');
  } finally {
    jest.useRealTimers();
  }
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(reads()).toBe(2);
});

it('shows a thousand page by page (OWN-1381)', async () => {
  mockServer(new Account(Array.from({ length: 1_000 }, () => CONTENTS[1]!)).answers);
  await renderPage(<NoticeBell />);
  await screen.findByText('99+');
  const sheet = await open('Notices: 1,000 unread');
  expect(await within(sheet).findAllByRole('listitem')).toHaveLength(30);
  await userEvent.click(within(sheet).getByRole('button', { name: 'Show older ones' }));
  await waitFor(() => expect(within(sheet).getAllByRole('listitem')).toHaveLength(60));
});

it('says that there is nothing yet, and lets one try again after a failure', async () => {
  const account = new Account([]);
  let isAway = true;
  mockServer({
    ...account.answers,
    'GET /api/account/notices': (body, address) =>
      isAway && address.searchParams.get('state') === null
        ? problemResponse(403, 'BLOCKED', 'no')
        : account.answers['GET /api/account/notices'](body, address),
  });
  await renderPage(<NoticeBell />);
  const sheet = await open('Notices');
  await within(sheet).findByText('Your notices could not be loaded.');
  isAway = false;
  await userEvent.click(within(sheet).getByRole('button'));
  expect(await within(sheet).findByText('Nothing yet')).toBeDefined();
});

it('is shown to no visitor and no blocked account', async () => {
  const calls = mockServer({ 'GET /api/auth/me': () => fakeResponse(user({ blocked: true })) });
  const { client } = await renderPage(<NoticeBell />);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('button')).toBeNull();
  expect(calls.map(({ call }) => call)).toEqual(['GET /api/auth/me']);
});
