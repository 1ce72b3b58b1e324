import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_DELIVERY_TIMES, type DeliveryTimes, type HoldLimit, type Product } from '@pax/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { preloadAreas } from '../../../i18n/i18n';
import { discordCalls } from '@pax/contracts';
import { queryKeyFor } from '../../../lib/http/call-api';
import { PRODUCTS } from '../../../lib/http/query-keys';
import { createQueryClient } from '../../../lib/http/query-client';
import { product } from '../../../test/product';
import { renderUi } from '../../../test/render';
import type { WantedAmount } from './catalog-actions';
import { ProductDialog } from './product-dialog';

const custom = product({
  name: 'Custom Coins',
  category: 'coins',
  isCustom: true,
  price: '0.17',
  stock: 750,
});
const wings = product({ bulkMinQuantity: 3, bulkPrice: '15.99' });
const added: [string, WantedAmount][] = [];
const wishlisted: string[] = [];
const asked: string[] = [];
const instead: string[] = [];
let closed = 0;

// Dialogs render slowly in jsdom.
jest.setTimeout(30_000);

beforeEach(() => {
  added.length = 0;
  for (const list of [wishlisted, asked, instead]) list.length = 0;
  closed = 0;
});

async function open(
  shown: Product,
  pool = 750_000_000,
  limit?: HoldLimit,
  delivery: DeliveryTimes = DEFAULT_DELIVERY_TIMES,
  goods: readonly Product[] = [],
) {
  const client = createQueryClient();
  client.setQueryData(queryKeyFor(discordCalls.serverInfo), { delivery });
  client.setQueryData(PRODUCTS, goods);
  await renderUi(<div />);
  await preloadAreas('shop');
  await renderUi(
    <QueryClientProvider client={client}>
      <ProductDialog
        product={shown}
        pool={pool}
        limit={limit}
        open
        onClose={() => (closed += 1)}
        onOpen={({ name }) => void instead.push(name)}
        actions={{
          add: ({ name }, wanted) => void added.push([name, wanted]),
          buyNow: () => undefined,
          isOnWishlist: () => false,
          toggleWishlist: ({ name }) => void wishlisted.push(name),
          isAskedFor: () => false,
          toggleTell: ({ name }) => void asked.push(name),
        }}
      />
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog');
}

const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount in millions' });
const add = () => screen.getByRole('button', { name: /^Add to cart/ });

async function type(text: string) {
  await userEvent.clear(amount());
  await userEvent.type(amount(), text);
}

describe('custom coins', () => {
  it('shows the price and the rate of any amount (SHOP-9.10)', async () => {
    await open(custom);
    await type('50');
    expect(screen.getByText('$0.17 per million')).toBeTruthy();
    expect(add().textContent).toBe('Add to cart · $8.50');
    await type('250');
    expect(screen.getByText(/^\$0\.13 per million/)).toBeTruthy();
    expect(add().textContent).toBe('Add to cart · $32.50');
  });

  it.each([
    ['92', '100M costs only $15.00 – you get 8M more and save $0.64.', '100'],
    ['230', '250M costs only $32.50 – you get 20M more and save $2.00.', '250'],
  ])('%sM: says that more costs less, and takes it', async (typed, hint, better) => {
    await open(custom);
    await type(typed);
    expect(screen.getByText(hint)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: `Take ${better}M` }));
    expect(amount().value).toBe(better);
    expect(screen.queryByText(hint)).toBeNull();
  });

  it.each(['88', '100', '216'])('%sM: has nothing better to offer', async (typed) => {
    await open(custom);
    await type(typed);
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
  });

  it('offers nothing that the pool does not hold (SHOP-5.16)', async () => {
    await open(custom, 95_500_000);
    await type('92');
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
    await type('500');
    await userEvent.tab();
    expect(amount().value).toBe('95');
  });

  it('adds the chosen millions; without an amount it asks for one and stays (SHOP-5.17)', async () => {
    await open(custom);
    await userEvent.clear(amount());
    await userEvent.click(add());
    expect(added).toEqual([['Custom Coins', { quantity: 1, amount: undefined }]]);
    expect(closed).toBe(0);
    await type('120');
    await userEvent.click(add());
    expect(added[1]).toEqual(['Custom Coins', { quantity: 1, amount: 120 }]);
    expect(closed).toBe(1);
  });
});

describe('an amount that is none', () => {
  it.each([
    ['1.5', 'fraction', 'Only whole millions can be bought, for example 1 or 2.'],
    ['0.5', 'fraction', 'Only whole millions can be bought, for example 1 or 2.'],
    ['2,5', 'fraction', 'Only whole millions can be bought, for example 1 or 2.'],
    ['0', 'invalid', 'Type whole millions, for example 120.'],
    ['abc', 'invalid', 'Type whole millions, for example 120.'],
  ])(
    '"%s" stays as typed, has no price and says what is wrong (OWN-1052)',
    async (typed, amountOf, words) => {
      await open(custom);
      await type(typed);
      await userEvent.tab();
      expect(amount().value).toBe(typed);
      expect(amount().getAttribute('aria-invalid')).toBe('true');
      expect(document.getElementById(amount().getAttribute('aria-describedby')!)!.textContent).toBe(words);
      expect(add().textContent).toBe('Add to cart');
      await userEvent.click(add());
      expect(added).toEqual([['Custom Coins', { quantity: 1, amount: amountOf }]]);
      expect(closed).toBe(0);
    },
  );

  it('above the pool takes what the pool holds and says so (OWN-1052)', async () => {
    await open(custom, 95_500_000);
    await type('1,000');
    expect(screen.getByText('The pool holds 95M.')).toBeTruthy();
    expect(add().textContent).toBe('Add to cart · $16.15');
  });
});

