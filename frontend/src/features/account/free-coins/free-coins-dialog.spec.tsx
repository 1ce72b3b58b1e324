import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CurrentUser, JoinRewardAnswer } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { preloadAreas } from '../../../i18n/i18n';
import { renderUi } from '../../../test/render';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { FreeCoinsDialog } from './free-coins-dialog';

const CALL = 'POST /api/discord/join-rewards';
const INVITE = 'https://discord.example/shop';
const OPENING = 'Discord opening: Join the server and come back for your rewards!';
const given: JoinRewardAnswer = { success: true, message: '', coins: 1_000_000, order: 3 };
const refusal = (reason: 'NOT_MEMBER' | 'ALREADY_CLAIMED'): JoinRewardAnswer => ({
  success: false,
  reason,
  message: '',
  inviteUrl: 'https://discord.example/fresh',
});

const opened = jest.fn<typeof globalThis.open>();
const tab = () => document.body.appendChild(document.createElement('iframe')).contentWindow;
let closed = 0;

beforeEach(() => {
  closed = 0;
  opened.mockReset().mockImplementation(tab);
  globalThis.open = opened;
});

type Answering = Parameters<typeof mockServer>[0][string];

async function offer(claim: Answering, me: CurrentUser | null = user()) {
  const calls = mockServer({ [CALL]: claim });
  await renderUi(<div />);
  await preloadAreas('home', 'shop');
  const page = await renderPage(
    <FreeCoinsDialog open onClose={() => (closed += 1)} me={me} invite={INVITE} />,
  );
  await screen.findByRole('dialog', { name: 'Free Coins' });
  return { ...page, calls };
}

const claim = async () => await userEvent.click(screen.getByRole('button', { name: 'Claim 1M Coins' }));

describe('free coins', () => {
  it('are offered for joining the Discord server: 1M, once (SHOP-1.13, SHOP-9.18)', async () => {
    await offer(() => fakeResponse(given));
    expect(screen.getByText(/Join our Discord server and get 1M coins, once/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Discord' }).getAttribute('href')).toBe(INVITE);
  });

  it('that are granted show a toast, and the dialog closes (SHOP-7.15, SHOP-8.15)', async () => {
    const { toasts, calls } = await offer(() => fakeResponse(given));
    await claim();
    await waitFor(() => expect(closed).toBe(1));
    expect(calls).toContainEqual({ call: CALL, body: { inGameName: 'NovaMiner' } });
    expect(toasts.map(({ title }) => title)).toEqual([
      'Welcome! You received 1M Coins! Invite friends for even more rewards!',
    ]);
    expect(opened).not.toHaveBeenCalled();
  });

  it('that are refused open the invite, say why and can be claimed again (SHOP-7.15, SHOP-8.16)', async () => {
    const answers = [refusal('NOT_MEMBER'), given];
    const { toasts } = await offer(() => fakeResponse(answers.shift()));
    await claim();
    expect(await screen.findByText(/You are not on our Discord server yet/)).toBeTruthy();
    expect(toasts.map(({ title }) => title)).toEqual([OPENING]);
    expect(opened).toHaveBeenCalledWith('https://discord.example/fresh', '_blank');
    expect(closed).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(closed).toBe(1));
  });

  it.each<[string, Answering]>([
    ['an error', () => problemResponse(500, 'INTERNAL', 'x')],
    ['no answer at all', () => Promise.reject(new TypeError('offline'))],
  ])('open the invite on %s too (SHOP-7.15, SHOP-8.16)', async (_case, failing) => {
    const { toasts } = await offer(failing);
    await claim();
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
    expect(toasts.map(({ title }) => title)).toEqual([OPENING]);
    expect(opened).toHaveBeenCalledWith(INVITE, '_blank');
  });

  it('show a link where the browser lets no tab open', async () => {
    opened.mockReturnValue(null);
    await offer(() => fakeResponse(refusal('ALREADY_CLAIMED')));
    await claim();
    expect(await screen.findByText(/did not let Discord open by itself/)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Open Discord' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([INVITE, 'https://discord.example/fresh']);
  });

  it('ask a visitor to sign in first, and to come back', async () => {
    const { at, calls } = await offer(() => fakeResponse(given), null);
    expect(screen.queryByRole('button', { name: 'Claim 1M Coins' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Sign in to claim' }));
    expect(at()).toBe('/login?next=%2F%23free-coins');
    expect(calls).toEqual([]);
  });

  it('ask to sign in again when the session has ended meanwhile', async () => {
    await offer(() => problemResponse(401, 'UNAUTHENTICATED', 'no'));
    await claim();
    expect(await screen.findByText(/Your session has ended/)).toBeTruthy();
    expect(opened).not.toHaveBeenCalled();
  });

  it('point at a name that is none and keep the dialog open', async () => {
    const { calls } = await offer(() => problemResponse(400, 'VALIDATION', 'bad name'));
    const field = screen.getByRole('textbox', { name: /Game name/ });
    expect(field).toHaveProperty('maxLength', 32);
    await userEvent.clear(field);
    await userEvent.type(field, ' <b>');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/This is no game name/)).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({ inGameName: '<b>' });
    expect(opened).not.toHaveBeenCalled();
  });

  it('are claimed once, however often one presses', async () => {
    let done: (answer: Response) => void = () => undefined;
    const { calls } = await offer(() => new Promise((resolve) => (done = resolve)));
    await claim();
    await claim();
    await userEvent.type(screen.getByRole('textbox', { name: /Game name/ }), '{Enter}');
    expect(calls.filter(({ call }) => call === CALL)).toHaveLength(1);
    done(fakeResponse(given));
    await waitFor(() => expect(closed).toBe(1));
  });
});
