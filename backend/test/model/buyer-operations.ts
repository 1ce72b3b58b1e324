import { findWithdrawalRefusal } from '@pax/contracts';
import { actOnPayPage, withdraw } from '../buying.js';
import { actOnPaypalPayment, actOnWalletPage } from '../paypal.js';
import { findSession, steerStripe } from '../stripe.js';
import { answered, isAccepted, type Operation } from './operation.js';
import {
  becomeConfirmed,
  becomePaid,
  cancelOrder,
  endIfRefunded,
  endUnpaid,
  isBarred,
  isHeld,
  takeGoods,
  type BuyerModel,
  type PurchaseModel,
} from './shop-model.js';
import type { World } from './world.js';

const WITHDRAWALS = 3;

const byCard = ({ method, state }: PurchaseModel, wanted: string) => method === 'card' && state === wanted;
const byWallet = ({ method, state }: PurchaseModel, wanted: string) =>
  method === 'wallet' && state === wanted;

const onCardPage =
  (action: 'pay' | 'pay_later' | 'fail'): Operation['perform'] =>
  async ({ pages }, _target, { purchase }) => {
    await actOnPayPage(pages.get(purchase.ref) ?? '', action);
    return answered(303);
  };
const onForm =
  (action: 'pay' | 'pay_pending'): Operation['perform'] =>
  async ({ forms }, _target, { purchase }) => {
    const form = forms.get(purchase.ref);
    if (!form) throw new Error('a wallet purchase has no form');
    await actOnWalletPage(form, action);
    return answered(303);
  };
const later =
  (action: 'succeed' | 'fail'): Operation['perform'] =>
  async ({ shop }, _target, { purchase }) => {
    await steerStripe(shop, `sessions/${(await findSession(shop, purchase.ref)).id}/later`, { action });
    return answered(200);
  };
const atPaypal =
  (act: 'complete' | 'deny'): Operation['perform'] =>
  async ({ shop }, _target, { purchase }) => {
    await actOnPaypalPayment(shop, purchase.ref, act);
    return answered(200);
  };
const post =
  (what: 'cancel' | 'refresh'): Operation['perform'] =>
  async ({ buyers }, { buyerIndex }, { purchase }) => {
    const answer = await buyers[buyerIndex]?.agent.post(`/api/checkouts/${purchase.ref}/${what}`);
    return answered(answer?.status ?? 0);
  };

const paid: Operation['apply'] = ({ model, purchase }) => {
  becomePaid(model, purchase);
  return true;
};

const confirmed: Operation['apply'] = ({ model, buyer, purchase }) => {
  becomeConfirmed(model, buyer, purchase);
  return true;
};

const confirming: Operation['apply'] = ({ purchase }) => {
  purchase.state = 'confirming';
  return true;
};

const failed: Operation['apply'] = ({ model, buyer, purchase }) => {
  endUnpaid(model, buyer, purchase, 'failed');
  return true;
};

const withdrawals = ({ purchases }: BuyerModel) => purchases.filter(({ withdrawn }) => withdrawn).length;

/** Operations of a buyer on a purchase, and decisions of the buyer's bank. */
export const BUYER_OPERATIONS: Record<string, Operation> = {
  pay: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byCard(purchase, 'open'),
    perform: onCardPage('pay'),
    apply: paid,
  },
  decline: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byCard(purchase, 'open'),
    perform: onCardPage('fail'),
    apply: () => true,
  },
  payLater: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byCard(purchase, 'open'),
    perform: onCardPage('pay_later'),
    apply: confirming,
  },
  bankPays: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byCard(purchase, 'confirming'),
    perform: later('succeed'),
    apply: confirmed,
  },
  bankRefuses: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byCard(purchase, 'confirming'),
    perform: later('fail'),
    apply: failed,
  },
  payForm: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byWallet(purchase, 'open'),
    perform: onForm('pay'),
    apply: paid,
  },
  payPending: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byWallet(purchase, 'open'),
    perform: onForm('pay_pending'),
    apply: confirming,
  },
  paypalPays: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byWallet(purchase, 'confirming'),
    perform: atPaypal('complete'),
    apply: confirmed,
  },
  paypalDenies: {
    isOfPurchase: true,
    applies: (_buyer, purchase) => byWallet(purchase, 'confirming'),
    perform: atPaypal('deny'),
    apply: failed,
  },
  payLate: {
    isOfPurchase: true,
    applies: (_buyer, { method, state, isPaid }) =>
      method === 'wallet' && !isPaid && (state === 'cancelled' || state === 'expired' || state === 'failed'),
    perform: onForm('pay'),
    // Where what it bought is gone, or the buyer may not buy, the money goes back and the checkout stays as it was.
    apply: ({ model, buyer, purchase }) => {
      if (!isBarred(buyer) && takeGoods(model, buyer, purchase)) becomePaid(model, purchase);
      else purchase.isPaid = true;
      return true;
    },
  },
  cancel: {
    isOfPurchase: true,
    isRepeatable: true,
    applies: ({ blocked }, purchase) => !blocked && isHeld(purchase),
    perform: post('cancel'),
    apply: ({ model, buyer, purchase }, outcome) => {
      if (purchase.state === 'open') endUnpaid(model, buyer, purchase, 'cancelled');
      return isAccepted(outcome);
    },
  },
  refresh: {
    isOfPurchase: true,
    isRepeatable: true,
    applies: ({ blocked }) => !blocked,
    perform: post('refresh'),
    apply: (_context, outcome) => isAccepted(outcome),
  },
  withdraw: {
    isOfPurchase: true,
    applies: ({ blocked }) => !blocked,
    perform: async ({ buyers }: World, { buyerIndex }, { purchase }) => {
      const buyer = buyers[buyerIndex];
      return answered(buyer ? (await withdraw(buyer, purchase.ref)).status : 0);
    },
    apply: ({ model, buyer, purchase }, outcome) => {
      const { state, orders, withdrawn } = purchase;
      const isDisputed = state === 'disputed' || state === 'lost';
      const refusal = findWithdrawalRefusal(
        orders.map(({ status, payment }) => ({ status, paymentStatus: payment })),
        null,
        new Date(),
      );
      const mayBe = !withdrawn && !isDisputed && !refusal && withdrawals(buyer) < WITHDRAWALS;
      if (mayBe !== isAccepted(outcome)) return false;
      if (!mayBe) return true;
      purchase.withdrawn = true;
      if (state === 'confirming') endUnpaid(model, buyer, purchase, 'failed');
      else for (const order of orders) cancelOrder(model, buyer, order);
      endIfRefunded(buyer, purchase);
      purchase.atProvider = 0;
      return true;
    },
  },
};
