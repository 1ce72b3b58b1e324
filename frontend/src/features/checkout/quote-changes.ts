import { fromDecimal, type Quote } from '@pax/contracts';

/** Components of the price with their own name on the receipt. */
type PriceComponent = 'referral' | 'tier' | 'reward' | 'credit' | 'bonus';

/** A changed price component; decimal strings of the API. */
export type QuoteChange =
  | { readonly kind: 'line'; readonly name: string; readonly before: string; readonly now: string }
  | { readonly kind: PriceComponent; readonly before: string; readonly now: string };

const componentsOf = ({
  discounts,
  storeCreditUsed,
  referralBonusUsed,
}: Quote): Record<PriceComponent, string> => ({
  referral: discounts.referral,
  tier: discounts.tier,
  reward: discounts.reward,
  credit: storeCreditUsed,
  bonus: referralBonusUsed,
});

const PRICE_COMPONENTS: readonly PriceComponent[] = ['referral', 'tier', 'reward', 'credit', 'bonus'];

/** The differences between two quotes of one cart, in the order of the receipt. */
export function quoteChanges(before: Quote, now: Quote): QuoteChange[] {
  const lines = now.lines.flatMap(({ id, name, linePrice }): QuoteChange[] => {
    const known = before.lines.find((line) => line.id === id);
    if (!known || fromDecimal(known.linePrice) === fromDecimal(linePrice)) return [];
    return [{ kind: 'line', name, before: known.linePrice, now: linePrice }];
  });
  const [old, fresh] = [componentsOf(before), componentsOf(now)];
  const others = PRICE_COMPONENTS.filter(
    (component) => fromDecimal(old[component]) !== fromDecimal(fresh[component]),
  );
  return [...lines, ...others.map((kind) => ({ kind, before: old[kind], now: fresh[kind] }))];
}
