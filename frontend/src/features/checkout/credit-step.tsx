import { chakra } from '@chakra-ui/react/styled-system';
import { BONUS_MINIMUM, fromDecimal, type AccountProfile, type Quote } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../components/checkbox';
import { formatCents, formatCount, formatDecimal } from '../../lib/format';

const Stack = chakra('div', { base: { display: 'grid', gap: '1' } });
const Note = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Points = chakra('p', { base: { color: 'loyalty', textStyle: 'small', fontWeight: 'medium' } });

interface CreditStepProps {
  readonly profile: AccountProfile | undefined;
  readonly quote: Quote;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Store credit, referral bonus and what the order earns (SHOP-4.34, SHOP-5.23, SHOP-2.58). */
export function CreditStep({ profile, quote, checked, onChange }: CreditStepProps) {
  const { t } = useTranslation('checkout');
  const bonus = fromDecimal(profile?.referralBonus ?? '0.00');
  const balance = fromDecimal(profile?.storeCredit ?? '0.00') + bonus;
  const hint = profile
    ? balance > 0
      ? t('credit.have', { amount: formatDecimal(profile.storeCredit) })
      : t('credit.none')
    : t('credit.visitor');
  return (
    <Stack>
      <Checkbox
        checked={checked && balance > 0}
        disabled={balance <= 0}
        hint={hint}
        onChange={(event) => onChange(event.target.checked)}
      >
        {t('credit.use')}
      </Checkbox>
      {bonus > 0 && (
        <Note>
          {quote.bonusUsable
            ? t('credit.bonusUsed', { amount: formatCents(bonus) })
            : t('credit.bonus', { amount: formatCents(bonus), minimum: formatCents(BONUS_MINIMUM) })}
        </Note>
      )}
      {profile && quote.points > 0 && (
        <Points>{t('receipt.points', { points: formatCount(quote.points) })}</Points>
      )}
    </Stack>
  );
}
