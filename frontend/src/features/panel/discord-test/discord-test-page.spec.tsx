import { afterEach, describe, expect, it } from '@jest/globals';
import { DISCORD_PROBLEMS, type CheckedChannel, type CheckedRole, type DoctorReport } from '@pax/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { preloadAreas } from '../../../i18n/i18n';
import type { Language } from '../../../i18n/languages';
import { useLanguage } from '../../../i18n/language-store';
import { user } from '../../../test/user';
import { DiscordTestPage } from './discord-test-page';

const STATUS = 'GET /api/admin/discord/status';
const TEST = 'POST /api/admin/discord/test';
const open = async (answers: Parameters<typeof mockServer>[0] = {}, language: Language = 'en') => {
  const calls = mockServer({
    'GET /api/auth/me': () => fakeResponse(user({ role: 'admin', isAuthorizedUser: true })),
    ...answers,
  });
  const page = await renderPage(<DiscordTestPage />, '/discord-test');
  await act(() => useLanguage.getState().setLanguage(language));
  await preloadAreas('discord', 'shop');
  await screen.findByRole('heading', { level: 1 });
  return { ...page, calls };
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const send = async (channel = 'stock') => {
  await userEvent.selectOptions(screen.getByLabelText('Channel'), channel);
  await press('Send test message');
};

afterEach(() => act(() => useLanguage.getState().setLanguage('mix')));

it('is German in the mixture, as the panel is, with the notices that are named in English', async () => {
  const { toasts } = await open({ [STATUS]: () => fakeResponse('', { status: 500 }) }, 'mix');
  const heading = screen.getByRole('heading', { name: 'Stand des Bots' });
  expect(heading.closest('[lang=de]')).not.toBeNull();
  await press('Testnachricht senden');
  expect(toasts.map(({ title }) => title)).toEqual(['Please select a test type']);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to check Discord status');
});

describe('the page that tries Discord', () => {
  it.each([
    ['a visitor', () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.'), 'Please sign in first'],
    ['a customer', () => fakeResponse(user()), 'For admins only'],
    ['staff', () => fakeResponse(user({ role: 'staff', isAuthorizedUser: true })), 'For admins only'],
  ])('is closed to %s, and calls nothing (SHOP-2.7, ADMIN-6.4)', async (_, me, heading) => {
    const { calls } = await open({ 'GET /api/auth/me': me });
    const { tagName, textContent } = screen.getByRole('heading', { level: 1 });
    expect([tagName, textContent]).toEqual(['H1', heading]);
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls.filter(({ call }) => !call.endsWith('/me'))).toEqual([]);
  });

  it('says what the bot needs where access is missing (ADMIN-2.55)', async () => {
    await open();
    for (const permission of [
      'View Channel',
      'Send Messages',
      'Embed Links',
      'Mention Everyone',
      'Read Message History',
    ])
      expect(screen.getByText(permission)).not.toBeNull();
    expect(screen.getByText(/Administrator permission/)).not.toBeNull();
  });
});

describe('the bot’s status', () => {
  it.each([
    [true, 'The bot is connected'],
    [false, 'The bot is not connected'],
  ])('is asked at once, and again on a press: %s (ADMIN-2.53)', async (connected, words) => {
    const { calls } = await open({ [STATUS]: () => fakeResponse({ connected, problems: [] }) });
    expect(await screen.findByText(words)).not.toBeNull();
    await press('Check status');
    await waitFor(() => expect(calls.filter(({ call }) => call === STATUS)).toHaveLength(2));
  });

  it('says what is wrong, with Discord’s own answer (OWN-446)', async () => {
    const details: Record<string, string> = {
      BOT_LOGINS_SPENT: '2025-11-03T20:15:00.000Z',
      EVENTS_UNREADABLE: '3',
    };
    const problems = DISCORD_PROBLEMS.map((code) => ({ code, detail: details[code] ?? '404 (10004)' }));
    await open({ [STATUS]: () => fakeResponse({ connected: false, problems }) });
    await press('Check status');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getAllByRole('listitem')).toHaveLength(DISCORD_PROBLEMS.length);
    expect(alert.textContent).toContain('Discord does not know the server of the shop.');
    expect(alert.textContent).toContain('set 3 messages of Discord aside');
    expect(alert.textContent).toContain('404 (10004)');
    expect(alert.textContent).not.toContain('status.problems');
  });

  it('shows an error when it can’t be loaded (ADMIN-8.10)', async () => {
    await open({ [STATUS]: () => fakeResponse('', { status: 500 }) });
    await press('Check status');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to check Discord status');
  });
});

