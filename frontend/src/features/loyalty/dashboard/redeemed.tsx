import { chakra } from '@chakra-ui/react/styled-system';
import { CHECKOUT_REWARDS, type LoyaltyAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDecimal } from '../../../lib/values/format';
import { CopyCode } from '../../../components/form/copy-code';
import { RewardSign } from './reward-sign';

const Stack = chakra('div', { base: { display: 'grid', gap: '4' } });
const Top = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4', alignItems: 'center' },
});

interface RedeemedProps {
  readonly reward: LoyaltyAnswer['rewards'][number];
  readonly name: string;
}

/** Shows the redeemed reward and how to use it. */
export function Redeemed({ reward, name }: RedeemedProps) {
  const { t } = useTranslation('loyalty');
  const { category, code, value, expiresAt } = reward;
  const date = formatDate(expiresAt);
  const hasCode = CHECKOUT_REWARDS.includes(category);
  return (
    <Stack role="status">
      <Top>
        <RewardSign category={category} />
        <p>
          {hasCode && <span>{t('done.code', { date })}</span>}
          {category === 'credit' && <span>{t('done.credit', { amount: formatDecimal(value) })}</span>}
          {category === 'badge' && <span>{t('done.badge')}</span>}
          {category === 'access' && <span>{t('done.access', { date })}</span>}
        </p>
      </Top>
      {hasCode && <CopyCode code={code} label={t('rewards.code', { name })} />}
    </Stack>
  );
}
