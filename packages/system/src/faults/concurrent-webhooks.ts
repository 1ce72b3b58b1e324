import { checkoutAnswer } from '@pax/contracts';
import { submitPayPage } from '../support/shopping.js';
import { assertThat, type Scenario } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

const FINAL_STATES = ['paid', 'expired', 'cancelled', 'failed'];

/** Waits until a checkout has ended; a paid one must have become exactly one order, of which everybody is notified. */
async function waitForOneOutcome(harness: FaultHarness, checkout: string): Promise<void> {
  const { state, orders } = await harness.waitForState(checkout, FINAL_STATES);
  assertThat(orders.length === (state === 'paid' ? 1 : 0), `${state}, with ${orders.length} orders`);
  await harness.waitUntilNotified(orders);
}

async function refreshCheckout(harness: FaultHarness, checkout: string): Promise<void> {
  await harness.buyer.send('POST', `/api/checkouts/${checkout}/refresh`, undefined, checkoutAnswer);
}

/** Scenarios: webhooks of a provider, the buyer's return and other requests arrive at the same moment. */
export const CONCURRENT_WEBHOOKS: readonly Scenario[] = [
  {
    name: 'message.five-times',
    title: 'one message five times at once, before and after the return',
    run: async (harness) => {
      const { url, checkout } = await harness.placeCheckout();
      const session = await harness.stripe.findSession(checkout);
      await harness.stripe.armFault('stripe.webhook', { kind: 'hold' }, 5);
      await submitPayPage(url, 'pay');
      await Promise.all([
        harness.stripe.resendWebhooks(session, 5),
        refreshCheckout(harness, checkout),
        refreshCheckout(harness, checkout),
      ]);
      const { orders } = await harness.waitForPaid(checkout);
      assertThat(orders.length === 1, `one payment became ${orders.length} orders`);
      await harness.stripe.resendWebhooks(session, 5);
      await harness.stripe.releaseWebhooks();
      await harness.waitUntilNotified(orders);
    },
  },
  {
    name: 'message.eight-settle',
    title: 'eight calls settle one checkout at once',
    run: async (harness) => {
      const { url, checkout } = await harness.placeCheckout();
      await harness.stripe.armFault('stripe.webhook', { kind: 'hold' }, 5);
      await submitPayPage(url, 'pay');
      await Promise.all(Array.from({ length: 8 }, () => refreshCheckout(harness, checkout)));
      await harness.stripe.releaseWebhooks();
      await waitForOneOutcome(harness, checkout);
    },
  },
  {
    name: 'message.pay-and-expire',
    title: 'paid and expired at the same moment',
    run: async (harness) => {
      const { url, checkout } = await harness.placeCheckout();
      const session = await harness.stripe.findSession(checkout);
      await Promise.allSettled([submitPayPage(url, 'pay'), harness.stripe.expireSession(session)]);
      await waitForOneOutcome(harness, checkout);
    },
  },
  {
    name: 'message.pay-and-cancel',
    title: 'paid and cancelled at the same moment',
    run: async (harness) => {
      const { url, checkout } = await harness.placeCheckout();
      const cancel = harness.buyer.call('POST', `/api/checkouts/${checkout}/cancel`);
      await Promise.allSettled([submitPayPage(url, 'pay'), cancel]);
      await waitForOneOutcome(harness, checkout);
    },
  },
];
