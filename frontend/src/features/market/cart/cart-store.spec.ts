import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CartItem } from './cart-items';
import { CART_KEY, syncCartAcrossTabs, useCart, readStoredCart } from './cart-store';

const wings: CartItem = {
  id: 7,
  name: 'Wings',
  category: 'items',
  image: '',
  price: '19.99',
  quantity: 1,
  coinValue: null,
  isCustom: false,
};

const kept = (): unknown => JSON.parse(localStorage.getItem(CART_KEY) ?? 'null');
const keep = (value: unknown) =>
  localStorage.setItem(CART_KEY, typeof value === 'string' ? value : JSON.stringify(value));
const ids = () => useCart.getState().items.map(({ id }) => id);

beforeEach(() => {
  localStorage.clear();
  useCart.setState({ items: [], placed: [], settled: [], isOpen: false });
});

describe('what is kept', () => {
  it('is the cart under its own key, but not whether it is open (SHOP-4.6)', () => {
    useCart.getState().add(wings);
    useCart.getState().open();
    expect(kept()).toMatchObject({ version: 1, state: { items: [{ id: 7 }] } });
    expect(JSON.stringify(kept())).not.toContain('isOpen');
  });

  it('reads prices with dollar sign and comma, and numbers kept as text (SHOP-3.3, SHOP-3.4)', () => {
    const worded = { price: '$1,032.50', originalPrice: '$1,200', amount: '10M' };
    const { items } = readStoredCart({
      items: [{ ...wings, ...worded, id: '7', quantity: '3', coinValue: '10000000' }],
    });
    expect(items).toEqual([{ ...wings, ...worded, quantity: 3, coinValue: 10_000_000 }]);
  });

  it.each([
    ['no object', 7],
    ['nothing', null],
    ['no lines', { items: 'none' }],
    ['a line without id', { items: [{ ...wings, id: undefined }] }],
    ['a price that is none', { items: [{ ...wings, price: 'cheap' }] }],
    ['a custom line without amount', { items: [{ ...wings, isCustom: true }] }],
  ])('drops %s', (_, stored) => expect(readStoredCart(stored).items).toEqual([]));

  it('mends what can be mended and drops doubles', () => {
    const { items } = readStoredCart({
      items: [{ ...wings, category: 'hats', image: 5, quantity: -3 }, { ...wings, name: 'Double' }, null],
    });
    expect(items).toEqual([{ ...wings, category: 'items', image: '5', quantity: 1 }]);
  });

  it.each([
    ['an older version', { version: 0, state: { items: [{ ...wings, price: '$5' }] } }, [7]],
    ['a newer one', { version: 9, state: { items: [wings] } }, [7]],
    ['damaged text', '{"state":{"items":[', []],
  ])('comes through %s', async (_, stored, expected) => {
    keep(stored);
    await useCart.persist.rehydrate();
    expect(ids()).toEqual(expected);
  });
});

describe('two tabs', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = syncCartAcrossTabs();
  });
  afterEach(() => stop());

  it('are in sync, and an open panel stays open', () => {
    useCart.getState().open();
    keep({ version: 1, state: { items: [{ ...wings, id: 9 }], settled: [] } });
    dispatchEvent(new StorageEvent('storage', { key: CART_KEY }));
    expect(ids()).toEqual([9]);
    expect(useCart.getState().isOpen).toBe(true);
    // Everything was cleared there.
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(ids()).toEqual([]);
  });

  it('agree on which paid checkouts have emptied the cart (SHOP-4.28)', () => {
    keep({ version: 1, state: { items: [wings], settled: ['paid-1'] } });
    dispatchEvent(new StorageEvent('storage', { key: CART_KEY }));
    expect(useCart.getState().settle('paid-1', [{ id: 7, quantity: 1 }])).toBe(false);
    expect(ids()).toEqual([7]);
  });

  it('are no longer followed by who has stopped', () => {
    stop();
    keep({ version: 1, state: { items: [wings], settled: [] } });
    dispatchEvent(new StorageEvent('storage', { key: CART_KEY }));
    expect(ids()).toEqual([]);
  });

  it('agree also on what the other did before this one listened', () => {
    stop();
    keep({ version: 1, state: { items: [{ ...wings, id: 9 }], settled: [] } });
    stop = syncCartAcrossTabs();
    expect(ids()).toEqual([9]);
  });

  it('do not mind what other keys do', () => {
    useCart.getState().add(wings);
    dispatchEvent(new StorageEvent('storage', { key: 'pax-theme' }));
    expect(ids()).toEqual([7]);
  });
});

