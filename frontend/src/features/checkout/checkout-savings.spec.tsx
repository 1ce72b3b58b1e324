import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseDecimalToCents, toPricedProduct, type Quote, type Reward } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { isRecord } from '../../lib/values/is-record';
import {
  CARD,
  sentCheckouts,
  events,
  fillIn,
  line,
  loyaltyWith,
  openCheckout,
  payButton,
  problem,
  profile,
  replies,
  sent,
  resetHarness,
  tenOff,
  tickBox,
  wings,
} from '../../test/open-checkout';
import { mockChangingMediaQuery } from '../../test/mock-media-queries';
import { WIDE } from '../../ui/theme/media-queries';
import { previewQuote } from './use-quote';

jest.setTimeout(30_000);

const three = {
  ...line,
  item: { id: 7, quantity: 3 },
  pricing: { product: toPricedProduct(wings), quantity: 3 },
};
const buyer = { ...profile, referralBonus: '5.00', appliedReferralCode: 'OSKAR' };
let lines = [three];

/** The server's answer to a quote, by what was asked. */
function quoteOf(body: unknown): Quote {
  const asked = isRecord(body) ? body : {};
  const isCoded = asked['rewardCode'] !== undefined;
  return {
    ...previewQuote(lines, {
      profile: buyer,
      useStoreCredit: asked['useStoreCredit'] === true,
      rewardPercent: isCoded ? 10 : 0,
    }),
    ...(isCoded ? { reward: { id: 1, key: 'ten-percent-off', name: '10% off next purchase' } as const } : {}),
  };
}

beforeEach(() => {
  resetHarness();
  lines = [three];
  replies['/api/account/profile'] = () => fakeResponse(buyer);
  replies['/api/checkout/quote'] = (body) => fakeResponse(quoteOf(body));
});

const open = () => openCheckout({ lines });
/** The rendered receipt by component. */
const rows = (): Record<string, string | null | undefined> => {
  const steps = screen.getByLabelText('Price, step by step').querySelectorAll('div');
  return Object.fromEntries(
    [...steps].map((step) => [
      step.querySelector('dt')?.textContent ?? '',
      step.querySelector('dd')?.textContent,
    ]),
  );
};
const quotes = () => sent.filter(({ path }) => path === '/api/checkout/quote');

describe('the receipt', () => {
  it('shows every component of the price, and they add up (OWN-37, SHOP-9.13, SHOP-9.14, SHOP-4.34)', async () => {
    replies['/api/loyalty'] = loyaltyWith(tenOff);
    await open();
    await fillIn();
    await tickBox(/Use Store Credit/);
    await userEvent.click(await screen.findByRole('radio', { name: /10% off this purchase/ }));
    await waitFor(() => expect(rows()['Store credit']).toBe('−$5.00'));
    const shown = rows();
    const cents = (name: string) => parseDecimalToCents((shown[name] ?? '').replace(/[−$]/g, ''));
    expect(shown['3 × Wings$19.99 each']).toBe('$59.97');
    expect(cents('Referral discount 5%')).toBe(300);
    expect(cents('Gold discount 4%')).toBe(240);
    expect(cents('Reward code 10%')).toBe(546);
    expect(cents('After discounts')).toBe(5_997 - 300 - 240 - 546);
    expect(shown['Referral bonus']).toBe('−$5.00');
    expect(payButton().textContent).toContain('$39.11');
  });

  it('is counted anew with each tick, by the same rules as the server (OWN-37)', async () => {
    await open();
    await fillIn();
    expect(payButton().textContent).toContain('$54.57');
    await tickBox(/Use Store Credit/);
    await waitFor(() => expect(payButton().textContent).toContain('$44.57'));
    await tickBox(/Use Store Credit/);
    await waitFor(() => expect(payButton().textContent).toContain('$54.57'));
  });
});

