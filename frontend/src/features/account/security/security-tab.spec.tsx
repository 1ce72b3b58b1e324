import { describe, expect, it } from '@jest/globals';
import type { AccountSession, SecurityNotice } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { SECURITY_NOTICES } from '../query-keys';
import { FACT_SEPARATOR } from '../../../lib/values/format';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { serverInfo } from '../../../test/server-info';
import { profile, user } from '../../../test/user';
import { AccountPage } from '../account-page';
import { useSeenNotices } from './notices-card';

const own: AccountSession = {
  id: 'a'.repeat(64),
  browser: 'Firefox',
  system: 'Windows',
  device: 'desktop',
  openedBy: 'discord',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-21T08:00:00.000Z',
  current: true,
};
const phone: AccountSession = {
  ...own,
  id: 'b'.repeat(64),
  browser: 'Chrome',
  system: 'Android',
  device: 'phone',
  openedBy: 'password',
  current: false,
};
const notice: SecurityNotice = {
  id: 7,
  kind: 'new_browser',
  browser: null,
  system: null,
  device: 'unknown',
  createdAt: '2026-11-21T08:00:00.000Z',
};

const open = async (answers: Parameters<typeof mockServer>[0] = {}, address = '/account?tab=security') => {
  useSeenNotices.setState({ seen: { 999: 50 } });
  const calls = mockServer({
    'GET /api/auth/me': () => fakeResponse(user()),
    'GET /api/account/profile': () => fakeResponse(profile()),
    'GET /api/discord/server-info': () => fakeResponse(serverInfo()),
    'GET /api/account/password': () => fakeResponse({ hasPassword: true, freeUntil: null, resetFrom: null }),
    'GET /api/account/sessions': () => fakeResponse([own, phone]),
    'GET /api/account/security-notices': () => fakeResponse([notice]),
    'GET /api/account/own-data': () =>
      fakeResponse({ hasPassword: true, provenUntil: null, deletion: null, obstacles: [] }),
    ...answers,
  });
  const page = await renderPage(<AccountPage tickets={undefined} loyalty={undefined} />, address);
  return { ...page, calls };
};

