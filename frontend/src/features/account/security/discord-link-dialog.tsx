import { accountCalls, type DiscordLinkRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useId } from 'react';
import { ME, PROFILE } from '../../../lib/http/query-keys';
import { PASSWORD, SECURITY_NOTICES, SESSIONS } from '../query-keys';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { showToast } from '../../../lib/browser/toast';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { useRequiredTextField } from '../../../lib/hooks/use-required-text-field';
import { CurrentPasswordForm } from './current-password-form';

type DiscordLinkAction = 'link' | 'unlink';

/** Returns which message a refused password gets; undefined for failures with another cause. */
function passwordProblemOf(error: unknown): 'required' | 'wrong' | undefined {
  const code = callErrorCodeOf(accountCalls.linkDiscord, error);
  if (code === 'CURRENT_PASSWORD_WRONG') return 'wrong';
  return code === 'CURRENT_PASSWORD_REQUIRED' ? 'required' : undefined;
}

/** Starts linking Discord, which continues on Discord's site, or unlinks Discord. */
export function useChangeDiscordLink(act: DiscordLinkAction, leave: (address: string) => void) {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  const refetchAccount = async () => {
    const changed = [PROFILE, ME, PASSWORD, SESSIONS, SECURITY_NOTICES];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return useMutation({
    mutationFn: async (body: DiscordLinkRequest): Promise<string | undefined> => {
      if (act === 'link') return (await callApi(accountCalls.linkDiscord, { body })).url;
      await callApi(accountCalls.unlinkDiscord, { body });
      return undefined;
    },
    onSuccess: async (url) => {
      if (url !== undefined) return leave(url);
      showToast({ title: t('discord.unlinked'), description: t('discord.unlinkedText'), kind: 'success' });
      await refetchAccount();
    },
    onError: (error) => {
      if (passwordProblemOf(error)) return;
      if (showNoAnswer(error)) {
        void refetchAccount();
        return;
      }
      const description = serverMessageOf(error) ?? t('discord.failedText');
      showToast({ title: t('discord.failed'), description, kind: 'error' });
    },
  });
}

interface DiscordLinkDialogProps {
  readonly act: DiscordLinkAction;
  /** User name in a hidden field, so that password managers find the right password. */
  readonly username: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Navigates the browser to Discord. */
  readonly leave?: (address: string) => void;
}

/**
 * Dialog that asks for the current password before Discord is linked or unlinked; a wrong password stays in the field.
 */
export function DiscordLinkDialog({
  act,
  username,
  open,
  onClose,
  leave = (address) => location.assign(address),
}: DiscordLinkDialogProps) {
  const { t } = useTranslation('security');
  const form = useId();
  const link = useChangeDiscordLink(act, leave);
  const line = useRequiredTextField({
    busy: link.isPending,
    onSubmit: (currentPassword, field) =>
      link.mutate(
        { currentPassword },
        {
          // The dialog stays open while the browser navigates to Discord.
          onSuccess: (url) => url === undefined && closeDialog(),
          onError: () => field.current?.focus(),
        },
      ),
  });
  const problem = passwordProblemOf(link.error);
  const closeDialog = () => {
    line.clear();
    link.reset();
    onClose();
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={closeDialog}
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
      <CurrentPasswordForm
        id={form}
        text={t(`discord.${act}.text`)}
        username={username}
        line={line}
        failed={problem && t(`discord.${problem}`)}
      />
    </Dialog>
  );
}
