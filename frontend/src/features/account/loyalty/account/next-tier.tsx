import { chakra } from '@chakra-ui/react/styled-system';
import { parseAmount, type CustomerTierAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Gauge } from '../../../../ui/components/shop/gauge';
import { GaugeFacts } from '../../../../ui/components/shop/gauge-facts';
import { TierBadge } from '../../../../ui/components/shop/tier-badge';
import { formatDecimal } from '../../../../lib/values/format';

const Stack = chakra('div', { base: { display: 'grid', gap: '4' } });
const Label = chakra('p', { base: { color: 'muted', textStyle: 'label', mb: '1' } });
const Next = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
});
const Quiet = chakra('span', { base: { color: 'muted', textStyle: 'small' } });

interface WayProps {
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
  readonly way: string;
  readonly missing: string;
}

/** One condition of the next tier: a bar, the way in numbers, and what is missing. */
function Way({ label, percent, way, missing }: WayProps) {
  const { t } = useTranslation('loyalty');
  const share = t('tierCard.percent', { percent: Math.floor(percent) });
  return (
    <div>
      <Gauge
        kind="progress"
        tone="loyalty"
        size="sm"
        value={percent}
        max={100}
        label={label}
        valueText={`${way}, ${share}`}
      >
        {share}
      </Gauge>
      <GaugeFacts reached={way} missing={missing} />
    </div>
  );
}

/** The next tier with the way there by spending and by orders; nothing is above the highest. */
export function NextTier({ answer }: { readonly answer: CustomerTierAnswer }) {
  const { t } = useTranslation(['loyalty', 'common']);
  const { nextTier, progress, missing, stats } = answer;
  const spent = formatDecimal(stats.totalSpent);
  if (!nextTier)
    return (
      <div>
        <Label>{t('loyalty:progress.top')}</Label>
        <Quiet>{t('loyalty:progress.topText', { spent })}</Quiet>
      </div>
    );
  const tier = t(`common:tier.${nextTier.icon}`);
  return (
    <Stack>
      <div>
        <Label>{t('loyalty:tierCard.next')}</Label>
        <Next>
          <TierBadge tier={nextTier.icon} />
          <Quiet>{t('loyalty:benefits.discount', { percent: nextTier.discount })}</Quiet>
        </Next>
      </div>
      <Way
        label={t('loyalty:tierCard.spending')}
        percent={progress.spent}
        way={t('loyalty:progress.of', { spent, required: formatDecimal(nextTier.minSpent) })}
        missing={
          (parseAmount(missing.spent) ?? 0) > 0
            ? t('loyalty:progress.remaining', { amount: formatDecimal(missing.spent), tier })
            : t('loyalty:tierCard.done')
        }
      />
      {nextTier.minOrders > 0 && (
        <Way
          label={t('loyalty:tierCard.orders')}
          percent={progress.orders}
          way={t('loyalty:tierCard.ordersOf', { orders: stats.totalOrders, required: nextTier.minOrders })}
          missing={
            missing.orders > 0
              ? t('loyalty:tierCard.ordersMissing', { count: missing.orders, tier })
              : t('loyalty:tierCard.done')
          }
        />
      )}
    </Stack>
  );
}
