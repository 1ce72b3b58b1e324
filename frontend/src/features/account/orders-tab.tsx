import {
  checkoutCalls,
  WITHDRAWABLE_DAYS,
  findWithdrawalRefusal,
  WITHDRAWAL_REFUSALS,
  WITHDRAWALS_PER_DAY,
  type Order,
  type WithdrawalRefusal,
} from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';
import { useReportTimeout } from '../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../lib/http/call-api';
import { ApiError } from '../../lib/http/fetcher';
import { OWN_ORDERS, PROFILE } from '../../lib/http/query-keys';
import { serverNow } from '../../lib/http/server-clock';
import { showToast } from '../../lib/browser/toast';
import { Button, ButtonLink } from '../../ui/components/base/button';
import { Dialog } from '../../ui/components/overlay/dialog';
import { formatDecimal } from '../../lib/values/format';
import { EmptyState, ErrorState } from '../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../ui/components/feedback/skeleton';
import { VisuallyHidden } from '../../ui/components/base/visually-hidden';
import { useOwnOrders } from '../../lib/http/use-own-orders';
import { useProducts } from '../../lib/http/use-products';
import { useDiscordServerInfo } from '../../lib/http/shop-info';
import { OrderCard } from './order-card';
import { OrderList, OrderSearch } from './order-search';

/** Returns the orders of each purchase that the buyer can withdraw now, by the purchase's reference. */
function useWithdrawableOrders(orders: readonly Order[] | undefined): ReadonlyMap<string, Order[]> {
  return useMemo(() => {
    const purchases = new Map<string, Order[]>();
    for (const order of orders ?? [])
      if (order.checkout !== null)
        purchases.set(order.checkout, [...(purchases.get(order.checkout) ?? []), order]);
    const now = new Date(serverNow());
    const paidAt = ([first]: Order[]): Date | null => (first?.paidAt ? new Date(first.paidAt) : null);
    return new Map(
      [...purchases].filter(([, of]) => findWithdrawalRefusal(of, paidAt(of), now) === undefined),
    );
  }, [orders]);
}

/**
 * Returns the server's reason for refusing a withdrawal; undefined for a reason that this version of the page does not
 * know.
 */
const withdrawalRefusalOf = (error: unknown): WithdrawalRefusal | undefined =>
  error instanceof ApiError
    ? WITHDRAWAL_REFUSALS.find((known) => known === error.problem?.['reason'])
    : undefined;

/** Withdraws a purchase by its reference; the state is pending until the list of orders shows the result. */
function useWithdrawPurchase() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (ref: string) => callApi(checkoutCalls.withdrawCheckout, { params: { ref } }),
    onSuccess: () =>
      showToast({ title: t('withdraw.done'), description: t('withdraw.doneText'), kind: 'success' }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const code = callErrorCodeOf(checkoutCalls.withdrawCheckout, error);
      // The purchase is already withdrawn: an earlier attempt succeeded, but its answer was lost.
      if (code === 'WITHDRAWN')
        return showToast({ title: t('withdraw.done'), description: t('withdraw.doneText'), kind: 'success' });
      const why = code === 'WITHDRAWAL_LIMIT' ? 'limit' : (withdrawalRefusalOf(error) ?? 'failedText');
      showToast({
        title: t('withdraw.failed'),
        description: t(`withdraw.${why}`, { count: WITHDRAWALS_PER_DAY, days: WITHDRAWABLE_DAYS }),
        kind: 'error',
      });
    },
    onSettled: () =>
      Promise.all([OWN_ORDERS, PROFILE].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const Body = chakra('div', { base: { display: 'grid', gap: '4' } });
const Quiet = chakra('p', { base: { color: 'muted' } });
const Ending = chakra('ul', { base: { display: 'grid', gap: '1' } });
const Row = chakra('li', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '4',
    py: '2',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
});
const Amount = chakra('span', { base: { textStyle: 'numeric', fontWeight: 'semibold' } });
const Buttons = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});

