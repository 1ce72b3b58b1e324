import { checkoutCalls } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/base/button';
import { checkoutKey } from '../keys';
import { callApi } from '../../../lib/http/call-api';
import { ApiError, isUnauthenticated } from '../../../lib/http/fetcher';
import { useTitle } from '../../../lib/hooks/use-title';
import { hasPaid, isUnsettled } from './delivery-stage';
import { RedirectCountdown } from './redirect-countdown';
import { ResultActions, ResultLayout } from './result-layout';
import { Sign } from './sign';

interface CancelledPageProps {
  /** The checkout's reference, from the address; empty when there is none. */
  readonly reference: string;
  readonly onHome: () => void;
  readonly onOpenCart: () => void;
}

type Outcome = 'checking' | 'cancelled' | 'waiting' | 'paid' | 'failed' | 'signIn';

/** Cancels the checkout once per visit and returns its state. */
function useCancelled(reference: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['cancel-checkout', reference],
    enabled: reference !== '',
    gcTime: 0,
    queryFn: async () => {
      const answer = await callApi(checkoutCalls.cancelCheckout, { params: { ref: reference } });
      client.setQueryData(checkoutKey(reference), answer);
      return answer;
    },
  });
}

/** An unknown checkout, or one that is not this account's, has nothing to charge here. */
function outcomeOf(
  reference: string,
  { data, error }: Pick<ReturnType<typeof useCancelled>, 'data' | 'error'>,
): Outcome {
  if (reference === '') return 'cancelled';
  if (isUnauthenticated(error)) return 'signIn';
  if (error)
    return error instanceof ApiError && (error.status === 400 || error.status === 404)
      ? 'cancelled'
      : 'failed';
  if (!data) return 'checking';
  if (hasPaid(data.state)) return 'paid';
  return isUnsettled(data.state) ? 'waiting' : 'cancelled';
}

/**
 * The page after a cancelled payment; says that nothing was charged once the server confirms it (SHOP-2.69 to
 * 2.71).
 */
export function CancelledPage({ reference, onHome, onOpenCart }: CancelledPageProps) {
  const { t } = useTranslation(['checkout', 'shop']);
  const cancelling = useCancelled(reference);
  const outcome = outcomeOf(reference, cancelling);
  useTitle(t('shop:title.page', { page: t('checkout:cancelled.page') }));

  if (outcome === 'checking')
    return (
      <ResultLayout
        sign={<Sign tone="wait" />}
        title={t('checkout:cancelled.heading')}
        text={t('checkout:cancelled.checking')}
      />
    );
  if (outcome === 'paid')
    return (
      <ResultLayout
        sign={<Sign tone="money" icon="check" />}
        title={t('checkout:cancelled.paid')}
        text={t('checkout:cancelled.paidText')}
      >
        <ResultActions>
          <ButtonLink asChild kind="primary">
            <Link to={`/payment-success?checkout=${encodeURIComponent(reference)}`}>
              {t('checkout:cancelled.see')}
            </Link>
          </ButtonLink>
        </ResultActions>
      </ResultLayout>
    );
  if (outcome === 'signIn') {
    const here = `/payment-cancelled?checkout=${encodeURIComponent(reference)}`;
    return (
      <ResultLayout
        sign={<Sign tone="plain" icon="user" />}
        title={t('checkout:cancelled.signIn')}
        text={t('checkout:cancelled.signInText')}
      >
        <ResultActions>
          <ButtonLink asChild kind="primary">
            <Link to={`/login?next=${encodeURIComponent(here)}`}>{t('checkout:success.signIn')}</Link>
          </ButtonLink>
        </ResultActions>
      </ResultLayout>
    );
  }
  if (outcome === 'failed' || outcome === 'waiting')
    return (
      <ResultLayout
        sign={
          <Sign
            tone={outcome === 'waiting' ? 'wait' : 'plain'}
            icon={outcome === 'waiting' ? 'clock' : 'alert'}
          />
        }
        title={t(outcome === 'waiting' ? 'checkout:cancelled.waiting' : 'checkout:cancelled.failed')}
        text={t(outcome === 'waiting' ? 'checkout:cancelled.waitingText' : 'checkout:cancelled.failedText')}
      >
        <ResultActions>
          <Button
            kind="primary"
            icon="refresh"
            loading={cancelling.isFetching}
            onClick={() => void cancelling.refetch()}
          >
            {t('checkout:success.again')}
          </Button>
          <ButtonLink asChild kind="bare">
            <Link to="/support">{t('checkout:success.support')}</Link>
          </ButtonLink>
        </ResultActions>
      </ResultLayout>
    );
  return (
    <ResultLayout
      sign={<Sign tone="plain" icon="cart" />}
      title={t('checkout:cancelled.heading')}
      text={t('checkout:cancelled.text')}
    >
      <ResultActions>
        <ButtonLink asChild kind="primary">
          <Link to="/">{t('checkout:success.back')}</Link>
        </ButtonLink>
        <Button icon="cart" onClick={onOpenCart}>
          {t('checkout:cancelled.cart')}
        </Button>
        <ButtonLink asChild kind="bare">
          <Link to="/support">{t('checkout:success.support')}</Link>
        </ButtonLink>
      </ResultActions>
      <ResultActions>
        <RedirectCountdown onDone={onHome} />
      </ResultActions>
    </ResultLayout>
  );
}
