import { checkoutCalls } from '@pax/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { checkoutKey } from '../query-keys';
import { callApi } from '../../../lib/http/call-api';
import { ApiError, isUnauthenticated } from '../../../lib/http/fetcher';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { isPaidState, isUnsettledState } from './delivery-stage';
import {
  RedirectCountdown,
  ResultActions,
  ResultLayout,
  OutcomeIcon,
  SignInFirst,
  useFirstVisit,
} from './result-layout';

interface CancelledPageProps {
  /** Reference of the checkout from the address; empty when the address has none. */
  readonly reference: string;
  readonly onHome: () => void;
  readonly onOpenCart: () => void;
}

type CancelOutcome = 'checking' | 'cancelled' | 'waiting' | 'paid' | 'failed' | 'signIn';

/** Cancels the checkout once per visit of the page and returns its state. */
function useCancelCheckout(reference: string) {
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

/**
 * Returns the result of the cancellation. An unknown or foreign checkout counts as cancelled, because it charges
 * nothing.
 */
function cancelOutcomeOf(
  reference: string,
  { data, error }: Pick<ReturnType<typeof useCancelCheckout>, 'data' | 'error'>,
): CancelOutcome {
  if (reference === '') return 'cancelled';
  if (isUnauthenticated(error)) return 'signIn';
  if (error)
    return error instanceof ApiError && (error.status === 400 || error.status === 404)
      ? 'cancelled'
      : 'failed';
  if (!data) return 'checking';
  if (isPaidState(data.state)) return 'paid';
  return isUnsettledState(data.state) ? 'waiting' : 'cancelled';
}

/** Page after a cancelled payment; says that nothing was charged only after the server confirmed the cancellation. */
export function CancelledPage({ reference, onHome, onOpenCart }: CancelledPageProps) {
  const { t } = useTranslation(['checkout', 'shop']);
  const cancelling = useCancelCheckout(reference);
  const outcome = cancelOutcomeOf(reference, cancelling);
  const isFirstVisit = useFirstVisit('cancelled', reference);
  useDocumentTitle(t('shop:title.page', { page: t('checkout:cancelled.page') }));

  switch (outcome) {
    case 'checking':
      return <CheckingCancellation />;
    case 'paid':
      return <PaidInsteadOfCancelled reference={reference} />;
    case 'signIn':
      return (
        <SignInFirst
          title={t('cancelled.signIn')}
          text={t('cancelled.signInText')}
          here={`/payment-cancelled?checkout=${encodeURIComponent(reference)}`}
        />
      );
    case 'failed':
    case 'waiting':
      return (
        <CancellationNotConfirmed
          isWaiting={outcome === 'waiting'}
          asking={cancelling.isFetching}
          onRetry={() => void cancelling.refetch()}
        />
      );
    default:
      return <CancellationConfirmed onHome={isFirstVisit ? onHome : undefined} onOpenCart={onOpenCart} />;
  }
}

function CheckingCancellation() {
  const { t } = useTranslation('checkout');
  return (
    <ResultLayout
      sign={<OutcomeIcon tone="wait" />}
      title={t('cancelled.heading')}
      text={t('cancelled.checking')}
    />
  );
}

function PaidInsteadOfCancelled({ reference }: Pick<CancelledPageProps, 'reference'>) {
  const { t } = useTranslation('checkout');
  return (
    <ResultLayout
      sign={<OutcomeIcon tone="money" icon="check" />}
      title={t('cancelled.paid')}
      text={t('cancelled.paidText')}
    >
      <ResultActions>
        <ButtonLink asChild kind="primary">
          <Link to={`/payment-success?checkout=${encodeURIComponent(reference)}`}>{t('cancelled.see')}</Link>
        </ButtonLink>
      </ResultActions>
    </ResultLayout>
  );
}

interface CancellationNotConfirmedProps {
  /** True when the payment may still arrive; false when the checkout's state could not be read. */
  readonly isWaiting: boolean;
  readonly asking: boolean;
  readonly onRetry: () => void;
}

function CancellationNotConfirmed({ isWaiting, asking, onRetry }: CancellationNotConfirmedProps) {
  const { t } = useTranslation('checkout');
  return (
    <ResultLayout
      sign={<OutcomeIcon tone={isWaiting ? 'wait' : 'plain'} icon={isWaiting ? 'clock' : 'alert'} />}
      title={t(isWaiting ? 'cancelled.waiting' : 'cancelled.failed')}
      text={t(isWaiting ? 'cancelled.waitingText' : 'cancelled.failedText')}
    >
      <ResultActions>
        <Button kind="primary" icon="refresh" loading={asking} onClick={onRetry}>
          {t('success.again')}
        </Button>
        <ButtonLink asChild kind="bare">
          <Link to="/support">{t('success.support')}</Link>
        </ButtonLink>
      </ResultActions>
    </ResultLayout>
  );
}

interface CancellationConfirmedProps extends Pick<CancelledPageProps, 'onOpenCart'> {
  /** Opens the home page after a countdown; undefined at later visits, which do not redirect. */
  readonly onHome: (() => void) | undefined;
}

function CancellationConfirmed({ onHome, onOpenCart }: CancellationConfirmedProps) {
  const { t } = useTranslation('checkout');
  return (
    <ResultLayout
      sign={<OutcomeIcon tone="plain" icon="cart" />}
      title={t('cancelled.heading')}
      text={t('cancelled.text')}
    >
      <ResultActions>
        <ButtonLink asChild kind="primary">
          <Link to="/">{t('success.back')}</Link>
        </ButtonLink>
        <Button icon="cart" onClick={onOpenCart}>
          {t('cancelled.cart')}
        </Button>
        <ButtonLink asChild kind="bare">
          <Link to="/support">{t('success.support')}</Link>
        </ButtonLink>
      </ResultActions>
      {onHome && (
        <ResultActions>
          <RedirectCountdown onDone={onHome} />
        </ResultActions>
      )}
    </ResultLayout>
  );
}
