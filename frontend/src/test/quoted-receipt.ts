import type { CheckoutAnswer, CheckoutState } from '@pax/contracts';
import type { BasketLine } from '../features/checkout/basket';
import { previewQuote } from '../features/checkout/preview-quote';
import { receipt } from './receipt';

const lineOf = (name: string, id: number): BasketLine => ({
  id,
  name,
  category: 'items',
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
export function quotedReceipt(
  checkout: string,
  state: CheckoutState,
  names: readonly string[],
): CheckoutAnswer {
  const lines = names.map((name, at) => lineOf(name, at + 7));
  const quote = previewQuote(lines, { profile: undefined, useStoreCredit: false });
  return { ...receipt(checkout, state), total: quote.total, lines: quote.lines, quote };
}
