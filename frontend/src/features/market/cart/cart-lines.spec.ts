import { describe, expect, it } from '@jest/globals';
import { priceCart, type Product } from '@pax/contracts';
import { toCartItem } from './cart-items';
import { toLimitItems, toWireItems, toLineViews } from './cart-lines';

const base: Product = {
  id: 1,
  name: 'Wings',
  price: '19.99',
  originalPrice: '24.99',
  image: '',
  category: 'items',
  amount: null,
  stock: 20,
  coinValue: null,
  isOutOfStock: false,
  isBestValue: false,
  isLimitedStock: false,
  isCustom: false,
  description: '',
  discount: 20,
  bulkMinQuantity: 3,
  bulkPrice: '15.99',
  imageFit: 'cover',
  availableFrom: null,
  displayOrder: null,
};
const tenMillion: Product = {
  ...base,
  id: 2,
  category: 'coins',
  price: '1.70',
  originalPrice: null,
  coinValue: 10_000_000,
  bulkMinQuantity: null,
  bulkPrice: null,
};
const custom: Product = { ...tenMillion, id: 3, price: '0.17', coinValue: null, isCustom: true };
const products = [base, tenMillion, custom];

const limit = (id: number, available: number) => ({
  id,
  available,
  reason: 'new_account' as const,
  trustedFrom: '20.00',
});

describe('what a buyer may have (OWN-402)', () => {
  const many = { ...base, id: 7 };
  const troubleOf = (quantity: number, available: number, stock = 20) =>
    toLineViews([toCartItem(many, quantity)], [{ ...many, stock }], undefined, {
      limits: [limit(7, available)],
    })[0]?.trouble;

  it('stands in the way of more, not of as much', () => {
    expect(troubleOf(5, 5)).toBeUndefined();
    expect(troubleOf(6, 5)).toMatchObject({ kind: 'limited', left: 5, limit: { reason: 'new_account' } });
  });

  it('ends the picker, though never below one piece', () => {
    const mostOf = (available: number, stock = 20) =>
      toLineViews([toCartItem(many, 2)], [{ ...many, stock }], undefined, {
        limits: [limit(7, available)],
      })[0]?.most;
    expect([mostOf(5), mostOf(5, 4), mostOf(0)]).toEqual([5, 4, 1]);
  });

  it('says what is short where less is left than one may have', () => {
    expect(troubleOf(6, 5, 4)).toEqual({ kind: 'short', left: 4 });
    expect(troubleOf(6, 5, 0)).toEqual({ kind: 'soldOut' });
  });

  it('is asked without pieces, and with the amounts that share the pool', () => {
    const pack = { ...tenMillion, id: 4 };
    expect(toLimitItems([toCartItem(many, 6), toCartItem(pack, 3)])).toEqual([
      { id: 7, quantity: 1 },
      { id: 4, quantity: 3 },
    ]);
  });
});

describe('a line', () => {
  it('costs what it costs now, with the price before struck through (SHOP-2.37)', () => {
    const [line] = toLineViews([toCartItem(base, 2)], [{ ...base, price: '18.00' }], 0);
    expect(line).toMatchObject({ lineCents: 3600, beforeCents: 4998 });
  });

  it('says that a piece costs another amount than when it was put in, written as it may be (SHOP-3.4)', () => {
    const change = (kept: string, now: string) =>
      toLineViews([{ ...toCartItem(base, 2), price: kept }], [{ ...base, price: now }], 0)[0]?.change;
    expect(change('19.99', '18.00')).toEqual({ beforeCents: 1999, nowCents: 1800 });
    expect(change('$1,019.99', '1019.99')).toBeUndefined();
    expect(
      toLineViews([toCartItem(custom, 1, 30)], [{ ...custom, price: '0.20' }], 0)[0]?.change,
    ).toBeUndefined();
    expect(toLineViews([toCartItem(base, 2)], undefined, undefined)[0]?.change).toBeUndefined();
  });

  it('shows the quantity break (SHOP-9.12)', () => {
    const [line] = toLineViews(
      [toCartItem({ ...base, originalPrice: null }, 3)],
      [{ ...base, originalPrice: null }],
      0,
    );
    expect(line).toMatchObject({ lineCents: 4797, beforeCents: 5997 });
  });

  it('uses what was kept while the list is not there, and refuses nothing', () => {
    const [line] = toLineViews([{ ...toCartItem(base, 2), price: '$1,019.99' }], undefined, undefined);
    expect(line).toMatchObject({ lineCents: 203_998, trouble: undefined });
  });

  it('of custom coins is priced by its amount (SHOP-9.8, SHOP-9.10)', () => {
    const lines = toLineViews([toCartItem(custom, 1, 250)], products, 750_000_000);
    expect(lines[0]?.lineCents).toBe(3250);
    expect(priceCart(lines.map(({ pricing }) => pricing)).total).toBe(3250);
  });
});

describe('trouble', () => {
  const trouble = (items: Parameters<typeof toLineViews>[0], list = products, pool = 750_000_000) =>
    toLineViews(items, list, pool).map((line) => line.trouble);

  it('reports a product that is no longer sold, sold out or short', () => {
    const items = [toCartItem(base, 5)];
    expect(trouble(items, [])).toEqual([{ kind: 'gone' }]);
    expect(trouble(items, [{ ...base, stock: 0, isOutOfStock: true }])).toEqual([{ kind: 'soldOut' }]);
    expect(trouble(items, [{ ...base, stock: 4 }])).toEqual([{ kind: 'short', left: 4 }]);
    expect(trouble(items)).toEqual([undefined]);
  });

  it('counts the one pool over all coin lines', () => {
    const items = [toCartItem(tenMillion, 5), toCartItem(custom, 1, 40)];
    expect(trouble(items, products, 90_000_000)).toEqual([undefined, undefined]);
    expect(trouble(items, products, 60_000_000)).toEqual([undefined, { kind: 'short', left: 10 }]);
    expect(trouble(items, products, 50_000_000)).toEqual([undefined, { kind: 'soldOut' }]);
  });
});

describe('what the own open checkout sets aside (OWN-1163)', () => {
  const look = (quantity: number, held: number) => {
    const goods = { ...base, stock: 0, isOutOfStock: true };
    const own = { held: [{ id: 1, quantity: held, coins: 0 }] };
    const [line] = toLineViews([toCartItem(base, quantity)], [goods], undefined, own);
    return [line?.trouble, line?.held, line?.most];
  };

  it('is no sold-out line, up to as much', () => {
    expect(look(1, 1)).toEqual([undefined, true, 1]);
    expect(look(2, 1)).toEqual([{ kind: 'short', left: 1 }, false, 1]);
    expect(toLineViews([toCartItem(base, 1)], products, 0)[0]?.held).toBe(false);
  });

  it('counts for all coins of the pool', () => {
    const own = { held: [{ id: 9, quantity: 1, coins: 20_000_000 }] };
    const empty = [{ ...tenMillion, stock: 0, isOutOfStock: true }, custom];
    const lines = toLineViews([toCartItem(tenMillion, 1), toCartItem(custom, 1, 10)], empty, 0, own);
    expect(lines.map(({ trouble, held }) => [trouble, held])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
  });
});

it('goes over the wire as id, quantity and amount only (OWN-189)', () => {
  expect(toWireItems([toCartItem(base, 2), toCartItem(custom, 1, 120)])).toEqual([
    { id: 1, quantity: 2 },
    { id: 3, quantity: 1, customAmount: 120 },
  ]);
});
