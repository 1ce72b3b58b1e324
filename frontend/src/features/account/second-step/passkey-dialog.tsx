import { chakra } from '@chakra-ui/react/styled-system';
import type { RecoveryCodesAnswer } from '@pax/contracts';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { TextField } from '../../../components/form/text-field';
import { Dialog } from '../../../components/overlay/dialog';
import { useAddPasskey } from './use-step-changes';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Text = chakra('p', { base: { color: 'muted' } });

interface PasskeyDialogProps {
  readonly onClose: () => void;
  readonly onDone: (answer: RecoveryCodesAnswer) => void;
}

/** Names a passkey, then the browser makes it (OWN-575). */
export function PasskeyDialog({ onClose, onDone }: PasskeyDialogProps) {
  const { t } = useTranslation('step');
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const add = useAddPasskey();
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() === '') return field.current?.focus();
    if (!add.isPending) add.mutate(name.trim(), { onSuccess: onDone });
  };
  return (
    <Dialog
      size="sm"
      open
      onClose={onClose}
      title={t('passkey.title')}
      initialFocus={field}
      footer={
        <Button type="submit" form={form} kind="primary" loading={add.isPending}>
          {t('passkey.submit')}
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
        <Text>{t('passkey.text')}</Text>
        <TextField
          ref={field}
          label={t('passkey.label')}
          placeholder={t('passkey.example')}
          autoComplete="off"
          maxLength={40}
          value={name}
          error={isMissing && t('passkey.required')}
          onChange={(event) => {
            setMissing(false);
            setName(event.target.value);
          }}
        />
      </Form>
    </Dialog>
  );
}
