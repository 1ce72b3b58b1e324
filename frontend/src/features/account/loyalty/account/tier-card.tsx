import { chakra } from '@chakra-ui/react/styled-system';
import { loyaltyCalls, type CustomerTierAnswer } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../../ui/components/base/surface';
import { ErrorState } from '../../../../ui/components/feedback/empty-state';
import { Loading, Skeleton, SkeletonText } from '../../../../ui/components/feedback/skeleton';
import { callQuery } from '../../../../lib/http/call-api';
import { BenefitList } from '../benefit-list';
import { benefitsOf } from '../benefits';
import { TierPlinth } from '../tier-plinth';
import { NextTier } from './next-tier';

const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gap: { base: '5', lg: '8' },
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
    mb: '4',
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-loyalty) 45%, var(--pax-colors-line))',
  },
});
const Top = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '4',
    alignItems: 'center',
    mb: '4',
  },
});
const Label = chakra('h2', { base: { color: 'muted', textStyle: 'label' } });
const Name = chakra('p', { base: { textStyle: 'heading', overflowWrap: 'anywhere' } });
const Discount = chakra('p', { base: { textStyle: 'small' } });

interface TierCardViewProps {
  readonly answer: CustomerTierAnswer;
  /** True when the shop gives the tiers' bonus percents. */
  readonly tierBonus: boolean;
}

function TierCardView({ answer, tierBonus }: TierCardViewProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { icon, color, discount } = answer.currentTier;
  return (
    <Card pad="md">
      <div>
        <Top>
          <TierPlinth tier={icon} size={88} />
          <div>
            <Label>{t('loyalty:tierCard.heading')}</Label>
            <Name color={color}>{t('loyalty:tierOf', { tier: t(`common:tier.${icon}`) })}</Name>
            <Discount>
              {discount > 0
                ? t('loyalty:benefits.discount', { percent: discount })
                : t('loyalty:tierCard.noDiscount')}
            </Discount>
          </div>
        </Top>
        {/* The answer's sentences are English; these say the same in the reader's language. */}
        <BenefitList benefits={benefitsOf(icon, tierBonus).filter(({ key }) => key !== 'discount')} />
      </div>
      <NextTier answer={answer} />
    </Card>
  );
}

/** The tier: what it gives, the next one and what is missing. */
export function TierCard({ tierBonus }: Pick<TierCardViewProps, 'tierBonus'>) {
  const { t } = useTranslation('loyalty');
  const tier = useQuery(callQuery(loyaltyCalls.customerTier));
  if (tier.data) return <TierCardView answer={tier.data} tierBonus={tierBonus} />;
  return (
    <Surface pad="md" mb="4">
      {tier.isPending ? (
        <Loading>
          <Top>
            <Skeleton width="88px" height="88px" />
            <SkeletonText lines={2} />
          </Top>
          <SkeletonText lines={4} />
        </Loading>
      ) : (
        <ErrorState compact sentence={t('tierCard.failed')} onRetry={() => void tier.refetch()} />
      )}
    </Surface>
  );
}
