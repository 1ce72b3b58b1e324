import type { CheckoutAnswer } from '@pax/contracts';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chakra } from '@chakra-ui/react/styled-system';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { useOwnOrders } from '../../../lib/http/use-own-orders';
import { ApiError, isUnauthenticated } from '../../../lib/http/fetcher';
import { useDocumentTitle } from '../../../lib/hooks/use-title';
import { formatDateTime } from '../../../lib/values/format';
import { receiptAddress } from '../../../lib/values/urls';
import { DeliveryStatusCard } from './delivery-status-card';
import { deliveryStageOf, isPaidState, isUnsettledState, type DeliveryStage } from './delivery-stage';
import {
  RedirectCountdown,
  ResultActions,
  ResultLayout,
  OutcomeIcon,
  SignInFirst,
  useFirstVisit,
} from './result-layout';
import { OrderReviews } from '../../../ui/components/shop/order-review';
import { useSettledCheckout } from './use-settled-checkout';
import { loadWithAreas } from '../../../i18n/i18n';
import { lazyComponent, LazyMount } from '../../../lib/lazy/lazy-component';
import { useDeliveryTimes } from '../../../lib/http/shop-info';

const LazyPushOffer = lazyComponent(
  async () => (await loadWithAreas(import('../../../ui/components/shop/push-offer'), 'notices')).PushOffer,
);

interface SuccessPageProps {
  /** Reference of the checkout from the address; empty when the address has none. */
  readonly reference: string;
  /** Called on every visit once the server reports the payment; removes the paid goods from the cart only once. */
  readonly onPaid: (reference: string, lines: CheckoutAnswer['lines']) => void;
  /** Called on every visit with the points that the server booked. */
  readonly onPoints: (reference: string, points: number) => void;
  readonly onHome: () => void;
  /** Puts the checkout's goods into the cart again; undefined until the products are loaded. */
  readonly onBuyAgain?: ((lines: CheckoutAnswer['lines']) => void) | undefined;
  /** Partner's page where the buyer pays a crypto order; undefined if another browser placed the order. */
  readonly partner?: string | undefined;
}

/** Returns the catalogue key for the outcome of a checkout; an open outcome is never shown as failed. */
const paymentOutcomeOf = ({ state, method }: CheckoutAnswer) => {
  if (isUnsettledState(state)) return method === 'crypto' ? 'crypto' : 'confirming';
  if (state === 'paid' || state === 'refunded' || state === 'disputed') return state;
  if (state === 'lost') return 'disputed';
  return method === 'crypto' ? 'lapsed' : 'ended';
};

/** Returns the catalogue key of the page's title and text, which follow a paid purchase to its delivery. */
function resultMessageOf(
  outcome: ReturnType<typeof paymentOutcomeOf> | 'declined',
  stage: DeliveryStage,
  isRefundRequested: boolean,
) {
  if (outcome === 'refunded' && isRefundRequested) return 'refundRequested';
  return outcome === 'paid' && stage !== 'confirming' ? stage : outcome;
}

/** Tells whether the page offers to buy the same again: later, or at once after a lapse, when the cart was emptied. */
const isRepeatable = (outcome: ReturnType<typeof paymentOutcomeOf> | 'declined', isFirstVisit: boolean) =>
  outcome === 'lapsed' || (!isFirstVisit && (outcome === 'paid' || outcome === 'refunded'));

/** Returns the text on how long goods stay set aside while a payment is being confirmed; empty in other states. */
function describeHold(answer: CheckoutAnswer | undefined, t: TFunction<['checkout', 'shop']>): string[] {
  if (answer?.heldUntil === undefined) return [];
  if (answer.heldUntil === null) return [t('checkout:success.heldNoMore')];
  return [t('checkout:success.heldUntil', { time: formatDateTime(answer.heldUntil) })];
}

interface SuccessActionsProps {
  readonly quiet: boolean;
  readonly receipt?: string | undefined;
  readonly onBuyAgain?: (() => void) | undefined;
}

