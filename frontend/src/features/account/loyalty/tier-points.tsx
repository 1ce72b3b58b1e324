import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { formatCount } from '../../../lib/values/format';
import type { Loyalty } from './stored-loyalty';
import { TierPlinth } from './tier-plinth';

const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'center' },
  variants: { large: { true: { gap: { base: '4', md: '5' } } } },
});
const Tier = chakra('p', {
  base: { fontWeight: 'semibold' },
  variants: { large: { false: { fontSize: 'sm' } } },
});
const Points = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '2', color: 'loyalty' },
  variants: { large: { true: { textStyle: 'hero', mt: '1' }, false: { textStyle: 'title' } } },
});
const Unit = chakra('span', {
  base: { fontFamily: 'body', fontWeight: 'medium' },
  variants: { large: { true: { fontSize: 'md' }, false: { fontSize: 'sm' } } },
});

const Pending = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '0.5' } });

interface TierPointsProps {
  readonly loyalty: Loyalty;
  /** As the head of a page. */
  readonly large?: boolean;
}

/** An account's tier with its drawing, its points, and those that orders bring with their delivery. */
export function TierPoints({ loyalty, large = false }: TierPointsProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { membershipTier, points, pendingPoints } = loyalty;
  return (
    <Top large={large}>
      <TierPlinth tier={membershipTier} size={large ? 112 : 72} />
      <div>
        <Tier large={large} color={membershipTier}>
          {t('loyalty:tierOf', { tier: t(`common:tier.${membershipTier}`) })}
        </Tier>
        <Points large={large}>
          <TickingNumber value={points} format={formatCount} />
          <Unit large={large}>{t('loyalty:pointsUnit')}</Unit>
        </Points>
        {pendingPoints > 0 && (
          <Pending>{t('loyalty:pending.sum', { points: formatCount(pendingPoints) })}</Pending>
        )}
      </div>
    </Top>
  );
}
