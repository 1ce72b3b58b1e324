import {
  isRefundable,
  listLegalTransitions,
  formatCentsAsDecimal,
  type OrderTransition,
} from '@pax/contracts';
import { findDispute, actAtStripe, refundInDashboard, listStripeRefunds, steerStripe } from '../stripe.js';
import { awaitMessages } from '../expect-settled.js';
import { actOnPaypalPayment } from '../paypal.js';
import { actOnOrderOfCheckout } from '../paypal-orders.js';
import type { Shop } from '../shop.js';
import { runJob } from '../jobs.js';
import { answered, isAccepted, type Context, type Operation } from './operation.js';
import {
  becomePaid,
  bookProviderRefund,
  cancelOrder,
  cashLeft,
  countDelivered,
  endIfRefunded,
  endUnpaid,
  releaseHold,
  refundPart,
  isBarred,
  type OrderModel,
  type PurchaseModel,
} from './shop-model.js';
import type { World } from './world.js';

const ORDER_OF: Record<OrderTransition, OrderModel['status']> = {
  process: 'processing',
  release: 'pending',
  complete: 'completed',
  archive: 'archived',
  cancel: 'cancelled',
};

const orderOf = ({ purchase, n }: Context): OrderModel | undefined =>
  purchase.orders[n % purchase.orders.length];
const isDisputed = ({ state }: PurchaseModel) => state === 'disputed' || state === 'lost';
const isUnconfirmed = ({ payment }: OrderModel) => payment === 'unconfirmed';

/** Ends open checkouts of an account that may not buy; in the shop this happens by itself. */
const endOpen = async (shop: Shop): Promise<void> => {
  await awaitMessages(shop);
  await runJob(shop.app, 'checkout-sweeper');
};

const move = (what: OrderTransition): Operation => ({
  isOfPurchase: true,
  applies: (_buyer, purchase) => purchase.orders.length > 0 && !(what === 'cancel' && isDisputed(purchase)),
  perform: async ({ admin }, _target, context) =>
    answered((await admin.agent.patch(`/api/admin/orders/${orderOf(context)?.id}/${what}`).send({})).status),
  apply: (context, outcome) => {
    const { model, buyer, purchase } = context;
    const order = orderOf(context);
    if (!order) return false;
    const isLegal = !purchase.withdrawn && listLegalTransitions(order.status, order.payment).includes(what);
    if (isLegal !== isAccepted(outcome)) return false;
    if (!isLegal) return true;
    if (what !== 'cancel') order.status = ORDER_OF[what];
    else if (isUnconfirmed(order)) endUnpaid(model, buyer, purchase, 'failed');
    else {
      purchase.atProvider -= cashLeft(order);
      cancelOrder(model, buyer, order);
      endIfRefunded(buyer, purchase);
    }
    countDelivered(buyer, purchase);
    return true;
  },
});

/** Cents of a part: the whole rest for an even number. */
const part = (n: number, most: number): number => (n % 2 === 0 || most < 2 ? most : 1 + (n % (most - 1)));

/** Methods whose provider reports actions in its dashboard and ends of disputes. */
const HAS_DASHBOARD: ReadonlySet<string> = new Set(['card', 'orders']);
/** Also PayPal's form, whose refunds wait for staff. */
const IS_DISPUTABLE: ReadonlySet<string> = new Set([...HAS_DASHBOARD, 'wallet']);

async function endDispute(
  { shop, admin }: World,
  { method, ref, orders }: PurchaseModel,
  outcome: 'won' | 'lost',
): Promise<void> {
  if (method === 'wallet') {
    const { body } = await admin.agent.get(`/api/admin/orders/${orders[0]?.id}/disputes`).expect(200);
    const path = `/api/admin/disputes/${body.disputes[0]?.id}/end`;
    await admin.agent.post(path).send({ outcome, reference: 'as PayPal says' }).expect(200);
    return;
  }
  if (method === 'orders')
    return actOnOrderOfCheckout(shop, ref, outcome === 'won' ? 'win-dispute' : 'lose-dispute');
  await steerStripe(shop, `disputes/${(await findDispute(shop, ref)).id}/close`, { outcome });
}

