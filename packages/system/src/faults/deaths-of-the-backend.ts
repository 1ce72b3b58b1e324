import { until } from '@pax/sandbox';
import type { PlacedAnswer } from '@pax/contracts';
import { untilQuiet } from '../check/quiet.js';
import { newCustomer } from '../support/sign-in.js';
import { onPayPage } from '../support/shopping.js';
import { demand, type Scenario } from './scenario.js';
import type { Stage } from './stage.js';

/** The backend lives on, armed to die at a point. */
async function arm(stage: Stage, point: string): Promise<number> {
  await untilQuiet(stage.shop);
  await stage.shop.restart('backend', { FAILPOINTS: `${point}=kill` });
  await stage.becomes('ok');
  return stage.pid('backend');
}

/** Dies on the way from the provider's page to everybody who has to know. */
function whileSettling(point: string, title: string): Scenario {
  return {
    name: point,
    title,
    play: async (stage) => {
      const { url, checkout } = await stage.place();
      const armed = await arm(stage, point);
      await onPayPage(url, 'pay');
      await stage.reborn('backend', armed);
      const { orders } = await stage.paid(checkout);
      demand(orders.length === 1, `one payment became ${orders.length} orders`);
      await stage.told(orders);
    },
  };
}

/** Dies while a checkout is placed; the buyer, who got no answer, asks for the same once more. */
function whilePlacing(point: string, title: string): Scenario {
  return {
    name: point,
    title,
    play: async (stage) => {
      const buyer = await newCustomer(stage.shop);
      const armed = await arm(stage, point);
      await stage.place(buyer).then(
        () => demand(false, 'the answer came all the same'),
        () => undefined,
      );
      await stage.reborn('backend', armed);
      await stage.becomes('ok');
      const again = async (): Promise<PlacedAnswer | undefined> => stage.place(buyer).catch(() => undefined);
      const { url, checkout } = await until(again, {
        deadlineMs: 30_000,
        everyMs: 500,
        what: 'a page to pay',
      });
      const { rows } = await stage.shop.database.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM checkouts WHERE user_id = $1',
        [buyer.id],
      );
      demand(rows[0]?.n === 1, `one wish became ${rows[0]?.n} checkouts`);
      const sessions = await stage.stripe.sessionsOf(checkout);
      demand(sessions.length === 1, `one checkout has ${sessions.length} sessions`);
      await onPayPage(url, 'pay');
      await stage.told((await stage.paid(checkout, buyer)).orders);
    },
  };
}

/** `kill -9` of the backend around commits, numbering, queueing, and a provider's message. */
export const DEATHS_OF_THE_BACKEND: readonly Scenario[] = [
  whilePlacing('place.committed', 'backend killed after the checkout was placed, before Stripe was asked'),
  whilePlacing('session.made', 'backend killed after Stripe made the session, before it was stored'),
  whileSettling('webhook.stored', 'backend killed after the message was stored'),
  whileSettling('webhook.before-answer', 'backend killed before the message was answered'),
  whileSettling('webhook.applied', 'backend killed after the message had its effects, before it was marked'),
  whileSettling('settle.before-commit', 'backend killed before the commit that makes orders'),
  whileSettling('settle.after-commit', 'backend killed after that commit'),
  whileSettling('relay.before-commit', 'backend killed before the commit that numbers events'),
  whileSettling('relay.numbered', 'backend killed after it, before anybody was told'),
  whileSettling('queue.notified', 'backend killed after the post queue job was added'),
  {
    name: 'backend.killed',
    title: 'backend killed while a buyer is at Stripe, who pays meanwhile',
    play: async (stage) => {
      const { url, checkout } = await stage.place();
      const before = stage.pid('backend');
      stage.shop.signal('backend', 'SIGKILL');
      await onPayPage(url, 'pay');
      await stage.reborn('backend', before);
      await stage.told((await stage.paid(checkout)).orders);
    },
  },
];
