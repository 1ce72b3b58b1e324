import type { Quote } from '../calls/checkout.js';
import { toDecimal } from '../money.js';
import type { Price, PriceTerms } from './price.js';

/**
 * Formats a computed price as a quote. Server and browser share the function, so that both show the same steps.
 * @param goods names and pieces of the lines, in order
 * @param points points that the payment would earn
 */
export function toQuote(
  goods: readonly Pick<Quote['lines'][number], 'name' | 'shown'>[],
  priced: Price,
  terms: PriceTerms,
  points: number,
): Quote {
  return {
    lines: priced.lines.map((line, index) => ({
      id: line.productId,
      name: goods[index]?.name ?? '',
      quantity: line.quantity,
      ...(line.customAmount === undefined ? {} : { customAmount: line.customAmount }),
      unitPrice: toDecimal(line.unitCents),
      linePrice: toDecimal(line.lineCents),
      discount: toDecimal(line.discountCents),
      ...(goods[index]?.shown !== undefined && { shown: goods[index].shown }),
    })),
    subtotal: toDecimal(priced.subtotal),
    discounts: {
      referral: toDecimal(priced.referralDiscount),
      tier: toDecimal(priced.tierDiscount),
      tierPercent: terms.tierPercent,
      reward: toDecimal(priced.rewardDiscount),
    },
    discountedTotal: toDecimal(priced.discountedTotal),
    storeCreditUsed: toDecimal(priced.creditUsed),
    referralBonusUsed: toDecimal(priced.bonusUsed),
    bonusUsable: priced.bonusUsable,
    total: toDecimal(priced.total),
    points,
  };
}