describe('what the bot sees on the server', () => {
  const IN_ORDER = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'ReadMessageHistory'] as const;
  const channel = (changes: Partial<CheckedChannel> = {}): CheckedChannel => ({
    channel: 'orders',
    state: 'found',
    name: 'bestellungen',
    has: [...IN_ORDER],
    lacks: [],
    ...changes,
  });
  const fine: DoctorReport = {
    channels: [channel()],
    server: { has: ['CreateInstantInvite'], lacks: [] },
    roles: [{ role: 'vip', state: 'fine', name: 'VIP' }],
  };
  const openWith = async (doctor: Partial<DoctorReport> | undefined) => {
    let seen = doctor;
    const status = () =>
      fakeResponse({ connected: true, problems: [], ...(seen ? { doctor: { ...fine, ...seen } } : {}) });
    await open({ [STATUS]: status });
    const heading = await screen.findByRole('heading', { name: 'Permissions and settings' });
    const card = within(heading.closest('section') ?? heading);
    return { card, change: (next: Partial<DoctorReport>) => void (seen = next) };
  };

  it('names each missing permission of each channel with what to do, and shows without a reload that it came (OWN-446)', async () => {
    const lacking = channel({ lacks: ['EmbedLinks', 'SendMessages'], has: ['ViewChannel'] });
    const { card, change } = await openWith({
      channels: [lacking, channel({ channel: 'stock', name: 'bestand' })],
    });
    await card.findByText('2 missing');
    for (const words of ['Missing: Embed Links', 'Missing: Send Messages', 'Allowed: View Channel'])
      expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(words);
    card.getByText(/open the settings of #bestellungen/);
    expect(card.queryByText(/settings of #bestand/)).toBeNull();
    change({ channels: [channel(), channel({ channel: 'stock', name: 'bestand' })] });
    await waitFor(() => expect(card.queryByText('2 missing')).toBeNull(), { timeout: 4_500 });
    expect(card.getAllByText('Complete')).toHaveLength(3);
  });

  it.each<[CheckedChannel['state'], RegExp]>([
    ['unknown', /No channel of the server has the id in DISCORD_CHANNEL_STOCK/],
    ['no_text', /DISCORD_CHANNEL_STOCK names “bestand”, which takes no messages/],
  ])('names a setting that is no channel for messages: %s (OWN-446)', async (state, words) => {
    const { card } = await openWith({
      channels: [
        channel({
          channel: 'stock',
          state,
          has: [],
          ...(state === 'unknown' ? { name: undefined } : { name: 'bestand' }),
        }),
      ],
    });
    expect(await card.findByText(words)).not.toBeNull();
    card.getByText('Wrong setting');
  });

  it.each<[CheckedRole['state'], RegExp]>([
    ['unknown', /No role of the server has the id in DISCORD_VIP_ROLE_ID/],
    ['above_bot', /drag the bot’s role above it/],
    ['managed', /which nobody can give/],
    ['given_by_others', /Who has the role Moderator, Helper may give/],
    ['staff_permissions', /“VIP” has permissions of moderators: Ban Members, Manage Roles\./],
    ['above_staff', /“VIP” stands above the staff role/],
    ['has_rights', /gives “VIP” rights, which do not count/],
  ])('says what is wrong with a role: %s (OWN-446)', async (state, words) => {
    const { card } = await openWith({
      roles: [
        {
          role: 'vip',
          state,
          name: 'VIP',
          givenBy: ['Moderator', 'Helper'],
          permissions: ['BanMembers', 'ManageRoles'],
        },
      ],
    });
    expect(await card.findByText(words)).not.toBeNull();
  });

  it('names what is missing in the whole server, and waits for a bot that has not reported', async () => {
    const first = await openWith({ server: { has: [], lacks: ['ManageRoles'] } });
    await first.card.findByText('1 missing');
    first.card.getByText(/nobody gets the VIP role/);
    cleanup();
    const { card } = await openWith(undefined);
    card.getByText(/as soon as it is connected/);
    expect(card.queryByRole('list')).toBeNull();
  });
});

describe('a test message', () => {
  it('goes to the chosen channel, with a link to it (ADMIN-1.3, ADMIN-2.54, ADMIN-8.7)', async () => {
    const { calls, toasts } = await open({
      [TEST]: () => fakeResponse({ success: true, link: 'https://discord.example/1/2/3' }),
    });
    await send('history');
    await waitFor(() =>
      expect(toasts).toEqual([{ title: 'Discord history message sent successfully!', kind: 'success' }]),
    );
    expect(calls.at(-1)?.body).toEqual({
      type: 'history',
      message: 'This is a test message from the shop.',
    });
    const link = await screen.findByRole('link', { name: 'Open the message' });
    expect(link.getAttribute('href')).toBe('https://discord.example/1/2/3');
  });

  it('offers the four kinds of channels (ADMIN-2.54, ADMIN-3.11)', async () => {
    await open();
    const options = screen.getAllByRole<HTMLOptionElement>('option').map(({ value }) => value);
    expect(options).toEqual(['', 'order', 'history', 'stock', 'error']);
  });

  it('needs a kind (ADMIN-5.13)', async () => {
    const { calls, toasts } = await open();
    await press('Send test message');
    expect(toasts.map(({ title }) => title)).toEqual(['Please select a test type']);
    expect(calls.map(({ call }) => call)).not.toContain(TEST);
  });

  it.each([
    ['the server’s words', () => problemResponse(503, 'UNAVAILABLE', 'The bot is away.'), 'The bot is away.'],
    ['its own words', () => fakeResponse('', { status: 500 }), 'Failed to send Discord message'],
  ])('that fails shows %s (ADMIN-8.8)', async (_, failure, words) => {
    const { toasts } = await open({ [TEST]: failure });
    await send();
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual([words]));
  });

  it('names a failure of the line (ADMIN-8.9)', async () => {
    const { toasts } = await open({ [TEST]: () => Promise.reject(new TypeError('no line')) });
    await send();
    await waitFor(() =>
      expect(toasts.map(({ title }) => title)).toEqual(['Network error while testing Discord']),
    );
  });
});

describe('the latest posts', () => {
  const post = {
    id: 5,
    type: 'order.paid',
    channel: 'orders',
    state: 'parked',
    occurredAt: '2025-11-03T20:15:00.000Z',
    link: null,
    parkedReason: 'Missing Access',
    eventId: 'e5',
    content: { kind: 'test', message: 'Hello' },
    orderId: null,
    sentAt: null,
    countedIn: null,
    resendOf: null,
  };

  it('are shown, and one is sent again', async () => {
    const { calls, toasts } = await open({
      'GET /api/admin/posts': () => fakeResponse([post]),
      'POST /api/admin/posts/5/resend': () => fakeResponse({ ...post, state: 'pending' }),
    });
    await press('Show the latest posts');
    await screen.findByText(/Missing Access$/);
    await press('Send again');
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Queued to be sent again.']));
    expect(calls.filter(({ call }) => call === 'GET /api/admin/posts')).toHaveLength(2);
  });

  it('have their numbers, their order and both times (OWN-1291)', async () => {
    const sent = {
      ...post,
      state: 'sent',
      orderId: 1042,
      parkedReason: null,
      sentAt: '2025-11-03T20:15:02.000Z',
    };
    const late = { ...sent, id: 6, orderId: null, resendOf: 5, sentAt: '2025-11-05T08:00:09.000Z' };
    await open({ 'GET /api/admin/posts': () => fakeResponse([late, sent, { ...post, id: 4 }]) });
    await press('Show the latest posts');
    const heading = await screen.findByRole('heading', { name: 'Latest posts' });
    const card = heading.closest('section') ?? heading;
    await within(card).findAllByRole('listitem');
    const shown = within(card)
      .getAllByRole('listitem')
      .map((row) => [...row.querySelectorAll('span > span')].map(({ textContent }) => textContent));
    const at = '03.11.2025, 21:15:00';
    expect(shown.map((lines) => lines.slice(0, 2).map((line) => line?.replaceAll('\u00A0', ' ')))).toEqual([
      ['Post 6 · again: Post 5 · #orders', `${at} → 05.11.2025, 09:00:09`],
      ['Post 5 · order #1042 · #orders', `${at} → 21:15:02`],
      ['Post 4 · #orders', `${at} · Missing Access`],
    ]);
  });
});
