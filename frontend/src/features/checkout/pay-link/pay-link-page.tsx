import { authCalls, payLinkAddress, type CurrentUser } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import type { IconName } from '../../../ui/components/base/icon-paths';
import { callApi } from '../../../lib/http/call-api';
import { discordSignIn } from '../../../lib/http/discord-sign-in';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { useTitle } from '../../../lib/hooks/use-title';
import { ResultActions, ResultLayout } from '../result/result-layout';
import { Sign } from '../result/sign';
import type { PayLinkProblem } from './use-pay-link';

export type PayLinkState = PayLinkProblem | 'wait' | 'signIn' | 'choose' | 'gone';

interface PayLinkPageProps {
  readonly state: PayLinkState;
  readonly token: string;
  readonly me: CurrentUser | null | undefined;
  /** Pays the goods alone, or together with those in the cart. */
  readonly onChoose: (isAlone: boolean) => void;
  readonly onAgain: () => void;
  readonly onCart: () => void;
  /** Leaves the site's page for an address. */
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

/** States whose next step is the way home. */
const HOME_FIRST: ReadonlySet<PayLinkState> = new Set(['used', 'expired', 'nowhere', 'gone']);

/** Signs out, then signs in with the Discord account that the link is for. */
function OtherAccount({ path, leave }: { readonly path: string; readonly leave: (address: string) => void }) {
  const { t } = useTranslation('checkout');
  const showNoAnswer = useNoAnswer();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(authCalls.logout),
    onSuccess: () => leave(discordSignIn(path)),
    onError: (error) => void showNoAnswer(error),
  });
  return (
    <Button kind="primary" icon="chat" loading={isPending} onClick={() => mutate()}>
      {t('payLink.otherAction')}
    </Button>
  );
}

/** The next step of each state, beside the way home. */
function Step({
  state,
  token,
  me,
  onChoose,
  onAgain,
  onCart,
  leave = (address) => location.assign(address),
}: PayLinkPageProps): ReactNode {
  const { t } = useTranslation('checkout');
  const path = payLinkAddress(token);
  if (state === 'signIn')
    return (
      <ButtonLink kind="primary" icon="chat" href={discordSignIn(path)}>
        {t('payLink.signInAction')}
      </ButtonLink>
    );
  if (state === 'foreign')
    return (
      <>
        <OtherAccount path={path} leave={leave} />
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
    <Button kind="primary" icon="refresh" onClick={onAgain}>
      {t('payLink.again')}
    </Button>
  );
}

/** The page of a link from Discord to the checkout: its state, with a way on from each outcome. */
export function PayLinkPage(props: PayLinkPageProps) {
  const { state, me } = props;
  const { t } = useTranslation(['checkout', 'shop']);
  useTitle(t('shop:title.page', { page: t('checkout:payLink.page') }));
  const icon = SIGNS[state];
  const isUnlinked = state === 'foreign' && me?.discordId === null;
  return (
    <ResultLayout
      key={state}
      sign={icon === undefined ? <Sign tone="wait" /> : <Sign tone="plain" icon={icon} />}
      title={t(`checkout:payLink.${state}`)}
      text={
        isUnlinked
          ? t('checkout:payLink.unlinkedText', { name: me.username })
          : t(`checkout:payLink.${state}Text`)
      }
    >
      {state !== 'wait' && (
        <ResultActions>
          <Step {...props} />
          <ButtonLink asChild kind={HOME_FIRST.has(state) ? 'primary' : 'bare'}>
            <Link to="/">{t('checkout:payLink.home')}</Link>
          </ButtonLink>
        </ResultActions>
      )}
    </ResultLayout>
  );
}
