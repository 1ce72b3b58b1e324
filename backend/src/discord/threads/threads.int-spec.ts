import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  claimThreadAnswer,
  createTicketAnswer,
  keptThreadsAnswer,
  ticketTranscript,
  type CreateTicketAnswer,
  type EditTask,
  type ThreadTask,
  type TicketStatus,
} from '@pax/contracts';
import request from 'supertest';
import { DataSource } from 'typeorm';
import {
  FORMER_CHANNEL,
  messageIdOf,
  startDiscordShop,
  type DiscordShop,
} from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { readSettings, SETTINGS, type Settings } from '../../settings.js';
import { CloseSilentTickets, SetTicketStatus } from '../../support/tickets/set-ticket-status.js';

describe('threads of tickets (OWN-760, OWN-142)', () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop({ TICKET_AUTO_CLOSE_DAYS: '14', RATE_LIMIT_FACTOR: '100' });
    admin = await signIn(shop, { admin: true });
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const opened = async (subject = 'Where is it?'): Promise<number> => {
    const body = { name: 'Ann', email: 'ann@example.org', subject, message: 'Help', priority: 'low' };
    const answer = await request(shop.app.getHttpServer())
      .post('/api/support-tickets')
      .send(body)
      .expect(201);
    await shop.relayed();
    return Number(answer.body.id);
  };
  const act = async (id: number, path: string, body: object): Promise<void> => {
    await admin.agent.put(`/api/support-tickets/${id}${path}`).send(body);
    await shop.relayed();
  };
  const task = async (): Promise<ThreadTask | null> =>
    claimThreadAnswer.parse((await shop.call('/ticket-threads/claim', { fence })).body).task;
  const report = async ({ ticketId, messageId }: ThreadTask, kind: string, by = fence): Promise<number> =>
    (
      await shop.call(`/ticket-threads/${ticketId}/report`, {
        fence: by,
        outcome: { kind, threadId: messageId },
      })
    ).status;
  const shown = (edit: EditTask | null): TicketStatus[] =>
    (edit?.posts ?? []).flatMap(({ content }) => (content.kind === 'ticket' ? [content.ticket.status] : []));
  const edited = async (): Promise<TicketStatus[]> => {
    const edit = await shop.claimEdit('tickets', fence);
    const { batchId, editVersion } = edit ?? {};
    if (edit) await shop.call('/posts/edits/report', { fence, batchId, editVersion });
    return shown(edit);
  };

  it('are opened below the post of each ticket, which is alone in its message, and archived at its end', async () => {
    const [one, two] = [await opened(), await opened('Another')];
    expect(await task()).toBeNull();
    const first = await shop.send('tickets', fence);
    expect(first.posts).toHaveLength(1);
    await shop.send('tickets', fence);
    const open = await task();
    expect(open).toEqual({
      kind: 'open',
      ticketId: one,
      messageId: messageIdOf(first),
      channelId: FORMER_CHANNEL,
    });
    expect(await task()).toEqual(open);
    if (!open) throw new Error('no task');
    expect(await report(open, 'opened', fence - 1)).toBe(409);
    for (let times = 0; times < 2; times += 1) expect(await report(open, 'opened')).toBe(204);
    const other = await task();
    expect(other).toMatchObject({ kind: 'open', ticketId: two });
    if (other) await report(other, 'dropped');
    expect(await task()).toBeNull();
    await setStatus(one, 'closed');
    const end = await task();
    expect(end).toMatchObject({ kind: 'archive', ticketId: one, messageId: messageIdOf(first) });
    const takeLines = async (): Promise<unknown> =>
      keptThreadsAnswer.parse((await shop.call('/ticket-threads/kept', { fence })).body).threads;
    const ofFirst = [{ threadId: messageIdOf(first), lastLineId: null }];
    expect(await takeLines()).toEqual(ofFirst);
    expect(end && (await report(end, 'archived'))).toBe(204);
    expect(await task()).toBeNull();
    // What was written before the end may not have been heard; after a week nobody looks for it.
    expect(await takeLines()).toEqual(ofFirst);
    await shop.database.query(`UPDATE tickets SET changed_at = now() - interval '8 days' WHERE id = $1`, [
      one,
    ]);
    expect(await takeLines()).toEqual([]);
    expect(await report({ ...open, ticketId: 999_999 }, 'opened')).toBe(404);
  });

  const setStatus = (id: number, status: TicketStatus): Promise<void> => act(id, '', { status });

  /** Opens a ticket and its thread. */
  const threadOf = async (subject: string): Promise<ThreadTask> => {
    const id = await opened(subject);
    while ((await shop.postStates('tickets')).includes('pending')) await shop.send('tickets', fence);
    let next = await task();
    for (; next && next.ticketId !== id; next = await task()) await report(next, 'dropped');
    if (!next) throw new Error('no thread');
    await report(next, 'opened');
    return next;
  };

  it('are archived when the ticket was answered, and not when somebody took it', async () => {
    const { ticketId } = await threadOf('To be answered');
    await setStatus(ticketId, 'in_progress');
    expect(await task()).toBeNull();
    await admin.agent.post(`/api/support-tickets/${ticketId}/respond`).send({ response: 'At spawn.' });
    await shop.relayed();
    const end = await task();
    expect(end).toMatchObject({ kind: 'archive', ticketId });
    if (end) await report(end, 'archived');
  });

  it('put what is written in them into the transcript, as it is now, and nowhere else (OWN-746)', async () => {
    const next = await threadOf('With a talk');
    const { ticketId: id } = next;
    const line = (messageId: string, text: string | null, more: object = {}) =>
      shop.call('/ticket-threads/lines', {
        fence,
        threadId: next.messageId,
        messageId,
        author: { id: '310457829164290001', name: 'mara' },
        text,
        writtenAt: '2040-01-01T10:00:00.000Z',
        ...more,
      });
    const [first, second] = ['310457829164289001', '310457829164289002'];
    for (const text of ['one', 'one', 'one, better']) expect((await line(first, text)).status).toBe(204);
    await line(second, 'gone soon');
    await line(second, null, { author: null });
    await line('310457829164289003', 'elsewhere', { threadId: '310457829164289009' });
    expect((await line(first, 'late', { fence: fence - 1 })).status).toBe(409);
    expect((await line(first, 'x'.repeat(66_000))).status).toBe(413);
    await admin.agent.post(`/api/admin/support-tickets/${id}/notes`).send({ text: 'a note' }).expect(201);
    const { body } = await admin.agent.get(`/api/admin/support-tickets/${id}/transcript`).expect(200);
    const { lines } = ticketTranscript.parse(body);
    const kept = keptThreadsAnswer.parse((await shop.call('/ticket-threads/kept', { fence })).body);
    expect(kept.threads).toContainEqual({ threadId: next.messageId, lastLineId: first });
    expect((await shop.call('/ticket-threads/kept', { fence: fence - 1 })).status).toBe(409);
    expect(lines.map(({ kind, text, isInside }) => [kind, text, isInside])).toEqual([
      ['message', 'Help', false],
      ['note', 'a note', true],
      ['thread', 'one, better', true],
    ]);
    expect(await shop.database.query('SELECT count(*)::int AS n FROM ticket_lines')).toEqual([{ n: 1 }]);
    const customer = await signIn(shop, {});
    await customer.agent.get(`/api/admin/support-tickets/${id}/transcript`).expect(403);
    await admin.agent.get('/api/admin/support-tickets/999999/transcript').expect(404);
  });

  it('are tried again after all others where one could not be changed, and archived before others open, also where the ticket ended meanwhile (OWN-142, OWN-760)', async () => {
    const [bad, good, late] = [await opened(), await opened(), await opened()];
    for (let sent = 0; sent < 3; sent += 1) await shop.send('tickets', fence);
    const next = async (kind: string, ticketId: number): Promise<ThreadTask> => {
      const given = await task();
      expect(given).toMatchObject({ kind, ticketId });
      if (!given) throw new Error('no task');
      return given;
    };
    expect(await report(await next('open', bad), 'opened')).toBe(204);
    expect(await report(await next('open', good), 'later')).toBe(204);
    await next('open', late);
    await setStatus(bad, 'closed');
    expect(await report(await next('archive', bad), 'later')).toBe(204);
    expect(await report(await next('open', late), 'opened')).toBe(204);
    expect(await task()).toBeNull();
    await shop.database.query(`UPDATE ticket_threads SET next_try_at = next_try_at - interval '61 seconds'`);
    expect(await report(await next('archive', bad), 'dropped')).toBe(204);
    const tried = await next('open', good);
    // The bot may have opened it already, so that it is still to be reported and archived.
    await setStatus(good, 'closed');
    expect(await report(tried, 'opened')).toBe(204);
    expect(await report(await next('archive', good), 'archived')).toBe(204);
    expect(await task()).toBeNull();
    while ((await edited()).length > 0);
  });

  it('are not opened for a ticket that ended before anybody tried', async () => {
    const id = await opened();
    await setStatus(id, 'closed');
    while ((await shop.postStates('tickets')).includes('pending')) await shop.send('tickets', fence);
    expect(await task()).toBeNull();
    while ((await edited()).length > 0);
  });

  it('leave the post at the newest state, whether it was sent before or after', async () => {
    const sent = await opened();
    await shop.send('tickets', fence);
    await setStatus(sent, 'in_progress');
    expect(await edited()).toEqual(['in_progress']);
    const waiting = await opened();
    await setStatus(waiting, 'in_progress');
    const { posts } = await shop.send('tickets', fence);
    expect(posts.map(({ content }) => content.kind === 'ticket' && content.ticket.status)).toEqual([
      'in_progress',
    ]);
    const claimed = await opened();
    const batch = await shop.claim('tickets', fence);
    await setStatus(claimed, 'in_progress');
    await shop.register(batch, fence);
    await shop.send('tickets', fence);
    expect(await edited()).toEqual(['in_progress']);
    expect(await edited()).toEqual([]);
  });

  describe('and whoever wrote the ticket', () => {
    const SENDER = '310457829164290010';
    let sender: SignedIn;
    beforeAll(async () => {
      sender = await signIn(shop, { discordId: SENDER });
    });
    const ticketOf = async (agent?: SignedIn['agent']): Promise<CreateTicketAnswer> => {
      const body = { name: 'Ann', email: 'a@example.org', subject: 'x', message: 'Help', priority: 'low' };
      const answer = await (agent ?? request(shop.app.getHttpServer()))
        .post('/api/support-tickets')
        .send(body)
        .expect(201);
      return createTicketAnswer.parse(answer.body);
    };
    const ownTicket = async (id: number): Promise<unknown> => {
      const { body }: { body: { id: number }[] } = await sender.agent.get('/api/support-tickets').expect(200);
      return body.find((one) => one.id === id);
    };
    const byLink = async (token: string | null): Promise<unknown> =>
      (await request(shop.app.getHttpServer()).get(`/api/support-tickets/by-token/${token}`).expect(200))
        .body;
    const toldOf = async (id: number): Promise<unknown[]> => {
      await shop.relayed();
      const rows: { content: unknown }[] = await shop.database.query(
        `SELECT content FROM direct_messages WHERE topic = $1 AND discord_id = $2`,
        [`ticket:${id}`, SENDER],
      );
      return rows.map(({ content }) => content);
    };
    const byDiscord = async (id: number, response: string) =>
      (await shop.call(`/tickets/${id}/respond`, { discordId: TEST_ADMIN_ID, response })).status;
    const byPanel = async (id: number, response: string) =>
      (await admin.agent.post(`/api/support-tickets/${id}/respond`).send({ response })).status;

    it.each([
      ['in Discord, by button or command', byDiscord],
      ['in the panel', byPanel],
    ])(
      'read the response that staff gave %s, on the site or by link, and are told once (OWN-526)',
      async (_, respond) => {
        const [own, visitor] = [await ticketOf(sender.agent), await ticketOf()];
        for (const { id } of [own, visitor])
          expect(await respond(id, 'It waits at spawn.')).toBeLessThan(300);
        const answered = { status: 'resolved', response: 'It waits at spawn.' };
        expect(await ownTicket(own.id)).toMatchObject(answered);
        expect(await byLink(visitor.token)).toMatchObject(answered);
        expect(await toldOf(own.id)).toMatchObject([{ kind: 'ticket', ticket: { state: 'answered' } }]);
        expect(await toldOf(visitor.id)).toEqual([]);
      },
    );

    it('see that a silent ticket was closed, and are told once; never without the setting (OWN-763)', async () => {
      const [own, visitor] = [await ticketOf(sender.agent), await ticketOf()];
      await shop.database.query(
        `UPDATE tickets SET changed_at = now() - interval '400 days' WHERE id = ANY($1)`,
        [[own.id, visitor.id]],
      );
      const settings = shop.app.get<Settings>(SETTINGS);
      const { ticketAutoCloseDays } = readSettings({
        NODE_ENV: 'test',
        DATABASE_URL: 'postgres://x@127.0.0.1/x',
        SESSION_SECRET: 'for specs',
      });
      const byDefault = new CloseSilentTickets(shop.app.get(DataSource), shop.app.get(SetTicketStatus), {
        ...settings,
        ticketAutoCloseDays,
      });
      await byDefault.closeSilentTickets();
      expect(await ownTicket(own.id)).toMatchObject({ status: 'open' });
      expect(await toldOf(own.id)).toEqual([]);
      const job = shop.app.get(CloseSilentTickets);
      for (let times = 0; times < 2; times += 1) await job.closeSilentTickets();
      expect(await ownTicket(own.id)).toMatchObject({ status: 'closed' });
      expect(await byLink(visitor.token)).toMatchObject({ status: 'closed' });
      expect(await toldOf(own.id)).toMatchObject([{ kind: 'ticket', ticket: { state: 'closed' } }]);
    });
  });

  it('end with tickets that nobody touched for the days of the setting, and only with these (OWN-763)', async () => {
    const [silent, taken, noted, ended] = [await opened(), await opened(), await opened(), await opened()];
    const [almost, takenAlmost] = [await opened(), await opened()];
    for (const id of [taken, takenAlmost]) await setStatus(id, 'in_progress');
    await setStatus(ended, 'closed');
    const silentFor = (days: number, ids: number[]) =>
      shop.database.query(
        `UPDATE tickets SET changed_at = now() - $1 * interval '1 day' + interval '1 hour' WHERE id = ANY($2)`,
        [days, ids],
      );
    await silentFor(15, [silent, taken, noted, ended]);
    await silentFor(14, [almost, takenAlmost]);
    await admin.agent
      .post(`/api/admin/support-tickets/${noted}/notes`)
      .send({ text: 'asked the courier' })
      .expect(201);
    const job = shop.app.get(CloseSilentTickets);
    await Promise.all([job.closeSilentTickets(), job.closeSilentTickets()]);
    const rows: { id: number; status: string; version: number }[] = await shop.database.query(
      'SELECT id, status, version FROM tickets WHERE id = ANY($1) ORDER BY id',
      [[silent, taken, noted, ended, almost, takenAlmost]],
    );
    expect(rows).toEqual([
      { id: silent, status: 'closed', version: 2 },
      { id: taken, status: 'closed', version: 3 },
      { id: noted, status: 'open', version: 2 },
      { id: ended, status: 'closed', version: 2 },
      { id: almost, status: 'open', version: 1 },
      { id: takenAlmost, status: 'in_progress', version: 2 },
    ]);
    const audited = await shop.database.query(
      `SELECT actor FROM audit_log WHERE action = 'ticket.closed' AND subject = $1`,
      [`ticket:${silent}`],
    );
    expect(audited).toEqual([{ actor: 'shop' }]);
  });
});
