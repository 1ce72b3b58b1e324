import { chakra } from '@chakra-ui/react/styled-system';
import type { TierName } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { formatCount, formatCents } from '../../../lib/values/format';
import type { Loyalty } from './stored-loyalty';
import { Gauge, GaugeFacts } from '../../../ui/components/shop/gauge';
import { computeTierProgress } from './use-loyalty';

const Ground = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    layerStyle: 'notchClip',
    bg: 'color-mix(in srgb, var(--pax-colors-loyalty) 14%, var(--pax-colors-bg))',
    backgroundImage:
      'radial-gradient(ellipse 70% 60% at 50% 62%, color-mix(in srgb, var(--pax-colors-loyalty) 46%, transparent), transparent 100%)',
    boxShadow: 'inset 0 1px 0 var(--pax-colors-highlight)',
  },
});

interface TierPlinthProps {
  readonly tier: TierName;
  /** Edge length of the drawing, px. */
  readonly size: number;
}

/** Drawing of a tier on an amethyst plinth; the tier's name is shown next to it. */
export function TierPlinth({ tier, size }: TierPlinthProps) {
  const art = Math.round(size * 0.82);
  return (
    <Ground css={{ width: `${size}px`, height: `${size}px`, '--notch-step': size > 80 ? '8px' : '4px' }}>
      <img src={`/art/tier-${tier}.svg`} alt="" width={art} height={art} />
    </Ground>
  );
}

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
  /** True when drawing and text are larger, for the top of a page. */
  readonly large?: boolean;
}

/** Tier of an account with its drawing, points and pending points. */
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

interface TierProgressProps {
  readonly loyalty: Loyalty;
  readonly size?: 'sm' | 'md';
}

/** Progress to the next tier: percent as a bar, missing dollars as a text. */
export function TierProgress({ loyalty, size = 'md' }: TierProgressProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { next, current, required, percentage, remaining } = computeTierProgress(loyalty);
  const spent = formatCents(current);
  const tier = next && t(`common:tier.${next}`);
  return (
    <div>
      <Gauge
        kind="progress"
        tone="loyalty"
        size={size}
        value={percentage}
        max={100}
        label={tier ? t('loyalty:progress.label', { tier }) : t('loyalty:progress.top')}
        valueText={
          tier
            ? t('loyalty:progress.read', {
                spent,
                required: formatCents(required),
                percent: Math.floor(percentage),
              })
            : t('loyalty:progress.top')
        }
      />
      <GaugeFacts
        reached={
          tier
            ? t('loyalty:progress.of', { spent, required: formatCents(required) })
            : t('loyalty:progress.topText', { spent })
        }
        missing={
          tier
            ? t('loyalty:progress.remaining', { amount: formatCents(remaining), tier })
            : t('loyalty:progress.top')
        }
      />
    </div>
  );
}