describe('other goods', () => {
  it('name the quantity price before and when it is reached (SHOP-9.12)', async () => {
    await open(wings);
    const more = screen.getByRole('button', { name: 'One more' });
    expect(screen.getByText('From 3 pieces: $15.99 each.')).toBeTruthy();
    await userEvent.click(more);
    expect(screen.getByText('One more and each costs $15.99.')).toBeTruthy();
    await userEvent.click(more);
    expect(screen.getByText('Quantity price reached: $15.99 each.')).toBeTruthy();
    expect(add().textContent).toBe('Add to cart · $47.97');
    await userEvent.click(add());
    expect(added).toEqual([['Wings', { quantity: 3 }]]);
  });

  it('are capped to their stock and warn when it is low (SHOP-2.33, SHOP-5.15)', async () => {
    await open(product({ stock: 2 }));
    expect(screen.getByText('Only 2 left')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true);
  });

  it('that are sold out can’t be added (SHOP-5.20)', async () => {
    await open(product({ name: 'Wings', stock: 0, isOutOfStock: true }));
    expect(screen.queryByRole('button', { name: /^Add to cart/ })).toBeNull();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Similar, and in stock' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Tell me when Wings is back' }));
    expect(asked).toEqual(['Wings']);
  });

  it('that are sold out lead to goods of their category that can be bought, the nearest price first (OWN-1389)', async () => {
    const other = (id: number, price: string, changes: Partial<Product> = {}) =>
      product({ id, name: `No. ${id}`, price, stock: 5, ...changes });
    const shown = product({ id: 1, name: 'Wings', price: '10.00', stock: 0, isOutOfStock: true });
    await open(shown, undefined, undefined, undefined, [
      shown,
      other(2, '99.00'),
      other(3, '11.00'),
      other(4, '10.00', { stock: 0 }),
      other(5, '10.00', { category: 'bases' }),
      other(6, '8.00'),
      other(7, '14.00'),
      other(8, '10.50'),
    ]);
    const tiles = within(screen.getByRole('region', { name: 'Similar, and in stock' })).getAllByRole(
      'button',
    );
    expect(tiles.map(({ textContent }) => textContent?.slice(0, 5))).toEqual([
      'No. 8',
      'No. 3',
      'No. 6',
      'No. 7',
    ]);
    await userEvent.click(screen.getByRole('button', { name: /^No\. 3/ }));
    expect(instead).toEqual(['No. 3']);
  });

  it('have a picker, a button to add and a wishlist toggle, and come in game within 1 to 24 hours (SHOP-1.10, SHOP-2.31, SHOP-9.29)', async () => {
    await open(wings);
    expect(screen.getByRole('spinbutton', { name: 'Quantity' })).toBeTruthy();
    expect(add()).toBeTruthy();
    expect(screen.getByText('In game within 1 to 24 hours')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add Wings to the wishlist' }));
    expect(wishlisted).toEqual(['Wings']);
  });
});

describe('coins', () => {
  const crate = product({ name: '10M Coins', category: 'coins', coinValue: 10_000_000, stock: 75 });
  it('take what the pool is good for, at least one (SHOP-5.14)', async () => {
    await open(crate, 55_000_000);
    const count = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' });
    await userEvent.clear(count);
    await userEvent.type(count, '60');
    expect(count.value).toBe('5');
  });
  it('say the delivery time that the operator set (OWN-87)', async () => {
    await open(crate, 750_000_000, undefined, { coinsMinutes: 45, otherHours: 12 });
    expect(screen.getByText('Usually within 45 minutes of payment')).toBeTruthy();
  });
  it('are delivered soon after the payment (SHOP-1.10)', async () => {
    await open(crate);
    expect(screen.getByText('Usually within 30 minutes of payment')).toBeTruthy();
  });
});

describe('what a buyer may have (OWN-402)', () => {
  const many = product({ stock: 40 });

  it('caps the quantity and says why', async () => {
    await open(many, undefined, { id: many.id, available: 2, reason: 'new_account', trustedFrom: '35.00' });
    expect(
      screen.getByText(/orders of \$35\.00 in all are delivered to you: up to 2 at a time/),
    ).toBeTruthy();
    for (let n = 0; n < 3; n += 1) await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    await userEvent.click(add());
    expect(added).toEqual([['Wings', { quantity: 2 }]]);
  });

  it('caps custom coins', async () => {
    await open(custom, 750_000_000, {
      id: custom.id,
      available: 60,
      reason: 'address',
      trustedFrom: '35.00',
    });
    expect(screen.getByText(/up to 60M at a time/)).toBeTruthy();
    await userEvent.click(add());
    expect(added).toEqual([['Custom Coins', { quantity: 1, amount: 60 }]]);
  });

  it('offers nothing of what can’t be had yet, and says when', async () => {
    await open(many, undefined, { id: many.id, available: 0, reason: 'new_account', trustedFrom: '35.00' });
    expect(screen.getByText(/once orders of \$35\.00 in all are delivered/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Add to cart/ }).disabled).toBe(true);
  });
});