function SuccessActions({ quiet, receipt, onBuyAgain }: SuccessActionsProps) {
  const { t } = useTranslation(['checkout', 'cart']);
  return (
    <ResultActions>
      {onBuyAgain && (
        <Button kind="primary" icon="cart" onClick={onBuyAgain}>
          {t('cart:again.action')}
        </Button>
      )}
      <ButtonLink asChild kind={quiet || onBuyAgain ? 'quiet' : 'primary'}>
        <Link to="/">{t('checkout:success.back')}</Link>
      </ButtonLink>
      <ButtonLink asChild>
        <Link to="/account">{t('checkout:success.account')}</Link>
      </ButtonLink>
      {receipt !== undefined && (
        <ButtonLink asChild icon="receipt">
          <Link to={receiptAddress(receipt)}>{t('checkout:success.receipt')}</Link>
        </ButtonLink>
      )}
      <ButtonLink asChild kind="bare">
        <Link to="/support">{t('checkout:success.support')}</Link>
      </ButtonLink>
    </ResultActions>
  );
}

interface NoCheckoutProps {
  readonly reference: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Opens the home page after a countdown; undefined at later visits, which do not redirect. */
  readonly onHome: (() => void) | undefined;
}

function NoCheckout({ reference, error, onRetry, onHome }: NoCheckoutProps) {
  const { t } = useTranslation('checkout');
  if (isUnauthenticated(error))
    return (
      <SignInFirst
        title={t('success.unknown')}
        text={t('success.signInText')}
        here={`/payment-success?checkout=${encodeURIComponent(reference)}`}
      />
    );
  const known = error === undefined || (error instanceof ApiError && error.status < 500);
  return (
    <ResultLayout
      sign={<OutcomeIcon tone="plain" icon={known ? 'search' : 'alert'} />}
      title={t(known ? 'success.unknown' : 'success.offline')}
      text={t(known ? 'success.unknownText' : 'success.offlineText')}
    >
      {!known && (
        <ResultActions>
          <Button kind="primary" icon="refresh" onClick={onRetry}>
            {t('success.again')}
          </Button>
        </ResultActions>
      )}
      {known && <SuccessActions quiet={false} />}
      {known && onHome && <RedirectCountdown onDone={onHome} />}
    </ResultLayout>
  );
}

