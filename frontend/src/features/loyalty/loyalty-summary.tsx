import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { TickingNumber } from '../../components/ticking-number';
import { formatCount } from '../../lib/format';
import type { Loyalty } from './stored-loyalty';
import { TierPlinth } from './tier-plinth';
import { TierProgress } from './tier-progress';

const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'center' },
});
const Tier = chakra('p', { base: { fontWeight: 'semibold', fontSize: 'sm' } });
const Points = chakra('p', {
  base: { display: 'flex', alignItems: 'baseline', gap: '2', color: 'loyalty', textStyle: 'title' },
});
const Unit = chakra('span', { base: { fontFamily: 'body', fontSize: 'sm', fontWeight: 'medium' } });

/** Tier, points and the way to the next tier: the heart of both forms of the widget. */
export function LoyaltySummary({ loyalty }: { readonly loyalty: Loyalty }) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { membershipTier, points } = loyalty;
  return (
    <div>
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
      <chakra.div mt="4">
        <TierProgress loyalty={loyalty} size="sm" />
      </chakra.div>
    </div>
  );
}
