import { refundCalls, isCategory, isUndeliverable, type StaffOrder } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chakra } from '@chakra-ui/react/styled-system';
import { Button } from '../../../ui/components/base/button';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { Confirmation } from '../shared/confirmation';
import { refetchOrderLists } from './order-queries';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Chip } from '../../../ui/components/shop/chip';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { Plinth } from '../../../ui/components/shop/plinth';
import { useTellViewing } from '../../../lib/realtime/order-viewers';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { useProducts } from '../../../lib/http/use-products';
import { formatCoins, formatDecimal } from '../../../lib/values/format';
import { useHasRight, useIsOwnEntityBarred } from '../access/rights';
import { usePanelLanguage } from '../shared/panel-language';
import { CopyRow } from '../shared/copy-button';
import { DisputePacket } from './dispute-packet';
import { BuyerSection } from './order-buyer';
import { OrderDisputes } from './order-disputes';
import { OrderViewers } from './order-cells';
import { OrderFactChips, OrderStatusChip } from './order-chips';
import { OrderFacts } from './order-facts';
import { OrderRefunds } from './order-refunds';
import { OrderTimeline } from './order-timeline';
import { hasOrderActions, OrderActions } from './order-actions';
import type { PanelTransition } from './pending-transitions';
import { allowedDecisionsOf, type PaymentDecision } from './use-payment-decision';

interface LateCryptoFormProps {
  /** Reference of the checkout by which the order was bought. */
  readonly checkout: string;
}

/** Form in which an admin records that crypto for an ended checkout arrived late; asks for confirmation. */
function LateCryptoForm({ checkout }: LateCryptoFormProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(refundCalls.lateCrypto, { params: { ref: checkout } }),
    onSuccess: () => showToast({ title: t('lateCrypto.done'), kind: 'success' }),
    onError: (error) => {
      if (noAnswer(error)) return;
      showToast({ title: t('moves.failed'), description: t('lateCrypto.failed'), kind: 'error' });
    },
    onSettled: () => {
      setIsAsked(false);
      refetchOrderLists(client);
    },
  });
  if (!isAsked) return <Button onClick={() => setIsAsked(true)}>{t('lateCrypto.open')}</Button>;
  return (
    <Confirmation
      ask={t('lateCrypto.ask')}
      scope={t('lateCrypto.scope')}
      yes={t('lateCrypto.yes')}
      busy={isPending}
      onYes={() => mutate()}
      onNo={() => setIsAsked(false)}
    />
  );
}

