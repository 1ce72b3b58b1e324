import { describe, expect, it } from '@jest/globals';
import type { Product } from '@pax/contracts';
import { productMatchesSearch, findVisibleProducts } from './use-market-view';
import { product } from '../../../test/product';

const goods: Product[] = [
  product({ id: 1, name: 'Wings', price: '19.99' }),
  product({ id: 2, name: 'apple stack', price: '2.00', amount: '64' }),
  product({ id: 3, name: 'Coins 10M', price: '1.70', category: 'coins', amount: '10M' }),
  product({ id: 4, name: 'Wing house', price: '120.00', category: 'bases' }),
];
const nameOf = (category: string) => (category === 'coins' ? 'Money' : category);
const ids = (list: readonly Product[]) => list.map(({ id }) => id);

describe('search', () => {
  it.each([
    ['wing', [1, 4]],
    ['WING', [1, 4]],
    ['coins', [3]],
    ['money', [3]],
    ['19.9', [1]],
    ['19,9', [1]],
    ['$2', [2]],
    ['64', [2]],
    ['  ', [1, 2, 3, 4]],
    ['nothing like it', []],
  ])('"%s" finds by name, category, price or amount (SHOP-5.21)', (search, expected) => {
    expect(ids(goods.filter((good) => productMatchesSearch(good, search, nameOf(good.category))))).toEqual(
      expected,
    );
  });

  it('shows the open category first and looks beyond it', () => {
    const shown = findVisibleProducts(goods, { category: 'items', search: 'wing', sort: 'priceUp' }, nameOf);
    expect([ids(shown.here), ids(shown.elsewhere)]).toEqual([[1], [4]]);
    const browsing = findVisibleProducts(goods, { category: 'items', search: '', sort: 'priceUp' }, nameOf);
    expect([ids(browsing.here), ids(browsing.elsewhere)]).toEqual([[2, 1], []]);
  });

  it('has products with a place first, by it, in the default order alone (OWN-1021)', () => {
    const placed = [
      goods[0]!,
      { ...goods[1]!, displayOrder: 2 },
      product({ id: 9, price: '50.00', displayOrder: 1 }),
    ];
    const inOrder = (sort: 'priceUp' | 'priceDown') =>
      ids(findVisibleProducts(placed, { category: 'items', search: '', sort }, nameOf).here);
    expect([inOrder('priceUp'), inOrder('priceDown')]).toEqual([
      [9, 2, 1],
      [9, 1, 2],
    ]);
  });

  it('lists only wishlisted products on request (SHOP-2.25)', () => {
    const shown = findVisibleProducts(
      goods,
      { category: 'items', search: '', sort: 'priceUp', only: new Set([1, 3]) },
      nameOf,
    );
    expect([ids(shown.here), ids(shown.elsewhere)]).toEqual([[1], [3]]);
  });
});

describe('sort (SHOP-9.34)', () => {
  const sorted = (sort: Parameters<typeof findVisibleProducts>[1]['sort']) =>
    ids(findVisibleProducts(goods, { category: 'items', search: 'a', sort }, nameOf).here);
  it('by price', () => {
    const all = findVisibleProducts(
      [...goods, product({ id: 5, name: 'Axe', price: '100.00' })],
      { category: 'items', search: '', sort: 'priceUp' },
      nameOf,
    );
    expect(ids(all.here)).toEqual([2, 1, 5]);
  });
  it('by name, without regard to case', () => {
    expect(sorted('nameUp')).toEqual([2]);
    const all = (sort: 'nameUp' | 'nameDown') =>
      ids(findVisibleProducts(goods, { category: 'items', search: '', sort }, nameOf).here);
    expect(all('nameUp')).toEqual([2, 1]);
    expect(all('nameDown')).toEqual([1, 2]);
  });
});
