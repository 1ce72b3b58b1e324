import type { JoinRewardAnswer, JoinRewardReason, JoinRewardRequest } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, isUnauthenticated, requestJson } from '../../lib/fetcher';
import { showToast } from '../../lib/toast';

/** Longer than Discord is ever asked, ms; then the claim counts as failed and can be repeated. */
const PATIENCE_MS = 20_000;

/** What became of a claim that brought nothing. */
export interface Refused {
  /** The server's reason; `error` when there was no answer, or none that gives one. */
  readonly reason: JoinRewardReason | 'error' | 'signIn' | 'name';
  readonly invite: string | undefined;
  /** The browser did not let the invite open: a link must do. */
  readonly blocked: boolean;
}

/** Opens an address in a new tab that knows nothing of this one. Says whether the browser let it. */
function openAway(address: string): boolean {
  const tab = globalThis.open(address, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
}

/**
 * Claims the free coins (SHOP-8.15). On any failure the invite opens in a new tab (SHOP-8.16), except where something
 * else must be mended first: the name, or the session.
 */
export function useClaim(invite: string | undefined, onDone: () => void) {
  const { t } = useTranslation('home');
  const [refused, setRefused] = useState<Refused>();
  const refuseWith = (reason: Refused['reason'], address: string | undefined) => {
    const opened = address !== undefined && openAway(address);
    setRefused({ reason, invite: address, blocked: address !== undefined && !opened });
    showToast({ title: t('freeCoins.opening'), kind: 'info' });
  };
  const claim = useMutation({
    mutationFn: (body: JoinRewardRequest) =>
      requestJson<JoinRewardAnswer>('/api/discord/join-rewards', {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    onMutate: () => setRefused(undefined),
    onSuccess(answer) {
      if (!answer.success) return refuseWith(answer.reason, answer.inviteUrl);
      onDone();
      return showToast({ title: t('freeCoins.done'), kind: 'success' });
    },
    onError(error) {
      if (isUnauthenticated(error)) setRefused({ reason: 'signIn', invite, blocked: false });
      else if (codeOf(error) === 'VALIDATION') setRefused({ reason: 'name', invite, blocked: false });
      else refuseWith('error', invite);
    },
  });
  return { claim, refused };
}
