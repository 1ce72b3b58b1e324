import { discordCalls, type JoinRewardReason, type JoinRewardRequest } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { isUnauthenticated } from '../../../lib/http/fetcher';
import { openAway } from '../../../lib/browser/open-away';
import { showToast } from '../../../lib/browser/toast';

/** The result of a failed claim. */
export interface Refused {
  /** The server's reason; `error` if there was no usable response. */
  readonly reason: JoinRewardReason | 'error' | 'signIn' | 'name';
  readonly invite: string | undefined;
  /** The browser blocked the new tab: show a link instead. */
  readonly blocked: boolean;
}

/**
 * Claims the free coins. On failure the invite opens in a new tab, unless the name or
 * the session has to be corrected first.
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
    mutationFn: (body: JoinRewardRequest) => callApi(discordCalls.claimJoinReward, { body }),
    onMutate: () => setRefused(undefined),
    onSuccess(answer) {
      if (!answer.success) return refuseWith(answer.reason, answer.inviteUrl);
      onDone();
      return showToast({ title: t('freeCoins.done'), kind: 'success' });
    },
    onError(error) {
      if (isUnauthenticated(error)) setRefused({ reason: 'signIn', invite, blocked: false });
      else if (callErrorOf(discordCalls.claimJoinReward, error) === 'VALIDATION')
        setRefused({ reason: 'name', invite, blocked: false });
      else refuseWith('error', invite);
    },
  });
  return { claim, refused };
}
