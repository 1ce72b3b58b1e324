import type { Quote, CheckoutAnswer, CheckoutState } from '@pax/contracts';
import type { CheckoutCartLine } from '../features/checkout/checkout-cart';
import { previewQuote } from '../features/checkout/use-quote';

/** Empty quote, for specs that test one part of it. */
export const quote = (changes: Partial<Quote> = {}): Quote => ({
  lines: [],
  subtotal: '0.00',
  discounts: { referral: '0.00', tier: '0.00', tierPercent: 0, reward: '0.00' },
  discountedTotal: '0.00',
  storeCreditUsed: '0.00',
  referralBonusUsed: '0.00',
  bonusUsable: false,
  total: '0.00',
  points: 0,
  ...changes,
});

const lineOf = (name: string, id: number): CheckoutCartLine => ({
  id,
  name,
  category: 'items',
  image: '',
  most: 5,
  shown: name,
  item: { id, quantity: 1 },
  pricing: {
    product: {
      id,
      priceCents: 1999,
      isCustom: false,
      coinValue: null,
      bulkMinQuantity: null,
      bulkPriceCents: null,
    },
    quantity: 1,
  },
});

/** A checkout of one piece of each of these goods, at $19.99 each; their ids begin at 7. */
export function makeQuotedCheckoutAnswer(
  checkout: string,
  state: CheckoutState,
  names: readonly string[],
): CheckoutAnswer {
  const lines = names.map((name, at) => lineOf(name, at + 7));
  const preview = previewQuote(lines, { profile: undefined, useStoreCredit: false });
  return {
    ...makeCheckoutAnswer(checkout, state),
    total: preview.total,
    lines: preview.lines,
    quote: preview,
  };
}

/** A checkout by card as its owner sees it. */
export const makeCheckoutAnswer = (checkout: string, state: CheckoutState): CheckoutAnswer => ({
  checkout,
  state,
  method: 'card',
  total: '19.99',
  refundedCents: 0,
  inGameName: 'MaraRedstone',
  discordName: 'mara.redstone',
  lines: [],
  quote: quote(),
  points: 0,
  pendingPoints: 0,
  orders: [],
  createdAt: '2025-11-03T20:15:00.000Z',
  paidAt: null,
});
