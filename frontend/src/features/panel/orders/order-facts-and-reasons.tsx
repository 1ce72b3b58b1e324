import { chakra } from '@chakra-ui/react/styled-system';
import { orderCalls, type OrderStatus, type StaffOrder } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { formatDateTime, formatCount, formatDecimal } from '../../../lib/values/format';
import { FactList } from '../shared/fact-list';
import { describeActor, describeAction } from '../users/history-texts';

const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const List = chakra('ol', { base: { display: 'grid', gap: '2' } });
const Row = chakra('li', {
  base: {
    ps: '3',
    borderInlineStartWidth: '2px',
    borderColor: 'line',
    overflowWrap: 'anywhere',
    fontSize: 'sm',
  },
});
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'tiny', mt: '0.5' } });

/** List of the reasons that staff gave for their changes of an order. */
export function OrderReasons({ orderId }: { readonly orderId: number }) {
  const { t } = useTranslation(['admin', 'users']);
  const { data: reasons, isError } = useQuery({
    ...queryOptionsFor(orderCalls.orderReasons, { id: orderId }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  if (isError && !reasons) return <Quiet role="alert">{t('admin:reasons.loadFailed')}</Quiet>;
  if (!reasons || reasons.length === 0) return null;
  return (
    <section>
      <Title>{t('admin:reasons.heading')}</Title>
      <List>
        {reasons.map(({ id, action, text, actor, createdAt }) => (
          <Row key={id}>
            <p>{text}</p>
            <Quiet>
              {[describeAction(t, action), describeActor(t, actor), formatDateTime(createdAt)].join(' · ')}
            </Quiet>
          </Row>
        ))}
      </List>
    </section>
  );
}

/** Statuses of orders that have no completion time. */
const NOT_DONE: ReadonlySet<OrderStatus> = new Set(['pending', 'processing', 'cancelled']);

/** Amounts and times of an order, as a list of facts. */
export function OrderFacts({ order }: { readonly order: StaffOrder }) {
  const { t } = useTranslation('admin');
  const formatTimeOrMissing = (moment: string | null) =>
    moment === null ? t('sheet.missing') : formatDateTime(moment);
  const rows: (readonly [string, string] | false)[] = [
    [t('sheet.quantity'), formatCount(order.quantity)],
    order.coins !== null && [t('sheet.coins'), formatCount(order.coins)],
    [t('sheet.total'), formatDecimal(order.totalPrice)],
    Number(order.referralDiscount) > 0 && [t('sheet.referral'), `−${formatDecimal(order.referralDiscount)}`],
    [t('sheet.created'), formatTimeOrMissing(order.createdAt)],
    order.dueAt !== null && [t('sheet.due'), formatTimeOrMissing(order.dueAt)],
    order.processedBy ? [t('sheet.processedBy'), order.processedBy] : false,
    !NOT_DONE.has(order.status) && [t('sheet.completed'), formatTimeOrMissing(order.completedAt)],
    order.archivedAt !== null && [t('sheet.archived'), formatTimeOrMissing(order.archivedAt)],
    order.cancelledAt !== null && [t('sheet.cancelled'), formatTimeOrMissing(order.cancelledAt)],
  ];
  return <FactList rows={rows} />;
}
