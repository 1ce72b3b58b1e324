import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/components/base/icon';
import { Surface } from '../../../../ui/components/base/surface';
import { formatCount } from '../../../../lib/values/format';
import type { Loyalty } from '../stored-loyalty';
import { TierPoints } from '../tier-points';
import { TierProgress } from '../tier-progress';
import { TierLadder } from './tier-ladder';

const Hero = chakra(Surface, {
  base: {
    '--notch-edge': 'color-mix(in srgb, var(--pax-colors-loyalty) 45%, var(--pax-colors-line))',
    '--notch-step': '6px',
    display: 'grid',
    gap: { base: '5', lg: '8' },
    alignItems: 'center',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
  },
});
const Who = chakra('div', { base: { display: 'grid', gap: '4' } });
const Deduction = chakra('p', {
  base: { display: 'flex', gap: '2', textStyle: 'small', color: 'muted', '& svg': { flexShrink: '0' } },
});

interface DashboardHeroProps {
  readonly loyalty: Loyalty;
  /** Negative points that the next earnings settle first. */
  readonly deduction: number;
}

/** The account's tier, points, progress and all tiers. */
export function DashboardHero({ loyalty, deduction }: DashboardHeroProps) {
  const { t } = useTranslation('loyalty');
  return (
    <Hero pad="md">
      <Who>
        <TierPoints loyalty={loyalty} large />
        <TierProgress loyalty={loyalty} />
        {deduction > 0 && (
          <Deduction>
            <Icon name="info" size={18} />
            <span>{t('deduction', { points: formatCount(deduction) })}</span>
          </Deduction>
        )}
      </Who>
      <TierLadder tier={loyalty.membershipTier} />
    </Hero>
  );
}
