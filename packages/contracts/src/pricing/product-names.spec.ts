import { describe, expect, it } from '@jest/globals';
import { cartItem, checkoutCalls } from '../calls/checkout.js';
import {
  getCartLineName,
  MAX_PIECE_TEXT,
  describePiece,
  addLabelToName,
  splitLabelFromName,
} from './product-names.js';

describe('one piece as its buyer sees it (OWN-1241)', () => {
  it.each([
    [{ name: 'Beacon', amount: null, coinValue: null }, 'Beacon'],
    [{ name: 'Beacon', coinValue: null }, 'Beacon'],
    [{ name: 'Gem', amount: '64x', coinValue: null }, 'Gem · 64x'],
    [{ name: 'Pack', amount: '500M', coinValue: 500_000_000 }, 'Pack · 500M · 500,000,000 coins'],
    [{ name: 'Pack', amount: '', coinValue: 499_999_999 }, 'Pack · 499,999,999 coins'],
  ])('%o', (product, text) => {
    expect(describePiece(product)).toBe(text);
  });

  it('fits the body of a placement for fifty lines of the longest names', () => {
    const shown = describePiece({ name: '星'.repeat(80), amount: '星'.repeat(20), coinValue: 1e15 });
    const items = Array.from({ length: 50 }, (_, at) => ({ id: 2_000_000_000 + at, quantity: 999, shown }));
    const { bodyLimit } = checkoutCalls.payByCard.bounds;
    expect(new TextEncoder().encode(JSON.stringify(items)).length).toBeLessThan(bodyLimit - 4_096);
  });

  it('is always an input that the calls take', () => {
    const longest = describePiece({
      name: 'n'.repeat(80),
      amount: 'a'.repeat(20),
      coinValue: Number.MAX_SAFE_INTEGER,
    });
    const older = describePiece({ name: 'n o'.repeat(99), amount: null, coinValue: 1 });
    const severalLines = describePiece({ name: ' Gem\r\nof  night ', amount: '6\t4x', coinValue: null });
    expect(longest.endsWith(' coins')).toBe(true);
    expect(severalLines).toBe('Gem of night · 6 4x');
    for (const shown of [longest, older, severalLines]) {
      expect(shown.length).toBeLessThanOrEqual(MAX_PIECE_TEXT);
      expect(cartItem.parse({ id: 1, quantity: 1, shown }).shown).toBe(shown);
    }
  });
});

describe('the name of a bought product (OWN-1241)', () => {
  it.each([
    ['Golden Apples', '1 stack', 'Golden Apples (1 stack)'],
    ['Golden Apples', ' 10\t stacks ', 'Golden Apples (10 stacks)'],
    ['Starter Kit', 'Full kit', 'Starter Kit (Full kit)'],
    ['Beacon Core', '1 piece', 'Beacon Core'],
    ['Beacon Core', '1  Piece', 'Beacon Core'],
    ['Beacon Core', '11 pieces', 'Beacon Core (11 pieces)'],
    ['10M Coins', '10M', '10M Coins'],
    ['Coins  (10m)', '10M', 'Coins  (10m)'],
    ['Golden Apples, 1 Stack', '1  stack', 'Golden Apples, 1 Stack'],
    ['10M Coins', '1', '10M Coins (1)'],
    ['Apples 11 stacks', '1 stack', 'Apples 11 stacks (1 stack)'],
    ['Apples (10 stacks)', '1 stack', 'Apples (10 stacks) (1 stack)'],
    ['Gem', '★', 'Gem (★)'],
    ['Gem', ' ', 'Gem'],
    ['Gem', null, 'Gem'],
    ['Gem', undefined, 'Gem'],
  ])('%j with the label %j is %j', (name, amount, text) => {
    expect(addLabelToName({ name, isCustom: false, ...(amount !== undefined && { amount }) })).toBe(text);
  });

  it('has no label for custom coins, whose amount the buyer chose', () => {
    const name = addLabelToName({ name: 'Custom Coins', amount: 'Your amount', isCustom: true });
    expect(getCartLineName({ name, customAmount: 25 })).toBe('25M Coins');
  });

  it.each([
    ['Golden Apples (1 stack)', 'Golden Apples', ' (1 stack)'],
    ['Apples (old) (64 (1 stack))', 'Apples', ' (old) (64 (1 stack))'],
    ['a'.repeat(80) + ` (${'b'.repeat(20)})`, 'a'.repeat(80), ` (${'b'.repeat(20)})`],
    ['Golden Apples', 'Golden Apples', ''],
    ['Apples (of more than twenty letters)', 'Apples (of more than twenty letters)', ''],
    ['(1 stack)', '(1 stack)', ''],
  ])('splits %j', (name, head, label) => {
    expect(splitLabelFromName(name)).toEqual([head, label]);
  });
});

describe('the name of a line', () => {
  it.each([
    ['Custom Coins', 25, '25M Coins'],
    ['Custom Coins', 40, '40M Coins'],
    ['custom  gold', 999, '999M gold'],
    ['Custom Coins', 1000, '1B Coins'],
    ['Custom Coins', 1250, '1250M Coins'],
    ['Customary Coins', 1, '1M Customary Coins'],
    ['50M Coins', null, '50M Coins'],
    ['Custom Armor', undefined, 'Custom Armor'],
  ])('of %s by %s million is %s', (name, customAmount, text) => {
    expect(getCartLineName({ name, customAmount })).toBe(text);
  });
});
