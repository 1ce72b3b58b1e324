import type { RecoveryCodesAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { OneFieldDialog } from './one-field-dialog';
import { useAddPasskey } from './use-step-changes';

interface PasskeyDialogProps {
  readonly onClose: () => void;
  readonly onDone: (answer: RecoveryCodesAnswer) => void;
}

/** Names a passkey, then the browser makes it. */
export function PasskeyDialog({ onClose, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation('step');
  const add = useAddPasskey();
  return (
    <OneFieldDialog
      title={t('passkey.title')}
      text={t('passkey.text')}
      submitLabel={t('passkey.submit')}
      busy={add.isPending}
      required={t('passkey.required')}
      field={{
        label: t('passkey.label'),
        placeholder: t('passkey.example'),
        autoComplete: 'off',
        maxLength: 40,
      }}
      onClose={onClose}
      onSubmit={(name) => add.mutate(name, { onSuccess: onDone })}
    />
  );
}
