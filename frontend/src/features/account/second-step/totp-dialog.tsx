import type { RecoveryCodesAnswer, TotpOfferAnswer } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { CopyCode } from '../../../components/form/copy-code';
import { codeOf } from '../../../lib/http/fetcher';
import { OneFieldDialog } from './one-field-dialog';
import { QrPicture } from './qr-picture';
import { useConfirmTotp } from './use-step-changes';

interface TotpDialogProps {
  readonly offer: TotpOfferAnswer;
  readonly onClose: () => void;
  readonly onDone: (answer: RecoveryCodesAnswer) => void;
}

/** Groups of four are easier to type. */
const grouped = (key: string): string => key.replaceAll(/.{4}(?=.)/g, '$& ');

function problemOf(error: unknown): 'pass.wrong' | 'app.again' | 'done.stale' | 'pass.failed' {
  const code = codeOf(error);
  if (code === 'SECOND_STEP_WRONG') return 'pass.wrong';
  if (code === 'FRESH_SIGN_IN_REQUIRED') return 'done.stale';
  return code === 'CONFLICT' ? 'app.again' : 'pass.failed';
}

/** Shows the key of an app as picture and text, and takes its first code. */
export function TotpDialog({ offer, onClose, onDone }: TotpDialogProps) {
  const { t } = useTranslation('step');
  const confirm = useConfirmTotp();
  return (
    <OneFieldDialog
      title={t('app.title')}
      text={t('app.scan')}
      submitLabel={t('app.submit')}
      busy={confirm.isPending}
      required={t('pass.required')}
      failed={confirm.isError ? t(problemOf(confirm.error)) : undefined}
      field={{
        label: t('app.code'),
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        maxLength: 10,
      }}
      onClose={onClose}
      onSubmit={(code, field) =>
        confirm.mutate(code, { onSuccess: onDone, onError: () => field.current?.focus() })
      }
    >
      <QrPicture text={offer.uri} label={t('app.picture')} />
      <CopyCode code={grouped(offer.key)} label={t('app.key')} />
    </OneFieldDialog>
  );
}
