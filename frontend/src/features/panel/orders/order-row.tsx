import { chakra } from '@chakra-ui/react/styled-system';
import type { StaffOrder } from '@pax/contracts';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../lib/values/format';
import { ActCell, DesktopOnly, PeopleCell, StateCell, TimeCell } from './order-cells';
import { OrderMarks } from './order-chips';
import { NamedLine } from './named-line';
import { columns } from './order-columns';
import { BaseRow, Cell, RowButton } from './row-parts';
import { useSeen } from './use-seen';

const Row = chakra(BaseRow, { base: columns });

interface OrderRowProps {
  readonly order: StaffOrder;
  readonly selected: boolean;
  readonly fresh: boolean;
  /** Moves with the panel's clock, ms. */
  readonly now: number;
  readonly onOpen: (id: number) => void;
  readonly onSeen: (id: number) => void;
}

/** One order of the active list. */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, selected, fresh, now, onOpen, onSeen } = props;
  const { t } = useTranslation('admin');
  const root = useRef<HTMLDivElement>(null);
  useSeen(root, fresh, () => onSeen(order.id));
  const name = t('orders.pieces', { count: order.quantity, name: order.productName });
  const status = t(`status.${order.status}`);
  return (
    <Row
      ref={root}
      data-row={order.id}
      data-selected={selected ? '' : undefined}
      data-fresh={fresh ? '' : undefined}
    >
      <RowButton
        type="button"
        aria-label={t('orders.row', { id: order.id, name, user: order.username, status })}
        aria-current={selected || undefined}
        onClick={() => onOpen(order.id)}
      />
      <StateCell order={order} now={now} fresh={fresh} />
      <DesktopOnly>
        <Cell gridArea="number" color="muted" textStyle="numeric">
          {order.id}
        </Cell>
      </DesktopOnly>
      <Cell gridArea="product">
        <NamedLine name={name}>
          <OrderMarks order={order} isRow />
        </NamedLine>
      </Cell>
      <PeopleCell order={order} now={now} />
      <Cell gridArea="game" display={{ base: 'none', xl: 'block' }}>
        <chakra.span overflowWrap="anywhere">{order.minecraftName ?? t('sheet.missing')}</chakra.span>
      </Cell>
      <Cell
        gridArea="total"
        alignSelf={{ base: 'start', lg: 'center' }}
        textAlign="end"
        fontWeight="semibold"
        textStyle="numeric"
      >
        {formatDecimal(order.totalPrice)}
      </Cell>
      <TimeCell order={order} now={now} />
      <ActCell order={order} />
    </Row>
  );
});
