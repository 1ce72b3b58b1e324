import { chakra } from '@chakra-ui/react/styled-system';
import type { ReferralStatsAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Surface } from '../../../ui/components/base/surface';
import { formatCount, formatDecimal } from '../../../lib/values/format';

const Figures = chakra(Surface, {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 130px), 1fr))',
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'tight', textStyle: 'numeric' },
    '& [data-money] dd': { color: 'money' },
  },
});

/** How many friends there are, and what they bring. */
export function ReferralFigures({ stats }: Pick<ReferralStatsAnswer, 'stats'>) {
  const { t } = useTranslation('referral');
  return (
    <Figures pad="md" asChild>
      <dl>
        <div>
          <dt>{t('stats.friends')}</dt>
          <dd>{formatCount(stats.total_referrals)}</dd>
        </div>
        <div>
          <dt>{t('stats.buying')}</dt>
          <dd>{formatCount(stats.successful_referrals)}</dd>
        </div>
        <div data-money="">
          <dt>{t('stats.earned')}</dt>
          <dd>{formatDecimal(stats.total_store_credit)}</dd>
        </div>
        <div>
          <dt>{t('stats.pending')}</dt>
          <dd>{formatDecimal(stats.pending_store_credit)}</dd>
        </div>
      </dl>
    </Figures>
  );
}
