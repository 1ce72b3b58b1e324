import type { DiscordLinkAnswer, DiscordLinkRequest } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ME, PASSWORD, PROFILE, SECURITY_NOTICES, SESSIONS } from '../../../lib/http/keys';
import { codeOf, requestJson, serverMessage } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/ui/toast';

export type DiscordAct = 'link' | 'unlink';

/** The message for a refused password; undefined for other failures. */
export function passwordProblem(error: unknown): 'required' | 'wrong' | undefined {
  const code = codeOf(error);
  if (code === 'CURRENT_PASSWORD_WRONG') return 'wrong';
  return code === 'CURRENT_PASSWORD_REQUIRED' ? 'required' : undefined;
}

/** Begins a link, which goes on at Discord, or takes it away (OWN-360, OWN-363). */
export function useDiscordLink(act: DiscordAct, leave: (address: string) => void) {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DiscordLinkRequest) =>
      requestJson<Partial<DiscordLinkAnswer>>(`/api/account/discord/${act}`, { method: 'POST', body }),
    onSuccess: async ({ url }) => {
      if (url !== undefined) return leave(url);
      showToast({ title: t('discord.unlinked'), description: t('discord.unlinkedText'), kind: 'success' });
      const changed = [PROFILE, ME, PASSWORD, SESSIONS, SECURITY_NOTICES];
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (passwordProblem(error)) return;
      const description = serverMessage(error) ?? t('discord.failedText');
      showToast({ title: t('discord.failed'), description, kind: 'error' });
    },
  });
}
