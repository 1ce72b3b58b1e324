import { chakra } from '@chakra-ui/react/styled-system';
import type { OrderStatus, StaffOrder } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDateTime, formatDecimal } from '../../../lib/values/format';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '2',
    fontSize: 'sm',
    '& dt': { color: 'muted' },
    '& dd': { textAlign: 'end', textStyle: 'numeric', overflowWrap: 'anywhere' },
  },
});
/** Statuses without a completion time: not completed yet, or never. */
const NOT_DONE: ReadonlySet<OrderStatus> = new Set(['pending', 'processing', 'cancelled']);

/** Amounts and times of an order. */
export function OrderFacts({ order }: { readonly order: StaffOrder }) {
  const { t } = useTranslation('admin');
  const time = (moment: string | null) => (moment === null ? t('sheet.missing') : formatDateTime(moment));
  const rows: (readonly [string, string] | false)[] = [
    [t('sheet.quantity'), formatCount(order.quantity)],
    order.coins !== null && [t('sheet.coins'), formatCount(order.coins)],
    [t('sheet.total'), formatDecimal(order.totalPrice)],
    Number(order.referralDiscount) > 0 && [t('sheet.referral'), `−${formatDecimal(order.referralDiscount)}`],
    [t('sheet.created'), time(order.createdAt)],
    order.dueAt !== null && [t('sheet.due'), time(order.dueAt)],
    order.processedBy ? [t('sheet.processedBy'), order.processedBy] : false,
    !NOT_DONE.has(order.status) && [t('sheet.completed'), time(order.completedAt)],
    order.archivedAt !== null && [t('sheet.archived'), time(order.archivedAt)],
    order.cancelledAt !== null && [t('sheet.cancelled'), time(order.cancelledAt)],
  ];
  return (
    <Facts>
      {rows
        .filter((row) => row !== false)
        .map(([name, value]) => (
          <chakra.div key={name} display="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </chakra.div>
        ))}
    </Facts>
  );
}