interface WithdrawDialogProps {
  /** Orders that the withdrawal cancels; empty while the dialog is closed. */
  readonly orders: readonly Order[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Dialog that confirms a withdrawal: says what happens, and which orders are cancelled. */
function WithdrawDialog({ orders, open, onClose, onConfirm }: WithdrawDialogProps) {
  const { t } = useTranslation('account');
  const keep = useRef<HTMLButtonElement>(null);
  const isUnconfirmed = orders.some(({ paymentStatus }) => paymentStatus === 'unconfirmed');
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={onClose}
      title={t('withdraw.title')}
      initialFocus={keep}
      footer={
        <Buttons>
          <Button ref={keep} onClick={onClose}>
            {t('withdraw.keep')}
          </Button>
          <Button kind="danger" onClick={onConfirm}>
            {t('withdraw.confirm')}
          </Button>
        </Buttons>
      }
    >
      <Body>
        <p>{t('withdraw.ends', { count: orders.length })}</p>
        <Ending>
          {orders.map((order) => (
            <Row key={order.id}>
              <span>
                {t('orders.number', { id: order.id })} ·{' '}
                {t('orders.pieces', { count: order.quantity, name: order.productName })}
              </span>
              <Amount>{formatDecimal(order.totalPrice)}</Amount>
            </Row>
          ))}
        </Ending>
        <Quiet>{t(isUnconfirmed ? 'withdraw.unconfirmed' : 'withdraw.back')}</Quiet>
        <Quiet>{t('withdraw.final')}</Quiet>
      </Body>
    </Dialog>
  );
}

const LoadingOrders = () => (
  <Loading>
    <OrderList>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={{ base: '196px', md: '210px' }} />
      ))}
    </OrderList>
  </Loading>
);

interface OrdersTabProps {
  /** True for a blocked account, which may not withdraw or buy anything. */
  readonly readOnly?: boolean;
  /** Puts an order's goods into the cart again; undefined until the products are loaded. */
  readonly onBuyAgain?: ((order: Order) => void) | undefined;
}

/** Account tab with the user's orders, newest first; statuses update live. */
export function OrdersTab({ readOnly = false, onBuyAgain }: OrdersTabProps) {
  const { t } = useTranslation('account');
  const orders = useOwnOrders();
  const { data: products } = useProducts();
  const canWithdraw = useDiscordServerInfo()?.selfCancel === true && !readOnly;
  const withdrawable = useWithdrawableOrders(orders.data);
  const withdraw = useWithdrawPurchase();
  const [asked, setAsked] = useState<readonly Order[]>([]);
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback(
    (ref: string) => {
      setAsked(withdrawable.get(ref) ?? []);
      setAsking(true);
    },
    [withdrawable],
  );
  const images = useMemo(() => new Map(products?.map(({ id, image }) => [id, image])), [products]);

  if (orders.isPending) return <LoadingOrders />;
  if (!orders.data) return <ErrorState sentence={t('orders.failed')} onRetry={() => void orders.refetch()} />;
  if (orders.data.length === 0)
    return (
      <EmptyState
        title={t('orders.empty')}
        sentence={t('orders.emptyText')}
        action={
          <ButtonLink asChild kind="primary">
            <Link to="/">{t('orders.browse')}</Link>
          </ButtonLink>
        }
      />
    );
  return (
    <section>
      <VisuallyHidden asChild>
        <h2>{t('orders.heading')}</h2>
      </VisuallyHidden>
      <OrderSearch orders={orders.data}>
        {(order) => (
          <OrderCard
            order={order}
            image={images.get(order.productId) ?? ''}
            withdrawing={withdraw.isPending && withdraw.variables === order.checkout}
            onWithdraw={canWithdraw && withdrawable.has(order.checkout ?? '') ? ask : undefined}
            onBuyAgain={readOnly ? undefined : onBuyAgain}
            readOnly={readOnly}
          />
        )}
      </OrderSearch>
      <WithdrawDialog
        orders={asked}
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          const ref = asked[0]?.checkout;
          if (ref) withdraw.mutate(ref);
        }}
      />
    </section>
  );
}