describe('store credit', () => {
  it('stays ticked while the own open purchase sets it aside, as the shop counts it (OWN-1163)', async () => {
    const { client } = await open();
    await tickBox(/Use Store Credit/);
    replies['/api/account/profile'] = () =>
      fakeResponse({ ...buyer, storeCredit: '0.00', referralBonus: '0.00' });
    await client.invalidateQueries();
    await waitFor(() => expect(payButton().textContent).toContain('$44.57'));
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Use Store Credit/ });
    expect([box.checked, box.disabled]).toEqual([true, false]);
    expect(screen.getByText('$5.00 in your account')).toBeTruthy();
    expect(screen.getByText('Your $5.00 referral bonus is counted too.')).toBeTruthy();
  });
});

describe('the referral bonus', () => {
  it('is usable from $45 after discounts, and says so (SHOP-5.23, SHOP-9.16)', async () => {
    await open();
    expect(await screen.findByText(/Tick this and your \$5\.00 referral bonus counts too/)).toBeTruthy();
    await tickBox(/Use Store Credit/);
    expect(await screen.findByText('Your $5.00 referral bonus is counted too.')).toBeTruthy();
  });

  it('below that it says how much is missing (SHOP-5.23)', async () => {
    lines = [line];
    replies['/api/account/profile'] = () => fakeResponse({ ...buyer, frozenCredit: '3.50' });
    await open();
    // $19.99 less 5 % and 4 % are $18.19.
    expect(await screen.findByText(/counts from \$45\.00 on, after discounts\. \$26\.81 more/)).toBeTruthy();
    await tickBox(/Use Store Credit/);
    await waitFor(() => expect(rows()['Store credit']).toBe('−$5.00'));
    expect(rows()['Referral bonus']).toBeUndefined();
    // Credit pays a part of the order and takes nothing from what it comes to.
    expect(screen.getByText(/\$26\.81 more/)).toBeTruthy();
    expect(screen.getByText(/^\$3\.50 is held back/)).toBeTruthy();
  });

  it('says so where another account used its own for the game name (OWN-1179)', async () => {
    const taken = { bonusUsable: false, referralBonusUsed: '0.00' };
    replies['/api/checkout/quote'] = (body) => fakeResponse({ ...quoteOf(body), ...taken });
    await open();
    expect(
      await screen.findByText('Your $5.00 referral bonus can’t be used for this game name.'),
    ).toBeTruthy();
  });
});