describe('what was paid (SHOP-4.28)', () => {
  const custom: CartItem = { ...wings, id: 8, isCustom: true, customAmount: '25' };
  const { add, place, remove, setQuantity, settle, clear, forgetPlaced } = useCart.getState();
  const pieces = () =>
    useCart.getState().items.map(({ id, quantity, customAmount }) => [id, customAmount ?? quantity]);
  const placed = (checkout: string, ...lines: { id: number; quantity: number; customAmount?: number }[]) =>
    place({ checkout, userId: 3, lines });
  beforeEach(() => {
    add({ ...wings, quantity: 2 });
    add(custom);
    placed('paid-1', { id: 7, quantity: 2 }, { id: 8, quantity: 1, customAmount: 25 });
  });

  it('leaves the cart once, and what is added afterwards stays', () => {
    expect(settle('paid-1', [])).toBe(true);
    expect(ids()).toEqual([]);
    add({ ...wings, id: 9 });
    add(wings);
    expect(settle('paid-1', [{ id: 7, quantity: 2 }])).toBe(false);
    expect(ids()).toEqual([9, 7]);
  });

  it('leaves the cart of a page that was loaded anew, coins by their amount', async () => {
    await useCart.persist.rehydrate();
    expect(settle('paid-1', [])).toBe(true);
    expect(pieces()).toEqual([]);
  });

  it('leaves alone pieces and goods that were added meanwhile, and another amount of coins', () => {
    add(wings);
    add({ ...wings, id: 9 });
    add({ ...custom, customAmount: '40' });
    expect(settle('paid-1', [])).toBe(true);
    expect(pieces()).toEqual([
      [7, 1],
      [8, '40'],
      [9, 1],
    ]);
  });

  it.each([
    ['taken out', () => remove(7)],
    ['cleared', () => clear()],
    ['set to 0', () => setQuantity(7, 0)],
  ])('leaves alone what was %s and put in again', (_, act) => {
    act();
    add({ ...wings, quantity: 2 });
    settle('paid-1', []);
    expect(pieces()).toContainEqual([7, 2]);
  });

  it('takes no more than is there, of one checkout after the other', () => {
    setQuantity(7, 3);
    placed('paid-2', { id: 7, quantity: 3 });
    settle('paid-1', []);
    expect(pieces()).toEqual([[7, 1]]);
    settle('paid-2', []);
    expect(ids()).toEqual([]);
  });

  it('is told by its lines where another browser placed it', () => {
    expect(settle('elsewhere', [{ id: 7, quantity: 1 }])).toBe(true);
    expect(pieces()).toEqual([
      [7, 1],
      [8, '25'],
    ]);
  });

  it('is remembered of the last five, and forgotten on request', () => {
    for (const n of [2, 3, 4, 5, 6]) placed(`paid-${n}`);
    forgetPlaced('paid-4');
    const refs = () => useCart.getState().placed.map(({ checkout }) => checkout);
    expect(refs()).toEqual(['paid-2', 'paid-3', 'paid-5', 'paid-6']);
    expect(
      readStoredCart({
        placed: [{ checkout: 'x', userId: '3', at: 1, lines: [null, { id: 7, quantity: 1 }] }, 5],
      }).placed,
    ).toEqual([
      { checkout: 'x', userId: 3, at: 1, lines: [{ id: 7, quantity: 1, customAmount: undefined }] },
    ]);
  });
});

it('takes a new price for its own line only', () => {
  for (const id of [7, 8]) useCart.getState().add({ ...wings, id });
  useCart.getState().acceptPrice(8, '22.00');
  expect(useCart.getState().items.map(({ price }) => price)).toEqual(['19.99', '22.00']);
});

it('opens, closes and toggles (SHOP-4.5)', () => {
  const { open, close, toggle } = useCart.getState();
  open();
  expect(useCart.getState().isOpen).toBe(true);
  toggle();
  expect(useCart.getState().isOpen).toBe(false);
  toggle();
  close();
  expect(useCart.getState().isOpen).toBe(false);
});
