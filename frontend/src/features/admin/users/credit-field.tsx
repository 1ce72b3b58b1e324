import { chakra } from '@chakra-ui/react/styled-system';
import type { AdminUser } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../lib/values/format';
import { money } from './money';
import { EditInPlace } from '../shared/edit-in-place';
import { useSetCredit } from './use-edit-user';
import { readCredit } from './user-filter';

const Sign = chakra('span', { base: { color: 'muted', me: '0.5' } });
const Amount = chakra('span', { base: { textStyle: 'numeric', fontWeight: 'medium' } });
const INPUT = { type: 'number', step: '0.01', min: '0', max: '10000', inputMode: 'decimal' } as const;

interface CreditFieldProps {
  readonly user: AdminUser;
  /** Only admins set credit (OWN-538). */
  readonly canEdit: boolean;
}

/** Store credit, to admins an amount that is edited in place. */
export function CreditField({ user, canEdit }: CreditFieldProps) {
  const { t } = useTranslation('users');
  const save = useSetCredit(user.id);
  if (!canEdit || user.storeCredit === null) return <Amount>{money(user.storeCredit, t('missing'))}</Amount>;
  return (
    <EditInPlace
      input={INPUT}
      label={t('credit.label', { name: user.username })}
      value={user.storeCredit}
      version={user.creditVersion}
      format={formatDecimal}
      prefix={<Sign>$</Sign>}
      read={readCredit}
      invalid={t('credit.invalid')}
      onSave={save}
    />
  );
}