describe('where the account is signed in', () => {
  it('names every browser, marks the own and ends one of the others (OWN-364)', async () => {
    const { calls, toasts } = await open({
      [`DELETE /api/account/sessions/${phone.id}`]: () => fakeResponse({ success: true }),
    });
    const mine = (await screen.findByText('Firefox on Windows')).closest('li');
    expect(mine?.textContent).toContain('This browser');
    expect(mine?.textContent).toContain(`Signed in with Discord${FACT_SEPARATOR}Last active 21.11.2026`);
    expect(mine && within(mine).queryByRole('button')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out: Chrome on Android' }));
    await waitFor(() => expect(toasts[0]?.description).toBe('Chrome on Android has no access any more.'));
    expect(calls.filter(({ call }) => call === 'GET /api/account/sessions')).toHaveLength(2);
  });

  it('signs out everywhere else and says of how many (OWN-364)', async () => {
    let hasEnded = false;
    const { toasts } = await open({
      'GET /api/account/sessions': () => fakeResponse(hasEnded ? [own] : [own, phone]),
      'DELETE /api/account/sessions': () => {
        hasEnded = true;
        return fakeResponse({ ended: 1 });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(toasts[0]?.description).toBe('Signed out in 1 other browser'));
    expect(await screen.findByText('You are signed in nowhere else.')).not.toBeNull();
  });

  it('asks for the second step where the account has one, and goes on (OWN-665)', async () => {
    let isFresh = false;
    const step = { status: 'passed', ways: ['totp'], offers: ['totp'], mayChangeUntil: null, passkeys: [] };
    const stepped = (body: object) => () =>
      isFresh ? fakeResponse(body) : problemResponse(403, 'SECOND_STEP_REQUIRED', 'again');
    const { toasts } = await open({
      'GET /api/account/second-step': () =>
        fakeResponse({ ...step, totpSince: null, recoveryCodesLeft: 9, isOwed: false }),
      'POST /api/auth/second-step': () => {
        isFresh = true;
        return fakeResponse({ success: true });
      },
      [`DELETE /api/account/sessions/${phone.id}`]: stepped({ success: true }),
      'DELETE /api/account/sessions': stepped({ ended: 1 }),
    });
    await screen.findByText('Second step');
    for (const [button, told] of [
      ['Sign out: Chrome on Android', 'Chrome on Android has no access any more.'],
      ['Sign out everywhere else', 'Signed out in 1 other browser'],
    ] as const) {
      isFresh = false;
      await userEvent.click(await screen.findByRole('button', { name: button }));
      await userEvent.type(await screen.findByLabelText('Code'), '123456');
      await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(toasts.map(({ description }) => description)).toContain(told));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('says so when it could not be read, or not ended', async () => {
    let isDown = true;
    const { toasts } = await open({
      'GET /api/account/sessions': () =>
        isDown ? fakeResponse('', { status: 500 }) : fakeResponse([own, phone]),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(again);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out: Chrome on Android' }));
    await waitFor(() => expect(toasts[0]?.title).toBe('Not signed out'));
  });
});

describe('security notices (OWN-366)', () => {
  it('is counted at the tab until this account saw it in this browser, and stays', async () => {
    await open({}, '/account');
    const tab = await screen.findByRole('tab', { name: /Security.*1 new notice/ });
    await userEvent.click(tab);
    const row = (await screen.findByText('Signed in with a new browser')).closest('li');
    expect(row?.textContent).toContain('New');
    expect(row?.textContent).toContain(`An unknown browser${FACT_SEPARATOR}21.11.2026`);
    await waitFor(() => expect(screen.queryByRole('tab', { name: /new notice/ })).toBeNull());
    expect(useSeenNotices.getState().seen).toEqual({ 999: 50, [user().id]: 7 });
  });

  it('follows live', async () => {
    let notices: readonly SecurityNotice[] = [];
    const { client } = await open({
      'GET /api/account/security-notices': () => fakeResponse(notices),
    });
    await screen.findByText(/^Nothing yet/);
    notices = [{ ...notice, id: 8, kind: 'discord_linked' }];
    await client.invalidateQueries({ queryKey: SECURITY_NOTICES });
    expect(await screen.findByText('Discord linked')).not.toBeNull();
  });
});

describe('security notices after many sign-ins (OWN-1333)', () => {
  it('show every change first, and the sign-ins folded below', async () => {
    const signIns = Array.from({ length: 20 }, (_, n) => ({ ...notice, id: 100 - n }));
    await open({
      'GET /api/account/security-notices': () =>
        fakeResponse([...signIns, { ...notice, id: 8, kind: 'discord_linked' }]),
    });
    await screen.findByText('Discord linked');
    const titles = () =>
      screen.getAllByText(/^(Discord linked|Signed in with a new browser)$/).map((one) => one.textContent);
    expect(titles()).toHaveLength(6);
    expect(titles()[0]).toBe('Discord linked');
    await userEvent.click(screen.getByRole('button', { name: 'Show 15 more' }));
    expect(titles()).toHaveLength(21);
  });
});

describe('old links to the password', () => {
  it('open the security page by their anchor', async () => {
    await open({}, '/account#password');
    expect(await screen.findByRole('heading', { name: 'Password' })).not.toBeNull();
  });
});

describe('a way to Discord that came to nothing', () => {
  it('is explained on the account page (OWN-360)', async () => {
    await open({}, '/account?error=DISCORD_NOT_LINKED#discord');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Link it here with your password.');
  });

  it('shows no unknown error codes', async () => {
    await open({}, '/account?error=You%20won');
    await screen.findByRole('heading', { name: /^Hello/ });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a password form after ten minutes', () => {
  it('says that the sign-in with Discord is too old (OWN-360)', async () => {
    await open({
      'GET /api/account/password': () =>
        fakeResponse({ hasPassword: false, freeUntil: new Date(Date.now() + 60_000).toISOString() }),
      'POST /api/account/password': () =>
        problemResponse(403, 'FRESH_SIGN_IN_REQUIRED', 'Please sign in again.'),
    });
    await userEvent.type(await screen.findByLabelText('New password'), 'new-secret');
    await userEvent.type(screen.getByLabelText('Confirm new password'), 'new-secret');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText(/The ten minutes are over/)).not.toBeNull();
  });

  it('says from when on a young link can reset it (OWN-25)', async () => {
    await open({
      'GET /api/account/password': () =>
        fakeResponse({ hasPassword: true, freeUntil: null, resetFrom: '2026-11-28T09:00:00.000Z' }),
    });
    expect(await screen.findByText(/^From 28\.11\.2026 on/)).not.toBeNull();
  });
});
