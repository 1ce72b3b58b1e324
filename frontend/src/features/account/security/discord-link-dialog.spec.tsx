import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ME, PROFILE } from '../../../lib/http/query-keys';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { profile } from '../../../test/user';
import { DiscordCard } from '../discord-card';
import { SECURITY_NOTICES, SESSIONS } from '../query-keys';
import { DiscordLinkDialog } from './discord-link-dialog';

const LINK = 'POST /api/account/discord/link';
const UNLINK = 'POST /api/account/discord/unlink';
const linked = profile({ discordId: '111111111111111111', discordUsername: 'nova.mines' });

const confirmUnlink = async () => {
  await userEvent.type(await screen.findByLabelText('Current password'), 'nova-demo');
  await userEvent.click(screen.getByRole('button', { name: 'Unlink' }));
};

describe('linking Discord (OWN-360)', () => {
  it('asks for the password, then goes on at Discord', async () => {
    const left: string[] = [];
    const calls = mockServer({ [LINK]: () => fakeResponse({ url: 'https://discord.example/authorize' }) });
    await renderPage(
      <DiscordLinkDialog
        act="link"
        username="nova"
        open
        onClose={() => undefined}
        leave={(address) => left.push(address)}
      />,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to Discord' }));
    expect(await screen.findByText('Enter your current password')).not.toBeNull();
    expect(calls).toEqual([]);
    await userEvent.type(screen.getByLabelText('Current password'), 'nova-demo');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Discord' }));
    await waitFor(() => expect(left).toEqual(['https://discord.example/authorize']));
    expect(calls).toEqual([{ call: LINK, body: { currentPassword: 'nova-demo' } }]);
  });

  it('keeps a wrong password typed, and saves no profile with it', async () => {
    const submitted: string[] = [];
    mockServer({
      [LINK]: () => problemResponse(403, 'CURRENT_PASSWORD_WRONG', 'The current password is wrong.'),
    });
    await renderPage(
      <form onSubmit={() => submitted.push('profile')}>
        <DiscordCard profile={profile()}>
          <span />
        </DiscordCard>
      </form>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Link Discord' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Current password');
    await userEvent.type(field, 'a guess');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Discord' }));
    expect(await screen.findByText('The current password is wrong.')).not.toBeNull();
    expect(field.value).toBe('a guess');
    expect(submitted).toEqual([]);
    // Closed, it forgets the password and what was said about it.
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Link Discord' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Current password')).value).toBe('');
    expect(screen.queryByText('The current password is wrong.')).toBeNull();
  });
});

describe('unlinking Discord (OWN-360)', () => {
  it('asks for the password and says what it did', async () => {
    const calls = mockServer({
      'GET /api/account/password': () => fakeResponse({ hasPassword: true, freeUntil: null }),
      [UNLINK]: () => fakeResponse({ success: true }),
    });
    const { toasts, client } = await renderPage(<DiscordCard profile={linked}>{null}</DiscordCard>);
    const changed = [PROFILE, ME, SESSIONS, SECURITY_NOTICES];
    for (const key of changed) client.setQueryData(key, null);
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }));
    await confirmUnlink();
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Discord unlinked']));
    expect(calls.find(({ call }) => call === UNLINK)).toEqual({
      call: UNLINK,
      body: { currentPassword: 'nova-demo' },
    });
    await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull());
    expect(changed.filter((key) => client.getQueryState(key)?.isInvalidated !== true)).toEqual([]);
  });

  it('asks for the second step where the account has one, and goes on (OWN-665)', async () => {
    let isFresh = false;
    const step = { status: 'passed', ways: ['totp'], offers: ['totp'], mayChangeUntil: null, passkeys: [] };
    mockServer({
      'GET /api/account/password': () => fakeResponse({ hasPassword: true, freeUntil: null }),
      'GET /api/account/second-step': () =>
        fakeResponse({ ...step, totpSince: null, recoveryCodesLeft: 9, isOwed: false }),
      'POST /api/auth/second-step': () => {
        isFresh = true;
        return fakeResponse({ success: true });
      },
      [UNLINK]: () =>
        isFresh ? fakeResponse({ success: true }) : problemResponse(403, 'SECOND_STEP_REQUIRED', 'again'),
    });
    const { toasts } = await renderPage(<DiscordCard profile={linked}>{null}</DiscordCard>);
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }));
    await confirmUnlink();
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Discord unlinked']));
  });

  it('offers no way to give up the last way in', async () => {
    mockServer({ 'GET /api/account/password': () => fakeResponse({ hasPassword: false, freeUntil: null }) });
    await renderPage(<DiscordCard profile={linked}>{null}</DiscordCard>);
    const way = await screen.findByRole('link', { name: 'Set a password' });
    expect(way.getAttribute('href')).toBe('/account?tab=security#password');
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull();
  });

  it('shows any other failure in a toast', async () => {
    mockServer({
      'GET /api/account/password': () => fakeResponse({ hasPassword: true, freeUntil: null }),
      [UNLINK]: () => problemResponse(429, 'RATE_LIMITED', 'Too many tries. Please wait a little.'),
    });
    const { toasts } = await renderPage(<DiscordCard profile={linked}>{null}</DiscordCard>);
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }));
    await confirmUnlink();
    await waitFor(() => expect(toasts[0]?.description).toBe('Too many tries. Please wait a little.'));
  });
});
