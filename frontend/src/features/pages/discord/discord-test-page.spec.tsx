import { describe, expect, it } from '@jest/globals';
import { DISCORD_PROBLEMS } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer } from '../../../test/answer';
import { mockServer, problem } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { DiscordTestPage } from './discord-test-page';

const STATUS = 'GET /api/admin/discord/status';
const TEST = 'POST /api/admin/discord/test';
const open = async (answers: Parameters<typeof mockServer>[0] = {}) => {
  const calls = mockServer({
    'GET /api/auth/me': () => answer(user({ role: 'staff', isAuthorizedUser: true })),
    ...answers,
  });
  const page = await renderPage(<DiscordTestPage />, '/discord-test');
  await screen.findByRole('heading', { level: 1 });
  return { ...page, calls };
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const send = async (channel = 'stock') => {
  await userEvent.selectOptions(screen.getByLabelText('Channel'), channel);
  await press('Send test message');
};

describe('the page that tries Discord', () => {
  it.each([
    ['a visitor', () => problem(401, 'UNAUTHENTICATED', 'Please sign in.'), 'Please sign in first'],
    ['a customer', () => answer(user()), 'For staff only'],
  ])('is closed to %s, and calls nothing (SHOP-2.7, ADMIN-6.4)', async (_, me, heading) => {
    const { calls } = await open({ 'GET /api/auth/me': me });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
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
  ])('is asked on a press: %s (ADMIN-2.53)', async (connected, words) => {
    const { calls } = await open({ [STATUS]: () => answer({ connected, problems: [] }) });
    expect(calls.map(({ call }) => call)).not.toContain(STATUS);
    await press('Check status');
    expect(await screen.findByText(words)).not.toBeNull();
  });

  it('says what is wrong, with Discord’s own answer (OWN-446)', async () => {
    const details: Record<string, string> = {
      BOT_LOGINS_SPENT: '2025-11-03T20:15:00.000Z',
      EVENTS_UNREADABLE: '3',
    };
    const problems = DISCORD_PROBLEMS.map((code) => ({ code, detail: details[code] ?? '404 (10004)' }));
    await open({ [STATUS]: () => answer({ connected: false, problems }) });
    await press('Check status');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getAllByRole('listitem')).toHaveLength(DISCORD_PROBLEMS.length);
    expect(alert.textContent).toContain('Discord does not know the server of the shop.');
    expect(alert.textContent).toContain('set 3 messages of Discord aside');
    expect(alert.textContent).toContain('404 (10004)');
    expect(alert.textContent).not.toContain('status.problems');
  });

  it('shows an error when it can’t be loaded (ADMIN-8.10)', async () => {
    await open({ [STATUS]: () => answer('', { status: 500 }) });
    await press('Check status');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to check Discord status');
  });
});

describe('a test message', () => {
  it('goes to the chosen channel, with a link to it (ADMIN-1.3, ADMIN-2.54, ADMIN-8.7)', async () => {
    const { calls, toasts } = await open({
      [TEST]: () => answer({ success: true, link: 'https://discord.example/1/2/3' }),
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
    ['the server’s words', () => problem(503, 'UNAVAILABLE', 'The bot is away.'), 'The bot is away.'],
    ['its own words', () => answer('', { status: 500 }), 'Failed to send Discord message'],
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

it('shows the latest posts and sends one again', async () => {
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
  const { calls, toasts } = await open({
    'GET /api/admin/posts': () => answer([post]),
    'POST /api/admin/posts/5/resend': () => answer({ ...post, state: 'pending' }),
  });
  await press('Show the latest posts');
  await screen.findByText(/Missing Access$/);
  await press('Send again');
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Queued to be sent again.']));
  expect(calls.filter(({ call }) => call === 'GET /api/admin/posts')).toHaveLength(2);
});
