import { until } from '@pax/local';
import { staffOrder, type PlaceCheckoutAnswer, type StaffOrder } from '@pax/contracts';
import { z } from 'zod';
import { waitUntilIdle } from '../check/wait-until-idle.js';
import { newCustomer } from '../support/sign-in.js';
import { submitPayPage } from '../support/shopping.js';
import { assertThat, type Scenario } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

/** Restarts the backend with a failpoint that kills it. @returns the pid of the new process */
async function restartWithFailpoint(
  harness: FaultHarness,
  point: string,
  settings: Record<string, string> = {},
): Promise<number> {
  await waitUntilIdle(harness.shop);
  await harness.shop.restart('backend', { FAILPOINTS: `${point}=kill`, ...settings });
  await harness.waitForHealth('ok');
  return harness.getPid('backend');
}

/** Scenario: the backend is killed at a point between the payment and the last notification. */
function createSettlingScenario(point: string, title: string): Scenario {
  return {
    name: point,
    title,
    run: async (harness) => {
      const { url, checkout } = await harness.placeCheckout();
      const armed = await restartWithFailpoint(harness, point);
      await submitPayPage(url, 'pay');
      await harness.waitForRestart('backend', armed);
      const { orders } = await harness.waitForPaid(checkout);
      assertThat(orders.length === 1, `one payment became ${orders.length} orders`);
      await harness.waitUntilNotified(orders);
    },
  };
}

/** Scenario: the backend is killed while a checkout is placed, and the buyer, who got no answer, repeats the call. */
function createPlacingScenario(point: string, title: string): Scenario {
  return {
    name: point,
    title,
    run: async (harness) => {
      const buyer = await newCustomer(harness.shop);
      const armed = await restartWithFailpoint(harness, point);
      await harness.placeCheckout(buyer).then(
        () => assertThat(false, 'the answer came all the same'),
        () => undefined,
      );
      await harness.waitForRestart('backend', armed);
      await harness.waitForHealth('ok');
      const placeAgain = async (): Promise<PlaceCheckoutAnswer | undefined> =>
        harness.placeCheckout(buyer).catch(() => undefined);
      const { url, checkout } = await until(placeAgain, {
        deadlineMs: 30_000,
        everyMs: 500,
        what: 'a page to pay',
      });
      const { rows } = await harness.shop.database.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM checkouts WHERE user_id = $1',
        [buyer.id],
      );
      assertThat(rows[0]?.n === 1, `one cart became ${rows[0]?.n} checkouts`);
      const sessions = await harness.stripe.findSessions(checkout);
      assertThat(sessions.length === 1, `one checkout has ${sessions.length} sessions`);
      await submitPayPage(url, 'pay');
      await harness.waitUntilNotified((await harness.waitForPaid(checkout, buyer)).orders);
    },
  };
}

const EARNED = z.array(z.object({ id: z.number(), earnings: z.string(), notices: z.number() }));

/** Scenario: the backend is killed while an act falls due, after another was taken back. */
const ACT_SCENARIO: Scenario = {
  name: 'act.before-commit',
  title: 'backend killed before the commit that ends the undo time of an act',
  run: async (harness) => {
    const { admin, shop } = harness;
    const [undone = 0] = await harness.buyOrders(1);
    const [kept = 0] = await harness.buyOrders(1);
    const armed = await restartWithFailpoint(harness, 'act.before-commit', { UNDO_SECONDS: '3' });
    const complete = (number: number): Promise<StaffOrder> =>
      admin.send('PATCH', `/api/admin/orders/${number}/complete`, {}, staffOrder);
    const { version } = await complete(undone);
    await admin.send('POST', `/api/admin/orders/${undone}/undo`, { version }, staffOrder);
    await complete(kept);
    await harness.waitForRestart('backend', armed);
    await waitUntilIdle(shop);
    const { rows } = await shop.database.query(
      `SELECT id, earnings, (SELECT count(*)::int FROM notices n JOIN outbox_events e USING (event_id)
                WHERE n.kind = 'delivered' AND e.aggregate_id = o.id::text) AS notices
         FROM orders o WHERE id = ANY($1) ORDER BY id`,
      [[undone, kept]],
    );
    const [first, second] = EARNED.parse(rows);
    assertThat(first?.earnings === 'pending' && first.notices === 0, 'an undone act had its effects');
    assertThat(second?.earnings === 'booked' && second.notices === 1, 'an act did not fall due once');
  },
};

/** Scenarios: `kill -9` of the backend around commits, numbering, queueing, and a provider's message. */
export const BACKEND_CRASHES: readonly Scenario[] = [
  createPlacingScenario(
    'place.committed',
    'backend killed after the checkout was placed, before Stripe was asked',
  ),
  createPlacingScenario('session.made', 'backend killed after Stripe made the session, before it was stored'),
  createSettlingScenario('webhook.stored', 'backend killed after the message was stored'),
  createSettlingScenario('webhook.before-answer', 'backend killed before the message was answered'),
  createSettlingScenario(
    'webhook.applied',
    'backend killed after the message had its effects, before it was marked',
  ),
  createSettlingScenario('settle.before-commit', 'backend killed before the commit that makes orders'),
  createSettlingScenario('settle.after-commit', 'backend killed after that commit'),
  ACT_SCENARIO,
  createSettlingScenario('relay.before-commit', 'backend killed before the commit that numbers events'),
  createSettlingScenario('relay.numbered', 'backend killed after it, before any notification'),
  createSettlingScenario('queue.notified', 'backend killed after the post queue job was added'),
  {
    name: 'backend.killed',
    title: 'backend killed while a buyer is at Stripe, who pays meanwhile',
    run: async (harness) => {
      const { url, checkout } = await harness.placeCheckout();
      const before = harness.getPid('backend');
      harness.shop.signal('backend', 'SIGKILL');
      await submitPayPage(url, 'pay');
      await harness.waitForRestart('backend', before);
      await harness.waitUntilNotified((await harness.waitForPaid(checkout)).orders);
    },
  },
];
