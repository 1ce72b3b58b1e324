import type { AdminUser } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDecimal } from '../../../lib/values/format';
import { EditInPlace } from '../shared/edit-in-place';
import { amountTexts, parseCredit, stepAmount } from '../shared/amount-input';
import { useSetCredit } from './use-edit-user';

/** Formats an amount, or returns the text for one that the server withholds from staff without the right. */
export const formatMoneyOr = (amount: string | null, missing: string): string =>
  amount === null ? missing : formatDecimal(amount);

/** Formats points, or returns the text for withheld ones, because points reveal the money spent. */
export const formatPointsOr = ({ loyaltyPoints }: AdminUser, missing: string): string =>
  loyaltyPoints === null ? missing : formatCount(loyaltyPoints);

const Sign = chakra('span', { base: { color: 'muted', me: '0.5' } });
const Amount = chakra('span', { base: { textStyle: 'numeric', fontWeight: 'medium' } });
const INPUT = { inputMode: 'decimal', maxLength: 24 } as const;

interface CreditFieldProps {
  readonly user: AdminUser;
  /** Only admins set credit. */
  readonly canEdit: boolean;
}

/** Store credit, which admins edit in place. */
export function CreditField({ user, canEdit }: CreditFieldProps) {
  const { t } = useTranslation('users');
  const save = useSetCredit(user.id);
  if (!canEdit || user.storeCredit === null)
    return <Amount>{formatMoneyOr(user.storeCredit, t('missing'))}</Amount>;
  return (
    <EditInPlace
      input={INPUT}
      label={t('credit.label', { name: user.username })}
      value={user.storeCredit}
      version={user.creditVersion}
      format={formatDecimal}
      prefix={<Sign>$</Sign>}
      read={parseCredit}
      step={stepAmount}
      invalid={t('credit.invalid', amountTexts())}
      onSave={save}
    />
  );
}
