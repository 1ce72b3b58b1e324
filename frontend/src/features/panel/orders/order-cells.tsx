import { chakra } from '@chakra-ui/react/styled-system';
import type { StaffOrder } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { formatDateTime, formatShortTime } from '../../../lib/values/format';
import { OrderStatusChip } from './order-chips';
import { isOpenOrder, isOrderOverdue } from './order-list-cache';
import { mainTransitionOf } from './pending-transitions';
import { Cell, Line, Tiny } from '../shared/row-elements';
import { useHasRight, useIsOwnEntityBarred } from '../access/rights';
import { useOrderTransition } from './use-order-transition';

const Late = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '1', color: 'danger', fontWeight: 'semibold' },
});

const Act = chakra('div', { base: { gridArea: 'act', justifySelf: 'end', position: 'relative' } });
const PhoneOnly = chakra('span', { base: { display: { lg: 'none' } } });
export const DesktopOnly = chakra('span', { base: { display: { base: 'none', lg: 'contents' } } });

/** Names wrap and are never cut off, because staff type them in the game or in Discord. */
const Names = chakra('span', {
  base: { display: 'block', color: 'muted', textStyle: 'tiny', overflowWrap: 'anywhere' },
});

interface CellProps {
  readonly order: StaffOrder;
  /** Current time of the clock that all rows of the panel share, ms. */
  readonly now: number;
}

function OverdueNote({ size }: { readonly size: number }) {
  const { t } = useTranslation('admin');
  return (
    <Late>
      <Icon name="clock" size={size} />
      {t('orders.overdue')}
    </Late>
  );
}

/** Cell with the order's status; on a phone also a note if the order is late, because there is no column for it. */
export function StateCell({ order, now, isUnseen }: CellProps & { readonly isUnseen: boolean }) {
  const { t } = useTranslation('admin');
  return (
    <Cell
      gridArea="state"
      display={{ base: 'flex', lg: 'block' }}
      flexWrap="wrap"
      alignItems="center"
      columnGap="2"
      rowGap="1"
    >
      <OrderStatusChip status={order.status} />
      {isUnseen && <VisuallyHidden>{t('orders.fresh')}</VisuallyHidden>}
      <PhoneOnly>
        {isOrderOverdue(order, now) && (
          <chakra.span textStyle="tiny">
            <OverdueNote size={14} />
          </chakra.span>
        )}
      </PhoneOnly>
    </Cell>
  );
}

/** Cell with those names of the customer that have no column of their own on this screen width. */
export function CustomerCell({ order, now }: CellProps) {
  const { t } = useTranslation('admin');
  return (
    <Cell gridArea="people">
      <Line>
        {order.username}
        <PhoneOnly>
          <chakra.span color="muted">{` · #${order.id} · ${formatShortTime(order.createdAt, now)}`}</chakra.span>
        </PhoneOnly>
      </Line>
      <PhoneOnly>
        <Names>
          {`${order.minecraftName ?? t('sheet.missing')} · ${order.discordUsername ?? t('sheet.missing')}`}
        </Names>
      </PhoneOnly>
      <DesktopOnly>
        <Names>
          <span>{order.discordUsername ?? t('sheet.missing')}</span>
          <chakra.span
            display={{ xl: 'none' }}
          >{` · ${order.minecraftName ?? t('sheet.missing')}`}</chakra.span>
        </Names>
      </DesktopOnly>
    </Cell>
  );
}

/** Cell with the time of the order and the time when its delivery is due. */
export function TimeCell({ order, now }: CellProps) {
  const { t } = useTranslation('admin');
  return (
    <DesktopOnly>
      <Cell gridArea="time" textStyle="numeric" data-tip={formatDateTime(order.createdAt)}>
        <Line>{formatShortTime(order.createdAt, now)}</Line>
        <Tiny>
          {isOrderOverdue(order, now) ? (
            <OverdueNote size={12} />
          ) : (
            isOpenOrder(order) &&
            order.dueAt !== null &&
            `${t('sheet.due')} ${formatShortTime(order.dueAt, now)}`
          )}
        </Tiny>
      </Cell>
    </DesktopOnly>
  );
}

/** Cell with the button for the order's next step. */
export function ActionCell({ order }: Pick<CellProps, 'order'>) {
  const { t } = useTranslation('admin');
  const transition = useOrderTransition(order.id);
  const [can, isBarred] = [useHasRight(), useIsOwnEntityBarred()];
  const main = can('move') && !isBarred(order) ? mainTransitionOf(order) : undefined;
  return (
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
  );
}
