import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { loadArea } from '../../../i18n/message-areas';
import { useLanguage } from '../../../i18n/language-store';
import type { Language } from '../../../i18n/languages';
import { homeContent } from '../../../lib/values/home-content';
import { isRecord } from '../../../lib/values/is-record';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { ImprintPage } from './imprint-page';
import { PrivacyPage, RefundsPage, TermsPage } from './policies';
import { paymentMethodsAnswer } from '../../../test/server-info';

const SELLER = {
  name: 'Lantern Trading',
  address: ['Lantern Lane 1', '10115 Berlin'],
  email: 'billing@shop.example',
  taxId: 'DE123456789',
};

const open = async (Page: ComponentType, payments: readonly string[] = ['card', 'wallet']) => {
  mockServer({
    'GET /api/payments/methods': () => fakeResponse(paymentMethodsAnswer(...payments)),
    'GET /api/seller': () => fakeResponse({ ...SELLER, evidenceDays: 730 }),
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

/** All texts of a catalogue's part, however deep. */
const textsOf = (part: unknown): string[] =>
  typeof part === 'string'
    ? [part]
    : isRecord(part)
      ? Object.values(part).flatMap((one) => textsOf(one))
      : [];
const speak = (language: Language) => act(() => useLanguage.getState().setLanguage(language));
/** What a text is filled in with, in the shop of these specs. */
const filledIn = (text: string, language: Language): RegExp => {
  const values: Record<string, string> = {
    days: '730',
    minutes: '\\d+',
    hours: '24',
    methods: language === 'de' ? '.+ und .+' : '.+ and .+',
  };
  const quoted = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(quoted.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''));
};

describe.each(['mix', 'en', 'de'] as const)('in the language %s', (language) => {
  afterEach(() => speak('mix'));

  it.each([
    ['privacy', PrivacyPage],
    ['terms', TermsPage],
    ['refunds', RefundsPage],
  ] as const)('%s says every sentence of it, filled in (OWN-166)', async (name, Page) => {
    await open(Page, ['card', 'wallet', 'crypto']);
    await speak(language);
    const { catalogue } = await loadArea(language, 'policies');
    const texts = textsOf(catalogue[name]);
    expect(texts.length).toBeGreaterThan(15);
    await waitFor(() => expect(document.body.textContent).not.toContain('…'));
    const shown = document.body.textContent;
    expect(texts.filter((text) => !filledIn(text, language).test(shown))).toEqual([]);
    expect(shown).not.toMatch(/\{\{|\w+\.\w+\.\w+/);
  });
});

describe('in German', () => {
  afterEach(() => speak('mix'));

  it.each([
    [
      'Erstattungen nur vor der Übergabe (ADMIN-2.57)',
      /nur möglich, solange die Produkte noch nicht übergeben/,
    ],
    ['endgültig nach Lieferung (ADMIN-2.58)', /über Discord oder im Spiel geliefert, ist der Kauf endgültig/],
    ['Basen, wie sie sind (ADMIN-2.59)', /verkauft, wie sie sind, ohne Gewähr für ihren Inhalt/],
    ['Verwüstung ohne Ersatz (ADMIN-2.60)', /nach dem Kauf verwüstet werden. Das wird nicht ersetzt/],
    ['falsche Namen (ADMIN-2.61)', /falsch eingegebener Name lässt sich nach der Zahlung nicht ändern/],
    ['Handel mit echtem Geld (ADMIN-2.62)', /Handel mit echtem Geld kann dort zum Ausschluss führen/],
  ])('the refund policy says: %s', async (_, words) => {
    const expectMessages = await open(RefundsPage);
    await speak('de');
    expectMessages(words);
  });

  it.each([
    ['richtige Angaben (ADMIN-2.63)', /Angaben im Konto müssen stimmen/],
    ['Betrug (ADMIN-2.64)', /Betrug oder Rückbuchungen führen zum dauerhaften Ausschluss/],
    ['Lieferzeit (ADMIN-2.65)', /1–24 Stunden nach Bestätigung der Zahlung. Am Wochenende kann es länger/],
    ['online sein (ADMIN-2.66)', /Für Lieferungen an Koordinaten musst du online sein/],
    ['Zahlungsarten (ADMIN-2.67)', /Angenommen werden: PayPal und Krypto/],
    ['Preise (ADMIN-2.68)', /Preise können sich ohne Ankündigung ändern/],
    ['Umrechnung (ADMIN-2.68)', /Gebühren für die Umrechnung/],
    ['keine Haftung (ADMIN-2.69)', /Zurücksetzungen, Sperren und geänderte Regeln oder Wirtschaft/],
    ['Dritte (ADMIN-2.69)', /Was Dritte tun/],
    ['Kontakt (ADMIN-2.70)', /auf dem Discord-Server unserer Gemeinschaft/],
    ['Stand (ADMIN-2.71)', 'Zuletzt geändert im Juli 2025'],
  ])('the terms say: %s', async (_, words) => {
    const expectMessages = await open(TermsPage, ['wallet', 'crypto']);
    await speak('de');
    await waitFor(() => expectMessages(words));
  });

  it('the imprint names who sells, from the settings (OWN-588)', async () => {
    mockServer({ 'GET /api/seller': () => fakeResponse({ ...SELLER, evidenceDays: 540 }) });
    await renderPage(<ImprintPage />);
    await speak('de');
    await screen.findByRole('heading', { level: 1, name: 'Impressum' });
    await screen.findByText('Lantern Trading');
    for (const words of ['Anschrift', 'Lantern Lane 1', '10115 Berlin', 'Steuernummer', 'DE123456789'])
      screen.getByText(words);
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

describe('the reviews', () => {
  it('tell of nothing that the refund policy refuses', () => {
    const told = homeContent.reviews.map(({ text }) => text);
    const refused = /refund|money back|(?:name|typed).*wrong|wrong.*name|mistyped/i;
    expect(told.filter((text) => refused.test(text))).toEqual([]);
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
        seller
          ? fakeResponse({ ...SELLER, evidenceDays: 540, ...seller })
          : fakeResponse('', { status: 500 }),
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
