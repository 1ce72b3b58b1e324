import { beforeEach, describe, expect, it } from '@jest/globals';
import { useCart } from '../../features/cart/cart-store';
import type { CatalogActions } from '../../features/catalog/catalog-actions';
import { product } from '../../test/product';
import { renderPage } from '../../test/render-page';
import { pretendServer } from '../../test/pretend-server';
import { useCatalogActions } from './use-catalog-actions';
import { startWords } from '../start-words';

beforeEach(() => {
  useCart.setState({ items: [], settled: [], isOpen: false });
});

async function actions() {
  pretendServer({});
  await startWords();
  let current: CatalogActions | undefined;
  function Ask() {
    current = useCatalogActions(new Set());
    return null;
  }
  const { said } = await renderPage(<Ask />);
  if (!current) throw new Error('not drawn');
  return { ...current, said };
}

describe('what can’t be added is refused with its words and changes nothing', () => {
  const custom = product({ category: 'coins', isCustom: true });
  it.each([
    [
      'without an id (SHOP-5.18)',
      product({ id: 0 }),
      undefined,
      'Product ID is missing. Please try again.',
      undefined,
    ],
    [
      'custom coins without an amount (SHOP-5.17)',
      custom,
      undefined,
      'Missing Information',
      'Please enter a custom amount for this product',
    ],
    ['an amount without a price (SHOP-5.19)', custom, 0, 'Invalid amount', 'Please enter a valid amount.'],
    [
      'what is sold out (SHOP-5.20)',
      product({ stock: 0 }),
      undefined,
      'Not available',
      'This product is currently not available.',
    ],
  ])('%s', async (_case, wanted, millions, title, description) => {
    const { add, buyNow, said } = await actions();
    add(wanted, millions === undefined ? { quantity: 1 } : { quantity: 1, millions });
    expect(said).toEqual([{ title, ...(description && { description }), kind: 'error' }]);
    if (millions !== undefined) buyNow(wanted, millions);
    expect(useCart.getState().items).toEqual([]);
  });
});
