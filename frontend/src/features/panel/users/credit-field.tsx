import type { AdminUser } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDecimal } from '../../../lib/values/format';
import { EditInPlace } from '../shared/edit-in-place';
import { createAmountTexts, parseCredit, stepAmount } from '../shared/amount-parsers';
import { useSetStoreCredit } from './use-edit-user';

/** Formats an amount of money; `missing` is returned if the server withholds it from staff without the right. */
export const formatMoneyOrMissing = (amount: string | null, missing: string): string =>
  amount === null ? missing : formatDecimal(amount);

/** Formats loyalty points; `missing` is returned for withheld points, because points reveal the money spent. */
export const formatPointsOrMissing = ({ loyaltyPoints }: AdminUser, missing: string): string =>
  loyaltyPoints === null ? missing : formatCount(loyaltyPoints);

const Sign = chakra('span', { base: { color: 'muted', me: '0.5' } });
const Amount = chakra('span', { base: { textStyle: 'numeric', fontWeight: 'medium' } });
const INPUT = { inputMode: 'decimal', maxLength: 24 } as const;

interface CreditFieldProps {
  readonly user: AdminUser;
  /** True for admins, because only they may set store credit. */
  readonly canEdit: boolean;
}

/** Store credit of an account, which admins can edit where it is shown. */
export function CreditField({ user, canEdit }: CreditFieldProps) {
  const { t } = useTranslation('users');
  const save = useSetStoreCredit(user.id);
  if (!canEdit || user.storeCredit === null)
    return <Amount>{formatMoneyOrMissing(user.storeCredit, t('missing'))}</Amount>;
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
      invalid={t('credit.invalid', createAmountTexts())}
      onSave={save}
    />
  );
}
