import { accountCalls, type DiscordLinkRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ME, PROFILE } from '../../../lib/http/keys';
import { PASSWORD, SECURITY_NOTICES, SESSIONS } from '../keys';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { serverMessage } from '../../../lib/http/fetcher';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { showToast } from '../../../lib/browser/toast';

export type DiscordAct = 'link' | 'unlink';

/** The message for a refused password; undefined for other failures. */
export function passwordProblem(error: unknown): 'required' | 'wrong' | undefined {
  const code = callErrorOf(accountCalls.linkDiscord, error);
  if (code === 'CURRENT_PASSWORD_WRONG') return 'wrong';
  return code === 'CURRENT_PASSWORD_REQUIRED' ? 'required' : undefined;
}

/** Begins a link, which goes on at Discord, or takes it away. */
export function useDiscordLink(act: DiscordAct, leave: (address: string) => void) {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  const refresh = async () => {
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
      await refresh();
    },
    onError: (error) => {
      if (passwordProblem(error)) return;
      if (showNoAnswer(error)) {
        void refresh();
        return;
      }
      const description = serverMessage(error) ?? t('discord.failedText');
      showToast({ title: t('discord.failed'), description, kind: 'error' });
    },
  });
}
