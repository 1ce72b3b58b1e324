import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { toPriced, type AccountProfile, type CurrentUser, type PlacedAnswer } from '@pax/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { preloadAreas } from '../../i18n/i18n';
import { createQueryClient } from '../../lib/query-client';
import type { Notice } from '../../components/notify';
import { takeNotices } from '../../lib/tell';
import { answer } from '../../test/answer';
import { product } from '../../test/product';
import { renderUi } from '../../test/render';
import type { Basket } from './basket';
import { CheckoutDialog } from './checkout-dialog';
import { previewQuote } from './preview-quote';

const wings = product({ id: 7, name: 'Wings', price: '19.99' });
const me: CurrentUser = {
  id: 3,
  username: 'mara',
  discordId: null,
  discordUsername: 'mara.redstone',
  minecraftName: 'MaraRedstone',
  role: 'customer',
  isAuthorizedUser: false,
  blocked: false,
  membershipTier: 'gold',
  loyaltyPoints: 0,
  createdAt: '2025-11-03T20:15:00.000Z',
};
const profile: AccountProfile = {
  ...me,
  claimedDiscordId: null,
  storeCredit: '5.00',
  referralBonus: '0.00',
  balance: '5.00',
  totalSpent: '312.00',
  permanentDiscount: 4,
  referralCode: null,
  appliedReferralCode: null,
  referredBy: null,
};
const line = { id: 7, name: 'Wings', category: 'items' as const, item: { id: 7, quantity: 1 } };
const lines = [{ ...line, pricing: { product: toPriced(wings), quantity: 1 } }];
const CREATE = '/api/payments/stripe/create-checkout-session';

type Reply = () => Response | Promise<Response>;
const replies: Record<string, Reply> = {};
const sent: { path: string; body: unknown }[] = [];
const told: Notice[] = [];
const took: [number, number][] = [];
const events: string[] = [];

function problem(status: number, code: string, details: object = {}): Reply {
  return () =>
    answer({ code, status, title: code, type: 'about:blank', message: code, ...details }, { status });
}

// Whole dialogs in jsdom take their time on a busy machine.
jest.setTimeout(30_000);

beforeEach(() => {
  for (const log of [sent, told, took, events]) log.length = 0;
  replies['/api/account/profile'] = () => answer(profile);
  replies['/api/discord/server-info'] = () => answer({ inviteLink: 'https://example.test/invite' });
  replies['/api/checkout/quote'] = () => answer(previewQuote(lines, profile, false));
  replies[CREATE] = () => answer({ url: 'https://pay.example.test/1', checkout: 'ref-1' }, { status: 201 });
  globalThis.fetch = jest.fn<typeof fetch>(async (address, init) => {
    const path = typeof address === 'string' ? address : '';
    sent.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    return (await replies[path]?.()) ?? answer('', { status: 404 });
  });
  takeNotices(
    (notice) => void told.push(notice),
    () => undefined,
  );
});

interface Shown {
  readonly user?: CurrentUser | null;
  readonly empty?: boolean;
}