const Title = chakra('h2', { base: { textStyle: 'subheading', mb: '3' } });
const List = chakra('ol', {
  base: {
    display: 'grid',
    gap: '2.5',
    counterReset: 'step',
    '& li': { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', counterIncrement: 'step' },
    '& li::before': { content: 'counter(step)', color: 'accent', fontWeight: 'bold', textStyle: 'numeric' },
  },
});

const Notes = chakra('ul', { base: { display: 'grid', gap: '2.5' } });

interface NextStepsProps {
  readonly hasCoins: boolean;
  readonly hasOthers: boolean;
  /** Game name to which the goods go. */
  readonly gameName: string;
}

/** Lists of the steps between payment and delivery, and of how the buyer gets the goods. */
function NextSteps({ hasCoins, hasOthers, gameName }: NextStepsProps) {
  const { t } = useTranslation('checkout');
  const delivery = useDeliveryTimes();
  return (
    <>
      <section>
        <Title>{t('ticket.next')}</Title>
        <List>
          <li>{t('ticket.nextSteps.seen')}</li>
          {hasCoins && <li>{t('ticket.nextSteps.coins', delivery)}</li>}
          {hasOthers && <li>{t('ticket.nextSteps.other', delivery)}</li>}
          <li>{t('ticket.nextSteps.ping')}</li>
        </List>
      </section>
      <section>
        <Title>{t('ticket.pickUp')}</Title>
        <Notes>
          <li>{t('ticket.pickUpSteps.join', { name: gameName })}</li>
          {hasOthers && <li>{t('ticket.pickUpSteps.room')}</li>}
          {hasOthers && <li>{t('ticket.pickUpSteps.place')}</li>}
        </Notes>
      </section>
    </>
  );
}

function OutcomeSign({ outcome }: { readonly outcome: ReturnType<typeof paymentOutcomeOf> | 'declined' }) {
  if (outcome === 'confirming') return <OutcomeIcon tone="wait" />;
  if (outcome === 'crypto') return <OutcomeIcon tone="wait" icon="clock" />;
  return outcome === 'paid' ? (
    <OutcomeIcon tone="money" icon="check" />
  ) : (
    <OutcomeIcon tone="plain" icon="info" />
  );
}

/** Page that the buyer sees after a payment. */
export function SuccessPage({ reference, partner, onPaid, onPoints, ...props }: SuccessPageProps) {
  const { t } = useTranslation(['checkout', 'shop']);
  const isFirstVisit = useFirstVisit('success', reference);
  const onHome = isFirstVisit ? props.onHome : undefined;
  const { checkout, retryUrl, slow, retry } = useSettledCheckout(reference);
  const answer = checkout.data;
  const paid = answer !== undefined && isPaidState(answer.state);
  const orders = useOwnOrders(paid).data?.filter((order) => order.checkout === reference) ?? [];
  // Until the orders are loaded, the texts fit every kind of product.
  const known = orders.length > 0;
  const outcome = retryUrl !== undefined ? 'declined' : answer ? paymentOutcomeOf(answer) : 'confirming';
  // The purchase is shown as refunded only once the provider has completed every refund.
  const isRequested = !known || orders.some(({ refund }) => refund === 'requested');
  const stage = deliveryStageOf(answer?.state ?? 'open', orders);
  const message = resultMessageOf(outcome, stage, isRequested);
  const title = t(`checkout:success.${message}`);
  useDocumentTitle(t('shop:title.page', { page: answer ? title : t('checkout:success.page') }));
  useEffect(() => {
    if (paid && answer) onPaid(reference, answer.lines);
  }, [paid, answer, reference, onPaid]);
  const points = answer?.state === 'paid' ? answer.points : 0;
  useEffect(() => {
    if (points > 0) onPoints(reference, points);
  }, [points, reference, onPoints]);

  if (reference === '' || (checkout.isError && !answer))
    return (
      <NoCheckout reference={reference} error={checkout.error ?? undefined} onRetry={retry} onHome={onHome} />
    );
  const onBuyAgain = answer && isRepeatable(outcome, isFirstVisit) ? props.onBuyAgain : undefined;
  const text = [
    slow ? t('checkout:success.slowText') : t(`checkout:success.${message}Text`),
    ...describeHold(answer, t),
  ].join(' ');
  return (
    <ResultLayout sign={<OutcomeSign outcome={outcome} />} title={title} text={text}>
      {slow && (
        <ResultActions>
          <Button icon="refresh" onClick={retry}>
            {t('checkout:success.again')}
          </Button>
        </ResultActions>
      )}
      {retryUrl !== undefined && (
        <ResultActions>
          <ButtonLink kind="primary" href={retryUrl}>
            {t('checkout:success.retry')}
          </ButtonLink>
        </ResultActions>
      )}
      {outcome === 'crypto' && partner && (
        <ResultActions>
          <ButtonLink kind="primary" iconAfter="external" href={partner} target="_blank" rel="noreferrer">
            {t('checkout:success.partner')}
          </ButtonLink>
        </ResultActions>
      )}
      {answer && outcome !== 'declined' && outcome !== 'ended' && outcome !== 'lapsed' && (
        <DeliveryStatusCard checkout={answer} orders={orders} />
      )}
      <LazyMount of={LazyPushOffer} when={message === 'paid' || message === 'taken'} props={{}} />
      <OrderReviews orders={orders} />
      {answer && (message === 'paid' || message === 'taken') && (
        <NextSteps
          gameName={answer.inGameName}
          hasCoins={!known || orders.some(({ coins }) => coins !== null)}
          hasOthers={!known || orders.some(({ coins }) => coins === null)}
        />
      )}
      {answer && (
        <SuccessActions
          quiet={outcome === 'crypto' || outcome === 'declined'}
          receipt={answer.paidAt === null ? undefined : reference}
          onBuyAgain={onBuyAgain && (() => onBuyAgain(answer.lines))}
        />
      )}
      {outcome === 'paid' && onHome && <RedirectCountdown onDone={onHome} />}
    </ResultLayout>
  );
}
