import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { claimThreadAnswer, claimThreadMessageAnswer, type ThreadMessage } from '@pax/contracts';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { deleteNow } from '../../../test/own-data.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

const FORM = { name: 'Nova', email: 'n@mail.example', subject: 'No elytra', message: 'I was online.' };
const DISCORD_ID = '1184301928354734081';

describe("a ticket's messages in its thread (OWN-1453)", () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  let sender: SignedIn;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop({ RATE_LIMIT_FACTOR: '100' });
    admin = await signIn(shop, { admin: true });
    sender = await signIn(shop, {});
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('DELETE FROM thread_messages');
    await shop.database.query(`UPDATE ticket_threads SET state = 'dropped'`);
  });

  const opened = async (by = sender): Promise<number> =>
    Number((await by.agent.post('/api/support-tickets').send(FORM).expect(201)).body.id);
  const write = async (by: SignedIn, id: number, text: string): Promise<void> => {
    await by.agent.post(`/api/support-tickets/${id}/messages`).send({ text }).expect(201);
    await shop.relayed();
  };
  const close = async (id: number): Promise<void> => {
    await admin.agent.put(`/api/support-tickets/${id}`).send({ status: 'closed' }).expect(200);
    await shop.relayed();
  };
  const nextThread = async () =>
    claimThreadAnswer.parse((await shop.call('/ticket-threads/claim', { fence })).body).task;
  /** Sends the ticket's post and reports what became of the thread's task. @returns the thread's id */
  const reportThread = async (kind: 'opened' | 'archived' | 'dropped'): Promise<string> => {
    await shop.relayed();
    while ((await shop.postStates('tickets')).includes('pending')) await shop.send('tickets', fence);
    const task = await nextThread();
    if (!task) throw new Error('no task');
    const outcome = { kind, threadId: task.messageId };
    await shop.call(`/ticket-threads/${task.ticketId}/report`, { fence, outcome });
    return task.messageId;
  };
  const claim = async (): Promise<ThreadMessage | null> =>
    claimThreadMessageAnswer.parse((await shop.call('/ticket-threads/messages/claim', { fence })).body)
      .message;
  const report = async (id: number, outcome: object, by = fence): Promise<number> =>
    (await shop.call(`/ticket-threads/messages/${id}/report`, { fence: by, outcome })).status;
  const sent = (messageId = DISCORD_ID) => ({ kind: 'sent', messageId });
  /** Claims and reports until nothing is left. @returns what was to be written */
  const sendAll = async (): Promise<(string | null)[]> => {
    const texts: (string | null)[] = [];
    for (let next = await claim(); next; next = await claim()) {
      texts.push(next.content?.text ?? null);
      await report(next.id, next.content ? sent() : { kind: 'emptied' });
    }
    return texts;
  };

  it('are of both sides, in order, once the thread is open, and each the same until it is reported', async () => {
    const id = await opened();
    await write(sender, id, 'nova_mc');
    await write(admin, id, 'Which world?');
    expect(await claim()).toBeNull();
    const threadId = await reportThread('opened');
    const first = await claim();
    expect(first).toMatchObject({
      ticketId: id,
      threadId,
      messageId: null,
      content: { side: 'sender', author: null, text: 'nova_mc', pictures: 0 },
      firstAttemptAt: null,
    });
    const again = await claim();
    expect(again).toMatchObject({ id: first?.id, nonce: first?.nonce, firstAttemptAt: expect.any(String) });
    expect(first?.nonce.length).toBeLessThanOrEqual(25);
    const number = first?.id ?? 0;
    expect(await report(number, sent(), fence - 1)).toBe(409);
    for (let times = 0; times < 2; times += 1) expect(await report(number, sent())).toBe(204);
    const second = await claim();
    expect(second?.content).toMatchObject({
      side: 'staff',
      author: admin.username,
      text: 'Which world?',
    });
    // The second report of the first message came late, and changes nothing.
    await report(number, { kind: 'later' });
    expect((await shop.call('/ticket-threads/messages/claim', { fence: fence - 1 })).status).toBe(409);
    expect(await report(999_999, sent())).toBe(404);
  });

  it('stay in the shop where there is no thread: its opening refused, or the ticket ended first', async () => {
    const refused = await opened();
    await write(sender, refused, 'one');
    await reportThread('dropped');
    const ended = await opened();
    await write(sender, ended, 'two');
    await close(ended);
    await write(sender, await opened(), 'three');
    await reportThread('opened');
    expect(await sendAll()).toEqual(['three']);
    const rows = await shop.database.query('SELECT count(*)::int AS n FROM thread_messages');
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('wait with their ticket where the thread refuses, and let those of others pass', async () => {
    const [blocked, free] = [await opened(), await opened()];
    for (const text of ['one', 'two']) await write(sender, blocked, text);
    await write(sender, free, 'other');
    await reportThread('opened');
    await reportThread('opened');
    const first = await claim();
    expect(first?.ticketId).toBe(blocked);
    expect(await report(first?.id ?? 0, { kind: 'later' })).toBe(204);
    await write(sender, blocked, 'three');
    expect(await sendAll()).toEqual(['other']);
    await shop.database.query(`UPDATE thread_messages SET next_try_at = next_try_at - interval '61 seconds'`);
    expect(await sendAll()).toEqual(['one', 'two', 'three']);
  });

  it('end with a thread that was deleted, and without one that Discord refuses, which is told', async () => {
    const gone = await opened();
    for (const text of ['one', 'two']) await write(sender, gone, text);
    await reportThread('opened');
    expect(await report((await claim())?.id ?? 0, { kind: 'closed' })).toBe(204);
    await write(sender, gone, 'three');
    expect(await claim()).toBeNull();
    const other = await opened();
    for (const text of ['bad', 'good']) await write(sender, other, text);
    await reportThread('opened');
    await report((await claim())?.id ?? 0, { kind: 'refused', reason: '400 50035: Invalid Form Body' });
    expect(await sendAll()).toEqual(['good']);
    const [alert] = await shop.database.query(
      `SELECT count(*)::int AS n FROM outbox_events WHERE type = 'alert.raised' AND data::text LIKE '%50035%'`,
    );
    expect(alert).toEqual({ n: 1 });
  });

  it('are given up a day after the first attempt, which is told; those erased are tried on', async () => {
    const owner = await signIn(shop, {});
    const id = await opened(owner);
    for (const text of ['blocked', 'next']) await write(owner, id, text);
    await reportThread('opened');
    const first = await claim();
    const after = async (hours: number) => {
      await shop.database.query(
        `UPDATE thread_messages SET first_attempt_at = first_attempt_at - make_interval(hours => $1), next_try_at = now()`,
        [hours],
      );
      await report((await claim())?.id ?? 0, { kind: 'later' });
    };
    const alerts = async (text: string): Promise<number> =>
      (
        await shop.database.query(
          `SELECT count(*)::int AS n FROM outbox_events WHERE type = 'alert.raised' AND data::text LIKE $1`,
          [`%ticket ${id} ${text}%`],
        )
      )[0].n;
    await after(23);
    expect([await claim(), await alerts('')]).toEqual([null, 0]);
    await after(1);
    expect(await alerts('is not in its thread after a day')).toBe(1);
    const second = await claim();
    expect([second?.content?.text, second?.id === first?.id]).toEqual(['next', false]);
    await report(second?.id ?? 0, sent());
    await shop.database.query('DELETE FROM thread_messages WHERE message_id = $1', [first?.id]);
    await shop.database.query(`UPDATE thread_messages SET first_attempt_at = now() - interval '9 days'`);
    await deleteNow(shop, owner);
    await shop.relayed();
    await after(0);
    expect(await alerts('may still stand')).toBe(0);
    await after(25);
    expect(await alerts('may still stand')).toBe(1);
    expect(await claim()).toBeNull();
    await shop.database.query(`UPDATE thread_messages SET next_try_at = next_try_at - interval '1 day'`);
    expect(await sendAll()).toEqual([null]);
  });

  it('are written before the thread is archived, which a message wakes', async () => {
    const id = await opened();
    await reportThread('opened');
    await write(sender, id, 'last');
    await close(id);
    expect(await nextThread()).toBeNull();
    const last = await claim();
    await report(last?.id ?? 0, { kind: 'later' });
    // Waits for nobody while the thread refuses.
    await reportThread('archived');
    await shop.database.query(`UPDATE thread_messages SET next_try_at = next_try_at - interval '61 seconds'`);
    expect(await sendAll()).toEqual(['last']);
    expect(await nextThread()).toMatchObject({ kind: 'archive', ticketId: id });
    await reportThread('archived');
  });

  it('are emptied in Discord once the account is deleted, those of an unknown outcome as well', async () => {
    const owner = await signIn(shop, {});
    const id = await opened(owner);
    for (const text of ['sent', 'sent, not reported', 'never tried']) await write(owner, id, text);
    await reportThread('opened');
    await report((await claim())?.id ?? 0, sent('1184301928354734085'));
    const tried = await claim();
    await deleteNow(shop, owner);
    await shop.relayed();
    expect(await claim()).toMatchObject({ messageId: '1184301928354734085', content: null });
    // The report of the second one came only now.
    expect(await report(tried?.id ?? 0, sent('1184301928354734086'))).toBe(204);
    const ids: (string | null)[] = [];
    for (let next = await claim(); next; next = await claim()) {
      expect(next.content).toBeNull();
      ids.push(next.messageId);
      await report(next.id, { kind: 'emptied' });
    }
    expect(ids).toEqual(['1184301928354734085', '1184301928354734086']);
    const rows = await shop.database.query('SELECT count(*)::int AS n FROM thread_messages');
    expect(rows).toEqual([{ n: 2 }]);
  });
});
