import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import type { CheckoutCartLine } from './checkout-cart';
import {
  CARD,
  sentCheckouts,
  CRYPTO,
  events,
  fillIn,
  gameField,
  line,
  openCheckout,
  loyaltyWith,
  payButton,
  problem,
  profile,
  replies,
  resetHarness,
  tenOff,
  tickBox,
  toasts,
  WALLET,
} from '../../test/open-checkout';
import { previewQuote } from './use-quote';
import { paymentMethodsAnswer, serverInfo } from '../../test/server-info';

jest.setTimeout(30_000);

const PARTNER = 'https://partner.example.test/order/5';
const FORM = 'https://wallet.example.test/cgi-bin/webscr';
const fields = {
  business: 'shop@example.test',
  item_name: 'Pax Market order',
  item_number: 'ref-2',
  amount: '19.19',
  currency_code: 'USD',
  return: 'http://localhost/payment-success?checkout=ref-2',
  cancel_return: 'http://localhost/payment-cancelled?checkout=ref-2',
  notify_url: 'http://localhost/api/paypal-ipn',
};

/** Submitted forms, and the tabs' navigations. */
const posted: { readonly action: string; readonly method: string; readonly fields: unknown }[] = [];
const tabs: string[] = [];
const realOpen = globalThis.open;

/** A fake `open`; logs each action with the number of requests so far. */
function openTabs(): void {
  const tab = {
    opener: globalThis as unknown,
    document: { title: '', body: { textContent: '' } },
    location: { replace: (href: string) => tabs.push(`go ${href}`) },
    close: () => tabs.push('close'),
  };
  globalThis.open = jest.fn<typeof globalThis.open>(() => {
    tabs.push(`open after ${sentCheckouts().length} calls`);
    return Object.assign(Object.create(null), tab);
  });
}

beforeEach(() => {
  resetHarness();
  posted.length = 0;
  tabs.length = 0;
  replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('crypto', 'card', 'wallet'));
  replies[WALLET] = () => fakeResponse({ action: FORM, fields, checkout: 'ref-2' }, { status: 201 });
  replies[CRYPTO] = () => fakeResponse({ url: PARTNER, checkout: 'ref-3' }, { status: 201 });
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    const { action, method } = this;
    posted.push({ action, method, fields: Object.fromEntries(new FormData(this)) });
  });
  openTabs();
});
afterEach(() => {
  globalThis.open = realOpen;
  jest.restoreAllMocks();
});

const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }));

