import { expect, it, jest } from '@jest/globals';
import type { Product } from '@pax/contracts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { preloadAreas } from '../../../i18n/i18n';
import { product } from '../../../test/product';
import { renderUi } from '../../../test/render';
import { ProductCardFooter } from './product-card-footer';
import type { WantedAmount } from './catalog-actions';

jest.setTimeout(30_000);

async function card(shown: Product, isAskedFor = false) {
  const added: WantedAmount[] = [];
  const opened: string[] = [];
  const asked: string[] = [];
  await renderUi(<div />);
  await preloadAreas('shop');
  await renderUi(
    <ProductCardFooter
      product={shown}
      onOpen={({ name }) => void opened.push(name)}
      actions={{
        add: (_product, wanted) => void added.push(wanted),
        buyNow: () => undefined,
        isOnWishlist: () => false,
        toggleWishlist: () => undefined,
        isAskedFor: () => isAskedFor,
        toggleTell: ({ name }) => void asked.push(name),
      }}
    />,
  );
  return { added, opened, asked };
}

const count = () => screen.getByRole<HTMLInputElement>('spinbutton');
async function type(text: string) {
  await userEvent.clear(count());
  await userEvent.type(count(), text);
}

it('of coins takes up to 999 pieces and says how many there are (SHOP-5.13, SHOP-9.31)', async () => {
  const { added } = await card(product({ category: 'coins', coinValue: 10_000_000, stock: 43 }));
  await type('5000');
  expect(count().value).toBe('999');
  expect(screen.getByText('Only 43 left')).toBeTruthy();
  await type('3');
  expect(screen.queryByText('Only 43 left')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Add/ }));
  expect(added).toEqual([{ quantity: 3 }]);
  expect(count().value).toBe('1');
});

it('of other goods takes what is in stock, at most 99 (SHOP-5.11, SHOP-5.15)', async () => {
  await card(product({ stock: 4 }));
  await type('50');
  expect(count().value).toBe('4');
});

it.each([
  [10, true],
  [11, false],
])('with %d in stock warns: %s (SHOP-2.33, SHOP-9.31)', async (stock, warns) => {
  await card(product({ stock }));
  expect(screen.queryByText(`Only ${stock} left`) !== null).toBe(warns);
});

it.each([
  [product({ stock: 24 }), '24 in stock'],
  [product({ stock: 1200 }), '1,200 in stock'],
  [product({ stock: 385, category: 'coins', isCustom: true }), '385M in stock'],
])('says its number beside the segments, to eyes and screen readers', async (shown, words) => {
  await card(shown);
  const number = screen.getByText(words);
  expect(number.closest('[aria-hidden]')).toBeNull();
});

it.each([
  ['flagged so', { isOutOfStock: true, stock: 5 }],
  ['without stock', { stock: 0 }],
  ['below it', { stock: -2 }],
])('sold out %s can’t be added and says so (SHOP-4.18, SHOP-5.20)', async (_case, changes) => {
  const { added, asked } = await card(product({ name: 'Wings', ...changes }));
  expect(screen.getByText('Sold out')).toBeTruthy();
  expect(screen.queryByRole('spinbutton')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Tell me when Wings is back' }));
  expect(asked).toEqual(['Wings']);
  expect(added).toEqual([]);
});

it('says that its return will be told, and takes that back (OWN-1389)', async () => {
  const { asked } = await card(product({ name: 'Wings', stock: 0 }), true);
  const button = screen.getByRole('button', { name: /^We’ll tell you when Wings is back/ });
  expect(button.textContent).toBe('We’ll tell you');
  await userEvent.click(button);
  expect(asked).toEqual(['Wings']);
});

it('of custom coins leads to the details, where the amount is chosen (SHOP-2.32)', async () => {
  const { opened } = await card(product({ name: 'Custom Coins', category: 'coins', isCustom: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose an amount of Custom Coins' }));
  expect(opened).toEqual(['Custom Coins']);
});
