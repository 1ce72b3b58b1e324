import {
  adminTicket,
  createTicketAnswer,
  pushAnswer,
  receiptMailAnswer,
  staffOrder,
  successAnswer,
  ticketMessage,
} from '@pax/contracts';
import { until } from '@pax/local';
import { randomUUID } from 'node:crypto';
import { waitUntilIdle, waitUntilMessagesSent } from '../check/wait-until-idle.js';
import type { Person } from '../support/person.js';
import { submitPayPage } from '../support/shopping.js';
import { subscribeBrowser } from '../support/push-control.js';
import { signInWithDiscord } from '../support/sign-in.js';
import type { FaultHarness } from './fault-harness.js';
import { assertThat, type Scenario } from './scenario.js';

/** Signs in a buyer whom every way of a notice reaches. */
export async function signInReader(harness: FaultHarness): Promise<Person> {
  const reader = await signInWithDiscord(harness.shop, 'tinkerfox');
  const address = { email: 'tinkerfox@mail.example', language: 'en' };
  await reader.send('PUT', '/api/account/receipt-mail', address, receiptMailAnswer);
  const { publicKey } = await reader.get('/api/account/push', pushAnswer);
  const subscription = await subscribeBrowser(harness.shop, publicKey);
  await reader.send('PUT', '/api/account/push', { ...subscription, language: 'en' }, successAnswer);
  return reader;
}

type Step = () => Promise<unknown>;
/** Takes a step, and kills a part around it. */
type Crash = (harness: FaultHarness, step: Step) => Promise<void>;

async function buy(harness: FaultHarness, reader: Person): Promise<number> {
  const { url, checkout } = await harness.placeCheckout(reader);
  await submitPayPage(url, 'pay');
  const [number = 0] = (await harness.waitForPaid(checkout, reader)).orders;
  return number;
}

/** Every change of an order and of a ticket that its owner is told of, in the order in which they happen. */
function listSteps(harness: FaultHarness, reader: Person): Step[] {
  const { admin } = harness;
  let [delivered, cancelled, ticket] = [0, 0, 0];
  const letter = {
    name: 'Tinker',
    email: 'tinkerfox@mail.example',
    subject: 'Coins',
    message: 'Where are they?',
  };
  return [
    async () => (delivered = await buy(harness, reader)),
    async () => await harness.moveOrder(delivered, 'process'),
    async () => await harness.moveOrder(delivered, 'complete'),
    async () =>
      await admin.send('POST', `/api/admin/orders/${delivered}/refund`, { amount: '1.00' }, staffOrder),
    async () => (cancelled = await buy(harness, reader)),
    async () => await harness.moveOrder(cancelled, 'cancel'),
    async () =>
      ({ id: ticket } = await reader.send('POST', '/api/support-tickets', letter, createTicketAnswer)),
    async () =>
      await admin.send(
        'POST',
        `/api/support-tickets/${ticket}/messages`,
        { text: 'We look.', requestId: randomUUID() },
        ticketMessage,
      ),
    async () =>
      await admin.send(
        'POST',
        `/api/support-tickets/${ticket}/respond`,
        { response: 'Here they are.' },
        adminTicket,
      ),
  ];
}

/** Kinds of notices, in the order in which the steps cause them. */
const TOLD = ['paid', 'taken', 'delivered', 'unlocked', 'refunded', 'paid', 'cancelled', 'ticket', 'ticket'];

/** Tells whether every mail is sent. The next attempt of one whose sending was cut off is minutes away, so it is made due. */
async function areMailsSent({ shop: { database } }: FaultHarness): Promise<boolean> {
  await database.query(`UPDATE mails SET next_try_at = now() WHERE state = 'waiting' AND attempts > 0`);
  return (await database.query(`SELECT FROM mails WHERE state = 'waiting'`)).rows.length === 0;
}

async function arePushesSent({ shop: { database } }: FaultHarness): Promise<boolean> {
  return (await database.query(`SELECT FROM push_sends WHERE state = 'waiting'`)).rows.length === 0;
}

/** Waits until every mail and push message is sent. */
export async function waitUntilSent(harness: FaultHarness): Promise<void> {
  const isSent = async (): Promise<boolean> =>
    (await areMailsSent(harness)) && (await arePushesSent(harness));
  await until(isSent, { deadlineMs: 60_000, everyMs: 1_000, what: 'all mails and push messages sent' });
}

/** Waits until the reader has every notice, and until everything is sent. */
async function waitUntilTold(harness: FaultHarness, reader: Person, before: number): Promise<void> {
  const { database } = harness.shop;
  await waitUntilMessagesSent(harness.shop);
  await waitUntilSent(harness);
  const { rows } = await database.query<{ kind: string }>(
    'SELECT kind FROM notices WHERE user_id = $1 AND id > $2 ORDER BY id',
    [reader.id, before],
  );
  const told = rows.map(({ kind }) => kind);
  assertThat(told.join() === TOLD.join(), `the reader was told of ${told.join(', ')}`);
}

/** Scenario: everything that a notice tells of happens while `crash` kills a part around each step. */
function createScenario(name: string, title: string, crash: Crash): Scenario {
  return {
    name,
    title,
    run: async (harness) => {
      const reader = await signInReader(harness);
      const { rows } = await harness.shop.database.query<{ last: number }>(
        'SELECT COALESCE(max(id), 0)::int AS last FROM notices',
      );
      for (const step of listSteps(harness, reader)) await crash(harness, step);
      await waitUntilTold(harness, reader, rows[0]?.last ?? 0);
    },
  };
}

/** Kills a part as soon as the step was answered, while its notices are under way. */
const killAfter =
  (part: 'backend' | 'bot'): Crash =>
  async (harness, step) => {
    await step();
    await harness.kill(part);
  };

/** Kills the backend at a point in the sending of mails or push messages, if the step causes one. */
const killAt =
  (point: string, areSent: (harness: FaultHarness) => Promise<boolean>): Crash =>
  async (harness, step) => {
    await waitUntilSent(harness);
    await harness.shop.restart('backend', { FAILPOINTS: `${point}=kill` });
    await harness.waitForHealth('ok');
    const armed = harness.getPid('backend');
    await step();
    await waitUntilIdle(harness.shop);
    const isOver = async (): Promise<boolean> =>
      harness.getPid('backend') !== armed || (await areSent(harness));
    await until(isOver, { deadlineMs: 60_000, everyMs: 500, what: 'a message' });
    await harness.waitForHealth('ok');
  };

/** Scenarios: `kill -9` while the owner of orders and tickets is told of each change. */
export const NOTICE_CRASHES: readonly Scenario[] = [
  createScenario(
    'notices.backend-killed',
    'backend killed after each change of an order and a ticket',
    killAfter('backend'),
  ),
  createScenario(
    'notices.bot-killed',
    'bot killed after each change of an order and a ticket',
    killAfter('bot'),
  ),
  createScenario(
    'mail.accepted',
    'backend killed after the mail server took a mail, before it was recorded',
    killAt('mail.accepted', areMailsSent),
  ),
  createScenario(
    'push.sending',
    'backend killed after push messages were stored as being sent, before they left',
    killAt('push.sending', arePushesSent),
  ),
];