describe('the ways to pay', () => {
  it('are card, wallet and crypto, described as promised (SHOP-2.60, SHOP-2.61, SHOP-2.62, SHOP-3.20)', async () => {
    await openCheckout();
    await screen.findByRole('radio', { name: /Card/ });
    const cards = screen.getAllByRole<HTMLInputElement>('radio', { name: /Card|PayPal|Crypto/ });
    expect(cards.map(({ value }) => value)).toEqual(['card', 'wallet', 'crypto']);
    const texts = cards.map((card) => card.closest('label')?.textContent ?? '');
    expect(texts[0]).toMatch(/Recommended.*Instant.*Google Pay/);
    expect(texts[1]).toMatch(/No account needed/);
    expect(texts[2]).toMatch(/new tab/);
  });

  it('say how long goods are kept where the payment takes its time, each with its hours (OWN-876)', async () => {
    replies['/api/discord/server-info'] = () =>
      fakeResponse(serverInfo({ holdHours: { confirming: 36, crypto: 12 } }));
    await openCheckout();
    await choose(/Card/);
    await screen.findByText(/takes time to be confirmed.*36 hours/);
    await choose(/Crypto/);
    await screen.findByText(/set aside for 12 hours/);
  });

  it('are only those that are switched on (SHOP-9.17)', async () => {
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('card', 'crypto', 'cheques'));
    await openCheckout();
    await screen.findByRole('radio', { name: /Crypto/ });
    const shown = screen.getAllByRole<HTMLInputElement>('radio', { name: /Card|PayPal|Crypto|cheques/ });
    expect(shown.map(({ value }) => value)).toEqual(['card', 'crypto']);
  });

  it('stand in the checkout, with when it comes and that it can be watched (OWN-87)', async () => {
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('card', 'crypto'));
    replies['/api/discord/server-info'] = () =>
      fakeResponse(serverInfo({ inviteLink: '', delivery: { coinsMinutes: 45, otherHours: 12 } }));
    const coins: CheckoutCartLine = { ...line, id: 8, category: 'coins', item: { id: 8, quantity: 1 } };
    const { show } = await openCheckout();
    const promises = () => {
      const facts = screen.getByRole('list', { name: 'Good to know' });
      return within(facts)
        .getAllByRole('listitem')
        .map((promise) => promise.textContent);
    };
    await waitFor(() =>
      expect(promises()).toEqual([
        'Accepted: Card, Google Pay, Apple Pay, Crypto',
        'Delivered in game within 1 to 12 hours',
        'After paying you watch your order live',
      ]),
    );
    show({ lines: [coins] });
    expect(promises()[1]).toBe('Coins usually within 45 minutes of payment');
    show({ lines: [coins, line] });
    expect(promises()[1]).toBe('Coins usually within 45 minutes, all else within 1 to 12 hours');
  });

  it('none at all shows a message, and nothing can be sent (SHOP-9.17)', async () => {
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer());
    await openCheckout();
    expect(await screen.findByText(/switched off right now/)).toBeTruthy();
    await fillIn();
    await userEvent.click(payButton());
    expect(sentCheckouts()).toEqual([]);
  });

  it('one is chosen at first: the one used last, else card, else the first (OWN-1361)', async () => {
    const chosen = async () => {
      await screen.findByRole('radio', { name: /Crypto/ });
      return screen.getByRole<HTMLInputElement>('radio', { checked: true }).value;
    };
    const first = await openCheckout();
    expect(await chosen()).toBe('card');
    await fillIn();
    await choose(/PayPal/);
    await userEvent.click(payButton());
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(sentCheckouts().map(({ path }) => path)).toEqual([WALLET]);
    first.unmount();
    const second = await openCheckout();
    expect(await chosen()).toBe('wallet');
    second.unmount();
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('crypto'));
    await openCheckout();
    expect(await chosen()).toBe('crypto');
  });

  it.each(['paid once', 'dropped when the dialog is closed'])(
    'that come late: a purchase waits for them, and is %s',
    async (outcome) => {
      let release: (methods: Response) => void = () => undefined;
      replies['/api/payments/methods'] = () => new Promise<Response>((resolve) => (release = resolve));
      await openCheckout();
      await fillIn();
      await userEvent.click(payButton());
      const waiting = await screen.findByRole('button', { name: /Taking you/ });
      await userEvent.click(waiting);
      await userEvent.type(gameField(), '{Enter}');
      if (outcome !== 'paid once') await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      await act(async () => release(fakeResponse(paymentMethodsAnswer('card'))));
      const paths = outcome === 'paid once' ? [CARD] : [];
      await waitFor(() => expect(sentCheckouts().map(({ path }) => path)).toEqual(paths));
      expect(toasts).toEqual([]);
    },
  );

  it('without any offered one a purchase is refused (SHOP-4.25, SHOP-5.7)', async () => {
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer());
    await openCheckout();
    await fillIn();
    await userEvent.click(payButton());
    expect(toasts).toMatchObject([
      {
        kind: 'error',
        title: 'Select payment method',
        description: 'Please choose a payment method to continue',
      },
    ]);
    expect(sentCheckouts()).toEqual([]);
  });
});

