import { describe, expect, it } from '@jest/globals';
import type { Quote } from './calls/checkout.js';
import { MAIL_LANGUAGES } from './languages.js';
import { listReceiptSteps, RECEIPT_TEXTS, type ReceiptTextKey } from './receipt-texts.js';

/** Words that may equal another word: "Balance" is a payment method and an amount in the same language. */
const MAY_EQUAL: readonly ReceiptTextKey[] = ['method_none'];

const line = { id: 1, name: 'Wings', quantity: 1, unitPrice: '10.00', linePrice: '10.00', discount: '0.00' };
const quote: Quote = {
  lines: [line],
  subtotal: '10.00',
  discounts: { referral: '0.00', tier: '0.00', tierPercent: 0, reward: '0.00' },
  discountedTotal: '10.00',
  storeCreditUsed: '0.00',
  referralBonusUsed: '0.00',
  bonusUsable: false,
  total: '10.00',
  points: 0,
};
const listSteps = (changes: Partial<Quote>) =>
  listReceiptSteps({ ...quote, ...changes }, (word, values) =>
    [word, ...Object.values(values ?? {})].join(' '),
  ).map(({ label, amount }) => `${label} ${amount}`);

describe('the steps of a receipt (OWN-504)', () => {
  it('are the line and the total where nothing changes the price', () => {
    expect(listSteps({})).toEqual(['Wings 10.00', 'total 10.00']);
  });

  it('add up from the lines to what was paid', () => {
    const lines = [
      { ...line, quantity: 2, linePrice: '20.00' },
      { ...line, name: 'Custom Coins', customAmount: 250, linePrice: '32.50' },
    ];
    const discounts = { referral: '2.63', tier: '2.10', tierPercent: 4, reward: '4.78' };
    const rest = {
      discountedTotal: '42.99',
      storeCreditUsed: '5.00',
      referralBonusUsed: '5.00',
      total: '32.99',
    };
    expect(listSteps({ lines, discounts, subtotal: '52.50', ...rest })).toEqual([
      'pieces 2 Wings 20.00',
      '250M Coins 32.50',
      'subtotal 52.50',
      'referral 2.63',
      'tier 4 2.10',
      'reward 4.78',
      'discounted 42.99',
      'credit 5.00',
      'bonus 5.00',
      'total 32.99',
    ]);
  });

  it.each(MAIL_LANGUAGES)('have words in %s with the values of the English ones', (language) => {
    const valuesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
    expect(Object.entries(RECEIPT_TEXTS[language]).map(([word, text]) => [word, valuesOf(text)])).toEqual(
      Object.entries(RECEIPT_TEXTS.en).map(([word, text]) => [word, valuesOf(text)]),
    );
  });

  it.each(MAIL_LANGUAGES)(
    'have another word in %s for everything, so that none says more than is so',
    (language) => {
      const words = Object.entries(RECEIPT_TEXTS[language]).filter(
        ([word]) => !MAY_EQUAL.some((one) => one === word),
      );
      const twice = words.filter(([word, text]) =>
        words.some(([other, said]) => said === text && other !== word),
      );
      expect(twice).toEqual([]);
    },
  );
});
