import type { Quote } from '../calls/checkout.js';
import { formatCentsAsDecimal } from '../money.js';
import type { Price, PriceTerms } from './cart-price.js';

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
      unitPrice: formatCentsAsDecimal(line.unitCents),
      linePrice: formatCentsAsDecimal(line.lineCents),
      discount: formatCentsAsDecimal(line.discountCents),
      ...(goods[index]?.shown !== undefined && { shown: goods[index].shown }),
    })),
    subtotal: formatCentsAsDecimal(priced.subtotal),
    discounts: {
      referral: formatCentsAsDecimal(priced.referralDiscount),
      tier: formatCentsAsDecimal(priced.tierDiscount),
      tierPercent: terms.tierPercent,
      reward: formatCentsAsDecimal(priced.rewardDiscount),
    },
    discountedTotal: formatCentsAsDecimal(priced.discountedTotal),
    storeCreditUsed: formatCentsAsDecimal(priced.creditUsed),
    referralBonusUsed: formatCentsAsDecimal(priced.bonusUsed),
    bonusUsable: priced.bonusUsable,
    total: formatCentsAsDecimal(priced.total),
    points,
  };
}
