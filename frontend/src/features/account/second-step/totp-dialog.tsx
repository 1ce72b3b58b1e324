import { chakra } from '@chakra-ui/react/styled-system';
import type { RecoveryCodesAnswer, TotpOfferAnswer } from '@pax/contracts';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { CopyCode } from '../../../components/form/copy-code';
import { TextField } from '../../../components/form/text-field';
import { Dialog } from '../../../components/overlay/dialog';
import { codeOf } from '../../../lib/http/fetcher';
import { QrPicture } from './qr-picture';
import { useConfirmTotp } from './use-step-changes';

const Form = chakra('form', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' } });
const Text = chakra('p', { base: { color: 'muted' } });

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

/** Shows the key of an app as picture and text, and takes its first code (OWN-575). */
export function TotpDialog({ offer, onClose, onDone }: TotpDialogProps) {
  const { t } = useTranslation('step');
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const confirm = useConfirmTotp();
  const submit = () => {
    setMissing(code.trim() === '');
    if (code.trim() === '') return field.current?.focus();
    if (!confirm.isPending)
      confirm.mutate(code.trim(), { onSuccess: onDone, onError: () => field.current?.focus() });
  };
  const error = isMissing ? t('pass.required') : confirm.isError && t(problemOf(confirm.error));
  return (
    <Dialog
      size="sm"
      open
      onClose={onClose}
      title={t('app.title')}
      initialFocus={field}
      footer={
        <Button type="submit" form={form} kind="primary" loading={confirm.isPending}>
          {t('app.submit')}
        </Button>
      }
    >
      <Form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Text>{t('app.scan')}</Text>
        <QrPicture text={offer.uri} label={t('app.picture')} />
        <CopyCode code={grouped(offer.key)} label={t('app.key')} />
        <TextField
          ref={field}
          label={t('app.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={code}
          error={error}
          onChange={(event) => {
            setMissing(false);
            setCode(event.target.value);
          }}
        />
      </Form>
    </Dialog>
  );
}
