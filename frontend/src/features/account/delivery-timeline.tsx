import type { Order, OrderStatus } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/components/base/icon';
import { formatDateTime } from '../../lib/values/format';
import { useNow } from '../../lib/hooks/use-now';

/** The stages of a delivery that a buyer sees, in order. */
const DELIVERY_STAGES = ['paid', 'taken', 'delivered'] as const;
type DeliveryStage = (typeof DELIVERY_STAGES)[number];

const REACHED: Record<OrderStatus, DeliveryStage | undefined> = {
  pending: 'paid',
  processing: 'taken',
  completed: 'delivered',
  archived: 'delivered',
  cancelled: undefined,
};

/** Returns the delivery stage of an order; undefined if the order is unconfirmed or cancelled. */
export const deliveryStageOf = ({ status, paymentStatus }: Order): DeliveryStage | undefined =>
  paymentStatus === 'unconfirmed' ? undefined : REACHED[status];

const isOpenOrder = ({ status }: Order): boolean => status === 'pending' || status === 'processing';

/** Tells whether an open order is past its promised delivery time at `now`, ms since 1970. */
export const isOrderLate = (order: Order, now: number): boolean =>
  isOpenOrder(order) && order.dueAt !== null && Date.parse(order.dueAt) < now;

/** Returns the catalogue key of the message about an order's delivery, below `now`. */
export function deliveryMessageKey(
  order: Order,
): 'unconfirmed' | 'cancelled' | 'withdrawn' | 'withdrawnUnpaid' | DeliveryStage {
  if (order.withdrawn) return order.paymentStatus === 'void' ? 'withdrawnUnpaid' : 'withdrawn';
  if (order.status === 'cancelled') return 'cancelled';
  return deliveryStageOf(order) ?? 'unconfirmed';
}

const Stages = chakra('ol', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: '1' },
});
const StageItem = chakra('li', {
  base: {
    display: 'grid',
    gap: '1.5',
    color: 'muted',
    textStyle: 'tiny',
    fontWeight: 'semibold',
    _before: {
      content: '""',
      height: '6px',
      bg: 'line',
      transformOrigin: 'left',
      transition: 'background-color 200ms',
    },
    '&[data-reached]': { color: 'text', _before: { bg: 'money' } },
    '&[aria-current]': { color: 'money' },
    '&[aria-current]:not([data-last])': { _before: { animation: 'breathe 2.4s ease-in-out infinite' } },
    '@media (prefers-reduced-motion: reduce)': { '&[aria-current]': { _before: { animation: 'none' } } },
  },
});
const StageName = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '1' } });
const Now = chakra('p', { base: { textStyle: 'small', color: 'muted', mt: '2' } });
const Late = chakra('span', { base: { color: 'danger', fontWeight: 'medium' } });

/** Timeline paid → taken → delivered of an order, updated by the socket and announced to screen readers. */
export function DeliveryTimeline({ order }: { readonly order: Order }) {
  const { t } = useTranslation('account');
  const now = useNow();
  const reached = deliveryStageOf(order);
  const place = reached === undefined ? -1 : DELIVERY_STAGES.indexOf(reached);
  const messageKey = deliveryMessageKey(order);
  return (
    <div>
      {order.status !== 'cancelled' && (
        <Stages aria-label={t('steps.label', { name: order.productName })}>
          {DELIVERY_STAGES.map((stage, index) => (
            <StageItem
              key={stage}
              data-reached={index <= place ? '' : undefined}
              data-last={index === DELIVERY_STAGES.length - 1 ? '' : undefined}
              aria-current={index === place ? 'step' : undefined}
            >
              <StageName>
                {index <= place && <Icon name="check" size={12} />}
                <span>{t(`steps.${stage}`)}</span>
              </StageName>
            </StageItem>
          ))}
        </Stages>
      )}
      <Now>
        <span aria-live="polite">
          {t(`now.${messageKey}`, {
            time: order.completedAt === null ? '' : formatDateTime(order.completedAt),
          })}
        </span>{' '}
        {isOrderLate(order, now) ? (
          <Late>{t('now.late')}</Late>
        ) : (
          isOpenOrder(order) &&
          order.dueAt !== null && <span>{t('now.due', { time: formatDateTime(order.dueAt) })}</span>
        )}
      </Now>
    </div>
  );
}
