import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { useRequiredLine } from '../../../lib/hooks/use-required-line';
import { PasswordForm } from './password-form';
import { passwordProblem, useDiscordLink, type DiscordAct } from './use-discord-link';

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
  const form = useId();
  const link = useDiscordLink(act, leave);
  const line = useRequiredLine({
    busy: link.isPending,
    onSubmit: (currentPassword, field) =>
      link.mutate(
        { currentPassword },
        {
          // The dialog stays open while the browser navigates to Discord.
          onSuccess: (url) => url === undefined && close(),
          onError: () => field.current?.focus(),
        },
      ),
  });
  const problem = passwordProblem(link.error);
  const close = () => {
    line.clear();
    link.reset();
    onClose();
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={close}
      title={t(`discord.${act}.title`)}
      initialFocus={line.field}
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
      <PasswordForm
        id={form}
        text={t(`discord.${act}.text`)}
        username={username}
        line={line}
        failed={problem && t(`discord.${problem}`)}
      />
    </Dialog>
  );
}
