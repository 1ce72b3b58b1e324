import { fromDecimal, splitByWeight, type Cents } from '@pax/contracts';

/** The earnings of a referrer by a checkout. */
export interface Commission {
  referrerId: number;
  cents: Cents;
}

/** The parts of a settled checkout that are split. */
interface SplitInput {
  checkout: {
    totalCents: Cents;
    creditCents: Cents;
    bonusCents: Cents;
    quote: { discounts: { referral: string } };
  };
  lines: readonly { lineCents: Cents; discountCents: Cents }[];
  points: number;
  commission: Commission | null;
}

/**
 * Splits cash, credit, bonus, points, commission and referral discount of a checkout over its lines by largest
 * remainder: no share is negative, a line's shares add up to its price, all lines' to the checkout.
 */
export function splitShares({ checkout, lines, points: earned, commission }: SplitInput) {
  const nets = lines.map((line) => line.lineCents - line.discountCents);
  const credits = splitByWeight(checkout.creditCents, nets);
  const bonuses = splitByWeight(
    checkout.bonusCents,
    nets.map((net, index) => net - (credits[index] ?? 0)),
  );
  const cash = nets.map((net, index) => net - (credits[index] ?? 0) - (bonuses[index] ?? 0));
  const points = splitByWeight(earned, cash);
  const commissions = splitByWeight(commission?.cents ?? 0, cash);
  const referral = splitByWeight(
    fromDecimal(checkout.quote.discounts.referral),
    lines.map((line) => line.lineCents),
  );
  return nets.map((net, index) => ({
    totalCents: net,
    creditCents: credits[index] ?? 0,
    bonusCents: bonuses[index] ?? 0,
    cashCents: cash[index] ?? 0,
    points: points[index] ?? 0,
    commissionCents: commissions[index] ?? 0,
    commissionUserId: commission?.referrerId ?? null,
    referralDiscountCents: referral[index] ?? 0,
  }));
}