describe('the wallet', () => {
  it('leaves by a hidden form with exactly what the server made (SHOP-4.31, SHOP-4.32)', async () => {
    await openCheckout();
    await fillIn();
    await choose(/PayPal/);
    await userEvent.dblClick(payButton());
    await waitFor(() => expect(posted).toEqual([{ action: FORM, method: 'post', fields }]));
    expect(document.querySelector<HTMLFormElement>(`form[action="${FORM}"]`)?.hidden).toBe(true);
    expect(sentCheckouts().map(({ path }) => path)).toEqual([WALLET]);
    expect(sentCheckouts()[0]?.body).toMatchObject({ amount: '19.19', consent: true });
    // The cart stays until the server says that it is paid (SHOP-4.28).
    expect(events).toEqual([]);
  });

  it('waits for both names, and says so when it is pressed all the same (SHOP-5.8, SHOP-8.7)', async () => {
    await openCheckout();
    await fillIn();
    await choose(/PayPal/);
    expect(payButton().getAttribute('aria-disabled')).toBeNull();
    await userEvent.clear(gameField());
    expect(payButton().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/^Missing Information:/)).toBeTruthy();
    await userEvent.click(payButton());
    await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error', title: 'Missing Information' }]));
    expect(sentCheckouts()).toEqual([]);
    await userEvent.type(gameField(), 'Alex');
    expect(payButton().getAttribute('aria-disabled')).toBeNull();
  });

  it.each([
    ['a refusal', () => fakeResponse('', { status: 502 })],
    [
      'an address that is none',
      () => fakeResponse({ action: 'javascript:alert(1)', fields, checkout: 'ref-2' }),
    ],
    ['fields that are none', () => fakeResponse({ action: FORM, fields: [{}], checkout: 'ref-2' })],
  ])('%s shows an error and posts nothing (SHOP-8.6)', async (_, reply) => {
    replies[WALLET] = reply;
    await openCheckout();
    await fillIn();
    await choose(/PayPal/);
    await userEvent.click(payButton());
    await waitFor(() =>
      expect(toasts).toMatchObject([
        {
          kind: 'error',
          title: 'Payment Error',
          description: 'Failed to redirect to PayPal. Please try again.',
        },
      ]),
    );
    expect(posted).toEqual([]);
    expect(gameField().value).toBe('MaraRedstone');
  });
});

describe('crypto', () => {
  const pay = async () => {
    const opened = await openCheckout();
    await fillIn();
    await choose(/Crypto/);
    await userEvent.click(payButton());
    return opened;
  };

  it('opens the partner’s shop in a tab of the click, then says so in German (SHOP-4.33, SHOP-2.62, SHOP-4.27)', async () => {
    const { show } = await pay();
    await waitFor(() => expect(events).toHaveLength(1));
    expect(tabs).toEqual(['open after 0 calls', `go ${PARTNER}`]);
    expect(events).toEqual([`done ref-3 /payment-success?checkout=ref-3 ${PARTNER}`]);
    expect(toasts).toMatchObject([{ kind: 'success', title: 'Bestellung aufgegeben' }]);
    expect(toasts[0]?.description).toMatch(/^Danke! Bezahle jetzt/);
    // The form is reset for the next order.
    await act(async () => show({}, false));
    await act(async () => show({}));
    expect(gameField().value).toBe('MaraRedstone');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Deliver at once/ }).checked).toBe(false);
  });

  it('goes on with a link where the browser refuses a tab (SHOP-4.33)', async () => {
    globalThis.open = jest.fn<typeof globalThis.open>(() => null);
    await pay();
    await waitFor(() => expect(events).toEqual([`done ref-3 /payment-success?checkout=ref-3 ${PARTNER}`]));
  });

  it('opens a tab of its own when the same is bought again (OWN-928)', async () => {
    replies[CRYPTO] = problem(409, 'PAID_RECENTLY', {
      checkout: 'ref-9',
      paidAt: '2025-11-03T20:15:00.000Z',
    });
    await pay();
    const again = await screen.findByRole('button', { name: 'Buy it again' });
    replies[CRYPTO] = () => fakeResponse({ url: PARTNER, checkout: 'ref-3' }, { status: 201 });
    await userEvent.click(again);
    await waitFor(() => expect(events).toHaveLength(1));
    expect(tabs).toEqual(['open after 0 calls', 'close', 'open after 1 calls', `go ${PARTNER}`]);
  });

  it('leaves no reward code chosen for the next order', async () => {
    replies['/api/loyalty'] = loyaltyWith(tenOff);
    const { show } = await openCheckout();
    await fillIn();
    await choose(/10% off this purchase/);
    await choose(/Crypto/);
    await userEvent.click(payButton());
    await waitFor(() => expect(events).toHaveLength(1));
    await act(async () => show({}, false));
    await act(async () => show({}));
    const none = await screen.findByRole<HTMLInputElement>('radio', { name: 'Use none' });
    expect(none.checked).toBe(true);
  });

  it('closes the tab again when the order is refused, and keeps everything (OWN-174)', async () => {
    replies[CRYPTO] = problem(409, 'HOLD_LIMIT');
    await pay();
    expect(await screen.findByText('More than you can buy at once')).toBeTruthy();
    expect(tabs).toEqual(['open after 0 calls', 'close']);
    expect(events).toEqual([]);
    expect(gameField().value).toBe('MaraRedstone');
    // Closed and opened again, the dialog begins without the problem of before.
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('More than you can buy at once')).toBeNull();
  });

  it('leads to the order that waits when another is made, or to another way to pay (OWN-95)', async () => {
    replies[CRYPTO] = problem(409, 'CHECKOUT_OPEN', {
      url: PARTNER,
      checkout: 'ref-2',
      state: 'confirming',
      method: 'crypto',
    });
    await pay();
    await screen.findByText(/^Pay it at our partner’s first, or choose another way/);
    expect(screen.getByRole('link', { name: 'Go to that page' }).getAttribute('href')).toBe(PARTNER);
    expect(tabs).toEqual(['open after 0 calls', 'close']);
  });

  it('closes the tab again when the dialog is closed before the answer', async () => {
    replies[CRYPTO] = () => new Promise<Response>(() => undefined);
    await pay();
    await screen.findByRole('button', { name: /Taking you/ });
    await userEvent.keyboard('{Escape}');
    expect(tabs).toEqual(['open after 0 calls', 'close']);
  });
});