/** Operations of staff on orders, and actions on a payment at its provider. */
export const STAFF_OPERATIONS: Record<string, Operation> = {
  process: move('process'),
  release: move('release'),
  complete: move('complete'),
  archive: move('archive'),
  cancelOrder: move('cancel'),
  confirm: {
    isOfPurchase: true,
    applies: (_buyer, { method, orders }) => method === 'crypto' && orders.length > 0,
    perform: async ({ admin }, _target, context) => {
      const path = `/api/admin/orders/${orderOf(context)?.id}/confirm-payment`;
      return answered((await admin.agent.patch(path).send({})).status);
    },
    apply: (context, outcome) => {
      const order = orderOf(context);
      const { state } = context.purchase;
      const isWaiting = order !== undefined && isUnconfirmed(order) && state === 'confirming';
      const mayBe = isWaiting && !isBarred(context.buyer);
      if (mayBe) becomePaid(context.model, context.purchase);
      return mayBe === isAccepted(outcome);
    },
  },
  refund: {
    isOfPurchase: true,
    applies: (_buyer, { orders }) => orders.length > 0,
    perform: async ({ admin }, _target, context) => {
      const order = orderOf(context);
      const cents = order ? part(context.n, cashLeft(order)) : 0;
      const isAll = !order || cents === cashLeft(order);
      const amount = isAll ? {} : { amount: formatCentsAsDecimal(cents) };
      return answered((await admin.agent.post(`/api/admin/orders/${order?.id}/refund`).send(amount)).status);
    },
    apply: (context, outcome) => {
      const { buyer, purchase, n } = context;
      const order = orderOf(context);
      const mayBe =
        order !== undefined && !purchase.withdrawn && isRefundable(order.status, order.payment, 'purchase');
      if (mayBe !== isAccepted(outcome)) return false;
      if (!mayBe) return true;
      const cents = part(n, cashLeft(order));
      purchase.atProvider -= cents;
      refundPart(buyer, order, cents);
      endIfRefunded(buyer, purchase);
      return true;
    },
  },
  refundInDashboard: {
    isOfPurchase: true,
    applies: (_buyer, { method, state, atProvider }) =>
      HAS_DASHBOARD.has(method) && state === 'paid' && atProvider > 0,
    perform: async ({ shop }, _target, { purchase, n }) => {
      const cents = part(n, purchase.atProvider);
      if (purchase.method === 'orders') await actOnOrderOfCheckout(shop, purchase.ref, 'refund', cents);
      else await refundInDashboard(shop, purchase.ref, cents);
      return answered(200);
    },
    apply: ({ model, buyer, purchase, n }) => {
      const cents = part(n, purchase.atProvider);
      purchase.atProvider -= cents;
      bookProviderRefund(model, buyer, purchase, cents);
      endIfRefunded(buyer, purchase);
      return true;
    },
  },
  /** The bank sends a refund back, which staff make again in the dashboard, or which waits, or which a dispute took. */
  bounce: {
    isOfPurchase: true,
    applies: (_buyer, { method, state }) => method === 'card' && (state === 'refunded' || state === 'lost'),
    perform: async ({ shop }, _target, { purchase: { ref, state }, n }) => {
      const made = (await listStripeRefunds(shop, ref)).find(({ status }) => status === 'succeeded');
      if (!made) return answered(200);
      await steerStripe(shop, `refunds/${made.id}/bounce`);
      // Stripe refunds nothing that was charged back.
      if (n % 2 === 0 && state === 'refunded') await refundInDashboard(shop, ref, made.amount);
      return answered(200);
    },
    apply: () => true,
  },
  dispute: {
    isOfPurchase: true,
    applies: (_buyer, { method, state, atProvider, wasDisputed }) =>
      IS_DISPUTABLE.has(method) && state === 'paid' && atProvider > 0 && !wasDisputed,
    perform: async ({ shop }, _target, { purchase }) => {
      if (purchase.method === 'orders') await actOnOrderOfCheckout(shop, purchase.ref, 'dispute');
      else if (purchase.method === 'wallet') await actOnPaypalPayment(shop, purchase.ref, 'reverse');
      else await actAtStripe(shop, purchase.ref, 'dispute');
      await endOpen(shop);
      return answered(200);
    },
    apply: ({ model, buyer, purchase }) => {
      Object.assign(purchase, { state: 'disputed', wasDisputed: true });
      buyer.suspended = true;
      for (const order of purchase.orders)
        if (order.payment === 'paid' || order.payment === 'partly_refunded') order.payment = 'disputed';
      for (const other of buyer.purchases)
        if (other.state === 'open') endUnpaid(model, buyer, other, 'cancelled');
      return true;
    },
  },
  disputeWon: {
    isOfPurchase: true,
    applies: (_buyer, { state }) => state === 'disputed',
    perform: async (world, _target, { purchase }) => {
      await endDispute(world, purchase, 'won');
      return answered(200);
    },
    apply: ({ buyer, purchase }) => {
      purchase.state = 'paid';
      buyer.suspended = buyer.purchases.some(({ state }) => state === 'disputed' || state === 'lost');
      for (const order of purchase.orders)
        if (order.payment === 'disputed') order.payment = order.refunded === 0 ? 'paid' : 'partly_refunded';
      countDelivered(buyer, purchase);
      return true;
    },
  },
  disputeLost: {
    isOfPurchase: true,
    applies: (_buyer, { state }) => state === 'disputed',
    perform: async (world, _target, { purchase }) => {
      const { shop } = world;
      await endDispute(world, purchase, 'lost');
      await endOpen(shop);
      await runJob(shop.app, 'release-holds');
      return answered(200);
    },
    apply: ({ model, buyer, purchase }) => {
      // The bank took what waits to go back, too.
      const before =
        purchase.method === 'wallet' ? [] : purchase.orders.filter(({ payment }) => payment === 'refunded');
      purchase.state = 'lost';
      bookProviderRefund(model, buyer, purchase, purchase.atProvider);
      purchase.atProvider = 0;
      for (const order of purchase.orders)
        if (order.payment !== 'refunded' || (order.cash > 0 && !before.includes(order)))
          order.payment = 'lost';
      countDelivered(buyer, purchase);
      buyer.blocked = true;
      for (const other of buyer.purchases)
        if (other.state === 'open') endUnpaid(model, buyer, other, 'cancelled');
        else if (other.state === 'confirming') releaseHold(model, buyer, other);
      return true;
    },
  },
};
