import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { answer } from '../../test/answer';
import { mockServer } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { ImprintPage } from './imprint-page';
import { PrivacyPage, RefundsPage, TermsPage } from './policies';
import { readiness } from '../../test/readiness';

const SELLER = {
  name: 'Lantern Trading',
  address: ['Lantern Lane 1', '10115 Berlin'],
  email: 'billing@shop.example',
  taxId: 'DE123456789',
};

const open = async (Page: ComponentType, payments: readonly string[] = ['card', 'wallet']) => {
  mockServer({
    'GET /api/health/ready': () => answer(readiness(...payments)),
    'GET /api/seller': () => answer({ ...SELLER, evidenceDays: 730 }),
  });
  await renderPage(<Page />);
  await screen.findByRole('heading', { level: 1 });
  return (words: RegExp | string) => expect(screen.queryAllByText(words).length).toBeGreaterThan(0);
};

describe('every policy', () => {
  it.each([
    ['Privacy Policy', PrivacyPage],
    ['Terms of Service', TermsPage],
    ['Refund Policy', RefundsPage],
  ])('is a page with a way back and its contents: %s (ADMIN-2.56)', async (title, Page) => {
    await open(Page);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('link', { name: 'Back to Shop' }).getAttribute('href')).toBe('/');
    const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
    for (const link of contents) {
      const section = document.querySelector(link.getAttribute('href') ?? '#');
      expect(section?.querySelector('h2')?.textContent).toBe(link.textContent);
    }
  });
});

describe('the refund policy', () => {
  it.each([
    ['refunds only before the transfer (ADMIN-2.57)', /possible only if the items were not yet transferred/],
    ['final once delivered (ADMIN-2.58)', /Once delivered through Discord or in game, the sale is final/],
    ['bases as they are (ADMIN-2.59)', /sold as they are, with no guarantee of contents/],
    [
      'griefing is not compensated (ADMIN-2.60)',
      /may be griefed after the purchase. This is not compensated/,
    ],
    ['wrong names stay wrong (ADMIN-2.61)', /wrong username entered at checkout can’t be corrected/],
    [
      'trading for real money (ADMIN-2.62)',
      /Trading for real money can get you banned there. That is not our fault/,
    ],
  ])('says: %s', async (_, words) => {
    const expectMessages = await open(RefundsPage);
    expectMessages(words);
  });
});

describe('the terms', () => {
  it.each([
    ['accurate account information (ADMIN-2.63)', /Account information must be accurate/],
    ['a ban for fraud and chargebacks (ADMIN-2.64)', /Fraud or chargebacks lead to a permanent ban/],
    [
      'delivery times (ADMIN-2.65, ADMIN-9.10)',
      /1-24 hours after payment confirmation. At weekends it may take longer/,
    ],
    ['being online (ADMIN-2.66)', /must be online for deliveries to coordinates/],
    ['prices (ADMIN-2.68)', /Prices may change without notice/],
    ['fees of conversion (ADMIN-2.68)', /fees for currency conversion/],
    ['rollbacks, bans, rules, economy (ADMIN-2.69)', /Rollbacks, bans and changes of rules or economy/],
    ['third parties (ADMIN-2.69)', /What third parties do/],
    ['the contact (ADMIN-2.70)', /on our community’s Discord server/],
    ['when they were updated (ADMIN-2.71)', 'Last updated July 2025'],
  ])('say: %s', async (_, words) => {
    const expectMessages = await open(TermsPage);
    expectMessages(words);
  });

  it.each([
    [['card'], 'Accepted payments: card (with Google Pay and Apple Pay).'],
    [['wallet', 'crypto'], 'Accepted payments: PayPal and crypto.'],
  ])('list what is switched on: %j (ADMIN-2.67, ADMIN-9.13, SHOP-9.17)', async (payments, words) => {
    await open(TermsPage, payments);
    await waitFor(() => expect(screen.queryByText(words)).not.toBeNull());
  });
});

describe('the privacy policy', () => {
  it.each([
    ['what and why', 'What we store, and why', /Orders: what you bought.*This is how we deliver/],
    ['how long evidence is kept, as the settings say', 'For how long', /is emptied after 730 days/],
    ['what goes with the account', 'For how long', /Seven days later everything that names you is gone/],
    ['pictures', 'For how long', /no ticket took within an hour is deleted/],
    ['direct messages', 'What we store, and why', /Direct messages in Discord about your orders/],
    ['payers’ data', 'For how long', /emptied 14 days after/],
    ['how long', 'For how long', /ends after 14 days without a visit and after 30 days at the latest/],
    ['who else', 'Who else gets it', /Stripe takes card payments/],
    ['cookies', 'In your browser', /Cookies for signing in and nothing else/],
  ])('says %s (OWN-165)', async (_, heading, words) => {
    const expectMessages = await open(PrivacyPage);
    expect(screen.getByRole('heading', { level: 2, name: heading })).not.toBeNull();
    await waitFor(() => expectMessages(words));
  });

  it('names only the payment providers that are switched on (OWN-165)', async () => {
    await open(PrivacyPage, ['card']);
    await waitFor(() => expect(screen.queryByText(/^PayPal takes/)).toBeNull());
    expect(screen.queryByText(/^Our partner shop takes/)).toBeNull();
    expect(screen.queryByText(/^Stripe takes/)).not.toBeNull();
  });
});

describe('the imprint (OWN-588)', () => {
  const show = async (seller: object | undefined) => {
    mockServer({
      'GET /api/seller': () =>
        seller ? answer({ ...SELLER, evidenceDays: 540, ...seller }) : answer('', { status: 500 }),
    });
    await renderPage(<ImprintPage />);
    await screen.findByRole('heading', { level: 1, name: 'Imprint' });
  };

  it('names who sells, with address, e-mail and tax number', async () => {
    await show({});
    await screen.findByText('Lantern Trading');
    for (const words of ['Lantern Lane 1', '10115 Berlin', 'DE123456789'])
      expect(screen.queryByText(words)).not.toBeNull();
    const mail = screen.getByRole('link', { name: 'billing@shop.example' });
    expect(mail.getAttribute('href')).toBe('mailto:billing@shop.example');
    expect(screen.getByRole('link', { name: 'Back to Shop' }).getAttribute('href')).toBe('/');
  });

  it('says where the operator has filled in nothing', async () => {
    await show({ address: [], email: null, taxId: null });
    expect(await screen.findByText('The operator has not filled in address and e-mail yet.')).not.toBeNull();
  });

  it('says when it could not be loaded', async () => {
    await show(undefined);
    expect(await screen.findByText('Who sells here could not be loaded.')).not.toBeNull();
  });

  it.each([PrivacyPage, TermsPage, RefundsPage])('is led to by every policy', async (Policy) => {
    await open(Policy);
    expect(screen.getByRole('link', { name: /imprint/ }).getAttribute('href')).toBe('/imprint');
  });
});