describe('a total of 0', () => {
  const free = previewQuote([line], { profile: { ...profile, storeCredit: '50.00' }, useStoreCredit: true });
  beforeEach(() => {
    replies['/api/account/profile'] = () => fakeResponse({ ...profile, storeCredit: '50.00' });
    replies['/api/checkout/quote'] = (body) =>
      fakeResponse(
        JSON.stringify(body).includes('"useStoreCredit":true')
          ? free
          : previewQuote([line], { profile, useStoreCredit: false }),
      );
    replies[CARD] = () => fakeResponse({ url: '/payment-success?checkout=ref-0', checkout: 'ref-0' });
  });

  it('needs no method and goes to the shop’s own page with the German toast (SHOP-4.27, OWN-44)', async () => {
    await openCheckout();
    await fillIn();
    await tickBox(/Use Store Credit/);
    expect(await screen.findByText(/no payment method needed/)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /PayPal/ })).toBeNull();
    expect(payButton().textContent).toBe('Place order · $0.00');
    await userEvent.click(payButton());
    await waitFor(() => expect(events).toEqual(['done ref-0 /payment-success?checkout=ref-0']));
    expect(toasts).toMatchObject([
      {
        title: 'Bestellung aufgegeben',
        description: 'Danke! Deine Bestellung ist eingegangen und wird bald geliefert.',
      },
    ]);
    expect(sentCheckouts()[0]?.body).toMatchObject({
      amount: '0.00',
      balanceUsed: '19.19',
      useStoreCredit: true,
    });
    expect(tabs).toEqual([]);
    // The next order begins without this one's choice.
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Use Store Credit/ }).checked).toBe(false);
  });
});

it.each(['javascript:alert(1)', 'data:text/html,x', '', 7, null])(
  'goes nowhere when the address is %p',
  async (url) => {
    replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('card'));
    replies[CARD] = () => fakeResponse({ url, checkout: 'ref-1' });
    await openCheckout();
    await fillIn();
    await userEvent.click(payButton());
    await waitFor(() => expect(toasts[0]?.title).toBe('Payment Error'));
    expect(events).toEqual([]);
  },
);
