import { chakra } from '@chakra-ui/react/styled-system';
import { ownDataCalls } from '@pax/contracts';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/base/button';
import { PasswordField } from '../../../components/form/password-field';
import { Dialog } from '../../../components/overlay/dialog';
import { callErrorOf } from '../../../lib/http/call-api';
import { discordSignIn } from '../../../lib/http/discord-sign-in';
import { serverMessage } from '../../../lib/http/fetcher';
import { useProof } from './use-own-data';

const AGAIN = discordSignIn('/account?tab=security#own-data');
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Text = chakra('p', { base: { color: 'muted' } });

interface ProofDialogProps {
  /** The name that a password manager keeps the password under. */
  readonly username: string;
  /** Without a password a sign-in with Discord is the proof. */
  readonly hasPassword: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onProven: () => void;
}

type ProofFormProps = Pick<ProofDialogProps, 'username' | 'onProven'> & {
  readonly id: string;
  readonly proof: ReturnType<typeof useProof>;
  readonly field: React.RefObject<HTMLInputElement | null>;
};

function ProofForm({ username, onProven, id, proof, field }: ProofFormProps) {
  const { t } = useTranslation('security');
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isWrong = callErrorOf(ownDataCalls.proveOwner, proof.error) === 'CURRENT_PASSWORD_WRONG';
  const failed = isWrong ? t('discord.wrong') : (serverMessage(proof.error) ?? t('data.again'));
  const submit = () => {
    setMissing(password === '');
    if (password === '') return field.current?.focus();
    if (proof.isPending) return;
    proof.mutate(
      { currentPassword: password },
      { onSuccess: onProven, onError: () => field.current?.focus() },
    );
  };
  return (
    <Form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Text>{t('data.proof.text')}</Text>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        ref={field}
        label={t('discord.password')}
        autoComplete="current-password"
        value={password}
        error={isMissing ? t('discord.required') : proof.isError ? failed : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          setMissing(false);
        }}
      />
    </Form>
  );
}

/** The first step of a copy or a deletion: whether it is the owner who asks (OWN-580). */
export function ProofDialog({ username, hasPassword, open, onClose, onProven }: ProofDialogProps) {
  const { t } = useTranslation('security');
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const proof = useProof();
  const close = () => {
    proof.reset();
    onClose();
  };
  const submit = (
    <Button type="submit" form={form} kind="primary" loading={proof.isPending}>
      {t('data.proof.submit')}
    </Button>
  );
  const toDiscord = (
    <ButtonLink icon="chat" href={AGAIN}>
      {t('data.proof.discord')}
    </ButtonLink>
  );
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={close}
      title={t('data.proof.title')}
      initialFocus={hasPassword ? field : undefined}
      footer={hasPassword ? submit : toDiscord}
    >
      {hasPassword ? (
        <ProofForm id={form} username={username} proof={proof} field={field} onProven={onProven} />
      ) : (
        <Text>{t('data.proof.discordText')}</Text>
      )}
    </Dialog>
  );
}
