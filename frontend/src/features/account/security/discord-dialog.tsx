import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { Dialog } from '../../../components/overlay/dialog';
import { PasswordField } from '../../../components/form/password-field';
import { passwordProblem, useDiscordLink, type DiscordAct } from './use-discord-link';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Text = chakra('p', { base: { color: 'muted' } });

interface DiscordDialogProps {
  readonly act: DiscordAct;
  /** The name that a password manager keeps the password under. */
  readonly username: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Navigates to Discord. */
  readonly leave?: (address: string) => void;
}

/** Asks for the current password before Discord is linked or unlinked; a wrong one stays typed. */
export function DiscordDialog({
  act,
  username,
  open,
  onClose,
  leave = (address) => location.assign(address),
}: DiscordDialogProps) {
  const { t } = useTranslation('security');
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();
  const link = useDiscordLink(act, leave);
  const problem = isMissing ? 'required' : passwordProblem(link.error);
  const close = () => {
    setPassword('');
    setMissing(false);
    link.reset();
    onClose();
  };
  const submit = () => {
    setMissing(password === '');
    if (password === '') return field.current?.focus();
    if (link.isPending) return;
    link.mutate(
      { currentPassword: password },
      {
        // The dialog stays open while the browser navigates to Discord.
        onSuccess: (url) => url === undefined && close(),
        onError: () => field.current?.focus(),
      },
    );
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={close}
      title={t(`discord.${act}.title`)}
      initialFocus={field}
      footer={
        <Button
          type="submit"
          form={form}
          kind={act === 'link' ? 'primary' : 'danger'}
          icon="chat"
          loading={link.isPending || (act === 'link' && link.isSuccess)}
        >
          {t(`discord.${act}.submit`)}
        </Button>
      }
    >
      <Form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles events from the dialog to the profile's form.
          event.stopPropagation();
          submit();
        }}
      >
        <Text>{t(`discord.${act}.text`)}</Text>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          ref={field}
          label={t('discord.password')}
          autoComplete="current-password"
          value={password}
          error={problem && t(`discord.${problem}`)}
          onChange={(event) => {
            setPassword(event.target.value);
            setMissing(false);
          }}
        />
      </Form>
    </Dialog>
  );
}
