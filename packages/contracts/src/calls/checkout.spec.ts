import { describe, expect, it } from '@jest/globals';
import { storeCreditRequest } from './users.js';
import { orderRefundRequest } from './orders.js';
import { cartItem, placeCheckoutRequest, quoteRequest } from './checkout.js';

const body = {
  amount: '32.50',
  items: [{ id: 1, quantity: 1 }],
  inGameName: 'Notch',
  discordName: 'notch',
  consent: true,
};
const listIssues = (value: unknown) =>
  placeCheckoutRequest.safeParse(value).error?.issues.map((issue) => issue.path.join('.'));

describe('cartItem', () => {
  it.each([1, 2, 999])('takes %d pieces', (quantity) => {
    expect(cartItem.parse({ id: 1, quantity })).toEqual({ id: 1, quantity });
  });

  it.each([0, -1, 1.5, 1000, 1e9, Number.NaN, Number.POSITIVE_INFINITY, '1', null, true, [1], undefined])(
    'refuses a quantity of %p',
    (quantity) => {
      expect(cartItem.safeParse({ id: 1, quantity }).success).toBe(false);
    },
  );

  it.each([
    [250, 250],
    ['250', 250],
    ['007', 7],
    [1, 1],
    [1_000_000, 1_000_000],
  ])('reads a custom amount of %p as %d millions (SHOP-5.16)', (customAmount, millions) => {
    expect(cartItem.parse({ id: 1, quantity: 1, customAmount }).customAmount).toBe(millions);
  });

  it.each([
    0,
    '0',
    -5,
    '-5',
    1.5,
    '1.5',
    '',
    ' 5',
    '5M',
    '1e3',
    '٥',
    1_000_001,
    '1000001',
    1_000_000_001,
    '1000000000',
    null,
    Number.NaN,
  ])('refuses a custom amount of %p (SHOP-5.16)', (customAmount) => {
    expect(cartItem.safeParse({ id: 1, quantity: 1, customAmount }).success).toBe(false);
  });

  it.each(['price', 'discount', 'points', 'coinValue'])('refuses a client’s own %s (OWN-41)', (field) => {
    expect(cartItem.safeParse({ id: 1, quantity: 1, [field]: '0.01' }).success).toBe(false);
  });
});

describe('placeCheckoutRequest', () => {
  it('takes what the dialog sends, names trimmed', () => {
    expect(placeCheckoutRequest.parse({ ...body, inGameName: ' Notch ', useStoreCredit: true })).toEqual({
      ...body,
      useStoreCredit: true,
    });
  });

  it.each([
    ['an empty cart', { items: [] }, 'items'],
    ['51 lines', { items: Array.from({ length: 51 }, () => body.items[0]) }, 'items'],
    ['no game name', { inGameName: '  ' }, 'inGameName'],
    ['no chat name', { discordName: undefined }, 'discordName'],
    ['an amount with a dollar sign', { amount: '$32.50' }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['consent as text', { consent: 'true' }, 'consent'],
    ['a reward code of NUL', { rewardCode: 'A\u0000B' }, 'rewardCode'],
    ['a reward code of blanks', { rewardCode: '   ' }, 'rewardCode'],
    ['a reward code that is too long', { rewardCode: 'A'.repeat(41) }, 'rewardCode'],
  ])('refuses %s, by field', (_, change, path) => {
    expect(listIssues({ ...body, ...change })).toContain(path);
  });

  it('takes a cart of 50 lines', () => {
    const items = Array.from({ length: 50 }, (_, index) => ({ id: index + 1, quantity: 1 }));
    expect(placeCheckoutRequest.parse({ ...body, items }).items).toEqual(items);
  });

  it('takes the amount as text or number; consent may be missing here, since that has a code of its own', () => {
    const { consent, ...without } = body;
    expect(consent).toBe(true);
    expect(placeCheckoutRequest.safeParse({ ...without, amount: 32.5 }).success).toBe(true);
  });

  it.each(['5', '5.0', '5.00', 5, 5.0])('takes %p as an amount of five dollars (OWN-1052)', (amount) => {
    expect(placeCheckoutRequest.parse({ ...body, amount }).amount).toBe('5.00');
    expect(storeCreditRequest.parse({ amount })).toEqual({ amount: '5.00' });
    expect(orderRefundRequest.parse({ amount })).toEqual({ amount: '5.00' });
  });

  it.each([
    '',
    ' 5',
    '5,00',
    '5.',
    '.5',
    '5.001',
    '1e3',
    '+5',
    '-5',
    -5,
    5.001,
    Number.NaN,
    1e12,
    null,
    true,
    [5],
    '9'.repeat(13),
  ])('refuses %p as an amount (OWN-1052)', (amount) => {
    expect(listIssues({ ...body, amount })).toContain('amount');
    expect(storeCreditRequest.safeParse({ amount }).success).toBe(false);
    expect(orderRefundRequest.safeParse({ amount }).success).toBe(false);
  });

  it('rejects an empty cart with the shop’s text (SHOP-5.9)', () => {
    expect(quoteRequest.safeParse({ items: [] }).error?.issues[0]?.message).toBe(
      'Add some items to your cart before checking out.',
    );
  });
});
