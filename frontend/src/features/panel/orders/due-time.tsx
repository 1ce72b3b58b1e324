import { chakra } from '@chakra-ui/react/styled-system';
import { DUE_SOON_MINUTES, type StaffOrder } from '@pax/contracts';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { createTickingClock } from '../../../lib/hooks/use-now';
import { formatDateTime } from '../../../lib/values/format';
import { Icon } from '../../../ui/components/base/icon';
import { isOpenOrder } from './order-list-cache';

/** Clock of all countdowns, which ticks once a second. */
const seconds = createTickingClock(1_000);

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** Returns the seconds until a due time, in whole minutes above an hour; below 0 once the order is overdue. */
export function secondsUntilDue(dueAt: number, now: number): number {
  if (dueAt < now) return -1;
  const left = Math.ceil((dueAt - now) / 1_000);
  return left > HOUR ? Math.ceil(left / MINUTE) * MINUTE : left;
}

/** Divides a number of seconds into the two units that a countdown shows. */
export function countdownPartsOf(left: number): {
  unit: 'days' | 'hours' | 'minutes';
  more: number;
  less: string;
} {
  // Up to two days hours and minutes say more than "1 d 0 h".
  if (left >= 2 * DAY)
    return { unit: 'days', more: Math.floor(left / DAY), less: String(Math.floor((left % DAY) / HOUR)) };
  const [unit, size, part] =
    left > HOUR ? (['hours', HOUR, MINUTE] as const) : (['minutes', MINUTE, 1] as const);
  return {
    unit,
    more: Math.floor(left / size),
    less: String(Math.floor((left % size) / part)).padStart(2, '0'),
  };
}

const Time = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    whiteSpace: 'nowrap',
    textStyle: 'numeric',
    '&[data-due=soon]': { color: 'accent', fontWeight: 'semibold' },
    '&[data-due=overdue]': { color: 'danger', fontWeight: 'semibold' },
  },
});

/** Time left until an open order is due, as a countdown that ends as "overdue". Other orders show nothing. */
export function DueTime({ order }: { readonly order: StaffOrder }) {
  const { t } = useTranslation('admin');
  const dueAt = isOpenOrder(order) && order.dueAt !== null ? Date.parse(order.dueAt) : Number.NaN;
  // Only a changed number renders the row's cell again, so that the ticking clock costs a long list nothing.
  const left = useSyncExternalStore(seconds.subscribe, () => secondsUntilDue(dueAt, seconds.read()));
  if (order.dueAt === null || Number.isNaN(left)) return null;
  const state = left < 0 ? 'overdue' : left < DUE_SOON_MINUTES * MINUTE ? 'soon' : 'later';
  const { unit, ...parts } = countdownPartsOf(left);
  return (
    <Time data-due={state} data-tip={`${t('sheet.due')} ${formatDateTime(order.dueAt)}`}>
      {state !== 'later' && <Icon name="clock" size={14} />}
      <span>{state === 'overdue' ? t('orders.overdue') : t(`orders.left.${unit}`, parts)}</span>
    </Time>
  );
}
