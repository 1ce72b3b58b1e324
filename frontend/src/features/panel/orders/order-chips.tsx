import { chakra } from '@chakra-ui/react/styled-system';
import type { StaffOrder, OrderStatus } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Chip, StatusChip, type ChipTone } from '../../../ui/components/shop/chip';

const TONES: Record<OrderStatus, ChipTone> = {
  pending: 'accent',
  processing: 'info',
  completed: 'money',
  archived: 'muted',
  cancelled: 'danger',
};

/** The status in a word, with its colour. */
export function OrderStatusChip({ status }: Pick<StaffOrder, 'status'>) {
  const { t } = useTranslation('admin');
  return <StatusChip tone={TONES[status]}>{t(`status.${status}`)}</StatusChip>;
}

/** A chip's word; a narrow row shows the icon alone. */
const Word = chakra('span', { variants: { isRow: { true: { srOnly: { lg: true, '2xl': false } } } } });

interface OrderMarksProps {
  readonly order: StaffOrder;
  /** In a row of a list, beside a name. */
  readonly isRow?: boolean;
}

/** Chips for what is unusual: payment status, blocked name, priority, gift. */
export function OrderMarks({ order, isRow }: OrderMarksProps) {
  const { t } = useTranslation('admin');
  const { paymentStatus } = order;
  return (
    <>
      {order.priority && (
        <Chip tone="accent" icon="zap">
          <Word isRow={isRow}>{t('orders.priority')}</Word>
        </Chip>
      )}
      {order.withdrawn && <Chip tone="danger">{t('orders.withdrawn')}</Chip>}
      {paymentStatus !== 'paid' && <Chip tone="danger">{t(`payment.${paymentStatus}`)}</Chip>}
      {order.blockedName && (
        <Chip tone="danger" icon="shield">
          <Word isRow={isRow}>{t('orders.blockedName')}</Word>
        </Chip>
      )}
      {order.kind === 'join_reward' && (
        <Chip tone="plain" icon="gift">
          <Word isRow={isRow}>{t('orders.gift')}</Word>
        </Chip>
      )}
    </>
  );
}
