import { createTicketAnswer } from '@pax/contracts';
import { until } from '@pax/local';
import { waitUntilMessagesSent } from '../check/wait-until-idle.js';
import { mentionsOrder, type Message } from '../support/discord-control.js';
import type { Person } from '../support/person.js';
import { submitPayPage } from '../support/shopping.js';
import { signInWithDiscord } from '../support/sign-in.js';
import type { Scenario } from './scenario.js';
import { assertThat } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

/** Kills the bot at a failpoint that `action` reaches, and waits until it has restarted. */
async function crashBotAt(harness: FaultHarness, point: string, action: () => Promise<void>): Promise<void> {
  await harness.shop.restart('bot', { FAILPOINTS: `${point}=kill` });
  const before = harness.getPid('bot');
  await action();
  await harness.waitForRestart('bot', before);
}

/** Kills the bot at a failpoint that each of its starts reaches, and waits for the next start. */
async function crashBotDuringStart(harness: FaultHarness, failpoints: string): Promise<void> {
  const first = harness.getPid('bot');
  const restarted = harness.shop.restart('bot', { FAILPOINTS: failpoints });
  await harness.waitForRestart('bot', first);
  const doomed = harness.getPid('bot');
  // A failed start is ignored, since the failpoint may kill the bot before it is ready.
  await restarted.catch(() => undefined);
  await harness.waitForRestart('bot', doomed);
}

/** Checks that no message (by nonce) and no thread (by message) was created twice. */
async function assertNothingRepeated(harness: FaultHarness): Promise<void> {
  const calls = await harness.discord.listCalls();
  const made = calls.filter((call) => call.accepted && call.method === 'POST' && call['repeated'] !== true);
  const threads = made.map(({ path }) => path).filter((path) => path.endsWith('/threads'));
  assertThat(new Set(threads).size === threads.length, 'Discord opened a thread twice');
  const nonces = made.flatMap((call) => (typeof call['nonce'] === 'string' ? [call['nonce']] : []));
  assertThat(new Set(nonces).size === nonces.length, 'Discord made a message twice');
}

async function openTicket(buyer: Person): Promise<void> {
  const ticket = { name: 'Steve', email: 'steve@example.com', subject: 'Coins', message: 'Where are they?' };
  await buyer.send('POST', '/api/support-tickets', ticket, createTicketAnswer);
}

function createStartScenario(point: string, title: string, passing = 1): Scenario {
  return {
    name: point,
    title,
    run: async (harness) => {
      const made = await harness.buyOrders(1);
      await crashBotDuringStart(harness, `${point}=kill@${passing}`);
      made.push(...(await harness.buyOrders(1)));
      await harness.waitUntilNotified(made);
      await assertNothingRepeated(harness);
    },
  };
}

function createPostingScenario(point: string, title: string): Scenario {
  return {
    name: point,
    title,
    run: async (harness) => {
      const made: number[] = [];
      await crashBotAt(harness, point, async () => {
        const { url, checkout } = await harness.placeCheckout();
        await Promise.all([submitPayPage(url, 'pay'), openTicket(harness.buyer)]);
        made.push(...(await harness.waitForPaid(checkout)).orders);
      });
      made.push(...(await harness.buyOrders(1)));
      await harness.waitUntilNotified(made);
    },
  };
}

/** Scenarios: `kill -9` of the bot around each of its steps. */
export const BOT_CRASHES: readonly Scenario[] = [
  createPostingScenario('bot.claimed', 'bot killed after it claimed posts'),
  createPostingScenario(
    'bot.registered',
    'bot killed after the message was frozen, before Discord knew of it',
  ),
  createPostingScenario('bot.accepted', 'bot killed after Discord took the message, before it was reported'),
  createPostingScenario('bot.reported', 'bot killed after it reported'),
  {
    name: 'bot.edited',
    title: 'bot killed after Discord took an edit, before it was reported',
    run: async (harness) => {
      const [number = 0] = await harness.buyOrders(1);
      await harness.waitUntilNotified([number]);
      await crashBotAt(harness, 'bot.edited', () => harness.completeOrder(number));
    },
  },
  {
    name: 'bot.told',
    title: 'bot killed after Discord took a direct message, before it was reported',
    run: async (harness) => {
      const buyer = await signInWithDiscord(harness.shop, 'tinkerfox');
      await crashBotAt(harness, 'bot.told', async () => {
        const { url, checkout } = await harness.placeCheckout(buyer);
        await submitPayPage(url, 'pay');
        await harness.waitForPaid(checkout, buyer);
      });
      await waitUntilMessagesSent(harness.shop);
      await assertNothingRepeated(harness);
    },
  },
  {
    name: 'bot.threaded',
    title: 'bot killed after Discord opened the thread of a ticket, before it was reported',
    run: async (harness) => {
      await crashBotAt(harness, 'bot.threaded', () => openTicket(harness.buyer));
      await waitUntilMessagesSent(harness.shop);
      await assertNothingRepeated(harness);
    },
  },
  {
    name: 'bot.acted',
    title: 'bot killed after staff took an order by button, before they were answered',
    run: async (harness) => {
      const [number = 0] = await harness.buyOrders(1);
      const post = await harness.discord.waitFor('orders', `order ${number}`, mentionsOrder(number));
      const pressProcessButton = () => harness.discord.moveOrder('mira.staff', post, 'process', number);
      await crashBotAt(harness, 'bot.acted', async () => {
        const armed = harness.getPid('bot');
        // The button is pressed repeatedly, since the restarted bot may not be ready yet.
        const isDead = async (): Promise<boolean> => {
          await pressProcessButton().catch(() => undefined);
          return harness.getPid('bot') !== armed;
        };
        await until(isDead, { deadlineMs: 60_000, what: 'death by a button' });
      });
      const isTakenPost = (one: Message): boolean =>
        mentionsOrder(number)(one) && JSON.stringify(one.embeds).includes('In Bearbeitung');
      await harness.discord.waitFor('orders', `order ${number} in process`, isTakenPost);
    },
  },
  createStartScenario('bot.listed', 'bot killed after Discord took its commands, before it was reported'),
  createStartScenario('bot.renewed', 'bot killed after it renewed its lease', 2),
  {
    name: 'bot.killed',
    title: 'bot killed with work in hand, three times in a row, buying goes on',
    run: async (harness) => {
      const made: number[] = [];
      for (let death = 0; death < harness.timings.deaths; death += 1) {
        made.push(...(await harness.buyOrders(1)));
        const before = harness.getPid('bot');
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
