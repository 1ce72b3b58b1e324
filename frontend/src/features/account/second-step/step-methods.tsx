import type { Passkey, SecondStepAnswer } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { formatDate, formatDateTime } from '../../../lib/values/format';
import { SecurityList, SecurityRow } from '../security/security-layout';
import type { RemovableMethod } from './use-step-changes';

const Acts = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });

interface SecondStepMethodsProps {
  readonly step: SecondStepAnswer;
  readonly isBusy: boolean;
  readonly onSetUpApp: () => void;
  readonly onRenewCodes: () => void;
  readonly onRemove: (way: RemovableMethod, name: string) => void;
}

function AuthenticatorAppRow({
  step,
  isBusy,
  onSetUpApp,
  onRemove,
}: Omit<SecondStepMethodsProps, 'onRenewCodes'>) {
  const { t } = useTranslation('step');
  const { totpSince, offers, mayChangeUntil } = step;
  return (
    <SecurityRow
      icon="phone"
      title={t('app.name')}
      under={totpSince === null ? t('app.none') : t('app.since', { date: formatDate(totpSince) })}
      act={
        mayChangeUntil !== null && (
          <Acts>
            {offers.includes('totp') && (
              <Button size="sm" loading={isBusy} onClick={onSetUpApp}>
                {t(totpSince === null ? 'app.setUp' : 'app.replace')}
              </Button>
            )}
            {totpSince !== null && (
              <Button
                size="sm"
                aria-label={t('app.removeNamed')}
                onClick={() => onRemove('totp', t('app.name'))}
              >
                {t('app.remove')}
              </Button>
            )}
          </Acts>
        )
      }
    />
  );
}

function PasskeyRow({
  passkey: { id, name, createdAt, lastUsedAt },
  mayChange,
  onRemove,
}: { readonly passkey: Passkey; readonly mayChange: boolean } & Pick<SecondStepMethodsProps, 'onRemove'>) {
  const { t } = useTranslation('step');
  const date = formatDate(createdAt);
  return (
    <SecurityRow
      icon="shield"
      title={name}
      under={
        lastUsedAt === null
          ? t('passkey.made', { date })
          : t('passkey.used', { date, time: formatDateTime(lastUsedAt) })
      }
      act={
        mayChange && (
          <Button
            size="sm"
            aria-label={t('passkey.removeNamed', { name })}
            onClick={() => onRemove(id, name)}
          >
            {t('passkey.remove')}
          </Button>
        )
      }
    />
  );
}

/** List of the account's second-step methods with their actions, which require a recent sign-in. */
export function SecondStepMethods({
  step,
  isBusy,
  onSetUpApp,
  onRenewCodes,
  onRemove,
}: SecondStepMethodsProps) {
  const { t } = useTranslation('step');
  const { passkeys, recoveryCodesLeft, offers, status } = step;
  const mayChange = step.mayChangeUntil !== null;
  return (
    <SecurityList>
      <AuthenticatorAppRow step={step} isBusy={isBusy} onSetUpApp={onSetUpApp} onRemove={onRemove} />
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} mayChange={mayChange} onRemove={onRemove} />
      ))}
      {passkeys.length === 0 && (
        <SecurityRow
          icon="shield"
          title={t('passkey.name')}
          under={t(offers.includes('passkey') ? 'passkey.none' : 'passkey.unavailable')}
        />
      )}
      {status !== 'none' && (
        <SecurityRow
          icon="refresh"
          title={t('codes.name')}
          under={t('codes.left', { count: recoveryCodesLeft })}
          act={
            mayChange && (
              <Button size="sm" loading={isBusy} onClick={onRenewCodes}>
                {t('codes.renew')}
              </Button>
            )
          }
        />
      )}
    </SecurityList>
  );
}
