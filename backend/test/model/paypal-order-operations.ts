import { actOnOrderOfCheckout, actOnOrderPage, findPaypalOrder, listWebhooks } from '../paypal-orders.js';
import { steerPaypal } from '../paypal.js';
import { until } from '../until.js';
import { answered, type Context, type Operation } from './operation.js';
import { becomeConfirmed, becomePaid, endUnpaid, type PurchaseModel } from './shop-model.js';
import type { World } from './world.js';

const byOrder = ({ method, state }: PurchaseModel, wanted: string) => method === 'orders' && state === wanted;

const onPage = ({ pages }: World, { purchase }: Context, action: 'pay' | 'pay_pending') =>
  actOnOrderPage(pages.get(purchase.ref) ?? '', action);

/** The shop captures the money as soon as it learns of the approval. */
const approving =
  (action: 'pay' | 'pay_pending'): Operation['perform'] =>
  async (world, _target, context) => {
    await onPage(world, context, action);
    return answered(303);
  };
const atPaypal =
  (act: 'complete' | 'deny'): Operation['perform'] =>
  async ({ shop }, _target, { purchase }) => {
    await actOnOrderOfCheckout(shop, purchase.ref, act);
    return answered(200);
  };

const paid: Operation['apply'] = ({ model, purchase }) => {
  becomePaid(model, purchase);
  return true;
};
const confirmed: Operation['apply'] = ({ model, buyer, purchase }) => {
  becomeConfirmed(model, buyer, purchase);
  return true;
};
const failed: Operation['apply'] = ({ model, buyer, purchase }) => {
  endUnpaid(model, buyer, purchase, 'failed');
  return true;
};

/** Operations with PayPal's orders: of the buyer, on the money, and messages, also repeated. */
export const PAYPAL_ORDER_OPERATIONS: Record<string, Operation> = {
  approve: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byOrder(purchase, 'open'),
    perform: approving('pay'),
    apply: paid,
  },
  /** The return page refreshes while the message arrives. */
  approveAndReturn: {
    isOfPurchase: true,
    applies: ({ blocked }, purchase) => !blocked && byOrder(purchase, 'open'),
    perform: async (world, { buyerIndex }, context) => {
      await onPage(world, context, 'pay');
      const path = `/api/checkouts/${context.purchase.ref}/refresh`;
      const asked = [1, 2].map(async () => world.buyers[buyerIndex]?.agent.post(path));
      return answered(...(await Promise.all(asked)).map((answer) => answer?.status ?? 0));
    },
    apply: paid,
  },
  approveSlowly: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byOrder(purchase, 'open'),
    perform: approving('pay_pending'),
    apply: ({ purchase }) => {
      purchase.state = 'confirming';
      return true;
    },
  },
  captureCompletes: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byOrder(purchase, 'confirming'),
    perform: atPaypal('complete'),
    apply: confirmed,
  },
  captureDenied: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byOrder(purchase, 'confirming'),
    perform: atPaypal('deny'),
    apply: failed,
  },
  captureDeclined: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byOrder(purchase, 'open'),
    perform: async (world, _target, context) => {
      const { ref } = context.purchase;
      await actOnOrderOfCheckout(world.shop, ref, 'decline');
      await onPage(world, context, 'pay');
      // The next act finds its answer there.
      await until(
        () => findPaypalOrder(world.shop, ref),
        ({ refusal }) => refusal?.isTold === true,
      );
      return answered(303);
    },
    apply: () => true,
  },
  captureRefused: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byOrder(purchase, 'open'),
    perform: async (world, _target, context) => {
      await actOnOrderOfCheckout(world.shop, context.purchase.ref, 'decline', undefined, {
        issue: 'COMPLIANCE_VIOLATION',
      });
      await onPage(world, context, 'pay');
      return answered(303);
    },
    apply: failed,
  },
  /** An order of an ended checkout is never captured. */
  approveLate: {
    isOfPurchase: true,
    applies: (_buyer, { method, state, isPaid }) =>
      method === 'orders' && !isPaid && (state === 'cancelled' || state === 'expired'),
    perform: approving('pay'),
    // It is approved once; nothing is paid by that.
    apply: ({ purchase }) => {
      purchase.isPaid = true;
      return true;
    },
  },
  /** All messages of a purchase are sent twice more. */
  tellAgain: {
    isOfPurchase: true,
    applies: (_buyer, { method, state }) => method === 'orders' && state !== 'open',
    perform: async ({ shop }, _target, { purchase }) => {
      for (const { id } of (await listWebhooks(shop, purchase.ref)).toReversed())
        await steerPaypal(shop, `webhooks/${id}/resend`, { copies: 2 });
      return answered(200);
    },
    apply: () => true,
  },
};
