import { payLinkCalls, type CartItem, type CurrentUser } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { newRequestId } from '../../../lib/values/request-id';

/** Reasons why a link does not work. */
export type PayLinkProblem = 'nowhere' | 'foreign' | 'used' | 'expired' | 'blocked' | 'failed';

const TOKEN = /^[\w-]{22}$/;

interface PayLink {
  /** The items chosen in Discord; undefined until the link is redeemed. */
  readonly items: readonly CartItem[] | undefined;
  readonly problem: PayLinkProblem | undefined;
  /** The same try again: the server answers it as the first one. */
  readonly again: () => void;
}

/** The problem that a failed try shows. */
function problemOf(error: unknown): PayLinkProblem {
  const code = callErrorOf(payLinkCalls.openPayLink, error);
  if (code === 'NOT_FOUND') return 'foreign';
  if (code === 'PAY_LINK_USED') return 'used';
  if (code === 'PAY_LINK_EXPIRED') return 'expired';
  return code === 'BLOCKED' ? 'blocked' : 'failed';
}

/** Redeems a token's link for the signed-in user; sends nothing for a visitor. */
export function usePayLink(token: string, me: CurrentUser | null | undefined): PayLink {
  const [requestId] = useState(newRequestId);
  const isToken = TOKEN.test(token);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['pay-link', token, requestId],
    queryFn: () => callApi(payLinkCalls.openPayLink, { body: { token, requestId } }),
    enabled: isToken && me !== null && me !== undefined && !me.blocked,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  let problem: PayLinkProblem | undefined;
  if (!isToken) problem = 'nowhere';
  else if (me?.blocked === true) problem = 'blocked';
  else if (error !== null && !isFetching) problem = problemOf(error);
  return { items: data?.items, problem, again: () => void refetch() };
}
