import { beforeEach, describe, expect, it } from '@jest/globals';
import { catalogCalls, ownDataCalls, type SecondStepAnswer } from '@pax/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { callApi, withSecondStep } from '../../../lib/http/call-api';
import { downloadFile } from '../../../lib/http/file-transfer';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { StepPrompt } from './step-prompt';

const step: SecondStepAnswer = {
  status: 'passed',
  ways: ['totp', 'recovery-code'],
  offers: ['totp'],
  mayChangeUntil: null,
  totpSince: '2026-11-21T08:00:00.000Z',
  passkeys: [],
  recoveryCodesLeft: 10,
  isOwed: false,
};
const pool = { coinStock: 5, held: 0, free: 5, version: 2 };
const SET = 'PUT /api/admin/coin-stock';
const PASS = 'POST /api/auth/second-step';

describe('an act that needs the second step again', () => {
  let isFresh: boolean;
  let refusal: Response | undefined;
  beforeEach(() => {
    isFresh = false;
    refusal = undefined;
  });

  const open = async (changed: Partial<SecondStepAnswer> = {}) => {
    const calls = mockServer({
      'GET /api/account/second-step': () => fakeResponse({ ...step, ...changed }),
      'GET /api/account/export': () =>
        isFresh ? fakeResponse({ account: {} }) : problemResponse(403, 'SECOND_STEP_REQUIRED', 'again'),
      'GET /api/admin/coin-stock': () => problemResponse(403, 'SECOND_STEP_REQUIRED', 'again'),
      [SET]: () => (isFresh ? fakeResponse(pool) : problemResponse(403, 'SECOND_STEP_REQUIRED', 'again')),
      [PASS]: () => {
        if (refusal) return refusal;
        isFresh = true;
        return fakeResponse({ success: true });
      },
    });
    await renderPage(<StepPrompt />);
    return calls;
  };
  const set = () => callApi(catalogCalls.setCoinStock, { body: { coinStock: 5 } });
  const enter = async (code: string) => {
    await userEvent.type(await screen.findByLabelText('Code'), code);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  };

  it('asks once for all acts that wait, and makes each again', async () => {
    const calls = await open();
    const acts = [set(), set()];
    await screen.findByRole('dialog', { name: 'Is it you?' });
    await enter(' 123 456 ');
    expect(await Promise.all(acts)).toEqual([pool, pool]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ call }) => call === PASS)).toEqual([{ call: PASS, body: { code: '123 456' } }]);
    expect(calls.filter(({ call }) => call === SET)).toHaveLength(4);
  });

  it('asks for a download too, though it is a read (OWN-665)', async () => {
    await open();
    const copy = withSecondStep(() =>
      downloadFile(ownDataCalls.exportOwnData, { onProgress: () => undefined }),
    );
    await enter('123456');
    expect((await copy).size).toBeGreaterThan(0);
  });

  it('says who can help where a former account of the Discord account had one (OWN-666)', async () => {
    await open({ status: 'pending', ways: [], isOwed: true });
    const act = set().catch((error: unknown) => error);
    await screen.findByText(/Whoever runs the shop can take that back/);
    expect(screen.queryByLabelText('Code')).toBeNull();
    // It hears the key from when it has the focus on.
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(await act).toBeInstanceOf(Error);
  });

  it('keeps a wrong code typed and says what is wrong; closed, the act fails as it was refused', async () => {
    await open();
    const act = set().catch((error: unknown) => error);
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await screen.findByText('Enter a code');
    refusal = problemResponse(403, 'SECOND_STEP_WRONG', 'wrong');
    await enter('111111');
    await screen.findByText('This code is wrong, was used before, or is too old.');
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('111111');
    refusal = problemResponse(429, 'RATE_LIMITED', 'slow down');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Too many wrong tries. Please wait a quarter of an hour.');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await act).toMatchObject({ status: 403, problem: { code: 'SECOND_STEP_REQUIRED' } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not ask for a read, nor where the page has no way to ask', async () => {
    const calls = await open();
    await expect(callApi(catalogCalls.adminCoinStock)).rejects.toMatchObject({ status: 403 });
    expect(screen.queryByRole('dialog')).toBeNull();
    const waiting = set().catch((error: unknown) => error);
    await screen.findByRole('dialog');
    cleanup();
    expect(await waiting).toMatchObject({ status: 403 });
    await expect(set()).rejects.toMatchObject({ status: 403 });
    expect(calls.filter(({ call }) => call === SET)).toHaveLength(2);
  });

  it('offers what the account has: a passkey first, a recovery code where there is no app, or a new sign-in', async () => {
    await open({ ways: ['passkey', 'recovery-code'] });
    void set().catch(() => undefined);
    await screen.findByRole('button', { name: 'Use a passkey' });
    screen.getByText('One of your recovery codes.');
    // No browser of the specs has WebAuthn, as if nobody touched the key.
    await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await screen.findByRole('alert');
    cleanup();
    await open({ ways: [] });
    void set().catch(() => undefined);
    await screen.findByText(/^Sign in again with Discord or an admin code/);
  });
});
