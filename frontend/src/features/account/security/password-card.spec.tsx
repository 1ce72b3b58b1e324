import { describe, expect, it } from '@jest/globals';
import type { PasswordStateAnswer } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { PasswordCard } from './password-card';

const CHANGE = 'POST /api/account/password';
const open = async (
  state: Partial<PasswordStateAnswer> = {},
  change = () => fakeResponse({ success: true }),
  linked = true,
) => {
  const calls = mockServer({
    'GET /api/account/password': () => fakeResponse({ hasPassword: true, freeUntil: null, ...state }),
    [CHANGE]: change,
  });
  const page = await renderPage(<PasswordCard username="nova" linked={linked} />, '/account');
  await screen.findByRole('heading', { name: 'Password' });
  return { ...page, sent: () => calls.filter(({ call }) => call === CHANGE) };
};
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const submit = (name = 'Change password') => userEvent.click(screen.getByRole('button', { name }));
const fill = async (current = 'old-secret') => {
  await type('Current password', current);
  await type('New password', 'new-secret');
  await type('Confirm new password', 'new-secret');
};

describe('a new password (OWN-25)', () => {
  it('takes the current one, says who was signed out and empties the form', async () => {
    const { toasts, sent } = await open();
    await fill();
    await submit();
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Password changed']));
    expect(sent()).toEqual([
      { call: CHANGE, body: { currentPassword: 'old-secret', newPassword: 'new-secret' } },
    ]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe(''));
  });

  it('is checked before anything is sent', async () => {
    const { sent } = await open();
    await type('New password', '12345');
    await type('Confirm new password', '54321');
    await submit();
    await screen.findByText('Enter your current password');
    await screen.findByText('Password must be at least 6 characters');
    await screen.findByText('Passwords do not match');
    expect(sent()).toEqual([]);
  });

  it.each([
    ['CURRENT_PASSWORD_WRONG', 403, 'Current password', 'The current password is wrong.'],
    [
      'PASSWORD_TOO_SHORT',
      400,
      'New password',
      'Accounts with rights in the panel need at least 12 characters.',
    ],
    ['PASSWORD_COMMON', 400, 'New password', 'This password is too easy to guess. Choose another one.'],
  ])('shows %s on its field and keeps what was typed', async (code, status, label, words) => {
    const { toasts } = await open({}, () => problemResponse(status, code, 'No.'));
    await fill();
    await submit();
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({ title: 'Password not changed', description: words }),
    );
    const field = screen.getByLabelText<HTMLInputElement>(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).not.toBe('');
  });

  it('needs no current one just after signing in with Discord', async () => {
    const { sent } = await open({ freeUntil: new Date(Date.now() + 9 * 60_000).toISOString() });
    await type('New password', 'new-secret');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    screen.getByText(/^You signed in with Discord just now: until \d\d:\d\d/);
    await type('Confirm new password', 'new-secret');
    await submit();
    await waitFor(() => expect(sent()[0]?.body).toEqual({ newPassword: 'new-secret' }));
  });

  it('leads who forgot it, or never had one, to Discord and back', async () => {
    const way = '/api/auth/discord?next=%2Faccount%23password';
    await open();
    const forgot = await screen.findByRole('link', { name: /^Forgot it\?/ });
    expect(forgot.getAttribute('href')).toBe(way);
  });

  it('can’t be set without a proof where there was none', async () => {
    await open({ hasPassword: false });
    const link = await screen.findByRole('link', { name: 'Sign in with Discord' });
    expect(link.getAttribute('href')).toBe('/api/auth/discord?next=%2Faccount%23password');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('says what helps while no Discord account is linked', async () => {
    await open({}, undefined, false);
    expect(await screen.findByText(/A linked Discord account can reset it/)).not.toBeNull();
  });
});
