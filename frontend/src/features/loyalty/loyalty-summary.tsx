import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { TickingNumber } from '../../components/shop/ticking-number';
import { formatCount } from '../../lib/values/format';
import type { Loyalty } from './stored-loyalty';
import { TierPlinth } from './tier-plinth';
import { TierProgress } from './tier-progress';

const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'center' },
});
const Tier = chakra('p', { base: { fontWeight: 'semibold', fontSize: 'sm' } });
const Points = chakra('p', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '2',
    color: 'loyalty',
    textStyle: 'title',
  },
});
const Unit = chakra('span', { base: { fontFamily: 'body', fontSize: 'sm', fontWeight: 'medium' } });

const Beside = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'center' },
  variants: {
    wide: { true: { lg: { gap: '8', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' } } },
  },
});

interface LoyaltySummaryProps {
  readonly loyalty: Loyalty;
  /** Side by side where there is room. */
  readonly wide?: boolean;
}

/** Tier, points and progress, used by both forms of the widget. */
export function LoyaltySummary({ loyalty, wide = false }: LoyaltySummaryProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { membershipTier, points } = loyalty;
  return (
    <Beside wide={wide}>
      <Top>
        <TierPlinth tier={membershipTier} size={72} />
        <div>
          <Tier color={membershipTier}>
            {t('loyalty:tierOf', { tier: t(`common:tier.${membershipTier}`) })}
          </Tier>
          <Points>
            <TickingNumber value={points} format={formatCount} />
            <Unit>{t('loyalty:pointsUnit')}</Unit>
          </Points>
        </div>
      </Top>
      <TierProgress loyalty={loyalty} size="sm" />
    </Beside>
  );
}
