import { chakra } from '@chakra-ui/react/styled-system';
import { isCategory, type Order } from '@pax/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/components/base/button';
import { ArtImage } from '../../ui/components/base/art-image';
import { Chip, StatusChip, type ChipTone } from '../../ui/components/shop/chip';
import { Plinth } from '../../ui/components/shop/plinth';
import { OrderReview } from '../../ui/components/shop/order-review';
import { Surface } from '../../ui/components/base/surface';
import { TextLink } from '../../ui/components/base/page';
import { useTextLang } from '../../i18n/message-text';
import { FACT_SEPARATOR, formatCoins, formatDateTime, formatDecimal } from '../../lib/values/format';
import { receiptAddress } from '../../lib/values/urls';
import { DeliveryTimeline } from './delivery-timeline';

const Card = chakra(Surface, {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '64px minmax(0, 1fr)', md: '96px minmax(0, 1fr)' },
    gap: { base: '3', md: '4' },
    alignContent: 'start',
    alignItems: 'start',
    height: 'full',
  },
});
const ImagePlinth = chakra(Plinth, { base: { width: { base: '64px', md: '96px' }, aspectRatio: '1' } });
const Art = chakra('span', {
  base: { width: { base: '52px', md: '78px' }, height: { base: '52px', md: '78px' } },
});
const Facts = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1.5', minWidth: '0' },
});
const Top = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '4',
    alignItems: 'baseline',
  },
});
const Name = chakra('h3', {
  base: { fontWeight: 'semibold', lineHeight: 'snug', overflowWrap: 'anywhere' },
});
const Total = chakra('p', { base: { fontWeight: 'bold', textStyle: 'numeric' } });
const Chips = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });
const Small = chakra('p', { base: { color: 'muted', textStyle: 'small', overflowWrap: 'anywhere' } });
const Way = chakra('div', { base: { gridColumn: '1 / -1', minWidth: '0' } });

const Actions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'start', columnGap: '2' },
});
const Action = chakra(Button, { base: { mt: '3' } });

const TONES: Record<Order['status'], ChipTone> = {
  pending: 'accent',
  processing: 'info',
  completed: 'money',
  archived: 'muted',
  cancelled: 'danger',
};

interface OrderCardProps {
  readonly order: Order;
  /** Address of the product's picture; empty when the product no longer exists. */
  readonly image: string;
  /** True while the request to withdraw the order is in progress. */
  readonly withdrawing?: boolean;
  /** Opens the dialog that confirms a withdrawal; undefined if the order cannot be withdrawn. */
  readonly onWithdraw?: ((ref: string) => void) | undefined;
  /** Puts the order's goods into the cart again; undefined if the account may not buy. */
  readonly onBuyAgain?: ((order: Order) => void) | undefined;
  /** True for a blocked account, which may neither write reviews nor read its own. */
  readonly readOnly?: boolean;
}

/** Tells whether a purchase has a receipt, which exists once the purchase is paid. */
const hasReceipt = ({ paymentStatus }: Order): boolean =>
  paymentStatus !== 'unconfirmed' && paymentStatus !== 'void';

/** Tells whether a purchase is over, so that its buyer may want the same again. */
const isRepeatable = ({ kind, status }: Order): boolean =>
  kind === 'purchase' && status !== 'pending' && status !== 'processing';

/** Returns the catalogue key, below `orders`, of a note on an unusual payment; undefined for a regular payment. */
function paymentNoteOf({ paymentStatus, refund }: Order) {
  if (paymentStatus === 'paid' || paymentStatus === 'unconfirmed') return undefined;
  if (refund !== 'requested') return paymentStatus;
  if (paymentStatus === 'partly_refunded') return 'partRefundRequested';
  return paymentStatus === 'refunded' ? 'refundRequested' : paymentStatus;
}

/** Buttons for what the buyer can do about an order. */
function OrderActions({
  order,
  onWithdraw,
  onBuyAgain,
}: Pick<OrderCardProps, 'order' | 'onWithdraw' | 'onBuyAgain'>) {
  const { t } = useTranslation(['account', 'cart']);
  const { id, checkout, productName: name } = order;
  return (
    <>
      {onWithdraw && checkout !== null && (
        <Action size="sm" aria-label={t('withdraw.named', { id })} onClick={() => onWithdraw(checkout)}>
          {t('withdraw.button')}
        </Action>
      )}
      {onBuyAgain && isRepeatable(order) && (
        <Action
          size="sm"
          icon="cart"
          aria-label={t('cart:again.named', { name })}
          onClick={() => onBuyAgain(order)}
        >
          {t('cart:again.action')}
        </Action>
      )}
    </>
  );
}

/** Card of one own order: product, amount, recipient and progress. */
export const OrderCard = memo(function OrderCard({
  order,
  image,
  withdrawing = false,
  readOnly = false,
  onWithdraw,
  onBuyAgain,
}: OrderCardProps) {
  const { t } = useTranslation('account');
  const lang = useTextLang();
  const paymentNote = paymentNoteOf(order);
  const status = withdrawing ? 'cancelled' : order.status;
  const name = t('orders.pieces', { count: order.quantity, name: order.productName });
  return (
    <Card asChild pad="md">
      <article aria-label={t('orders.number', { id: order.id })}>
        <ImagePlinth category={isCategory(order.category) ? order.category : 'items'}>
          <Art>
            <ArtImage src={image} size={78} />
          </Art>
        </ImagePlinth>
        <Facts>
          <Top>
            <Name>{name}</Name>
            <Total>{formatDecimal(order.totalPrice)}</Total>
          </Top>
          <Chips>
            <StatusChip tone={TONES[status]} lang={lang('account', `status.${status}`)}>
              {t(`status.${status}`)}
            </StatusChip>
            {order.coins !== null && <Chip>{formatCoins(order.coins)}</Chip>}
            {order.kind === 'join_reward' && <Chip icon="gift">{t('orders.gift')}</Chip>}
            {paymentNote && <Chip tone="danger">{t(`orders.${paymentNote}`)}</Chip>}
          </Chips>
          <Small>
            {t('orders.number', { id: order.id })}
            {FACT_SEPARATOR}
            {t('orders.date', { time: formatDateTime(order.createdAt) })}
          </Small>
          {(order.minecraftName ?? order.discordUsername) !== null && (
            <Small>
              {t('orders.to')}{' '}
              {[order.minecraftName, order.discordUsername].filter(Boolean).join(FACT_SEPARATOR)}
            </Small>
          )}
          {order.checkout !== null && hasReceipt(order) && (
            <Small>
              <TextLink asChild>
                <Link
                  to={receiptAddress(order.checkout)}
                  aria-label={t('orders.receiptOf', { id: order.id })}
                >
                  {t('orders.receipt')}
                </Link>
              </TextLink>
            </Small>
          )}
        </Facts>
        <Way>
          {withdrawing ? (
            <Small role="status">{t('withdraw.sent')}</Small>
          ) : (
            <DeliveryTimeline order={order} />
          )}
          <Actions>
            <OrderActions
              order={order}
              onWithdraw={withdrawing ? undefined : onWithdraw}
              onBuyAgain={onBuyAgain}
            />
            {!withdrawing && !readOnly && <OrderReview order={order} />}
          </Actions>
        </Way>
      </article>
    </Card>
  );
});
