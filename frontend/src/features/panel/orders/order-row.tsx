import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import type { StaffOrder } from '@pax/contracts';
import { memo, useRef } from 'react';
import { Columns, BaseRow, Cell, RowButton } from '../shared/row-elements';
import { formatDecimal } from '../../../lib/values/format';
import {
  ActionCell,
  AssigneeCell,
  CopyCell,
  DesktopOnly,
  CustomerCell,
  NumberCell,
  StateCell,
  TimeCell,
} from './order-cells';
import { OrderFactChips, ProductNameLine } from './order-chips';
import { useReportSeen } from '../shared/unseen-rows';

/** Grid areas of an order row, by screen width. */
const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) auto auto',
    lg: '118px minmax(0, 1.3fr) minmax(0, 1fr) 36px 92px 216px',
    xl: '118px 70px minmax(0, 1.2fr) 76px minmax(0, 1fr) 36px 32px 92px 216px',
    '2xl': '122px 88px minmax(0, 1.5fr) 84px minmax(0, 1fr) minmax(0, 1.1fr) 36px 36px 110px 216px',
  },
  gridTemplateAreas: {
    base: '"product product total" "people copy act" "state who act"',
    lg: '"state product people copy who act" "number total people copy time act"',
    xl: '"state number product total people copy who time act"',
    '2xl': '"state number product total people game copy who time act"',
  },
} as const;

const Head = chakra(Columns, { base: columns });

/** Column titles of the active orders. */
export function OrderColumns() {
  const { t } = useTranslation('admin');
  return (
    <Head aria-hidden="true">
      <chakra.span gridArea="state">{t('orders.columns.status')}</chakra.span>
      <chakra.span gridArea="number">{t('orders.columns.number')}</chakra.span>
      <chakra.span gridArea="product">{t('orders.columns.product')}</chakra.span>
      <chakra.span gridArea="total" textAlign={{ xl: 'end' }}>
        {t('orders.columns.total')}
      </chakra.span>
      <chakra.span gridArea="people">{t('orders.columns.customer')}</chakra.span>
      <chakra.span gridArea="game" display={{ base: 'none', '2xl': 'block' }}>
        {t('orders.columns.game')}
      </chakra.span>
      <chakra.span gridArea="who">{t('orders.columns.who')}</chakra.span>
      <chakra.span gridArea="time">{t('orders.columns.due')}</chakra.span>
    </Head>
  );
}

const Row = chakra(BaseRow, { base: columns });

interface OrderRowProps {
  readonly order: StaffOrder;
  readonly selected: boolean;
  readonly isUnseen: boolean;
  /** Start of the present day in the browser's time zone, ms since 1970. */
  readonly today: number;
  /** True when the order is chosen for an act on several; undefined when none can be. */
  readonly chosen: boolean | undefined;
  readonly onOpen: (id: number) => void;
  readonly onSeen: (id: number) => void;
  readonly onChoose: (id: number, isRange: boolean) => void;
}

/** Row of one active order. */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, selected, isUnseen, today, chosen, onOpen, onSeen, onChoose } = props;
  const { t } = useTranslation('admin');
  const root = useRef<HTMLDivElement>(null);
  useReportSeen(root, isUnseen, () => onSeen(order.id));
  const name = t('orders.pieces', { count: order.quantity, name: order.productName });
  const status = t(`status.${order.status}`);
  return (
    <Row
      ref={root}
      data-row={order.id}
      data-selected={selected ? '' : undefined}
      data-fresh={isUnseen ? '' : undefined}
      data-chosen={chosen === true ? '' : undefined}
    >
      <RowButton
        type="button"
        aria-label={t('orders.row', { id: order.id, name, user: order.username, status })}
        aria-current={selected || undefined}
        onClick={({ shiftKey }) => {
          if (shiftKey && chosen !== undefined) onChoose(order.id, true);
          else onOpen(order.id);
        }}
      />
      <StateCell order={order} isUnseen={isUnseen} />
      <DesktopOnly>
        <NumberCell id={order.id} chosen={chosen} onChoose={onChoose} />
      </DesktopOnly>
      <Cell gridArea="product">
        <ProductNameLine name={name}>
          <OrderFactChips order={order} isRow />
        </ProductNameLine>
      </Cell>
      <Cell
        gridArea="total"
        alignSelf={{ base: 'start', lg: 'center' }}
        textAlign={{ base: 'end', lg: 'start', xl: 'end' }}
        fontWeight="semibold"
        textStyle="numeric"
      >
        {formatDecimal(order.totalPrice)}
      </Cell>
      <CustomerCell order={order} today={today} />
      <Cell gridArea="game" display={{ base: 'none', '2xl': 'block' }}>
        <chakra.span overflowWrap="anywhere">{order.minecraftName ?? t('sheet.missing')}</chakra.span>
      </Cell>
      <CopyCell order={order} />
      <AssigneeCell order={order} />
      <TimeCell order={order} today={today} />
      <ActionCell order={order} />
    </Row>
  );
});
