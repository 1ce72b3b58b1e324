import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { splitLabelFromName, type StaffOrder, type OrderStatus } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Chip, StatusChip, type ChipTone } from '../../../ui/components/shop/chip';

const Root = chakra('span', {
  // Chips are cut at the end of their column, so that they do not cover the next one; a phone has no columns.
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    alignItems: 'center',
    columnGap: '2',
    rowGap: '1',
    minWidth: '0',
    overflow: 'hidden',
  },
});
/** Product name and label: only the name gets shorter. In a narrow column the label stands below the name. */
const Goods = chakra('span', {
  base: {
    display: 'inline-grid',
    gridTemplateColumns: { base: 'minmax(4ch, auto) auto', lg: 'minmax(4ch, auto)' },
    columnGap: '1',
    justifyContent: 'start',
    alignItems: 'baseline',
    whiteSpace: 'nowrap',
    fontWeight: 'semibold',
  },
});
const Name = chakra('span', { base: { overflow: 'hidden', textOverflow: 'ellipsis' } });
const Label = chakra('span', { base: { lg: { textStyle: 'tiny' } } });
const Marks = chakra('span', {
  base: {
    display: 'inline-flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    flexShrink: { lg: '0' },
    gap: '1.5',
    _empty: { display: 'none' },
  },
});

interface ProductNameLineProps {
  readonly name: string;
  /** Chips for unusual facts, shown beside the name. */
  readonly children: ReactNode;
}

/** Product name with its chips. A long name is cut, but not its label; on a phone the chips stand below the name. */
export function ProductNameLine({ name, children }: ProductNameLineProps) {
  const [text, label] = splitLabelFromName(name);
  return (
    <Root>
      <Goods>
        <Name>{text}</Name>
        {label && <Label>{label}</Label>}
      </Goods>
      <Marks>{children}</Marks>
    </Root>
  );
}

const TONES: Record<OrderStatus, ChipTone> = {
  pending: 'accent',
  processing: 'info',
  completed: 'money',
  archived: 'muted',
  cancelled: 'danger',
};

/** Chip with the status of an order in the status's colour. */
export function OrderStatusChip({ status }: Pick<StaffOrder, 'status'>) {
  const { t } = useTranslation('admin');
  return <StatusChip tone={TONES[status]}>{t(`status.${status}`)}</StatusChip>;
}

/** Text of a chip, hidden in a narrow row, which shows only the icon. */
const Word = chakra('span', { variants: { isRow: { true: { srOnly: { lg: true, '2xl': false } } } } });

interface OrderFactChipsProps {
  readonly order: StaffOrder;
  /** True when the chips stand in a row of a list, beside the name. */
  readonly isRow?: boolean;
}

/** Chips for unusual facts about an order: payment status, blocked name, priority, gift. */
export function OrderFactChips({ order, isRow }: OrderFactChipsProps) {
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
