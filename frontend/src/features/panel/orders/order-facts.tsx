import type { OrderStatus, StaffOrder } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatCount, formatDecimal } from '../../../lib/values/format';
import { FactList } from '../shared/fact-list';

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
