import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AccountProfile } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { PROFILE } from '../../../lib/http/query-keys';
import { FACT_SEPARATOR } from '../../../lib/values/format';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { mockObjectUrls } from '../../../test/mock-uploads';
import { recentReferral, referralStats } from '../../../test/loyalty';
import { renderPage } from '../../../test/render-page';
import { profile } from '../../../test/user';
import { ReferralsTab } from './referrals-tab';

const CODE = 'PAXNOVA01';
const own = profile({ referralCode: CODE });
let kept: AccountProfile;
const shop = (answers: Parameters<typeof mockServer>[0] = {}, before: AccountProfile = own) => {
  kept = before;
  return mockServer({
    'GET /api/account/profile': () => fakeResponse(kept),
    'GET /api/referrals/stats': () => fakeResponse(referralStats()),
    ...answers,
  });
};

const open = async (address = '/account?tab=referrals') => {
  const page = await renderPage(<ReferralsTab />, address);
  await screen.findByRole('heading', { name: 'Latest referrals' });
  return page;
};

const titles = ({ toasts }: Awaited<ReturnType<typeof open>>) => toasts.map(({ title }) => title);

beforeEach(() => void mockObjectUrls());

describe('referrals', () => {
  it('show the statistics, the own code and the latest five (ADMIN-2.42, ADMIN-2.46)', async () => {
    const recentReferrals = [
      recentReferral(5, { state: 'pending' }),
      recentReferral(4, { state: 'reversed' }),
      ...[3, 2, 1].map((id) => recentReferral(id)),
    ];
    shop({ 'GET /api/referrals/stats': () => fakeResponse(referralStats({ recentReferrals })) });
    await open();
    const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(figures).toEqual(['$12.50', '$3.00']);
    const steps = within(screen.getByRole('list', { name: 'From your link to a purchase' })).getAllByRole(
      'listitem',
    );
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      '9Opened your link',
      '2Joined with your code',
      '1Bought',
    ]);
    expect(screen.getByRole('status', { name: 'Your referral code' }).textContent).toBe(CODE);
    const rows = screen
      .getAllByRole('listitem')
      .slice(3)
      .map(({ textContent }) => textContent);
    expect(rows).toHaveLength(5);
    expect(rows.slice(0, 3)).toEqual([
      `friend 5Elytra${FACT_SEPARATOR}03.11.2025$1.50Pending`,
      `friend 4Elytra${FACT_SEPARATOR}03.11.2025$1.50Reversed`,
      `friend 3Elytra${FACT_SEPARATOR}03.11.2025$1.50Credited`,
    ]);
  });

  it.each([
    [2, ['2Opened your link', '2Joined with your code', '1Bought']],
    [1, ['2Joined with your code', '1Bought']],
  ])('hide %d openings while there are fewer than friends', async (opened, shown) => {
    const { stats } = referralStats();
    shop({ 'GET /api/referrals/stats': () => fakeResponse(referralStats({ stats: { ...stats, opened } })) });
    await open();
    const steps = within(screen.getByRole('list', { name: 'From your link to a purchase' }));
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(shown);
  });

  it('say so when there are none, and when they could not be read', async () => {
    let isDown = true;
    shop({
      'GET /api/referrals/stats': () =>
        isDown ? fakeResponse('', { status: 500 }) : fakeResponse(referralStats()),
    });
    await renderPage(<ReferralsTab />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(again);
    await screen.findByText(/^No purchase of a friend yet/);
  });
});