const Body = chakra('div', { base: { display: 'grid', gap: '5' } });
const Chips = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '1.5' } });
const Hint = chakra('p', { base: { textStyle: 'small', color: 'muted' } });
const Goods = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: '72px minmax(0, 1fr)', gap: '3', alignItems: 'center' },
});
const ImagePlinth = chakra(Plinth, { base: { width: '72px', height: '72px' } });
const Art = chakra('span', { base: { width: '58px', height: '58px' } });
const Name = chakra('p', { base: { fontWeight: 'semibold', lineHeight: 'snug' } });
const Price = chakra('p', { base: { textStyle: 'numeric', color: 'muted', mt: '1' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const Names = chakra('div', { base: { display: 'grid', gap: '1' } });
function RefundSection({ order }: { readonly order: StaffOrder }) {
  const { t } = useTranslation('admin');
  if (!order.refund) return null;
  return (
    <section>
      <Title>{t('refunds.heading')}</Title>
      {/* The version is part of the key, so that each step of a refund, which raises it, mounts the list anew. */}
      <OrderRefunds key={`${order.id} ${order.version}`} orderId={order.id} />
    </section>
  );
}

/** Tells whether the payment of a void order may still arrive; only crypto orders can be void. */
const mayPaymentArriveLate = ({ paymentStatus, refund }: StaffOrder): boolean =>
  paymentStatus === 'void' && refund === undefined;

interface OrderSheetProps {
  readonly order: StaffOrder | undefined;
  readonly open: boolean;
  readonly overdue: boolean;
  readonly onClose: () => void;
  /** Starts a transition of the order; undefined in the archive, where no transition is possible. */
  readonly onTransition?: (transition: PanelTransition, reason?: string) => void;
  /** Id of the order for which a key asked to give the money back; undefined without one. */
  readonly refundedId?: number | undefined;
  /** Called once that question is answered, or another one is asked. */
  readonly onRefundAnswered?: () => void;
}

/** The ordered product with picture, pieces, price and coins. */
function OrderGoods({ order }: { readonly order: StaffOrder }) {
  const { t } = useTranslation('admin');
  const { data: products } = useProducts();
  return (
    <Goods>
      <ImagePlinth category={isCategory(order.category) ? order.category : 'items'}>
        <Art>
          <ArtImage src={products?.find(({ id }) => id === order.productId)?.image ?? ''} size={58} />
        </Art>
      </ImagePlinth>
      <div>
        <Name>{t('orders.pieces', { count: order.quantity, name: order.productName })}</Name>
        <Price>
          {formatDecimal(order.totalPrice) + (order.coins === null ? '' : ` · ${formatCoins(order.coins)}`)}
        </Price>
      </div>
    </Goods>
  );
}

/** State of an order, who else looks at it, and what staff must know before they deliver it. */
function OrderHead({ order, overdue }: { readonly order: StaffOrder; readonly overdue: boolean }) {
  const { t } = useTranslation('admin');
  const isBarred = useIsOwnEntityBarred();
  return (
    <>
      <Chips aria-live="polite">
        <OrderStatusChip status={order.status} />
        {overdue && (
          <Chip tone="danger" icon="clock">
            {t('orders.overdue')}
          </Chip>
        )}
        <OrderFactChips order={order} />
      </Chips>
      <div aria-live="polite">
        <OrderViewers orderId={order.id} />
      </div>
      {isBarred(order) ? (
        <Hint>{t('sheet.ownOrder')}</Hint>
      ) : isUndeliverable(order.status, order.paymentStatus) ? (
        <Hint>{t('sheet.doNotDeliver')}</Hint>
      ) : (
        order.status === 'pending' && <Hint>{t('sheet.takeFirst')}</Hint>
      )}
      {order.blockedName && <Hint>{t('sheet.blockedName')}</Hint>}
    </>
  );
}

/** Decision about an order's money that waits for the user's confirmation; the sheet or a key asks for it. */
function useAskedDecision(
  order: StaffOrder | undefined,
  { refundedId, onRefundAnswered }: Pick<OrderSheetProps, 'refundedId' | 'onRefundAnswered'>,
) {
  const [asked, setAsked] = useState<{ readonly id: number; readonly decision: PaymentDecision }>();
  const byKey =
    order?.id === refundedId && order
      ? allowedDecisionsOf(order).find((each) => each === 'refund' || each === 'undo')
      : undefined;
  return {
    asked: asked && asked.id === order?.id ? asked.decision : byKey,
    askForDecision: (decision: PaymentDecision | undefined): void => {
      setAsked(order && decision && { id: order.id, decision });
      onRefundAnswered?.();
    },
  };
}

/** Side sheet with an order's details and the steps that staff can take, updated live. */
export function OrderSheet(props: OrderSheetProps) {
  const [can, isBarred] = [useHasRight(), useIsOwnEntityBarred()];
  const { open, overdue, onClose, onTransition } = props;
  // The last order stays rendered while the sheet's closing animation runs.
  const order = useLastDefined(props.order);
  const { t } = useTranslation('admin');
  const lang = usePanelLanguage();
  useTellViewing(open ? order?.id : undefined);
  const { asked, askForDecision } = useAskedDecision(order, props);
  if (!order) return null;
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={<span lang={lang}>{t('sheet.title', { id: order.id })}</span>}
      description={t('sheet.description')}
      footer={
        !isBarred(order) &&
        hasOrderActions(order, can, onTransition === undefined) && (
          <OrderActions
            key={order.id}
            order={order}
            onTransition={onTransition}
            asked={asked}
            onAsk={askForDecision}
          />
        )
      }
    >
      <Body lang={lang} data-keys-through="">
        <OrderHead order={order} overdue={overdue} />
        <OrderGoods order={order} />
        <section>
          <Title>{t('sheet.delivery')}</Title>
          <Names>
            <CopyRow what={t('sheet.game')} text={order.minecraftName} />
            <CopyRow what={t('sheet.discord')} text={order.discordUsername} />
            <CopyRow what={t('sheet.user')} text={order.username} />
          </Names>
        </section>
        <BuyerSection key={`buyer ${order.id}`} order={order} />
        <section>
          <Title>{t('sheet.details')}</Title>
          <OrderFacts order={order} />
        </section>
        <RefundSection order={order} />
        {order.checkout !== null && mayPaymentArriveLate(order) && can('admin') && (
          <LateCryptoForm key={order.id} checkout={order.checkout} />
        )}
        {order.checkout !== null && (
          // The version is part of the key, so that each change of a dispute, which raises it, mounts the list anew.
          <OrderDisputes key={`${order.id} ${order.version}`} order={order} onAsk={askForDecision} />
        )}
        <OrderTimeline key={`timeline ${order.id}`} order={order} />
        {order.checkout !== null && <CopyRow what={t('sheet.reference')} text={order.checkout} />}
        {order.checkout !== null && can('admin') && <DisputePacket checkout={order.checkout} />}
      </Body>
    </SidePanel>
  );
}
