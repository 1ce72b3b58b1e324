import { chakra } from '@chakra-ui/react/styled-system';
import type { Order } from '@pax/contracts';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/components/base/button';
import { EmptyState, ErrorState } from '../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../ui/components/feedback/skeleton';
import { VisuallyHidden } from '../../ui/components/base/visually-hidden';
import { useOwnOrders } from '../../lib/http/orders';
import { useProducts } from '../../lib/http/products';
import { useServerInfo } from '../../lib/http/server-info';
import { OrderCard } from './order-card';
import { useWithdraw, useWithdrawable } from './use-withdraw';
import { WithdrawDialog } from './withdraw-dialog';

/** Page size of the list. */
const PAGE = 20;

/** Two beside each other where there is room: a wide card would be a hole between name and price. */
const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  },
});
const More = chakra('p', { base: { display: 'grid', justifyItems: 'center', pt: '4' } });

const Waiting = () => (
  <Loading>
    <List>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={{ base: '196px', md: '210px' }} />
      ))}
    </List>
  </Loading>
);

interface OrdersTabProps {
  /** A blocked account may only read. */
  readonly readOnly?: boolean;
}

/** The account's orders, newest first; statuses update live. */
export function OrdersTab({ readOnly = false }: OrdersTabProps) {
  const { t } = useTranslation('account');
  const orders = useOwnOrders();
  const { data: products } = useProducts();
  const [shown, setShown] = useState(PAGE);
  const canWithdraw = useServerInfo()?.selfCancel === true && !readOnly;
  const withdrawable = useWithdrawable(orders.data);
  const withdraw = useWithdraw();
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

  if (orders.isPending) return <Waiting />;
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
  const left = orders.data.length - shown;
  return (
    <section>
      <VisuallyHidden asChild>
        <h2>{t('orders.heading')}</h2>
      </VisuallyHidden>
      <List>
        {orders.data.slice(0, shown).map((order) => (
          <li key={order.id}>
            <OrderCard
              order={order}
              image={images.get(order.productId) ?? ''}
              withdrawing={withdraw.isPending && withdraw.variables === order.checkout}
              onWithdraw={canWithdraw && withdrawable.has(order.checkout ?? '') ? ask : undefined}
            />
          </li>
        ))}
      </List>
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
      {left > 0 && (
        <More>
          <Button onClick={() => setShown(shown + PAGE)}>
            {t('orders.more', { count: Math.min(PAGE, left) })}
          </Button>
        </More>
      )}
    </section>
  );
}
