import { describe, expect, it } from '@jest/globals';
import { toPricedProduct } from '@pax/contracts';
import { product } from '../../test/product';
import { profile } from '../../test/user';
import { previewQuote } from './use-quote';
import { isPieceChange, findQuoteChanges } from './problem-box';

const quote = (cents: string, useStoreCredit = false, shown = 'Wings') =>
  previewQuote(
    [
      {
        id: 7,
        name: 'Wings',
        category: 'items',
        image: '',
        most: 5,
        shown,
        item: { id: 7, quantity: 1 },
        pricing: { product: toPricedProduct(product({ id: 7, price: cents })), quantity: 1 },
      },
    ],
    {
      profile: profile({ storeCredit: '3.00', permanentDiscount: 2 }),
      useStoreCredit,
    },
  );

describe('what changed between two quotes (OWN-40)', () => {
  it('is nothing for the same', () => expect(findQuoteChanges(quote('10.00'), quote('10.00'))).toEqual([]));

  it('is a piece at the same price, in words (OWN-1241)', () => {
    const [before, now] = [quote('10.00', false, 'Wings · 64x'), quote('10.00', false, 'Wings · 4x')];
    expect(findQuoteChanges(before, now)).toEqual([
      { kind: 'piece', before: 'Wings · 64x', now: 'Wings · 4x' },
    ]);
    expect(isPieceChange(before, now)).toBe(true);
    expect(isPieceChange(before, quote('11.00', false, 'Wings · 4x'))).toBe(false);
  });

  it('is the line, and what follows from it', () => {
    expect(findQuoteChanges(quote('10.00'), quote('12.00'))).toEqual([
      { kind: 'line', name: 'Wings', before: '10.00', now: '12.00' },
      { kind: 'tier', before: '0.20', now: '0.24' },
    ]);
  });

  it('is credit that is there no more', () => {
    expect(findQuoteChanges(quote('10.00', true), quote('10.00'))).toEqual([
      { kind: 'credit', before: '3.00', now: '0.00' },
    ]);
  });

  it('is each component with a name in the price breakdown', () => {
    const before = quote('10.00');
    const discounts = { ...before.discounts, referral: '0.50', tier: '0.60', reward: '0.70' };
    const now = { ...before, discounts, storeCreditUsed: '0.80', referralBonusUsed: '0.90' };
    expect(findQuoteChanges(before, now)).toEqual([
      { kind: 'referral', before: '0.00', now: '0.50' },
      { kind: 'tier', before: '0.20', now: '0.60' },
      { kind: 'reward', before: '0.00', now: '0.70' },
      { kind: 'credit', before: '0.00', now: '0.80' },
      { kind: 'bonus', before: '0.00', now: '0.90' },
    ]);
  });
});
