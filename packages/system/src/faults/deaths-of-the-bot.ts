import { onPayPage } from '../support/shopping.js';
import type { Scenario } from './scenario.js';
import { demand } from './scenario.js';
import type { Stage } from './stage.js';

/** Has the bot die at a point that an act leads it to, and waits for the next one. */
async function dies(stage: Stage, point: string, act: () => Promise<void>): Promise<void> {
  await stage.shop.restart('bot', { FAILPOINTS: `${point}=kill` });
  const before = stage.pid('bot');
  await act();
  await stage.reborn('bot', before);
}

function whilePosting(point: string, title: string): Scenario {
  return {
    name: point,
    title,
    play: async (stage) => {
      const made: number[] = [];
      await dies(stage, point, async () => {
        const { url, checkout } = await stage.place();
        await onPayPage(url, 'pay');
        made.push(...(await stage.paid(checkout)).orders);
      });
      made.push(...(await stage.orders(1)));
      await stage.told(made);
    },
  };
}

/** `kill -9` of the bot around each of its steps. */
export const DEATHS_OF_THE_BOT: readonly Scenario[] = [
  whilePosting('bot.claimed', 'bot killed after it claimed posts'),
  whilePosting('bot.registered', 'bot killed after the message was frozen, before Discord knew of it'),
  whilePosting('bot.accepted', 'bot killed after Discord took the message, before it was reported'),
  whilePosting('bot.reported', 'bot killed after it reported'),
  {
    name: 'bot.edited',
    title: 'bot killed after Discord took an edit, before it was reported',
    play: async (stage) => {
      const [number = 0] = await stage.orders(1);
      await stage.told([number]);
      await dies(stage, 'bot.edited', () => stage.complete(number));
    },
  },
  {
    name: 'bot.killed',
    title: 'bot killed with work in hand, three times in a row, buying goes on',
    play: async (stage) => {
      const made: number[] = [];
      for (let death = 0; death < 3; death += 1) {
        made.push(...(await stage.orders(1)));
        const before = stage.pid('bot');
        stage.shop.signal('bot', 'SIGKILL');
        const began = performance.now();
        made.push(...(await stage.orders(1)));
        demand(performance.now() - began < 10_000, 'buying waited for the bot');
        await stage.reborn('bot', before);
      }
      await stage.told(made);
    },
  },
];
