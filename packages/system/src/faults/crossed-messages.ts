import { checkoutAnswer } from '@pax/contracts';
import { onPayPage } from '../support/shopping.js';
import { demand, type Scenario } from './scenario.js';
import type { Stage } from './stage.js';

const ENDS = ['paid', 'expired', 'cancelled', 'failed'];

/** Waits for the end of a checkout; paid, it has become one order, which everybody is told. */
async function oneOutcome(stage: Stage, checkout: string): Promise<void> {
  const { state, orders } = await stage.ends(checkout, ENDS);
  demand(orders.length === (state === 'paid' ? 1 : 0), `${state}, with ${orders.length} orders`);
  await stage.told(orders);
}

async function refresh(stage: Stage, checkout: string): Promise<void> {
  await stage.buyer.send('POST', `/api/checkouts/${checkout}/refresh`, undefined, checkoutAnswer);
}

/** A provider's messages, the buyer's return and other wishes at the same moment. */
export const CROSSED_MESSAGES: readonly Scenario[] = [
  {
    name: 'message.five-times',
    title: 'one message five times at once, before and after the return',
    play: async (stage) => {
      const { url, checkout } = await stage.place();
      const session = await stage.stripe.sessionOf(checkout);
      await stage.stripe.arm('stripe.webhook', { kind: 'hold' }, 5);
      await onPayPage(url, 'pay');
      await Promise.all([
        stage.stripe.resend(session, 5),
        refresh(stage, checkout),
        refresh(stage, checkout),
      ]);
      const { orders } = await stage.paid(checkout);
      demand(orders.length === 1, `one payment became ${orders.length} orders`);
      await stage.stripe.resend(session, 5);
      await stage.stripe.release();
      await stage.told(orders);
    },
  },
  {
    name: 'message.eight-settle',
    title: 'eight calls settle one checkout at once',
    play: async (stage) => {
      const { url, checkout } = await stage.place();
      await stage.stripe.arm('stripe.webhook', { kind: 'hold' }, 5);
      await onPayPage(url, 'pay');
      await Promise.all(Array.from({ length: 8 }, () => refresh(stage, checkout)));
      await stage.stripe.release();
      await oneOutcome(stage, checkout);
    },
  },
  {
    name: 'message.pay-and-expire',
    title: 'paid and expired at the same moment',
    play: async (stage) => {
      const { url, checkout } = await stage.place();
      const session = await stage.stripe.sessionOf(checkout);
      await Promise.allSettled([onPayPage(url, 'pay'), stage.stripe.expire(session)]);
      await oneOutcome(stage, checkout);
    },
  },
  {
    name: 'message.pay-and-cancel',
    title: 'paid and cancelled at the same moment',
    play: async (stage) => {
      const { url, checkout } = await stage.place();
      const cancel = stage.buyer.call('POST', `/api/checkouts/${checkout}/cancel`);
      await Promise.allSettled([onPayPage(url, 'pay'), cancel]);
      await oneOutcome(stage, checkout);
    },
  },
];
