import { describe, expect, it } from '@jest/globals';
import {
  type CartItem,
  type PlacedLine,
  countPieces,
  findLinesStillInCart,
  addCartItem,
  removeCartItem,
  removePaidItems,
  setCartQuantity,
} from './cart-items';

const wings: CartItem = {
  id: 7,
  name: 'Wings',
  category: 'items',
  image: '/art/wings.svg',
  price: '19.99',
  quantity: 1,
  coinValue: null,
  isCustom: false,
};
const coins: CartItem = { ...wings, id: 1, name: 'Coins', category: 'coins', coinValue: 10_000_000 };
const custom: CartItem = { ...wings, id: 2, category: 'coins', isCustom: true, customAmount: '30' };

describe('adding', () => {
  it('a new item starts with what was picked (SHOP-4.3)', () => {
    expect(addCartItem([], wings)).toEqual([wings]);
    expect(addCartItem([], { ...wings, quantity: 4 })[0]?.quantity).toBe(4);
  });

  it('an item already there gets its pieces on top, in its place (SHOP-4.1)', () => {
    const cart = addCartItem(addCartItem([wings, coins], wings), { ...wings, quantity: 3 });
    expect(cart.map(({ id, quantity }) => [id, quantity])).toEqual([
      [7, 5],
      [1, 1],
    ]);
  });

  it('keeps the newer coinValue where one is given (SHOP-4.1)', () => {
    expect(addCartItem([coins], { ...coins, coinValue: 12_000_000 })[0]?.coinValue).toBe(12_000_000);
    expect(addCartItem([coins], { ...coins, coinValue: null })[0]?.coinValue).toBe(10_000_000);
  });

  it('a custom item has its amount replaced and keeps quantity 1 (SHOP-4.2)', () => {
    const cart = addCartItem([custom], { ...custom, customAmount: '120', quantity: 1 });
    expect(cart).toEqual([{ ...custom, customAmount: '120' }]);
  });

  it('never goes above what a line may hold', () => {
    expect(addCartItem([{ ...coins, quantity: 998 }], { ...coins, quantity: 5 })[0]?.quantity).toBe(999);
  });
});

describe('quantities', () => {
  it('are set', () => expect(setCartQuantity([wings], 7, 12)[0]?.quantity).toBe(12));
  it.each([0, -1])('%d takes the item out (SHOP-4.4)', (quantity) => {
    expect(setCartQuantity([wings, coins], 7, quantity)).toEqual([coins]);
  });
  it('leave a custom line at 1', () => expect(setCartQuantity([custom], 2, 5)).toEqual([custom]));
  it('add up to the badge (SHOP-2.34)', () => {
    expect(countPieces([{ ...wings, quantity: 3 }, coins, custom])).toBe(5);
  });
});

it('removing leaves the rest', () => expect(removeCartItem([wings, coins], 1)).toEqual([wings]));

describe('what was placed and then paid leaves the cart', () => {
  const placed: PlacedLine[] = [{ id: 7, quantity: 3 }];
  const inCart = (quantity: number) => [{ ...wings, quantity }];
  /** Pieces that are left of so many once the placed ones are paid. */
  const leftOf = (quantity: number, still = placed) => countPieces(removePaidItems(inCart(quantity), still));

  it.each([
    [3, 0],
    [5, 2],
    [2, 0],
  ])('of %i pieces in the cart with 3 paid, %i stay', (quantity, left) => {
    expect(leftOf(quantity)).toBe(left);
  });

  it.each([
    [0, 2, 2],
    [1, 4, 3],
    [5, 5, 2],
  ])('with %i left while it was being paid, and %i in the end, %i stay', (least, last, left) => {
    expect(leftOf(last, findLinesStillInCart(placed, least === 0 ? [] : inCart(least)))).toBe(left);
  });

  it('a custom amount counts as placed while it is the same', () => {
    const line = [{ id: 2, quantity: 1, customAmount: 30 }];
    const other = [{ ...custom, customAmount: '40' }];
    expect([findLinesStillInCart(line, [custom]), findLinesStillInCart(line, other)]).toEqual([line, []]);
    expect([removePaidItems([custom], line), removePaidItems(other, line)]).toEqual([[], other]);
  });
});
