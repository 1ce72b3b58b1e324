import { jest } from '@jest/globals';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { toPricedProduct, type AccountProfile, type CurrentUser, type Reward } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { preloadAreas } from '../i18n/i18n';
import { createQueryClient } from '../lib/http/query-client';
import type { Toast } from '../lib/browser/toast';
import { collectToasts } from './collect-toasts';
import { fakeResponse } from './fake-response';
import { product } from './product';
import { renderUi } from './render';
import { profile as anyProfile, user } from './user';
import type { CheckoutCartLine } from '../features/checkout/checkout-cart';
import { CheckoutDialog } from '../features/checkout/checkout-dialog';
import { previewQuote } from '../features/checkout/use-quote';
import { serverInfo, paymentMethodsAnswer } from './server-info';
import { loyalty } from './loyalty';

/** Fixtures shared by specs of the checkout dialog: buyer, line, the shop's replies, and logs. */
export const wings = product({ id: 7, name: 'Wings', price: '19.99' });
export const me = user({
  id: 3,
  username: 'mara',
  membershipTier: 'gold',
  discordUsername: 'mara.redstone',
  minecraftName: 'MaraRedstone',
});
export const profile: AccountProfile = {
  ...anyProfile(me),
  storeCredit: '5.00',
  balance: '5.00',
  totalSpent: '312.00',
  permanentDiscount: 4,
};
export const line: CheckoutCartLine = {
  id: 7,
  name: 'Wings',
  category: 'items',
  image: '/art/item-elytra.svg',
  most: 5,
  shown: 'Wings',
  item: { id: 7, quantity: 1 },
  pricing: { product: toPricedProduct(wings), quantity: 1 },
};
export const tenOff: Reward = {
  id: 1,
  key: 'ten-percent-off',
  name: '10% off next purchase',
  description: '',
  pointsCost: 500,
  category: 'discount',
  value: '10',
  code: 'PAX-TEN-OFF',
  isUsed: false,
  isHeld: false,
  redeemedAt: '2025-11-03T20:15:00.000Z',
  expiresAt: '2099-11-03T20:15:00.000Z',
};

export const CARD = '/api/payments/stripe/create-checkout-session';
export const WALLET = '/api/payments/paypal/create';
export const CRYPTO = '/api/payments/crypto/create';
export const PAY_PAGE = 'https://pay.example.test/1';

type Reply = (body: unknown) => Response | Promise<Response>;
export const replies: Record<string, Reply> = {};
export const sent: { readonly path: string; readonly body: unknown }[] = [];
export const toasts: Toast[] = [];
export const reducedLines: [number, number][] = [];
export const events: string[] = [];
/** Log of placed checkouts with the number of their lines. */
export const placements: string[] = [];

/** Creates a reply that is an error of the shop. */
export const problem =
  (status: number, code: string, details: object = {}): Reply =>
  () =>
    fakeResponse({ code, status, title: code, type: 'about:blank', message: code, ...details }, { status });

/** Answer to GET /api/loyalty with the given fields. */
export const loyaltyWith =
  (...rewards: Reward[]): Reply =>
  () =>
    fakeResponse(loyalty({ rewards }));

/** Resets the fixtures before each spec: empty logs, and a server that accepts everything. */
export function resetHarness(): void {
  sessionStorage.clear();
  localStorage.clear();
  for (const log of [sent, toasts, reducedLines, events, placements]) log.length = 0;
  for (const path of Object.keys(replies)) delete replies[path];
  replies['/api/account/profile'] = () => fakeResponse(profile);
  replies['/api/discord/server-info'] = () =>
    fakeResponse(serverInfo({ inviteLink: 'https://example.test/invite' }));
  replies['/api/payments/methods'] = () => fakeResponse(paymentMethodsAnswer('card'));
  replies['/api/loyalty'] = loyaltyWith();
  replies['/api/checkout/quote'] = () =>
    fakeResponse(previewQuote([line], { profile, useStoreCredit: false }));
  replies[CARD] = () => fakeResponse({ url: PAY_PAGE, checkout: 'ref-1' }, { status: 201 });
  globalThis.fetch = jest.fn<typeof fetch>(async (address, init) => {
    const path = typeof address === 'string' ? address : '';
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ path, body });
    return (await replies[path]?.(body)) ?? fakeResponse('', { status: 404 });
  });
  collectToasts((toast) => void toasts.push(toast));
}

interface Shown {
  readonly user?: CurrentUser | null;
  readonly lines?: readonly CheckoutCartLine[];
}

/** Opens the dialog. @returns the cache, and a function that re-renders it with other lines or closed */
export async function openCheckout(first: Shown = {}) {
  const client: QueryClient = createQueryClient();
  const view = ({ user: who = me, lines = [line] }: Shown, open = true) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CheckoutDialog
          open={open}
          onClose={() => void events.push('close')}
          me={who}
          cart={{
            lines,
            reduceLineTo: (id, left) => void reducedLines.push([id, left]),
            setQuantity: (id, quantity) => void events.push(`quantity ${id} ${quantity}`),
            removeUnavailable: () => void events.push('dropGone'),
          }}
          returnTo="/?q=steve#checkout"
          onSignIn={() => void events.push('signIn')}
          onPlaced={(checkout, placed) => void placements.push(`${checkout} ${placed.length}`)}
          onDone={({ checkout, href, partner = '' }) =>
            void events.push(`done ${checkout} ${href} ${partner}`.trim())
          }
          onLeave={(href) => void events.push(`leave ${href}`)}
          onPreview={(points) => void events.push(`preview ${points}`)}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
  await renderUi(<div />);
  await preloadAreas('checkout', 'shop');
  const { rerender, unmount } = await renderUi(view(first));
  await screen.findByRole('dialog');
  return { client, unmount, show: (next: Shown, open?: boolean) => rerender(view(next, open)) };
}

export const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Pay|Place order)/ });
export const gameField = () => screen.getByLabelText<HTMLInputElement>(/Game username/);
export const chatField = () => screen.getByLabelText<HTMLInputElement>(/Discord username/);
export const tickBox = (name: RegExp) => userEvent.click(screen.getByRole('checkbox', { name }));
export const sentCheckouts = () => sent.filter(({ path }) => [CARD, WALLET, CRYPTO].includes(path));

/** Waits for the names, confirms them and agrees to the terms, without paying. */
export async function fillIn(): Promise<void> {
  await waitFor(() => {
    if (gameField().value !== 'MaraRedstone') throw new Error('the names are not there yet');
  });
  await tickBox(/Both names are right/);
  await tickBox(/Deliver at once/);
}

/** Fills in the form and pays. */
export async function fillInAndPay(): Promise<void> {
  await fillIn();
  await userEvent.click(payButton());
}
