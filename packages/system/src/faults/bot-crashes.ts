import { submitPayPage } from '../support/shopping.js';
import type { Scenario } from './scenario.js';
import { assertThat } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

/** Kills the bot at a failpoint that the action reaches, and waits for its restart. */
async function crashBotAt(harness: FaultHarness, point: string, action: () => Promise<void>): Promise<void> {
  await harness.shop.restart('bot', { FAILPOINTS: `${point}=kill` });
  const before = harness.pid('bot');
  await action();
  await harness.waitForRestart('bot', before);
}

function whilePosting(point: string, title: string): Scenario {
  return {
    name: point,
    title,
    run: async (harness) => {
      const made: number[] = [];
      await crashBotAt(harness, point, async () => {
        const { url, checkout } = await harness.place();
        await submitPayPage(url, 'pay');
        made.push(...(await harness.waitForPaid(checkout)).orders);
      });
      made.push(...(await harness.buyOrders(1)));
      await harness.waitUntilNotified(made);
    },
  };
}

/** `kill -9` of the bot around each of its steps. */
export const BOT_CRASHES: readonly Scenario[] = [
  whilePosting('bot.claimed', 'bot killed after it claimed posts'),
  whilePosting('bot.registered', 'bot killed after the message was frozen, before Discord knew of it'),
  whilePosting('bot.accepted', 'bot killed after Discord took the message, before it was reported'),
  whilePosting('bot.reported', 'bot killed after it reported'),
  {
    name: 'bot.edited',
    title: 'bot killed after Discord took an edit, before it was reported',
    run: async (harness) => {
      const [number = 0] = await harness.buyOrders(1);
      await harness.waitUntilNotified([number]);
      await crashBotAt(harness, 'bot.edited', () => harness.complete(number));
    },
  },
  {
    name: 'bot.killed',
    title: 'bot killed with work in hand, three times in a row, buying goes on',
    run: async (harness) => {
      const made: number[] = [];
      for (let death = 0; death < harness.timings.deaths; death += 1) {
        made.push(...(await harness.buyOrders(1)));
        const before = harness.pid('bot');
        harness.shop.signal('bot', 'SIGKILL');
        const began = performance.now();
        made.push(...(await harness.buyOrders(1)));
        assertThat(performance.now() - began < 10_000, 'buying waited for the bot');
        await harness.waitForRestart('bot', before);
      }
      await harness.waitUntilNotified(made);
    },
  },
];
