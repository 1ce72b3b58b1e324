import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JoinServerAnswer } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { serverInfo } from '../../../test/server-info';
import { JoinOutcomeNote } from './join-outcome';
import { JoinServerCard } from './join-server-card';

const LASTING = 'https://discord.test/invite/lasting';
const OWN = 'https://discord.test/invite/own';
const realOpen = globalThis.open;
const opened = jest.fn<typeof globalThis.open>();
beforeEach(() => {
  opened.mockReset().mockReturnValue(null);
  globalThis.open = opened;
});
afterEach(() => {
  globalThis.open = realOpen;
});

const invited = (canBeAdded: boolean): JoinServerAnswer => ({
  success: true,
  message: 'Your invite works once, for an hour.',
  inviteUrl: OWN,
  canBeAdded,
});
const member: JoinServerAnswer = { success: false, reason: 'MEMBER', message: 'On the server already.' };

const open = async (
  reply: () => Response | Promise<Response>,
  { isLinked = true, address = '/account' } = {},
) => {
  const calls = mockServer({
    'GET /api/discord/server-info': () => fakeResponse(serverInfo({ inviteLink: LASTING })),
    'POST /api/discord/invite-to-server': reply,
  });
  const page = await renderPage(
    <>
      <JoinOutcomeNote />
      <JoinServerCard isLinked={isLinked} />
    </>,
    address,
  );
  await screen.findByRole('heading', { name: 'Pax Market' });
  return { ...page, calls };
};
const join = () => screen.getByRole('button', { name: 'Join the server' });
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the card of the Discord server', () => {
  it('names server, members and invite, and offers to join (ADMIN-2.50)', async () => {
    await open(() => fakeResponse(member));
    screen.getByText('1,200 members');
    expect(href('Invite link')).toBe(LASTING);
    expect(join()).not.toBeNull();
  });

  it('tells a linked account from one that is not (ADMIN-2.50)', async () => {
    await open(() => fakeResponse(member), { isLinked: false });
    screen.getByText(/link Discord above to be added/);
  });

  it('offers a linked account to be added, or an invite of its own (OWN-158)', async () => {
    await open(() => fakeResponse(invited(true)));
    await userEvent.click(join());
    await screen.findByRole('link', { name: 'Add me' });
    expect(href('Add me')).toBe('/api/auth/discord?join=1');
    expect(href('Open my invite')).toBe(OWN);
    expect(opened).not.toHaveBeenCalled();
  });

  it('opens the invite where nobody can be added, and keeps a link to it (OWN-158)', async () => {
    await open(() => fakeResponse(invited(false)), { isLinked: false });
    await userEvent.click(join());
    await waitFor(() => expect(opened).toHaveBeenCalledWith(OWN, '_blank'));
    expect(href('Open my invite')).toBe(OWN);
    expect(screen.queryByRole('link', { name: 'Add me' })).toBeNull();
  });

  it('says to a member that it is one (ADMIN-8.18)', async () => {
    const { toasts } = await open(() => fakeResponse(member));
    await userEvent.click(join());
    await screen.findByText('Member');
    expect(toasts).toEqual([{ title: 'You may already be a member', kind: 'info' }]);
    expect(href('Open the server')).toBe(LASTING);
    expect(screen.queryByRole('button', { name: 'Join the server' })).toBeNull();
  });

  it.each([
    [() => problemResponse(429, 'RATE_LIMITED', 'Too many invites.'), 'Too many invites.'],
    [() => fakeResponse('', { status: 500 }), 'Failed to join Discord server'],
  ])('says why joining failed, and offers it again (ADMIN-8.18)', async (reply, words) => {
    const { toasts } = await open(reply);
    await userEvent.click(join());
    await screen.findByText(words);
    expect(toasts[0]).toMatchObject({ title: 'Failed to join Discord server', kind: 'error' });
    expect(join()).not.toBeNull();
  });

  it('asks once, however often it is pressed', async () => {
    const { calls } = await open(() => new Promise<Response>(() => undefined));
    await userEvent.dblClick(join());
    expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('says so when the server could not be read', async () => {
    mockServer({ 'GET /api/discord/server-info': () => fakeResponse('', { status: 500 }) });
    await renderPage(<JoinServerCard isLinked />, '/account');
    await screen.findByText('The Discord server could not be loaded.');
    screen.getByRole('button', { name: 'Try again' });
  });
});

describe('coming back from Discord', () => {
  it.each([
    ['added', 'Welcome to the server', true],
    ['member', 'You may already be a member', true],
    ['banned', 'Failed to join Discord server', false],
    ['full', 'Failed to join Discord server', false],
    ['failed', 'Failed to join Discord server', false],
  ])('%s is said at the head of the page, and the card knows it', async (outcome, words, isMember) => {
    await open(() => fakeResponse(member), { address: `/account?joined=${outcome}` });
    screen.getByText(words);
    expect(screen.queryByText('Member') !== null).toBe(isMember);
    expect(screen.queryByRole('button', { name: 'Join the server' }) === null).toBe(isMember);
  });

  it('ignores an outcome that there is none of', async () => {
    await open(() => fakeResponse(member), { address: '/account?joined=%3Cb%3E' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(join()).not.toBeNull();
  });
});