describe('reward codes', () => {
  const used: Reward = { ...tenOff, id: 2, code: 'PAX-USED', isUsed: true };
  const expired: Reward = { ...tenOff, id: 3, code: 'PAX-OLD', expiresAt: '2020-01-01T00:00:00.000Z' };
  const badge: Reward = { ...tenOff, id: 4, code: 'PAX-VIP', category: 'badge', value: '' };
  const delivery: Reward = {
    ...tenOff,
    id: 5,
    code: 'PAX-FAST',
    key: 'free-delivery',
    category: 'delivery',
    value: '',
    expiresAt: '2099-12-03T20:15:00.000Z',
  };
  const frozen: Reward = { ...tenOff, id: 6, code: 'PAX-COLD', isFrozen: true };
  const field = () => screen.getByLabelText<HTMLInputElement>(/Reward code/);

  it('offers the own active ones that a checkout takes, and no others (OWN-52)', async () => {
    replies['/api/loyalty'] = loyaltyWith(used, expired, badge, frozen, delivery, tenOff);
    await open();
    const group = within(await screen.findByRole('group', { name: 'Your reward codes' }));
    const shown = group.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
    expect(shown).toEqual(['none', 'PAX-TEN-OFF', 'PAX-FAST']);
  });

  it('a chosen one is counted and sent, and can be left out again (OWN-38)', async () => {
    replies['/api/loyalty'] = loyaltyWith(tenOff);
    await open();
    await fillIn();
    await userEvent.click(await screen.findByRole('radio', { name: /10% off this purchase/ }));
    expect(await screen.findByText(/: applied\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Use none' }));
    await waitFor(() => expect(payButton().textContent).toContain('$54.57'));
    await userEvent.click(screen.getByRole('radio', { name: /10% off this purchase/ }));
    await userEvent.click(payButton());
    await waitFor(() => expect(sentCheckouts()).toHaveLength(1));
    expect(sentCheckouts()[0]?.body).toMatchObject({ rewardCode: 'PAX-TEN-OFF', amount: '49.11' });
  });

  it('a typed one is asked about by enter, which does not pay', async () => {
    await open();
    await fillIn();
    await userEvent.type(field(), ' PAX-TYPED {Enter}');
    expect(await screen.findByText(/10% off next purchase: applied\./)).toBeTruthy();
    expect(quotes().at(-1)?.body).toMatchObject({ rewardCode: 'PAX-TYPED' });
    expect(sentCheckouts()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText(/applied\./)).toBeNull());
    expect(field().value).toBe('');
  });

  it.each([
    ['REWARD_CODE_UNKNOWN', 404, /no such code/],
    ['REWARD_CODE_USED', 409, /used already/],
    ['REWARD_CODE_EXPIRED', 409, /has expired/],
    ['REWARD_CODE_HELD', 409, /another open checkout/],
    ['REWARD_CODE_FROZEN', 409, /held back until the points/],
  ])('%s is shown at the field, and the purchase goes on without it', async (code, status, text) => {
    replies['/api/checkout/quote'] = (body) =>
      JSON.stringify(body).includes('rewardCode') ? problem(status, code)(body) : fakeResponse(quoteOf(body));
    await open();
    await fillIn();
    await userEvent.type(field(), 'PAX-TYPED{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(field().value).toBe('PAX-TYPED');
    await userEvent.click(payButton());
    await waitFor(() => expect(sentCheckouts()).toHaveLength(1));
    expect(sentCheckouts()[0]?.body).toMatchObject({ amount: '54.57' });
    expect(sentCheckouts()[0]?.body).not.toHaveProperty('rewardCode');
  });

  it('typed and not applied yet stays when the window changes between one column and two (OWN-1364)', async () => {
    const width = mockChangingMediaQuery(WIDE, false);
    await open();
    await userEvent.type(await screen.findByLabelText(/Reward code/), 'PAX-HALF');
    act(() => width.setMatches(true));
    expect(field().value).toBe('PAX-HALF');
    width.restore();
  });

  it('one that is used up between quote and payment can be left out by one click', async () => {
    replies['/api/loyalty'] = loyaltyWith(tenOff);
    replies[CARD] = problem(409, 'REWARD_CODE_USED');
    await open();
    await fillIn();
    await userEvent.click(await screen.findByRole('radio', { name: /10% off this purchase/ }));
    const asked = () => sent.filter(({ path }) => path === '/api/loyalty').length;
    const before = asked();
    await userEvent.click(payButton());
    await userEvent.click(await screen.findByRole('button', { name: 'Go on without it' }));
    // The list of own codes is read again, so that it no longer offers this one.
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    await waitFor(() => expect(payButton().textContent).toContain('$54.57'));
    expect(screen.queryByText('The reward code was not taken')).toBeNull();
  });
});

describe('the loyalty preview', () => {
  it('shows the points by the server’s rule and previews the celebration (SHOP-2.58, SHOP-9.5)', async () => {
    await open();
    // $54.57 at 10 points a dollar, gold: 545 × 1.5.
    await screen.findAllByText('+817');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(events).toEqual(['preview 817']);
    expect(sentCheckouts()).toEqual([]);
  });

  it('takes the server’s word where its rule is another one (SHOP-9.5)', async () => {
    replies['/api/checkout/quote'] = (body) => fakeResponse({ ...quoteOf(body), points: 54 });
    await open();
    await screen.findAllByText('+54');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(events).toEqual(['preview 54']);
  });
});
