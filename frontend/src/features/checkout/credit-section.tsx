import { chakra } from '@chakra-ui/react/styled-system';
import { BONUS_MINIMUM, fromDecimal, type AccountProfile, type Quote } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/components/form/checkbox';
import { formatCents, formatDecimal } from '../../lib/values/format';

const Line = chakra('span', { base: { display: 'block' } });

interface CreditSectionProps {
  readonly signedIn: boolean;
  readonly profile: AccountProfile | undefined;
  readonly quote: Quote;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Store credit and referral bonus, and what the bonus still needs. */
export function CreditSection({ signedIn, profile, quote, checked, onChange }: CreditSectionProps) {
  const { t } = useTranslation('checkout');
  // The profile leaves out what the own open purchase sets aside; the quote counts it.
  const spendable = (free = '0.00', used: string): number =>
    Math.max(0, fromDecimal(free), fromDecimal(used));
  const credit = spendable(profile?.storeCredit, quote.storeCreditUsed);
  const bonus = spendable(profile?.referralBonus, quote.referralBonusUsed);
  const frozen = fromDecimal(profile?.frozenCredit ?? '0.00');
  const hasSome = credit + bonus > 0;
  const isOn = checked && hasSome;
  const hint = () => {
    if (!signedIn) return t('credit.visitor');
    if (!profile) return t('credit.asking');
    return credit > 0 ? t('credit.have', { amount: formatCents(credit) }) : t('credit.none');
  };
  const bonusNote = () => {
    const amount = formatCents(bonus);
    if (!quote.bonusUsable) {
      const missing = BONUS_MINIMUM - fromDecimal(quote.discountedTotal);
      if (missing <= 0) return t('credit.bonusTaken', { amount });
      const minimum = formatCents(BONUS_MINIMUM);
      return t('credit.bonusMissing', { amount, missing: formatCents(missing), minimum });
    }
    if (!isOn) return t('credit.bonusReady', { amount });
    const used = fromDecimal(quote.referralBonusUsed);
    return used === bonus
      ? t('credit.bonusUsed', { amount })
      : t('credit.bonusPart', {
          used: formatDecimal(quote.referralBonusUsed),
          rest: formatCents(bonus - used),
        });
  };
  return (
    <Checkbox
      checked={isOn}
      disabled={!hasSome}
      hint={
        <>
          <Line>{hint()}</Line>
          {frozen > 0 && <Line>{t('credit.frozen', { amount: formatCents(frozen) })}</Line>}
          {bonus > 0 && <Line>{bonusNote()}</Line>}
        </>
      }
      onChange={(event) => onChange(event.target.checked)}
    >
      {t('credit.use')}
    </Checkbox>
  );
}
