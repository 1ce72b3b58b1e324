import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ThreadMessage } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot } from '../../test/live-bot.js';
import { NOON } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const { tickets } = discordWorld.channels;
const SETTINGS = { DISCORD_CHANNEL_TICKETS: tickets };
const STAFF = 'mira.staff';
/** Longer than Discord knows a nonce, ms. */
const NONCE_FORGOTTEN_MS = 600_000;

describe("a ticket's messages in its thread, by the real library (OWN-1453)", () => {
  const bot = new LiveBot(50);
  const { threads, alerts } = bot.shop;
  let last = 0;
  beforeAll(async () => {
    await bot.open();
    // Five messages of a channel in half a second, not in five.
    await bot.speedUpClocks(10);
    await bot.start(SETTINGS);
  });
  beforeEach(() => {
    threads.messageOutcomes.length = 0;
  });
  afterAll(() => bot.close());

  /** Opens a thread below a new message. @returns the thread's id */
  const openThread = async (): Promise<string> => {
    const sent = JSON.parse(
      await bot.callAsBot('POST', `/channels/${tickets}/messages`, { content: 'A ticket' }),
    );
    await bot.callAsBot('POST', `/channels/${tickets}/messages/${sent.id}/threads`, { name: 'Ticket #12' });
    return sent.id;
  };
  const add = (threadId: string, text: string | null, more: Partial<ThreadMessage> = {}): ThreadMessage => {
    last += 1;
    const message: ThreadMessage = {
      id: last,
      ticketId: 12,
      threadId,
      nonce: `nonce-of-message-${last}`,
      messageId: null,
      content: text === null ? null : { side: 'sender', author: null, text, pictures: 2, createdAt: NOON },
      firstAttemptAt: null,
      firstAttemptAgeMs: null,
      ...more,
    };
    threads.messages.push(message);
    return message;
  };
  const reported = async (count: number) => {
    await waitUntil(() => threads.messageOutcomes.length >= count, `${count} outcomes`);
    return threads.messageOutcomes;
  };
  /** Descriptions of what stands in a thread, oldest first. */
  const readThread = async (threadId: string): Promise<(string | undefined)[]> => {
    const rows: { embeds: { description?: string }[] }[] = JSON.parse(await bot.readMessagesById(threadId));
    return rows.flatMap(({ embeds }) => embeds.map(({ description }) => description)).toReversed();
  };
  const setRight = (permission: string, allowed: boolean) =>
    bot.performAction('permission', { channel: 'tickets', permission, allowed });

  it('are written in order, escaped, whole, and ping nobody', async () => {
    const threadId = await openThread();
    add(threadId, '@everyone **nova**');
    add(threadId, '*'.repeat(2_000));
    expect(await reported(2)).toMatchObject([{ kind: 'sent' }, { kind: 'sent' }]);
    expect(await readThread(threadId)).toEqual(['\\@everyone \\*\\*nova\\*\\*', '\\*'.repeat(2_000)]);
    const calls = (await bot.discordCalls()).filter(({ path }) => path.includes(`${threadId}/messages`));
    expect(calls.map(({ mentions }) => mentions ?? 0)).not.toContain(1);
  });

  it('stand once after an answer that was lost, also when Discord has forgotten the nonce', async () => {
    const threadId = await openThread();
    const message = add(threadId, 'once');
    await reported(1);
    threads.messages.push({ ...message, firstAttemptAt: NOON, firstAttemptAgeMs: 1_000 });
    await reported(2);
    await bot.stop();
    await bot.passTime(NONCE_FORGOTTEN_MS);
    await bot.start(SETTINGS);
    threads.messages.push({ ...message, firstAttemptAt: NOON, firstAttemptAgeMs: NONCE_FORGOTTEN_MS });
    const outcomes = await reported(3);
    expect(new Set(outcomes.map((one) => one.kind === 'sent' && one.messageId)).size).toBe(1);
    expect(await readThread(threadId)).toEqual(['once']);
  });

  it('wake a thread that is archived, and end with one that was deleted or locked', async () => {
    const [archived, locked] = [await openThread(), await openThread()];
    await bot.callAsBot('PATCH', `/channels/${archived}`, { archived: true });
    await setRight('MANAGE_THREADS', true);
    await bot.callAsBot('PATCH', `/channels/${locked}`, { locked: true });
    await setRight('MANAGE_THREADS', false);
    add(archived, 'late');
    add(locked, 'locked out');
    add('1200000000000000009', 'gone');
    const outcomes = await reported(3);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'closed', 'closed']);
    expect(await readThread(archived)).toEqual(['late']);
  });

  it('are emptied in a locked thread as soon as staff unlock it', async () => {
    const threadId = await openThread();
    const message = add(threadId, 'secret');
    const [first] = await reported(1);
    await setRight('MANAGE_THREADS', true);
    await bot.callAsBot('PATCH', `/channels/${threadId}`, { locked: true });
    await setRight('MANAGE_THREADS', false);
    const messageId = first?.kind === 'sent' ? first.messageId : null;
    bot.shop.threads.messages.push({
      ...message,
      messageId,
      content: null,
      firstAttemptAt: NOON,
      firstAttemptAgeMs: 1_000,
    });
    expect((await reported(2)).at(-1)?.kind).toBe('later');
    await setRight('MANAGE_THREADS', true);
    await waitUntil(() => threads.messageOutcomes.some(({ kind }) => kind === 'emptied'), 'it is emptied');
    await setRight('MANAGE_THREADS', false);
    expect(await readThread(threadId)).toEqual(['Gelöscht mit dem Konto.']);
  });

  it('wait without the right to write in threads, and nothing else does', async () => {
    const threadId = await openThread();
    await setRight('SEND_MESSAGES_IN_THREADS', false);
    add(threadId, 'waits');
    // A slow machine may have tried again meanwhile.
    expect([...new Set((await reported(1)).map(({ kind }) => kind))]).toEqual(['later']);
    await setRight('SEND_MESSAGES_IN_THREADS', true);
    await waitUntil(() => threads.messageOutcomes.some(({ kind }) => kind === 'sent'), 'it is sent');
    expect(await readThread(threadId)).toEqual(['waits']);
    expect(alerts).toEqual([]);
  });

  it('are emptied after the ticket was erased, also in an archived thread, and where only the history knows them', async () => {
    const threadId = await openThread();
    const [one, two] = [add(threadId, 'secret one'), add(threadId, 'secret two')];
    const [first] = await reported(2);
    await bot.callAsBot('PATCH', `/channels/${threadId}`, { archived: true });
    const messageId = first?.kind === 'sent' ? first.messageId : null;
    const attempted = { firstAttemptAt: new Date().toISOString(), firstAttemptAgeMs: 1_000, content: null };
    threads.messages.push(
      { ...one, ...attempted, messageId },
      { ...two, ...attempted },
      { ...two, ...attempted, id: 9_999, nonce: 'never-sent' },
    );
    expect((await reported(5)).slice(2).map(({ kind }) => kind)).toEqual(['emptied', 'emptied', 'emptied']);
    expect(await readThread(threadId)).toEqual(['Gelöscht mit dem Konto.', 'Gelöscht mit dem Konto.']);
    await bot.performAction('delete-message', { user: STAFF, channel: threadId, message: messageId });
    threads.messages.push({ ...one, ...attempted, messageId });
    expect((await reported(6)).at(-1)?.kind).toBe('emptied');
  });
});