async function open({ user = me, empty = false }: Shown = {}) {
  const basket: Basket = {
    lines: empty ? [] : lines,
    take: (id, left) => void took.push([id, left]),
    dropGone: () => void events.push('dropGone'),
  };
  const view = (
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CheckoutDialog
          open
          onClose={() => void events.push('close')}
          me={user}
          basket={basket}
          onSignIn={() => void events.push('signIn')}
          onDone={({ checkout }: PlacedAnswer, href) => void events.push(`done ${checkout} ${href}`)}
          onLeave={(href) => void events.push(`leave ${href}`)}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
  await renderUi(<div />);
  await preloadAreas('checkout', 'shop');
  await renderUi(view);
  await screen.findByRole('dialog');
}

const pay = () => screen.getByRole('button', { name: /^Pay \$/ });
const game = () => screen.getByLabelText<HTMLInputElement>(/Game username/);
const agree = () => userEvent.click(screen.getByRole('checkbox', { name: /Deliver at once/ }));
const created = () => sent.filter(({ path }) => path === CREATE);
const ready = () => waitFor(() => expect(game().value).toBe('MaraRedstone'));

describe('CheckoutDialog', () => {
  it('prefills the names, prices with the buyer’s discount and sends exactly that (OWN-37, OWN-85)', async () => {
    await open();
    await ready();
    await waitFor(() => expect(pay().textContent).toContain('$19.19'));
    await agree();
    await userEvent.click(pay());
    await waitFor(() => expect(events).toContain('leave https://pay.example.test/1'));
    expect(created()[0]?.body).toEqual({
      amount: '19.19',
      items: [{ id: 7, quantity: 1 }],
      inGameName: 'MaraRedstone',
      discordName: 'mara.redstone',
      useStoreCredit: false,
      consent: true,
    });
  });

  it('sends once however often one clicks', async () => {
    let release: (placed: Response) => void = () => undefined;
    replies[CREATE] = () => new Promise<Response>((resolve) => (release = resolve));
    await open();
    await ready();
    await agree();
    await userEvent.dblClick(pay());
    const waiting = await screen.findByRole('button', { name: /Taking you/ });
    await userEvent.click(waiting);
    expect(created()).toHaveLength(1);
    await act(async () => release(answer({ url: 'https://pay.example.test/1', checkout: 'ref-1' })));
  });

  it('shows a visitor the banner and sends them to sign in (SHOP-2.59, SHOP-5.6)', async () => {
    await open({ user: null });
    expect(screen.getByText('Sign in required')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Card/ }).closest('fieldset')?.disabled).toBe(
      true,
    );
    await userEvent.click(pay());
    expect(told).toMatchObject([
      { title: 'Authentication required', description: 'Please sign in to complete your purchase' },
    ]);
    expect(events).toEqual(['signIn']);
    expect(created()).toEqual([]);
  });

  it('needs both names, the consent and a Minecraft name that can be one (SHOP-5.5, OWN-84)', async () => {
    await open();
    await ready();
    await userEvent.clear(game());
    await userEvent.click(pay());
    expect(await screen.findByText('This is needed for the delivery.')).toBeTruthy();
    expect(screen.getByText(/Please tick this/)).toBeTruthy();
    expect(told[0]?.title).toBe('Missing Information');
    await userEvent.type(game(), 'no such name!');
    await userEvent.click(pay());
    expect(await screen.findByText(/Enter a Java name/)).toBeTruthy();
    expect(created()).toEqual([]);
  });

  it('a changed price is shown and asked about again, then charged (OWN-40)', async () => {
    const dearer = previewQuote(
      [{ ...line, pricing: { product: toPriced({ ...wings, price: '25.00' }), quantity: 1 } }],
      profile,
      false,
    );
    replies[CREATE] = problem(409, 'PRICE_CHANGED', { quote: dearer });
    await open();
    await ready();
    await agree();
    await userEvent.click(pay());
    expect(await screen.findByText(/It was \$19\.19 and is now \$24\.00/)).toBeTruthy();
    expect(pay().textContent).toContain('$24.00');
    replies[CREATE] = () => answer({ url: 'https://pay.example.test/1', checkout: 'ref-1' });
    await userEvent.click(pay());
    await waitFor(() => expect(events).toContain('leave https://pay.example.test/1'));
    expect(created()[1]?.body).toMatchObject({ amount: '24.00' });
  });

  it('says how many are left and takes them (OWN-66)', async () => {
    replies[CREATE] = problem(409, 'SOLD_OUT', { available: 2, id: 7 });
    await open();
    await ready();
    await agree();
    await userEvent.click(pay());
    expect(await screen.findByText('Only 2 of Wings are left.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Take 2' }));
    expect(took).toEqual([[7, 2]]);
    expect(screen.queryByText('Only 2 of Wings are left.')).toBeNull();
  });

  it.each([
    ['ALREADY_PAID', { checkout: 'ref-9' }, 'See the order', '/payment-success?checkout=ref-9'],
    ['CHECKOUT_OPEN', { url: 'https://pay.example.test/9' }, 'Go to that page', 'https://pay.example.test/9'],
  ])('%s leads to what is there (OWN-72)', async (code, details, link, href) => {
    replies[CREATE] = problem(409, code, details);
    await open();
    await ready();
    await agree();
    await userEvent.click(pay());
    expect((await screen.findByRole('link', { name: link })).getAttribute('href')).toBe(href);
  });

  it('a start that fails is told and loses nothing that was typed (SHOP-8.5, OWN-174)', async () => {
    replies[CREATE] = () => answer('', { status: 502, statusText: 'Bad Gateway' });
    await open();
    await ready();
    await userEvent.type(game(), 'X');
    await agree();
    await userEvent.click(pay());
    await waitFor(() =>
      expect(told).toMatchObject([
        { title: 'Payment Error', description: 'Failed to start Stripe checkout. Please try again.' },
      ]),
    );
    expect(game().value).toBe('MaraRedstoneX');
    await userEvent.click(pay());
    await waitFor(() => expect(created()).toHaveLength(2));
  });

  it('a total of 0 goes to the shop’s own page with the German notice (SHOP-4.27)', async () => {
    replies[CREATE] = () => answer({ url: '/payment-success?checkout=ref-0', checkout: 'ref-0' });
    await open();
    await ready();
    await agree();
    await userEvent.click(pay());
    await waitFor(() => expect(events).toEqual(['done ref-0 /payment-success?checkout=ref-0']));
    expect(told[0]?.title).toBe('Bestellung aufgegeben');
  });

  it('goes nowhere that is no web page', async () => {
    replies[CREATE] = () => answer({ url: 'javascript:alert(1)', checkout: 'ref-1' });
    await open();
    await ready();
    await agree();
    await userEvent.click(pay());
    await waitFor(() => expect(told[0]?.title).toBe('Payment Error'));
    expect(events).toEqual([]);
  });

  it('an empty cart can’t be paid for', async () => {
    await open({ empty: true });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Place order|Pay/ }).disabled).toBe(true);
  });
});
