import { TIER_TABLE, listTierBenefits, type TierName } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/components/base/icon';

type BenefitKey = 'multiplier' | 'discount' | 'bonus' | 'exclusive' | 'priority' | 'special';

interface Benefit {
  readonly key: BenefitKey;
  /** Values that are inserted into the benefit's message. */
  readonly values: Readonly<Record<string, number>>;
}

/**
 * Returns the benefits that a tier actually grants.
 *
 * @param tierBonus whether the shop grants bonus percents for tiers
 */
export function benefitsOf(tier: TierName, tierBonus: boolean): readonly Benefit[] {
  const { pointsMultiplier, bonusPointsPercentage, exclusiveRewards, prioritySupport, specialAccess } =
    listTierBenefits(tier, tierBonus);
  const { discountPercent } = TIER_TABLE[tier];
  const toBenefit = (key: BenefitKey, given: boolean, values: Record<string, number> = {}): Benefit[] =>
    given ? [{ key, values }] : [];
  return [
    ...toBenefit('multiplier', true, { times: pointsMultiplier }),
    ...toBenefit('discount', discountPercent > 0, { percent: discountPercent }),
    ...toBenefit('bonus', bonusPointsPercentage > 0, { percent: bonusPointsPercentage }),
    ...toBenefit('exclusive', exclusiveRewards),
    ...toBenefit('priority', prioritySupport),
    ...toBenefit('special', specialAccess),
  ];
}

/** Returns the benefits that a tier adds or increases compared with a lower tier. */
export function findNewBenefits(tier: TierName, before: TierName, tierBonus: boolean): readonly Benefit[] {
  const had = benefitsOf(before, tierBonus);
  const isSameBenefit = (a: Benefit, b: Benefit) =>
    a.key === b.key && JSON.stringify(a.values) === JSON.stringify(b.values);
  return benefitsOf(tier, tierBonus).filter((now) => !had.some((one) => isSameBenefit(one, now)));
}

const List = chakra('ul', { base: { display: 'grid', gap: '1.5', fontSize: 'sm' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '2.5',
    alignItems: 'center',
    '& svg': { color: 'loyalty' },
  },
});

const icons: Readonly<Record<BenefitKey, IconName>> = {
  multiplier: 'zap',
  discount: 'tag',
  bonus: 'plus',
  exclusive: 'gift',
  priority: 'chat',
  special: 'star',
};

/** List of a tier's benefits, one per line. */
export function BenefitList({ benefits }: { readonly benefits: readonly Benefit[] }) {
  const { t } = useTranslation('loyalty');
  return (
    <List>
      {benefits.map(({ key, values }) => (
        <Row key={key}>
          <Icon name={icons[key]} size={16} />
          {t(`benefits.${key}`, values)}
        </Row>
      ))}
    </List>
  );
}
