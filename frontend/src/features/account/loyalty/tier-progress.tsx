import { useTranslation } from 'react-i18next';
import { Gauge } from '../../../ui/components/shop/gauge';
import { GaugeFacts } from '../../../ui/components/shop/gauge-facts';
import { formatCents } from '../../../lib/values/format';
import type { Loyalty } from './stored-loyalty';
import { progressOf } from './use-loyalty';

interface TierProgressProps {
  readonly loyalty: Loyalty;
  readonly size?: 'sm' | 'md';
}

/** Progress to the next tier, in percent as a bar and in dollars as text. */
export function TierProgress({ loyalty, size = 'md' }: TierProgressProps) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { next, current, required, percentage, remaining } = progressOf(loyalty);
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
