import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useMemberTerms } from '../../../lib/http/member-price';
import { forgetReferralCode, keepReferralCode, readReferralCode } from '../../../lib/storage/referral-link';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { user } from '../../../test/user';
import { ApplyKeptCode } from './apply-kept-code';
import { ReferralBanner } from './referral-banner';

const CODE = 'PAXNOVA77';
const LINK = `GET /api/referrals/${CODE}`;
const APPLY = 'POST /api/referrals/apply';
const { dataset } = document.documentElement;

beforeEach(() => forgetReferralCode());

describe('the banner of a referral link (OWN-1483)', () => {
  beforeEach(() => keepReferralCode(CODE));
  const open = () => renderPage(<ReferralBanner code={CODE} />);

  it('says who invites, what one gets and when, and leads to the registration and back', async () => {
    mockServer({ [LINK]: () => fakeResponse({ referrerName: 'nova' }) });
    await open();
    await screen.findByText('nova invites you');
    screen.getByText('Once you join: 5% off every order, and $5.00 off one from $45.00.');
    expect(screen.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe('/login?mode=register');
  });

  it.each([
    [CODE, 'true'],
    // Kept since an earlier load of the shop.
    ['PAXLATER7', null],
  ])('counts %s as opened: %s (OWN-1516)', async (code, opened) => {
    const asked: (string | null)[] = [];
    mockServer({
      [`GET /api/referrals/${code}`]: (_, { searchParams }) => {
        asked.push(searchParams.get('opened'));
        return fakeResponse({ referrerName: 'nova' });
      },
    });
    await renderPage(<ReferralBanner code={code} />);
    await screen.findByText('nova invites you');
    expect(asked).toEqual([opened]);
  });

  it('can be closed; the code is kept', async () => {
    mockServer({ [LINK]: () => fakeResponse({ referrerName: 'nova' }) });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Close the invitation' }));
    expect([dataset['referral'], readReferralCode()]).toEqual([undefined, CODE]);
  });

  it('of a wrong, blocked or deleted code is dropped with one quiet word', async () => {
    mockServer({ [LINK]: () => problemResponse(404, 'REFERRAL_CODE_UNKNOWN', 'no') });
    const { toasts } = await open();
    await waitFor(() => expect(readReferralCode()).toBeUndefined());
    expect(toasts).toMatchObject([{ title: 'This invitation no longer works' }]);
  });

  it.each([429, 500])('names nobody after a %i, and keeps the code', async (status) => {
    mockServer({ [LINK]: () => problemResponse(status, 'RATE_LIMITED', 'later') });
    const { toasts } = await open();
    await screen.findByText('A friend invites you');
    expect([readReferralCode(), toasts]).toEqual([CODE, []]);
  });
});

describe('the kept code (OWN-1485)', () => {
  beforeEach(() => keepReferralCode(CODE));

  it('is applied once, with one toast', async () => {
    const calls = mockServer({ [APPLY]: () => fakeResponse({ referrerName: 'nova' }) });
    const { toasts } = await renderPage(<ApplyKeptCode />);
    await waitFor(() => expect(readReferralCode()).toBeUndefined());
    expect(toasts).toMatchObject([{ title: 'Referral code applied', kind: 'success' }]);
    await renderPage(<ApplyKeptCode />);
    expect(calls.filter(({ call }) => call === APPLY)).toEqual([
      { call: APPLY, body: { referralCode: CODE } },
    ]);
  });

  it('lowers the prices at once', async () => {
    let referred = false;
    mockServer({
      'GET /api/auth/me': () => fakeResponse(user({ referred, permanentDiscount: 0 })),
      [APPLY]: () => {
        referred = true;
        return fakeResponse({ referrerName: 'nova' });
      },
    });
    const Terms = () => <p>{useMemberTerms()?.referred ? 'less' : 'list price'}</p>;
    await renderPage(
      <>
        <Terms />
        <ApplyKeptCode />
      </>,
    );
    await screen.findByText('less');
  });

  it.each([
    ['REFERRAL_OWN_CODE', 409, 'This is your own code. Apply a code of a friend.'],
    ['REFERRAL_ALREADY_APPLIED', 409, 'You have already applied a referral code.'],
    ['REFERRAL_CODE_UNKNOWN', 404, 'There is no such referral code.'],
  ] as const)('refused with %s is dropped with one quiet word', async (code, status, description) => {
    mockServer({ [APPLY]: () => problemResponse(status, code, 'no') });
    const { toasts } = await renderPage(<ApplyKeptCode />);
    await waitFor(() => expect(readReferralCode()).toBeUndefined());
    expect(toasts).toEqual([{ title: 'The invitation was not applied', description }]);
  });

  it.each([429, 503])('is kept without a word after a %i, for the next page', async (status) => {
    const calls = mockServer({ [APPLY]: () => problemResponse(status, 'RATE_LIMITED', 'later') });
    const { toasts } = await renderPage(<ApplyKeptCode />);
    await waitFor(() => expect(calls.some(({ call }) => call === APPLY)).toBe(true));
    expect([readReferralCode(), toasts]).toEqual([CODE, []]);
  });
});
