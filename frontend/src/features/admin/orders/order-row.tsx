import { chakra } from '@chakra-ui/react/styled-system';
import type { Order } from '@pax/contracts';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { Icon } from '../../../components/base/icon';
import { VisuallyHidden } from '../../../components/base/visually-hidden';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { OrderMarks, OrderStatusChip } from './order-chips';
import { isOpen, isOverdue } from './order-filter';
import { mainTransitionOf } from './order-transitions';
import { Cell, Columns, Line, RowButton, BaseRow, Tiny } from './row-parts';
import { shortTime } from './short-time';
import { useOrderTransition } from './use-order-transition';
import { useSeen } from './use-seen';

const columns = {
  gridTemplateColumns: {
    base: 'minmax(0, 1fr) auto',
    lg: '118px 36px minmax(0, 1.5fr) minmax(0, 1fr) 78px 114px 112px',
    xl: '122px 40px minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1fr) 84px 118px 112px',
  },
  gridTemplateAreas: {
    base: '"product total" "people people" "state act"',
    lg: '"state number product people total time act"',
    xl: '"state number product people game total time act"',
  },
} as const;

const Row = chakra(BaseRow, { base: columns });
const Head = chakra(Columns, { base: columns });
const Marks = chakra('span', {
  base: { display: 'inline-flex', gap: '1.5', ms: '2', verticalAlign: 'middle' },
});
const Late = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '1', color: 'danger', fontWeight: 'semibold' },
});
const Act = chakra('div', { base: { gridArea: 'act', justifySelf: 'end', position: 'relative' } });
const PhoneOnly = chakra('span', { base: { display: { lg: 'none' } } });
const DesktopOnly = chakra('span', { base: { display: { base: 'none', lg: 'contents' } } });

/** Titles of the columns. */
export function OrderColumns() {
  const { t } = useTranslation('admin');
  return (
    <Head aria-hidden="true">
      <chakra.span gridArea="state">{t('orders.columns.status')}</chakra.span>
      <chakra.span gridArea="number">{t('orders.columns.number')}</chakra.span>
      <chakra.span gridArea="product">{t('orders.columns.product')}</chakra.span>
      <chakra.span gridArea="people">{t('orders.columns.customer')}</chakra.span>
      <chakra.span gridArea="game" display={{ base: 'none', xl: 'block' }}>
        {t('orders.columns.game')}
      </chakra.span>
      <chakra.span gridArea="total" textAlign="end">
        {t('orders.columns.total')}
      </chakra.span>
      <chakra.span gridArea="time">{t('orders.columns.created')}</chakra.span>
    </Head>
  );
}

interface OrderRowProps {
  readonly order: Order;
  readonly selected: boolean;
  readonly fresh: boolean;
  /** Moves with the panel's clock, ms. */
  readonly now: number;
  readonly onOpen: (id: number) => void;
  readonly onSeen: (id: number) => void;
}

/** One order of the active list (ADMIN-2.21, ADMIN-2.22, OWN-185). */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, selected, fresh, now, onOpen, onSeen } = props;
  const { t } = useTranslation('admin');
  const root = useRef<HTMLDivElement>(null);
  useSeen(root, fresh, () => onSeen(order.id));
  const transition = useOrderTransition(order.id);
  const main = mainTransitionOf(order);
  const name =
    order.quantity > 1
      ? t('orders.pieces', { count: order.quantity, name: order.productName })
      : order.productName;
  const created = shortTime(order.createdAt, now);
  const overdue = isOverdue(order, now);
  return (
    <Row
      ref={root}
      data-order={order.id}
      data-selected={selected ? '' : undefined}
      data-fresh={fresh ? '' : undefined}
    >
      <RowButton
        type="button"
        aria-label={t('orders.row', {
          id: order.id,
          name,
          user: order.username,
          status: t(`status.${order.status}`),
        })}
        aria-current={selected || undefined}
        onClick={() => onOpen(order.id)}
      />
      <Cell gridArea="state">
        <OrderStatusChip status={order.status} />
        {fresh && <VisuallyHidden>{t('orders.fresh')}</VisuallyHidden>}
        <PhoneOnly>
          {overdue && (
            <chakra.span ms="2" textStyle="tiny">
              <Late>
                <Icon name="clock" size={14} />
                {t('orders.overdue')}
              </Late>
            </chakra.span>
          )}
        </PhoneOnly>
      </Cell>
      <DesktopOnly>
        <Cell gridArea="number" color="muted" textStyle="numeric">
          {order.id}
        </Cell>
      </DesktopOnly>
      <Cell gridArea="product">
        <Line>
          <chakra.span fontWeight="semibold">{name}</chakra.span>
          <Marks>
            <OrderMarks order={order} />
          </Marks>
        </Line>
      </Cell>
      <Cell gridArea="people">
        <Line>
          {order.username}
          <PhoneOnly>
            <chakra.span color="muted">
              {' · '}
              {[order.minecraftName, created].filter(Boolean).join(' · ')}
            </chakra.span>
          </PhoneOnly>
        </Line>
        <DesktopOnly>
          <Tiny>
            {order.discordUsername ?? t('sheet.missing')}
            <chakra.span display={{ xl: 'none' }}> · {order.minecraftName ?? t('sheet.missing')}</chakra.span>
          </Tiny>
        </DesktopOnly>
      </Cell>
      <Cell gridArea="game" display={{ base: 'none', xl: 'block' }}>
        <Line>{order.minecraftName ?? t('sheet.missing')}</Line>
      </Cell>
      <Cell gridArea="total" textAlign="end" fontWeight="semibold" textStyle="numeric">
        {formatDecimal(order.totalPrice)}
      </Cell>
      <DesktopOnly>
        <Cell gridArea="time" textStyle="numeric" data-tip={formatDateTime(order.createdAt)}>
          <Line>{created}</Line>
          <Tiny>
            {overdue ? (
              <Late>
                <Icon name="clock" size={12} />
                {t('orders.overdue')}
              </Late>
            ) : (
              isOpen(order) && order.dueAt !== null && `${t('sheet.due')} ${shortTime(order.dueAt, now)}`
            )}
          </Tiny>
        </Cell>
      </DesktopOnly>
      <Act>
        {main && (
          <Button
            size="sm"
            aria-label={t('moves.named', { transition: t(`moves.${main}`), id: order.id })}
            onClick={() => transition(main)}
          >
            {t(`moves.${main}`)}
          </Button>
        )}
      </Act>
    </Row>
  );
});
