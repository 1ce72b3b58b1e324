import { chakra } from '@chakra-ui/react/styled-system';
import { getCartLineName, type CheckoutAnswer, type Order } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { StatusChip, type ChipTone } from '../../../ui/components/shop/chip';
import { IconButton } from '../../../ui/components/base/icon-button';
import { showToast } from '../../../lib/browser/toast';
import { Surface } from '../../../ui/components/base/surface';
import { formatCount, formatDecimal, formatDateTime, formatTime } from '../../../lib/values/format';
import { isPaidState, deliveryStageOf, orderStageOf, type DeliveryStage } from './delivery-stage';
import { DeliveryTimeline } from './delivery-timeline';
import { serverNow } from '../../../lib/http/server-clock';

const Head = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '3',
    flexWrap: 'wrap',
    mb: '5',
  },
});
const Title = chakra('h2', { base: { textStyle: 'subheading' } });
const Reference = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    color: 'muted',
    '& code': { textStyle: 'reference', overflowWrap: 'anywhere' },
  },
});
/** Dashed tear line between the ticket and its stub. */
const Tear = chakra('div', {
  base: {
    my: '5',
    mx: { base: '-4', md: '-5' },
    borderTopWidth: '2px',
    borderTopStyle: 'dashed',
    borderColor: 'edge',
    opacity: 0.6,
  },
});
const Lines = chakra('ul', { base: { display: 'grid', gap: '2.5' } });
const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '3',
  },
});
const OrderNumber = chakra('span', { base: { color: 'muted', textStyle: 'numeric', me: '2' } });
const Due = chakra('span', { base: { display: 'block', color: 'muted', textStyle: 'tiny' } });
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' },
    columnGap: '6',
    rowGap: '3',
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { fontWeight: 'semibold', textStyle: 'numeric', overflowWrap: 'anywhere' },
  },
});

const tones: Record<DeliveryStage, ChipTone> = {
  confirming: 'info',
  paid: 'accent',
  taken: 'info',
  delivered: 'money',
  cancelled: 'danger',
};

/** Formats the time at which a delivery is due, with its date unless that is today. */
const formatDueTime = (moment: string): string =>
  new Date(moment).toDateString() === new Date(serverNow()).toDateString()
    ? formatTime(moment)
    : formatDateTime(moment);

/** Returns the state for an order's chip: delivery stage or refund. */
const orderChipStateOf = (order: Order) => {
  const stage = orderStageOf(order);
  if (stage === 'cancelled' && order.refund) return order.refund === 'done' ? 'refunded' : 'refundRequested';
  return stage === 'confirming' ? 'paid' : stage;
};

/**
 * Tells whether points of the purchase are pending; the live orders are checked too, because the checkout may be
 * outdated.
 */
const hasPendingPoints = ({ pendingPoints }: CheckoutAnswer, orders: readonly Order[]): boolean =>
  pendingPoints > 0 &&
  (orders.length === 0 || orders.some((order) => ['paid', 'taken'].includes(orderStageOf(order))));

interface DeliveryStatusCardProps {
  readonly checkout: CheckoutAnswer;
  /** Orders of the checkout that are already loaded. */
  readonly orders: readonly Order[];
}

/** Receipt in the form of a ticket, with the live state of the delivery. */
export function DeliveryStatusCard({ checkout, orders }: DeliveryStatusCardProps) {
  const { t } = useTranslation('checkout');
  const paid = isPaidState(checkout.state);
  const copyReference = async () => {
    await navigator.clipboard.writeText(checkout.checkout);
    showToast({ title: t('ticket.copied') });
  };
  return (
    <Surface asChild pad="md" tone="raised">
      <section aria-label={t('ticket.heading')}>
        <Head>
          <Title>{t('ticket.heading')}</Title>
          <Reference>
            <code>{checkout.checkout}</code>
            <IconButton icon="copy" size="sm" label={t('ticket.copy')} onClick={() => void copyReference()} />
          </Reference>
        </Head>
        <DeliveryTimeline
          stage={deliveryStageOf(checkout.state, orders)}
          withdrawn={orders.some(({ withdrawn }) => withdrawn)}
        />
        <Tear aria-hidden="true" />
        <Lines>
          {checkout.lines.map((line, place) => {
            const order = orders.find(({ productId }) => productId === line.id) ?? orders[place];
            const stage = order && orderStageOf(order);
            const number = order?.id ?? checkout.orders[place];
            return (
              <Line key={line.id}>
                <span>
                  {number !== undefined && <OrderNumber>{t('ticket.number', { id: number })}</OrderNumber>}
                  <span>
                    {line.quantity > 1
                      ? t('receipt.pieces', { count: line.quantity, name: line.name })
                      : getCartLineName(line)}
                  </span>
                  {order?.dueAt && (stage === 'paid' || stage === 'taken') && (
                    <Due>{t('ticket.due', { time: formatDueTime(order.dueAt) })}</Due>
                  )}
                </span>
                {stage && (
                  <StatusChip tone={tones[stage]}>{t(`ticket.states.${orderChipStateOf(order)}`)}</StatusChip>
                )}
              </Line>
            );
          })}
        </Lines>
        <Tear aria-hidden="true" />
        <Facts aria-label={t('ticket.details')}>
          <div>
            <dt>{t('ticket.amount')}</dt>
            <dd>{formatDecimal(checkout.total)}</dd>
          </div>
          <div>
            <dt>{t('ticket.points')}</dt>
            <dd>
              <chakra.span color="loyalty">
                {paid ? `+${formatCount(checkout.points)}` : t('ticket.pointsPending')}
              </chakra.span>
              {paid && hasPendingPoints(checkout, orders) && <Due>{t('ticket.pointsOnDelivery')}</Due>}
            </dd>
          </div>
          <div>
            <dt>{t('ticket.gameName')}</dt>
            <dd>{checkout.inGameName}</dd>
          </div>
          <div>
            <dt>{t('ticket.chatName')}</dt>
            <dd>{checkout.discordName}</dd>
          </div>
        </Facts>
      </section>
    </Surface>
  );
}
