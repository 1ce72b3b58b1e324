import { describe, expect, it, jest } from '@jest/globals';
import type { SecondStepAnswer } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { profile } from '../../../test/user';
import { SecurityTab } from '../security/security-tab';

const STEP = '/api/account/second-step';
const soon = (): string => new Date(Date.now() + 600_000).toISOString();
const none: SecondStepAnswer = {
  status: 'none',
  ways: [],
  offers: ['totp', 'passkey'],
  mayChangeUntil: soon(),
  totpSince: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  isOwed: false,
};
const withApp: SecondStepAnswer = {
  ...none,
  status: 'fresh',
  ways: ['totp', 'recovery-code'],
  totpSince: '2026-11-21T08:00:00.000Z',
  passkeys: [{ id: 3, name: 'Laptop', createdAt: '2026-11-20T08:00:00.000Z', lastUsedAt: null }],
  recoveryCodesLeft: 9,
};
const offer = { key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Pax?secret=JBSWY3DPEHPK3PXP' };
const codes = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-000${index}`);

const open = async (step: SecondStepAnswer, answers: Parameters<typeof mockServer>[0] = {}) => {
  const calls = mockServer({
    'GET /api/account/profile': () => fakeResponse(profile()),
    'GET /api/account/password': () => fakeResponse({ hasPassword: true, freeUntil: null, resetFrom: null }),
    'GET /api/account/sessions': () => fakeResponse([]),
    'GET /api/account/security-notices': () => fakeResponse([]),
    [`GET ${STEP}`]: () => fakeResponse(step),
    ...answers,
  });
  return { ...(await renderPage(<SecurityTab account={7} />)), calls };
};

describe('the second step on the account page', () => {
  it('is not offered to customers', async () => {
    await open({ ...none, offers: [] });
    await screen.findByRole('heading', { name: 'Where you are signed in' });
    expect(screen.queryByRole('heading', { name: 'Second step' })).toBeNull();
  });

  it('is set up with a picture and a key, then shows the recovery codes once, to copy and to download', async () => {
    let isWrong = true;
    const { toasts, calls } = await open(none, {
      [`POST ${STEP}/totp`]: () => fakeResponse(offer),
      [`POST ${STEP}/totp/confirm`]: () =>
        isWrong ? problemResponse(403, 'SECOND_STEP_WRONG', 'wrong') : fakeResponse({ recoveryCodes: codes }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
    within(dialog).getByRole('img', { name: 'QR code for the authenticator app' });
    expect(within(dialog).getByLabelText('Key').textContent).toBe('JBSW Y3DP EHPK 3PXP');
    await userEvent.type(within(dialog).getByLabelText('Code from the app'), '123456');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set up' }));
    await within(dialog).findByText('This code is wrong, was used before, or is too old.');
    isWrong = false;
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set up' }));
    const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    expect(toasts.map(({ title }) => title)).toEqual(['Second step set up']);
    const copied = jest.fn<(text: string) => Promise<void>>(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    await userEvent.click(within(shown).getByRole('button', { name: 'Copy' }));
    await within(shown).findByRole('button', { name: 'Copied' });
    expect(copied).toHaveBeenCalledWith(codes.join('\n'));
    within(shown).getByRole('button', { name: 'Download' });
    await userEvent.click(within(shown).getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ call }) => call === `GET ${STEP}`).length).toBeGreaterThan(1);
  });

  it('lists the ways by name, and removes one after asking', async () => {
    const { calls, toasts } = await open(withApp, {
      [`DELETE ${STEP}/passkeys/3`]: () => fakeResponse({ success: true }),
    });
    await screen.findByText('Set up on 21.11.2026');
    screen.getByText('Added on 20.11.2026 · never used');
    screen.getByText('9 codes left');
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Laptop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove: Laptop' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Removed']));
    expect(calls.some(({ call }) => call === `DELETE ${STEP}/passkeys/3`)).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks to sign in again first, where the sign-in is too old', async () => {
    await open({ ...withApp, mayChangeUntil: null });
    const link = await screen.findByRole('link', { name: 'Sign in with Discord' });
    expect(link.getAttribute('href')).toBe('/api/auth/discord?next=%2Faccount%3Ftab%3Dsecurity');
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('asks for the present step before a change, and then makes it', async () => {
    let isFresh = false;
    await open(
      { ...withApp, status: 'passed' },
      {
        [`POST ${STEP}/recovery-codes`]: () =>
          isFresh
            ? fakeResponse({ recoveryCodes: codes })
            : problemResponse(403, 'SECOND_STEP_REQUIRED', 'again'),
        'POST /api/auth/second-step': () => {
          isFresh = true;
          return fakeResponse({ success: true });
        },
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Make new ones' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByRole('dialog', { name: 'Your recovery codes' });
  });

  it('needs a name for a passkey, and says when the browser made none', async () => {
    const { toasts, calls } = await open(none, {
      [`POST ${STEP}/passkeys/challenge`]: () => problemResponse(409, 'CONFLICT', 'too many'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await screen.findByText('Enter a name');
    expect(calls.some(({ call }) => call.endsWith('/challenge'))).toBe(false);
    await userEvent.type(screen.getByLabelText('Name'), 'Key');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(toasts[0]?.description).toBe('This passkey is known already, or there are too many.'),
    );
  });
});
