import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordWorld } from '@pax/stand-ins';
import { LiveBot } from '../../test/live-bot.js';
import { NOON, NOON_TOKEN, aPost } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const { tickets } = discordWorld.channels;
const STAFF = 'mira.staff';
const idOf = (name: string): string => discordWorld.users.find(({ username }) => username === name)?.id ?? '';

const postOf = (id: number) =>
  aPost(
    id,
    {
      kind: 'ticket',
      ticket: {
        id,
        name: 'Ann',
        subject: 'Where is it?',
        message: 'Help',
        priority: 'low',
        status: 'open',
        prioritySupport: false,
        createdAt: NOON,
        discordId: null,
        namedOrders: [],
      },
    },
    'ticket.opened',
  );

describe('threads of tickets, by the real library (OWN-760)', () => {
  const bot = new LiveBot(50);
  const { threads, staff, alerts } = bot.shop;
  beforeAll(async () => {
    staff.members.add(idOf(STAFF));
    await bot.open();
    await bot.start({ DISCORD_CHANNEL_TICKETS: tickets });
  });
  afterAll(() => bot.close());

  /** Posts a ticket and waits for its message. */
  const posted = async (ticketId: number): Promise<string> => {
    bot.shop.addPosts('tickets', postOf(ticketId));
    await waitUntil(() => bot.shop.allSent(), 'the post is sent');
    return bot.shop.batches.at(-1)?.messageId ?? '';
  };
  const task = (kind: 'open' | 'archive', ticketId: number, messageId: string): void =>
    void threads.tasks.push({ kind, ticketId, messageId });
  const reported = async (count: number): Promise<string[]> => {
    await waitUntil(() => threads.outcomes.length >= count, `${count} outcomes`);
    return threads.outcomes.map(({ kind }) => kind);
  };
  const threadOf = async (id: string) => JSON.parse(await bot.callAsBot('GET', `/channels/${id}`));

  it('open below the post under its id, named by number alone, once, and are archived (OWN-584)', async () => {
    const messageId = await posted(12);
    task('open', 12, messageId);
    await reported(1);
    expect(await threadOf(messageId)).toMatchObject({
      type: 11,
      name: 'Ticket #12',
      parent_id: tickets,
      thread_metadata: { archived: false },
    });
    // As after a crash between Discord's answer and the report.
    task('open', 12, messageId);
    expect(await reported(2)).toEqual(['opened', 'opened']);
    task('archive', 12, messageId);
    await reported(3);
    expect((await threadOf(messageId)).thread_metadata).toMatchObject({ archived: true });
  });

  it('are given up where the message or the thread is gone', async () => {
    threads.outcomes.length = 0;
    const messageId = await posted(13);
    await bot.performAction('delete-message', { user: STAFF, channel: tickets, message: messageId });
    task('open', 13, messageId);
    expect(await reported(1)).toEqual(['dropped']);
    task('archive', 13, '1200000000000000009');
    expect(await reported(2)).toEqual(['dropped', 'dropped']);
  });

  it('are done with where Discord or staff archived or locked them first, and keep no other back (OWN-760)', async () => {
    threads.outcomes.length = 0;
    const [slept, locked] = [await posted(17), await posted(18)];
    task('open', 17, slept);
    task('open', 18, locked);
    await reported(2);
    await bot.callAsBot('PATCH', `/channels/${slept}`, { archived: true });
    const right = { channel: 'tickets', permission: 'MANAGE_THREADS' };
    await bot.performAction('permission', { ...right, allowed: true });
    await bot.callAsBot('PATCH', `/channels/${locked}`, { locked: true });
    await bot.performAction('permission', { ...right, allowed: false });
    task('archive', 17, slept);
    task('archive', 18, locked);
    task('open', 19, await posted(19));
    expect(await reported(5)).toEqual(['opened', 'opened', 'archived', 'dropped', 'opened']);
    expect(alerts).toEqual([]);
  });

  it('let the next one pass where Discord fails with one of them (OWN-760)', async () => {
    threads.outcomes.length = 0;
    const [bad, good] = [await posted(20), await posted(21)];
    bot.faults.arm({
      faultPoint: 'discord.rest',
      match: `POST /channels/${tickets}/messages/${bad}/threads`,
      fault: { kind: 'fail', status: 503 },
    });
    task('open', 20, bad);
    task('open', 21, good);
    expect(await reported(2)).toEqual(['later', 'opened']);
  });

  it('open and end in the channel where the post stands, and keep no other back where that is gone', async () => {
    threads.outcomes.length = 0;
    const [messageId, closed] = [await posted(22), await posted(24)];
    await bot.stop();
    await bot.start({ DISCORD_CHANNEL_TICKETS: discordWorld.channels.orders });
    const stands = { kind: 'open', channelId: tickets } as const;
    threads.tasks.push({ ...stands, ticketId: 23, messageId, channelId: '1200000000000000009' });
    threads.tasks.push({ ...stands, ticketId: 22, messageId });
    expect(await reported(2)).toEqual(['dropped', 'opened']);
    expect(await threadOf(messageId)).toMatchObject({ parent_id: tickets });
    task('archive', 22, messageId);
    expect(await reported(3)).toEqual(['dropped', 'opened', 'archived']);
    const right = { channel: 'tickets', permission: 'VIEW_CHANNEL' };
    await bot.performAction('permission', { ...right, allowed: false });
    threads.tasks.push({ ...stands, ticketId: 24, messageId: closed });
    expect((await reported(4)).at(-1)).toBe('later');
    await bot.performAction('permission', { ...right, allowed: true });
    expect(alerts).toEqual([]);
    await bot.stop();
    await bot.start({ DISCORD_CHANNEL_TICKETS: tickets });
  });

  it('have a Reply button, whose window answers the ticket by the rights of who writes (OWN-160)', async () => {
    const messageId = await posted(14);
    const press = { user: STAFF, channel: tickets };
    const customId = `1:ticket-reply:14:${NOON_TOKEN}`;
    const opened = await bot.press(messageId, customId, press);
    expect(opened).toMatchObject({ state: 'modal', modal: { custom_id: customId } });
    const done = await bot.fill(opened.interaction, { text: 'It is *there*.' }, STAFF);
    expect(done.ephemeral).toBe(true);
    const requestId = expect.stringMatching(/^\d{17,20}$/);
    expect(staff.writtenTexts).toEqual([
      { kind: 'respond', ticketId: 14, text: 'It is *there*.', requestId },
    ]);
  });

  it('wait for the right to open them, which is said once and named by the doctor, and open once it is granted (OWN-140)', async () => {
    threads.outcomes.length = 0;
    const messageId = await posted(15);
    const right = { channel: 'tickets', permission: 'CREATE_PUBLIC_THREADS' };
    await bot.performAction('permission', { ...right, allowed: false });
    task('open', 15, messageId);
    await waitUntil(() => alerts.length > 0, 'an alert');
    expect(alerts.map(({ title }) => title)).toEqual(['Ticket-Threads nicht möglich']);
    const lacks = () => bot.lastReport?.doctor?.channels.find(({ channel }) => channel === 'tickets')?.lacks;
    await waitUntil(() => lacks()?.includes('CreatePublicThreads') === true, 'the doctor');
    expect(threads.outcomes).toEqual([]);
    await bot.performAction('permission', { ...right, allowed: true });
    expect(await reported(1)).toEqual(['opened']);
    expect(alerts).toHaveLength(1);
  });

  it('are opened and archived without the right to write in them, which the doctor names', async () => {
    threads.outcomes.length = 0;
    const messageId = await posted(16);
    const right = { channel: 'tickets', permission: 'SEND_MESSAGES_IN_THREADS' };
    await bot.performAction('permission', { ...right, allowed: false });
    const lacks = () => bot.lastReport?.doctor?.channels.find(({ channel }) => channel === 'tickets')?.lacks;
    await waitUntil(() => lacks()?.includes('SendMessagesInThreads') === true, 'the doctor');
    task('open', 16, messageId);
    task('archive', 16, messageId);
    expect(await reported(2)).toEqual(['opened', 'archived']);
    expect(alerts).toHaveLength(1);
    await bot.performAction('permission', { ...right, allowed: true });
    await waitUntil(() => lacks()?.length === 0, 'nothing is missing');
  });
});
