import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CheckoutCartLine } from './checkout-cart';
import { mockMediaQueries } from '../../test/mock-media-queries';
import { fakeResponse } from '../../test/fake-response';
import {
  CARD,
  chatField,
  sentCheckouts,
  events,
  fillIn,
  fillInAndPay,
  gameField,
  line,
  me,
  openCheckout,
  PAY_PAGE,
  payButton,
  profile,
  replies,
  sent,
  resetHarness,
  tickBox,
  toasts,
} from '../../test/open-checkout';

// Dialogs render slowly in jsdom.
jest.setTimeout(30_000);
beforeEach(resetHarness);
afterEach(() => {
  jest.useRealTimers();
});

describe('CheckoutDialog', () => {
  it('shows its sections at once: order, delivery, credit, method, a link to Discord (SHOP-2.56, SHOP-2.57)', async () => {
    await openCheckout();
    for (const name of ['What you buy', 'Delivered to', 'Credit and rewards', 'Pay'])
      expect(screen.getByRole('region', { name })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /Use Store Credit/ })).toBeTruthy();
    for (const field of [gameField(), chatField()]) expect(field.getAttribute('aria-required')).toBe('true');
    const help = await screen.findByRole('link', { name: /Ask on Discord/ });
    expect(help.getAttribute('href')).toBe('https://example.test/invite');
  });

  it('stands in two columns in a wide window: to whom and how to pay, then the receipt (OWN-1364)', async () => {
    const order = () =>
      screen.getAllByRole('region').map((region) => region.querySelector('h3')?.textContent);
    const narrow = await openCheckout();
    expect(order()).toEqual(['1What you buy', '2Delivered to', '3Credit and rewards', '4Pay']);
    narrow.unmount();
    const restore = mockMediaQueries('min-width: 1024px');
    await openCheckout();
    expect(order()).toEqual(['1Delivered to', '2Pay', 'What you buy', 'Credit and rewards']);
    restore();
  });

  it('changes the pieces in the receipt, which never empties the cart (OWN-1364)', async () => {
    const { show } = await openCheckout();
    const fewer = () => screen.getByRole<HTMLButtonElement>('button', { name: 'One less' });
    expect(fewer().disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(events).toEqual(['quantity 7 2']);
    const coins: CheckoutCartLine = {
      ...line,
      id: 8,
      item: { id: 8, quantity: 1, customAmount: 25 },
      pricing: { ...line.pricing, product: { ...line.pricing.product, id: 8 } },
    };
    await act(async () => show({ lines: [line, coins] }));
    expect(screen.getAllByRole('spinbutton')).toHaveLength(1);
    await userEvent.click(fewer());
    expect(events).toEqual(['quantity 7 2', 'quantity 7 0']);
    await fillIn();
    await userEvent.type(screen.getByRole('spinbutton'), '{Enter}');
    expect(sentCheckouts()).toEqual([]);
    screen.getByRole('button', { name: 'One more' }).focus();
    await userEvent.keyboard('{Enter}');
    expect([events.at(-1), sentCheckouts()]).toEqual(['quantity 7 2', []]);
  });

  it('prefills the names, prices with the buyer’s discount and sends exactly that (OWN-37, OWN-85, SHOP-7.14, SHOP-4.30)', async () => {
    await openCheckout();
    await fillIn();
    await waitFor(() => expect(payButton().textContent).toContain('$19.19'));
    await userEvent.click(payButton());
    await waitFor(() => expect(events).toContain(`leave ${PAY_PAGE}`));
    expect(sentCheckouts()).toEqual([
      {
        path: CARD,
        body: {
          amount: '19.19',
          balanceUsed: '0.00',
          items: [{ id: 7, quantity: 1, shown: 'Wings' }],
          inGameName: 'MaraRedstone',
          discordName: 'mara.redstone',
          useStoreCredit: false,
          consent: true,
          repeat: 'ask',
        },
      },
    ]);
    // The cart is emptied once the server reports the payment, not on leaving for the provider (SHOP-4.28).
    expect(events).toEqual([`leave ${PAY_PAGE}`]);
  });

  it('leads to the payment page as soon as the server has answered, with no wait of its own (SHOP-4.26)', async () => {
    await openCheckout();
    await fillIn();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    act(() => payButton().click());
    // Flushes promises; fake timers do not advance.
    for (let round = 0; round < 20; round += 1) await act(async () => {});
    expect(events).toEqual([`leave ${PAY_PAGE}`]);
  });

  it('pays once however often one clicks', async () => {
    let release: (placed: Response) => void = () => undefined;
    replies[CARD] = () => new Promise<Response>((resolve) => (release = resolve));
    await openCheckout();
    await fillIn();
    await userEvent.dblClick(payButton());
    const waiting = await screen.findByRole('button', { name: /Taking you/ });
    await userEvent.click(waiting);
    await userEvent.type(gameField(), '{Enter}');
    expect(sentCheckouts()).toHaveLength(1);
    await act(async () => release(fakeResponse({ url: PAY_PAGE, checkout: 'ref-1' })));
    expect(events).toEqual([`leave ${PAY_PAGE}`]);
  });

  it('asks for the profile only of who is signed in, and only while it is open (SHOP-7.13)', async () => {
    const asked = () => sent.filter(({ path }) => path === '/api/account/profile').length;
    const { show } = await openCheckout({ user: null });
    expect(asked()).toBe(0);
    await act(async () => show({}, false));
    expect(asked()).toBe(0);
    await act(async () => show({}));
    await waitFor(() => expect(asked()).toBe(1));
  });

  it('shows a visitor the banner and the ways to sign in that lead back to it, Discord first (SHOP-2.59, OWN-1360)', async () => {
    await openCheckout({ user: null });
    expect(screen.getByText('Sign in required')).toBeTruthy();
    const card = await screen.findByRole('radio', { name: /Card/ });
    expect(card.closest('fieldset')?.disabled).toBe(true);
    expect(card.closest('[data-dimmed]')).not.toBeNull();
    const foot = screen.getByRole('link', { name: 'Continue with Discord' }).parentElement;
    const next = 'next=%2F%3Fq%3Dsteve%23checkout';
    expect([...(foot?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([
      `/api/auth/discord?${next}`,
      `/login?mode=register&${next}`,
      `/login?${next}`,
    ]);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('sends a visitor who submits by the keyboard to sign in (SHOP-4.24, SHOP-5.6)', async () => {
    await openCheckout({ user: null });
    await userEvent.type(gameField(), 'Steve{Enter}');
    expect(toasts).toMatchObject([
      { title: 'Authentication required', description: 'Please sign in to complete your purchase' },
    ]);
    expect(events).toEqual(['signIn']);
    expect(sentCheckouts()).toEqual([]);
  });

  it('keeps the names that a visitor typed through registering, for nobody else (OWN-85)', async () => {
    const { unmount } = await openCheckout({ user: null });
    await userEvent.type(gameField(), 'Steve_01');
    await userEvent.type(chatField(), 'steve.builds');
    unmount();
    // The page loads again after registering; a new account has no names.
    replies['/api/account/profile'] = () =>
      fakeResponse({ ...profile, minecraftName: null, discordUsername: null });
    const registered = await openCheckout();
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/account/profile'));
    expect([gameField().value, chatField().value]).toEqual(['Steve_01', 'steve.builds']);
    await userEvent.type(gameField(), '2');
    registered.unmount();
    for (const user of [{ ...me, id: me.id + 1 }, null]) {
      const other = await openCheckout({ user });
      expect(gameField().value).toBe('');
      other.unmount();
    }
  });

  it('a session that ended meanwhile leads to the sign-in as well (SHOP-5.6)', async () => {
    replies[CARD] = () => fakeResponse('', { status: 401 });
    await openCheckout();
    await fillInAndPay();
    await waitFor(() => expect(events).toEqual(['signIn']));
    expect(toasts[0]?.title).toBe('Authentication required');
  });

  it('needs both names, the consent and a Minecraft name that can be one (SHOP-5.5, OWN-84)', async () => {
    await openCheckout();
    await waitFor(() => expect(gameField().value).toBe('MaraRedstone'));
    await userEvent.clear(gameField());
    await userEvent.click(payButton());
    expect(await screen.findByText('This is needed for the delivery.')).toBeTruthy();
    expect(screen.getByText(/so that we may deliver at once/)).toBeTruthy();
    expect(toasts[0]?.title).toBe('Missing Information');
    expect(document.activeElement).toBe(gameField());
    await userEvent.type(gameField(), 'no such name!');
    await userEvent.click(payButton());
    expect(await screen.findByText(/Enter a Java name/)).toBeTruthy();
    expect(sentCheckouts()).toEqual([]);
  });

  it.each(['x'.repeat(40), '🐉🐉🐉', 'مرحبا', '<script>', '名字名字', '   '])(
    'takes no game name such as %s, and says so (SHOP-5.5)',
    async (typed) => {
      await openCheckout();
      await fillIn();
      await userEvent.clear(gameField());
      await userEvent.click(gameField());
      await userEvent.paste(typed);
      await tickBox(/Both names are right/);
      await userEvent.click(payButton());
      await waitFor(() => expect(gameField().getAttribute('aria-invalid')).toBe('true'));
      expect(sentCheckouts()).toEqual([]);
    },
  );

  it('says while one types what a game name fits, and what it can never be (OWN-1363)', async () => {
    replies['/api/account/profile'] = () =>
      fakeResponse({ ...profile, minecraftName: null, discordUsername: null });
    await openCheckout();
    await userEvent.type(gameField(), 'Al');
    expect(gameField().getAttribute('aria-invalid')).toBeNull();
    await userEvent.type(gameField(), 'ex');
    expect(screen.getByText('Looks like a Java name.')).toBeTruthy();
    await userEvent.type(gameField(), ' the Great');
    expect(screen.getByText('Looks like a Bedrock name.')).toBeTruthy();
    await userEvent.type(gameField(), '!');
    expect(screen.getByText(/Enter a Java name/)).toBeTruthy();
    await userEvent.clear(gameField());
    // A Cyrillic letter that looks like a plain one.
    await userEvent.type(gameField(), '\u0410lex');
    expect(screen.getByText(/“\u0410” only looks like a Latin letter/)).toBeTruthy();
    await userEvent.clear(gameField());
    await userEvent.type(gameField(), 'Al');
    expect(gameField().getAttribute('aria-invalid')).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText(/Enter a Java name/)).toBeTruthy();
    await userEvent.type(chatField(), '\u0430lex');
    await userEvent.tab();
    expect(await screen.findByText(/“\u0430” only looks like a Latin letter/)).toBeTruthy();
    await userEvent.type(chatField(), '#1234');
    await waitFor(() => expect(chatField().getAttribute('aria-invalid')).toBeNull());
  });

  it('shows all problems at once and leads to the first (OWN-1363)', async () => {
    replies['/api/account/profile'] = () =>
      fakeResponse({ ...profile, minecraftName: null, discordUsername: null });
    await openCheckout();
    await userEvent.click(payButton());
    expect(await screen.findAllByText('This is needed for the delivery.')).toHaveLength(2);
    expect(screen.getByText(/look at both names once more/)).toBeTruthy();
    expect(screen.getByText(/so that we may deliver at once/)).toBeTruthy();
    expect(document.activeElement).toBe(gameField());
  });

  it('offers the names of the last purchase where the account has none of its own (OWN-1362)', async () => {
    const last = { lastGameName: 'LastPlayer', lastChatName: 'last.player' };
    replies['/api/account/profile'] = () =>
      fakeResponse({ ...profile, minecraftName: null, discordUsername: null, ...last });
    const { unmount } = await openCheckout();
    await waitFor(() => expect(gameField().value).toBe('LastPlayer'));
    expect(chatField().value).toBe('last.player');
    unmount();
    replies['/api/account/profile'] = () => fakeResponse({ ...profile, ...last });
    await openCheckout();
    await waitFor(() => expect(gameField().value).toBe('MaraRedstone'));
    expect(chatField().value).toBe('mara.redstone');
  });

  it('trims what was pasted with spaces around it (OWN-85)', async () => {
    await openCheckout();
    await fillIn();
    await userEvent.clear(gameField());
    await userEvent.click(gameField());
    await userEvent.paste('  .Bedrock Fan ');
    await tickBox(/Both names are right/);
    await userEvent.click(payButton());
    await waitFor(() => expect(sentCheckouts()).toHaveLength(1));
    expect(sentCheckouts()[0]?.body).toMatchObject({ inGameName: '.Bedrock Fan' });
  });

  it('wants the names looked at once more, and again after a change (OWN-85)', async () => {
    await openCheckout();
    await fillIn();
    await userEvent.type(gameField(), '2');
    const names = screen.getByRole<HTMLInputElement>('checkbox', { name: /Both names are right/ });
    expect(names.checked).toBe(false);
    await userEvent.click(payButton());
    expect(await screen.findByText(/look at both names once more/)).toBeTruthy();
    expect(sentCheckouts()).toEqual([]);
    await userEvent.click(names);
    await userEvent.type(chatField(), 'x');
    expect(names.checked).toBe(false);
    await userEvent.click(names);
    await userEvent.click(payButton());
    await waitFor(() => expect(sentCheckouts()).toHaveLength(1));
    const typed = { inGameName: 'MaraRedstone2', discordName: 'mara.redstonex' };
    expect(sentCheckouts()[0]?.body).toMatchObject(typed);
  });

  it('keeps what was typed when the profile comes late or changes (OWN-174)', async () => {
    const { client } = await openCheckout();
    await waitFor(() => expect(gameField().value).toBe('MaraRedstone'));
    await userEvent.clear(gameField());
    await userEvent.type(gameField(), 'Alex');
    replies['/api/account/profile'] = () =>
      fakeResponse({ ...profile, minecraftName: 'Other', storeCredit: '9.00' });
    await act(async () => client.invalidateQueries({ queryKey: ['api', 'account', 'profile'] }));
    expect(await screen.findByText('$9.00 in your account')).toBeTruthy();
    expect(gameField().value).toBe('Alex');
  });

  it('knows the names of the signed-in user before a slow profile arrives (OWN-174)', async () => {
    replies['/api/account/profile'] = () => new Promise<Response>(() => undefined);
    await openCheckout();
    await waitFor(() => expect(chatField().value).toBe(me.discordUsername));
    await fillIn();
    await userEvent.click(payButton());
    await waitFor(() => expect(events).toContain(`leave ${PAY_PAGE}`));
  });

  it('an empty cart can’t be paid for (SHOP-5.9)', async () => {
    await openCheckout({ lines: [] });
    expect(payButton().disabled).toBe(true);
  });
});