describe('sharing the own code', () => {
  it('hands one text to messenger, mail and QR image, which promises what the friend gets alone (ADMIN-2.44, ADMIN-2.45, ADMIN-9.4)', async () => {
    const drawn = mockObjectUrls();
    shop();
    await open();
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
    const message = new URL(href('Send by WhatsApp'));
    const text = message.searchParams.get('text') ?? '';
    expect(text).toContain(CODE);
    expect(text).toContain('5% off every order');
    expect(text).toContain('once a $5.00 bonus for an order of $45.00 or more');
    expect(text).toContain(`${location.origin}/r/${CODE}`);
    const mail = new URLSearchParams(href('Send by e-mail').replace(/^mailto:\?/, ''));
    expect(mail.get('body')).toBe(text);
    const image = await screen.findByRole('img', { name: `QR code that shares ${CODE}` });
    const link = screen.getByRole('link', { name: 'Open the QR code' });
    expect(link.getAttribute('href')).toBe(image.getAttribute('src'));
    expect(link.getAttribute('target')).toBe('_blank');
    expect(image.getAttribute('src')).toMatch(/^blob:/);
    expect(drawn).toEqual([expect.objectContaining({ type: 'image/svg+xml' })]);
  });
});

describe('the own link (OWN-1483)', () => {
  const copy = () => screen.getByRole('button', { name: 'Copy link' });

  it('is copied, and shared by the device where it can', async () => {
    const user = userEvent.setup();
    const shared: ShareData[] = [];
    Object.assign(navigator, { share: (data: ShareData) => Promise.resolve(void shared.push(data)) });
    shop();
    const page = await open();
    await user.click(copy());
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/r/${CODE}`);
    expect(titles(page)).toEqual(['Link copied']);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(shared).toEqual([{ text: expect.stringContaining(`${location.origin}/r/${CODE}`) }]);
    Reflect.deleteProperty(navigator, 'share');
  });

  it('is shown where it cannot be copied', async () => {
    const user = userEvent.setup();
    shop();
    const { toasts } = await open();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'));
    await user.click(copy());
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'The link could not be copied', description: `${location.origin}/r/${CODE}` },
      ]),
    );
  });
});

describe('the own code', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Your own choice');
  const set = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Set code' });

  it('is typed in upper case, ends at 9 characters, and is not set while empty (ADMIN-5.3, ADMIN-5.5)', async () => {
    shop();
    await open();
    expect(set().disabled).toBe(true);
    await userEvent.type(field(), 'pax nova1234');
    expect(field().value).toBe('PAXNOVA12');
    expect(set().disabled).toBe(false);
  });

  it.each(['NOVAPAX01', 'PAXNOVA', 'PAXNOVA-1'])(
    '%s is refused without asking (ADMIN-5.4)',
    async (typed) => {
      const calls = shop();
      await open();
      await userEvent.type(field(), typed);
      await userEvent.click(set());
      await screen.findByText(/^A code is PAX and six letters/);
      expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
    },
  );

  it('is set as chosen, and is at once the one to share (ADMIN-2.43)', async () => {
    const calls = shop({ 'POST /api/referrals/set-code': () => fakeResponse({ referralCode: 'PAXSTARS1' }) });
    const page = await open();
    await userEvent.type(field(), 'paxstars1');
    await userEvent.click(set());
    await waitFor(() => expect(titles(page)).toEqual(['Referral code saved']));
    expect(calls.at(-1)).toEqual({ call: 'POST /api/referrals/set-code', body: { customCode: 'PAXSTARS1' } });
    expect(screen.getByRole('status', { name: 'Your referral code' }).textContent).toBe('PAXSTARS1');
    expect(field().value).toBe('');
  });

  it('is drawn on request, also where there was none (ADMIN-2.43)', async () => {
    shop(
      { 'POST /api/referrals/generate-code': () => fakeResponse({ referralCode: 'PAXABC123' }) },
      profile({ referralCode: null }),
    );
    await open();
    expect(screen.queryByRole('status', { name: 'Your referral code' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Get your code' }));
    await screen.findByRole('status', { name: 'Your referral code' });
    screen.getByRole('button', { name: 'Generate a new one' });
  });

  it.each([
    [problemResponse(409, 'REFERRAL_CODE_TAKEN', 'Taken.'), 'This code is taken. Please choose another.'],
    [problemResponse(429, 'RATE_LIMITED', 'Too many codes.'), 'Too many codes.'],
    [fakeResponse('', { status: 500 }), 'Nothing was changed. Please try again.'],
  ])('that could not be set says why (ADMIN-8.14)', async (refusal, words) => {
    shop({ 'POST /api/referrals/set-code': () => refusal });
    const { toasts } = await open();
    await userEvent.type(field(), CODE);
    await userEvent.click(set());
    await waitFor(() =>
      expect(toasts).toEqual([
        expect.objectContaining({ title: 'Failed to set custom referral code', description: words }),
      ]),
    );
    expect(field().value).toBe(CODE);
  });

  it('that could not be drawn says so (ADMIN-8.15)', async () => {
    shop({ 'POST /api/referrals/generate-code': () => fakeResponse('', { status: 500 }) });
    const page = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Generate a new one' }));
    await waitFor(() => expect(titles(page)).toEqual(['Failed to generate new referral code']));
  });
});

describe('a friend’s code', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Code of a friend');
  const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply code' });

  it('is typed in upper case, ends at 9 characters, and is not applied while empty (ADMIN-5.6)', async () => {
    shop();
    await open();
    expect(apply().disabled).toBe(true);
    await userEvent.type(field(), 'paxfinn012');
    expect(field().value).toBe('PAXFINN01');
    expect(apply().disabled).toBe(false);
  });

  it('is applied once, naming the friend, 5 % and the bonus (ADMIN-2.43, ADMIN-4.11, ADMIN-8.17)', async () => {
    const calls = shop({
      'POST /api/referrals/apply': () => {
        kept = { ...own, referredBy: 'finn', appliedReferralCode: 'PAXFINN01' };
        return fakeResponse({ referrerName: 'finn' });
      },
    });
    const { toasts, client } = await open();
    await userEvent.type(field(), 'PAXFINN01');
    await userEvent.click(apply());
    await screen.findByText('You came through finn. It stays that way.');
    expect(calls.find(({ call }) => call === 'POST /api/referrals/apply')?.body).toEqual({
      referralCode: 'PAXFINN01',
    });
    expect(toasts.map(({ description }) => description)).toEqual([
      'finn brought you here: you now get a 5% discount on all orders, and once a $5.00 bonus for an order of $45.00 or more.',
    ]);
    expect(field().disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Apply code' })).toBeNull();
    await waitFor(() => expect(client.isFetching({ queryKey: PROFILE })).toBe(0));
    expect(field().value).toBe('PAXFINN01');
  });

  it('of a shared link stands in the field', async () => {
    shop();
    await open('/account?tab=referrals&code=paxfinn01%20');
    expect(field().value).toBe('PAXFINN01');
  });

  it.each([
    ['REFERRAL_CODE_UNKNOWN', 'There is no such referral code.'],
    ['REFERRAL_OWN_CODE', 'This is your own code. Apply a code of a friend.'],
    ['REFERRAL_CIRCLE', 'This friend came to the shop through you.'],
    ['DISPUTE_OPEN', 'A bank is reviewing one of your payments. You can apply the code after the review.'],
    ['RATE_LIMITED', 'as the server says'],
  ])('refused with %s says why and stays in the field (ADMIN-8.16)', async (code, words) => {
    shop({ 'POST /api/referrals/apply': () => problemResponse(409, code, 'as the server says') });
    const { toasts } = await open();
    await userEvent.type(field(), 'PAXFINN01');
    await userEvent.click(apply());
    await waitFor(() =>
      expect(toasts).toEqual([
        expect.objectContaining({ title: 'Failed to apply referral code', description: words }),
      ]),
    );
    expect(field().value).toBe('PAXFINN01');
  });

  it('is sent once, however often it is pressed', async () => {
    const calls = shop({ 'POST /api/referrals/apply': () => new Promise<Response>(() => undefined) });
    await open();
    await userEvent.type(field(), 'PAXFINN01');
    await userEvent.dblClick(apply());
    await userEvent.type(field(), '{Enter}');
    expect(calls.filter(({ call }) => call === 'POST /api/referrals/apply')).toHaveLength(1);
    expect(within(apply().closest('form')!).getByRole('button').getAttribute('aria-busy')).toBe('true');
  });
});
