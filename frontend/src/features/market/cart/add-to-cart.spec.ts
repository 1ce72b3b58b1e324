import { beforeEach, describe, expect, it } from '@jest/globals';
import { product } from '../../../test/product';
import { addToCart } from './add-to-cart';
import { useCart } from './cart-store';

const wings = product({ id: 7, stock: 21 });
const crate = product({ id: 2, category: 'coins', coinValue: 10_000_000, stock: 75 });
const custom = product({ id: 3, category: 'coins', isCustom: true, stock: 750 });
const held = (): number[][] =>
  useCart.getState().items.map(({ id, quantity, customAmount }) => [id, Number(customAmount ?? quantity)]);

beforeEach(() => {
  useCart.setState({ items: [], settled: [], isOpen: false });
});

describe('the sum in the cart', () => {
  it('ends at the stock, not at the stock a time', () => {
    expect(addToCart(wings, 20, undefined)).toEqual({ held: 20, isChanged: true, isCapped: false });
    expect(addToCart(wings, 1, undefined)).toEqual({ held: 21, isChanged: true, isCapped: false });
    expect(addToCart(wings, 5, undefined)).toEqual({ held: 21, isChanged: false, isCapped: true });
    expect(held()).toEqual([[7, 21]]);
  });

  it('adds what is left when more is requested', () => {
    addToCart(wings, 20, undefined);
    expect(addToCart(wings, 5, undefined)).toEqual({ held: 21, isChanged: true, isCapped: true });
  });

  it('of coins ends at what other lines leave of the pool', () => {
    addToCart(custom, 40, 75_000_000);
    expect(addToCart(crate, 5, 75_000_000)).toEqual({ held: 3, isChanged: true, isCapped: true });
    expect(addToCart(custom, 60, 75_000_000)).toEqual({ held: 45, isChanged: true, isCapped: true });
    expect(held()).toEqual([
      [3, 45],
      [2, 3],
    ]);
    expect(addToCart(custom, 30, 75_000_000)).toEqual({ held: 30, isChanged: true, isCapped: false });
  });

  it('adds nothing where other lines have taken the whole pool', () => {
    addToCart(custom, 75, 75_000_000);
    expect(addToCart(crate, 1, 75_000_000)).toEqual({ held: 0, isChanged: false, isCapped: true });
    expect(held()).toEqual([[3, 75]]);
  });

  it('keeps a line that others have bought empty as it is', () => {
    addToCart(wings, 20, undefined);
    expect(addToCart({ ...wings, stock: 4 }, 1, undefined)).toEqual({
      held: 20,
      isChanged: false,
      isCapped: true,
    });
  });

  it('ends at what a line may hold', () => {
    addToCart({ ...wings, stock: 5000 }, 998, undefined);
    expect(addToCart({ ...wings, stock: 5000 }, 2, undefined)).toMatchObject({ held: 999, isCapped: true });
  });
});
