import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordWorld } from '@pax/stand-ins';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LiveBot } from '../test/live-bot.js';
import { NOON, NOON_TOKEN, anOrderPost } from '../test/samples.js';
import { waitUntil } from '../test/wait-until.js';
import type { Failpoint } from './failpoints.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const MAIN = fileURLToPath(new URL('../dist/programs/main.js', import.meta.url));
const STAFF = 'mira.staff';
const idOf = (name: string): string => discordWorld.users.find(({ username }) => username === name)?.id ?? '';

describe('a bot killed at a point, and the next one', () => {
  const bot = new LiveBot(50);
  const { shop } = bot;
  let last = 0;
  beforeAll(async () => {
    shop.staff.members.add(idOf(STAFF));
    await bot.open();
    // Five messages of a channel in half a second, not in five.
    await bot.speedUpClocks(10);
  });
  afterEach(() => bot.stop());
  afterAll(() => bot.close());

  /** A post that a bot has sent. @returns the id of its message */
  const posted = async (): Promise<string> => {
    last += 1;
    shop.addPosts('orders', anOrderPost(last, { id: last }));
    await waitUntil(() => shop.allSent(), 'the post is sent');
    return shop.batches.at(-1)?.messageId ?? '';
  };

  /** Runs the bot's program until it kills itself; asks it again and again meanwhile, if anything is to be asked. */
  const die = async (point: Failpoint, ask?: () => Promise<unknown>): Promise<void> => {
    const env = bot.environment({ FAILPOINTS: `${point}=kill` });
    let signal: NodeJS.Signals | null | undefined;
    const child = execFile(process.execPath, [MAIN], { env }, () => (signal = child.signalCode));
    await waitUntil(async () => {
      await ask?.().catch(() => undefined);
      return signal !== undefined;
    }, `death at ${point}`);
    expect(signal).toBe('SIGKILL');
  };

  /** Each call that made something in Discord, but for those that a nonce told to be one made before. */
  const made = async (): Promise<string[]> =>
    (await bot.discordCalls())
      .filter(({ method, status, repeated }) => method === 'POST' && status < 300 && repeated !== true)
      .map(({ path, nonce }) => `${path} ${String(nonce ?? '')}`);

  const expectGoingOn = async (): Promise<void> => {
    await posted();
    const shown = [...(await bot.readMessages('orders')).matchAll(/Post (\d+)"/g)].map(([, id]) =>
      Number(id),
    );
    expect(shown.toReversed()).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    const posts = (await made()).filter((call) => /messages |threads /.test(call));
    expect(new Set(posts).size).toBe(posts.length);
  };

  it('says nothing twice when it told a person (OWN-134)', async () => {
    const content = {
      kind: 'order',
      order: { id: 7, productName: 'Elytra', quantity: 1, status: 'completed', minecraftName: 'Coal' },
    } as const;
    const told = shop.directMessages.add(idOf('coalheart'), content);
    await die('bot.told');
    await bot.start();
    await waitUntil(() => told.outcomes.length > 0, 'the message is reported');
    expect(told.outcomes.map(({ kind }) => kind)).toEqual(['sent']);
    expect((await bot.readMessagesById(told.message.channelId ?? '')).split('"#7 ·')).toHaveLength(2);
    await expectGoingOn();
  });

  it('has done what was asked for, once (OWN-134)', async () => {
    await bot.start();
    const message = await posted();
    await bot.stop();
    const { orders } = discordWorld.channels;
    const press = () =>
      bot.press(message, `order:process:${last}:${NOON_TOKEN}`, { user: STAFF, channel: orders });
    await die('bot.acted', press);
    expect(shop.staff.actions).toEqual([`process ${last}`]);
    await bot.start();
    expect((await press()).state).toBe('answered');
    expect(shop.staff.actions).toEqual([`process ${last}`]);
    await expectGoingOn();
  });

  it('has one thread for a ticket (OWN-760)', async () => {
    await bot.start();
    const messageId = await posted();
    await bot.stop();
    shop.threads.tasks.push({ kind: 'open', ticketId: 12, messageId });
    await die('bot.threaded');
    await bot.start();
    await waitUntil(() => shop.threads.outcomes.length > 0, 'the thread is reported');
    expect(shop.threads.outcomes).toMatchObject([{ kind: 'opened', threadId: messageId }]);
    await expectGoingOn();
  });

  it('has written a message of a ticket into its thread once (OWN-1453)', async () => {
    await bot.start();
    const threadId = await posted();
    await bot.callAsBot('POST', `/channels/${discordWorld.channels.orders}/messages/${threadId}/threads`, {
      name: 'Ticket #12',
    });
    await bot.stop();
    shop.threads.messages.push({
      id: 31,
      ticketId: 12,
      threadId,
      nonce: 'nonce-of-message-31',
      messageId: null,
      content: { side: 'sender', author: null, text: 'nova', pictures: 0, createdAt: NOON },
      firstAttemptAt: null,
      firstAttemptAgeMs: null,
    });
    await die('bot.threaded');
    await bot.start();
    await waitUntil(() => shop.threads.messageOutcomes.length > 0, 'the message is reported');
    expect((await bot.readMessagesById(threadId)).split('Nachricht 31')).toHaveLength(2);
    await expectGoingOn();
  });

  it.each(['bot.listed', 'bot.renewed'] as const)('works and posts on: %s (OWN-134)', async (point) => {
    await die(point);
    await bot.start();
    await bot.waitUntilRegistered();
    expect((await bot.command('help')).state).toBe('answered');
    await expectGoingOn();
  });
});
