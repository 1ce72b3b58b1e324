import { chakra } from '@chakra-ui/react/styled-system';
import { TIER_TABLE, TIERS, type TierName } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../../../ui/components/base/visually-hidden';
import { formatDollars, formatCount } from '../../../../lib/values/format';
import { Icon } from '../../../../ui/components/base/icon';
import { Surface } from '../../../../ui/components/base/surface';
import type { Loyalty } from '../stored-loyalty';
import { TierPoints, TierProgress } from '../tier-status';

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 2.9rem), 1fr))',
    gap: { base: '1', md: '3' },
  },
});
const Step = chakra('li', {
  base: {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'start',
    gap: '0.5',
    pt: '2',
    pb: { base: '2.5', md: '3' },
    textAlign: 'center',
    '& img': { width: { base: '40px', md: '56px' }, height: { base: '40px', md: '56px' } },
    '&[data-reach=ahead] img': { opacity: 0.6, filter: 'grayscale(0.35)' },
    // Line below the tiers that shows how far the user has come.
    _after: {
      content: '""',
      position: 'absolute',
      insetX: { base: '-2px', md: '-6px' },
      bottom: '0',
      height: '4px',
      bg: 'loyalty',
      opacity: 0.85,
    },
    '&[data-reach=ahead]::after': { bg: 'line', opacity: 1 },
    '&[data-reach=now]': {
      bg: 'color-mix(in srgb, var(--pax-colors-loyalty) 12%, transparent)',
    },
  },
});
const Name = chakra('span', {
  base: { fontWeight: 'semibold', fontSize: { base: 'xs', md: 'sm' }, letterSpacing: 'tight' },
});
const From = chakra('span', { base: { color: 'muted', fontSize: 'xs', textStyle: 'numeric' } });
const Wide = chakra('span', { base: { display: { base: 'none', md: 'inline' } } });

interface TierLadderProps {
  /** The account's tier; undefined for a visitor. */
  readonly tier?: TierName;
}

/** List of the five tiers with their minimum amounts and whether the user has reached them. */
export function TierLadder({ tier }: TierLadderProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const here = tier ? TIERS.indexOf(tier) : -1;
  return (
    <Steps aria-label={t('loyalty:ladder.label')}>
      {TIERS.map((one, place) => {
        const { minSpent } = TIER_TABLE[one];
        const dollars = formatDollars(minSpent / 100);
        return (
          <Step
            key={one}
            data-reach={place === here ? 'now' : place < here ? 'done' : 'ahead'}
            aria-current={place === here ? 'step' : undefined}
          >
            <img src={`/art/tier-${one}.svg`} alt="" width={56} height={56} />
            <Name color={one}>{t(`common:tier.${one}`)}</Name>
            <From>
              {minSpent === 0 ? (
                <>
                  <Wide>{t('loyalty:ladder.start')}</Wide>
                  <chakra.span display={{ md: 'none' }} aria-hidden="true">
                    {dollars}
                  </chakra.span>
                </>
              ) : (
                <>
                  <Wide>{t('loyalty:ladder.from', { amount: dollars })}</Wide>
                  <chakra.span display={{ md: 'none' }}>{dollars}</chakra.span>
                </>
              )}
            </From>
            {place === here && <VisuallyHidden>{t('loyalty:ladder.you')}</VisuallyHidden>}
          </Step>
        );
      })}
    </Steps>
  );
}

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
  /** Negative points, as after a refund; the next earned points settle them first. */
  readonly deduction: number;
}

/** Top part of the loyalty dashboard: tier, points, progress and all tiers. */
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
