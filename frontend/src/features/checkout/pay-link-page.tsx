import { payLinkCalls, type CartItem, type CurrentUser, authCalls, getPayLinkAddress } from '@pax/contracts';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { callApi, callErrorCodeOf } from '../../lib/http/call-api';
import { createRequestId } from '../../lib/values/request-id';
import { Button, ButtonLink } from '../../ui/components/base/button';
import type { IconName } from '../../ui/components/base/icon';
import { discordSignInAddress } from '../../lib/values/urls';
import { useReportTimeout } from '../../lib/hooks/use-report-timeout';
import { useDocumentTitle } from '../../lib/hooks/use-title';
import { ResultActions, ResultLayout, OutcomeIcon } from './result/result-layout';

/** Reasons why a payment link does not work. */
type PayLinkProblem = 'nowhere' | 'foreign' | 'used' | 'expired' | 'blocked' | 'failed';

const TOKEN = /^[\w-]{22}$/;

interface PayLink {
  /** The items chosen in Discord; undefined until the server has accepted the link. */
  readonly items: readonly CartItem[] | undefined;
  readonly problem: PayLinkProblem | undefined;
  /** Sends the same request again, which the server answers like the first one. */
  readonly retry: () => void;
}

/** Returns the problem to show after a failed attempt to open a payment link. */
function payLinkProblemOf(error: unknown): PayLinkProblem {
  const code = callErrorCodeOf(payLinkCalls.openPayLink, error);
  if (code === 'NOT_FOUND') return 'foreign';
  if (code === 'PAY_LINK_USED') return 'used';
  if (code === 'PAY_LINK_EXPIRED') return 'expired';
  return code === 'BLOCKED' ? 'blocked' : 'failed';
}

/** Redeems a payment link for the signed-in user; sends nothing while nobody is signed in. */
export function usePayLink(token: string, me: CurrentUser | null | undefined): PayLink {
  const [requestId] = useState(createRequestId);
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
  else if (error !== null && !isFetching) problem = payLinkProblemOf(error);
  return { items: data?.items, problem, retry: () => void refetch() };
}

export type PayLinkState = PayLinkProblem | 'wait' | 'signIn' | 'choose' | 'gone';

interface PayLinkPageProps {
  readonly state: PayLinkState;
  readonly token: string;
  readonly me: CurrentUser | null | undefined;
  /** Pays the link's goods alone, or together with those in the cart. */
  readonly onChoose: (isAlone: boolean) => void;
  readonly onRetry: () => void;
  readonly onCart: () => void;
  /** Opens an address with a full page load. */
  readonly leave?: (address: string) => void;
}

const SIGNS: Readonly<Record<PayLinkState, IconName | undefined>> = {
  wait: undefined,
  signIn: 'user',
  choose: 'cart',
  foreign: 'user',
  nowhere: 'search',
  used: 'check',
  expired: 'clock',
  blocked: 'alert',
  gone: 'search',
  failed: 'alert',
};

/** States of a payment link whose main button leads to the home page. */
const HOME_FIRST: ReadonlySet<PayLinkState> = new Set(['used', 'expired', 'nowhere', 'gone']);

/** Button that signs the user out and in again with the Discord account for which the payment link was made. */
function SwitchAccountButton({
  path,
  leave,
}: {
  readonly path: string;
  readonly leave: (address: string) => void;
}) {
  const { t } = useTranslation('checkout');
  const showNoAnswer = useReportTimeout();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(authCalls.logout),
    onSuccess: () => leave(discordSignInAddress(path)),
    onError: (error) => void showNoAnswer(error),
  });
  return (
    <Button kind="primary" icon="chat" loading={isPending} onClick={() => mutate()}>
      {t('payLink.otherAction')}
    </Button>
  );
}

/** Button for the next step in each state, besides the link to the home page. */
function PayLinkNextStep({
  state,
  token,
  me,
  onChoose,
  onRetry,
  onCart,
  leave = (address) => location.assign(address),
}: PayLinkPageProps): ReactNode {
  const { t } = useTranslation('checkout');
  const path = getPayLinkAddress(token);
  if (state === 'signIn')
    return (
      <ButtonLink kind="primary" icon="chat" href={discordSignInAddress(path)}>
        {t('payLink.signInAction')}
      </ButtonLink>
    );
  if (state === 'foreign')
    return (
      <>
        <SwitchAccountButton path={path} leave={leave} />
        {me?.discordId === null && (
          <ButtonLink asChild>
            <Link to="/account#discord">{t('payLink.linkAction')}</Link>
          </ButtonLink>
        )}
      </>
    );
  if (state === 'choose')
    return (
      <>
        <Button kind="primary" onClick={() => onChoose(true)}>
          {t('payLink.alone')}
        </Button>
        <Button onClick={() => onChoose(false)}>{t('payLink.together')}</Button>
      </>
    );
  if (state === 'used') return <Button onClick={onCart}>{t('payLink.toCart')}</Button>;
  if (state === 'blocked')
    return (
      <ButtonLink asChild kind="primary">
        <Link to="/support">{t('payLink.support')}</Link>
      </ButtonLink>
    );
  if (state !== 'failed') return null;
  return (
    <Button kind="primary" icon="refresh" onClick={onRetry}>
      {t('payLink.again')}
    </Button>
  );
}

/** Page of a payment link from Discord: shows the link's state and a button for the next step. */
export function PayLinkPage(props: PayLinkPageProps) {
  const { state, me } = props;
  const { t } = useTranslation(['checkout', 'shop']);
  useDocumentTitle(t('shop:title.page', { page: t('checkout:payLink.page') }));
  const icon = SIGNS[state];
  const isUnlinked = state === 'foreign' && me?.discordId === null;
  return (
    <ResultLayout
      key={state}
      sign={icon === undefined ? <OutcomeIcon tone="wait" /> : <OutcomeIcon tone="plain" icon={icon} />}
      title={t(`checkout:payLink.${state}`)}
      text={
        isUnlinked
          ? t('checkout:payLink.unlinkedText', { name: me.username })
          : t(`checkout:payLink.${state}Text`)
      }
    >
      {state !== 'wait' && (
        <ResultActions>
          <PayLinkNextStep {...props} />
          <ButtonLink asChild kind={HOME_FIRST.has(state) ? 'primary' : 'bare'}>
            <Link to="/">{t('checkout:payLink.home')}</Link>
          </ButtonLink>
        </ResultActions>
      )}
    </ResultLayout>
  );
}
