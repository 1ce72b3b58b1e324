import { chakra } from '@chakra-ui/react/styled-system';
import type { StaffOrder } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { VisuallyHidden } from '../../../ui/components/base/visually-hidden';
import { formatDateTime, formatShortTime } from '../../../lib/values/format';
import { useCurrentUser } from '../../../lib/http/current-user';
import { useOrderViewers } from '../../../lib/realtime/order-viewers';
import { CopyButton } from '../shared/copy-button';
import { Cell, Line, Tiny } from '../shared/row-elements';
import { useHasRight, useIsOwnEntityBarred } from '../access/rights';
import { DueTime } from './due-time';
import { OrderStatusChip } from './order-chips';
import { rowTransitionsOf } from './pending-transitions';
import { useOrderTransition } from './use-order-transition';

const PhoneOnly = chakra('span', { base: { display: { lg: 'none' } } });
export const DesktopOnly = chakra('span', { base: { display: { base: 'none', lg: 'contents' } } });

/** Names wrap and are never cut off, because staff type them in the game or in Discord. */
const Names = chakra('span', {
  base: { display: 'block', color: 'muted', textStyle: 'tiny', overflowWrap: 'anywhere' },
});

interface CellProps {
  readonly order: StaffOrder;
}

interface TimedCellProps extends CellProps {
  /** Start of the present day in the browser's time zone, ms since 1970. */
  readonly today: number;
}

/** Names of others who have the order open; nothing while nobody has. */
export function OrderViewers({ orderId }: { readonly orderId: number }) {
  const { t } = useTranslation('admin');
  const names = useOrderViewers(orderId, useCurrentUser()?.id);
  if (names.length === 0) return null;
  const text = t('orders.viewing', { count: names.length, names: names.join(', ') });
  return (
    <Tiny data-viewers="" data-tip={text}>
      {text}
    </Tiny>
  );
}

/** Cell with the order's status; on a phone also when it is due, because there are no columns. */
export function StateCell({ order, isUnseen }: CellProps & { readonly isUnseen: boolean }) {
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
      <OrderViewers orderId={order.id} />
      <PhoneOnly display={{ base: 'inline-flex', lg: 'none' }} alignItems="center" gap="2" textStyle="tiny">
        <DueTime order={order} />
      </PhoneOnly>
    </Cell>
  );
}

const Choice = chakra('label', {
  base: {
    gridArea: 'number',
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '28px',
    color: 'muted',
    cursor: 'pointer',
    textStyle: 'numeric',
  },
});
const Box = chakra('input', {
  base: { width: '24px', height: '24px', flexShrink: '0', accentColor: 'accent', cursor: 'inherit' },
});

interface NumberCellProps {
  readonly id: number;
  /** True when the order is chosen for an act on several; undefined when none can be. */
  readonly chosen: boolean | undefined;
  readonly onChoose: (id: number, isRange: boolean) => void;
}

/** Cell with the order's number, and a box that chooses the order for an act on several. */
export function NumberCell({ id, chosen, onChoose }: NumberCellProps) {
  const { t } = useTranslation('admin');
  if (chosen === undefined)
    return (
      <Cell gridArea="number" color="muted" textStyle="numeric">
        {id}
      </Cell>
    );
  return (
    <Choice>
      <Box
        type="checkbox"
        aria-label={t('bulk.choose', { id })}
        checked={chosen}
        onChange={({ nativeEvent }) =>
          onChoose(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      <span>{id}</span>
    </Choice>
  );
}

/** Cell with those names of the customer that have no column of their own on this screen width. */
export function CustomerCell({ order, today }: TimedCellProps) {
  const { t } = useTranslation('admin');
  return (
    <Cell gridArea="people">
      <Line>
        {order.username}
        <PhoneOnly>
          <chakra.span color="muted">{` · #${order.id} · ${formatShortTime(order.createdAt, today)}`}</chakra.span>
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
            display={{ '2xl': 'none' }}
          >{` · ${order.minecraftName ?? t('sheet.missing')}`}</chakra.span>
        </Names>
      </DesktopOnly>
    </Cell>
  );
}

/** Cell with a button that copies the game name, which staff need in the game. */
export function CopyCell({ order: { minecraftName } }: CellProps) {
  const { t } = useTranslation('admin');
  return (
    <chakra.div gridArea="copy" position="relative">
      {minecraftName !== null && <CopyButton what={t('sheet.game')} text={minecraftName} />}
    </chakra.div>
  );
}

const Initials = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '28px',
    height: '22px',
    px: '1',
    bg: 'raised',
    borderWidth: '1px',
    borderColor: 'edge',
    // One cut corner, as chips and buttons have.
    clipPath: 'polygon(4px 0, 100% 0, 100% 100%, 0 100%, 0 4px)',
    fontSize: 'xs',
    fontWeight: 'bold',
    lineHeight: '1',
  },
});

/** Returns the two letters that stand for a name: of its first two words, or the first two of its only word. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.length > 1 ? words.map((word) => word.match(/^./u)?.[0]) : words[0]?.match(/./gu);
  return letters?.slice(0, 2).join('').toLocaleUpperCase('de') ?? '';
}

/** Cell with two letters of the staff member who has the order; empty while nobody has. */
export function AssigneeCell({ order: { processedBy } }: CellProps) {
  const { t } = useTranslation('admin');
  return (
    <chakra.div gridArea="who" position="relative">
      {processedBy !== null && (
        <Initials data-tip={processedBy}>
          <span aria-hidden="true">{initialsOf(processedBy)}</span>
          <VisuallyHidden>{`${t('sheet.processedBy')} ${processedBy}`}</VisuallyHidden>
        </Initials>
      )}
    </chakra.div>
  );
}

/** Cell with the time left until the order is due, and the time when it was made. */
export function TimeCell({ order, today }: TimedCellProps) {
  return (
    <DesktopOnly>
      <Cell gridArea="time" textStyle="numeric" data-tip={formatDateTime(order.createdAt)}>
        <Line>
          <DueTime order={order} />
        </Line>
        <Tiny>{formatShortTime(order.createdAt, today)}</Tiny>
      </Cell>
    </DesktopOnly>
  );
}

const Act = chakra('div', {
  base: {
    gridArea: 'act',
    justifySelf: 'end',
    position: 'relative',
    display: 'flex',
    flexDirection: { base: 'column', lg: 'row' },
    justifyContent: 'flex-end',
    gap: { base: '2', lg: '1.5' },
  },
});

/** Cell with the button for the order's next step, and the one by which taking an order can be skipped. */
export function ActionCell({ order }: CellProps) {
  const { t } = useTranslation('admin');
  const transition = useOrderTransition(order.id);
  const [can, isBarred] = [useHasRight(), useIsOwnEntityBarred()];
  const offered = can('move') && !isBarred(order) ? rowTransitionsOf(order) : [];
  return (
    <Act>
      {offered.map((wanted, at) => (
        <Button
          key={wanted}
          size="sm"
          px="2"
          kind={at === 0 && wanted !== 'archive' ? 'primary' : 'quiet'}
          aria-label={t('moves.named', { transition: t(`moves.${wanted}`), id: order.id })}
          onClick={() => transition(wanted)}
        >
          {t(`moves.${wanted}`)}
        </Button>
      ))}
    </Act>
  );
}
