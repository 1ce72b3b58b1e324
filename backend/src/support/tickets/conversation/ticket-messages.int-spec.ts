import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AdminTicket, CreateTicketAnswer, RoomMessage, Ticket, TicketMessage } from '@pax/contracts';
import request, { type Response } from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { DISCORD_SETTINGS } from '../../../../test/discord-shop.js';
import { phonePhoto } from '../../../../test/picture-files.js';
import { signIn, type SignedIn } from '../../../../test/sign-in.js';
import { SocketClient } from '../../../../test/sockets.js';
import { until } from '../../../../test/until.js';

jest.setTimeout(60_000);

const TICKETS = '/api/support-tickets';
const PANEL = '/api/admin/support-tickets';
const FORM = { name: 'Jürgen', email: 'j@example.org', subject: 'No elytra', message: 'I was online.' };
const MISSING_ID = 2_147_483_647;
const HOUR_MS = 3_600_000;

describe('messages of tickets (OWN-1450)', () => {
  let shop: ListeningApp;
  let admin: SignedIn;
  let customer: SignedIn;
  let callers = 0;
  const sockets: SocketClient[] = [];
  beforeAll(async () => {
    shop = await startListeningApp({ TRUST_PROXY: '1', ...DISCORD_SETTINGS });
    [admin, customer] = [await signIn(shop, { admin: true }), await signIn(shop)];
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(() => shop.close());

  const opened = async (agent?: SignedIn['agent'], changes: object = {}): Promise<CreateTicketAnswer> => {
    callers += 1;
    const sent = (agent ?? request(shop.url))
      .post(TICKETS)
      .set('x-forwarded-for', `203.0.${callers >> 8}.${callers & 255}`)
      .send({ ...FORM, ...changes });
    return (await sent.expect(201)).body;
  };
  const write = (agent: SignedIn['agent'], id: number, body: object = { text: 'Still nothing.' }) =>
    agent.post(`${TICKETS}/${id}/messages`).send(body);
  const writeByToken = (token: string | null, body: object) =>
    request(shop.url).post(`${TICKETS}/by-token/${token}/messages`).send(body);
  const read = async (agent: SignedIn['agent'], id: number): Promise<TicketMessage[]> =>
    (await agent.get(`${TICKETS}/${id}/messages`).expect(200)).body;
  const texts = (messages: readonly TicketMessage[]) => messages.map(({ side, text }) => `${side}: ${text}`);
  const shown = async (id: number): Promise<AdminTicket> =>
    (await admin.agent.get(`${PANEL}/${id}`).expect(200)).body;
  const respond = (id: number, body: object = { response: 'At spawn.' }) =>
    admin.agent.post(`${TICKETS}/${id}/respond`).send(body);
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.code];
  const stored = async (): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query(
      'SELECT count(*)::int AS n FROM ticket_messages',
    );
    return row?.n ?? -1;
  };
  const firstOf = async (agent: SignedIn['agent'], path: string): Promise<number> =>
    (await agent.get(path).expect(200)).body[0]?.id;
  const upload = async (): Promise<string> => {
    const sent = request(shop.url).post(`${TICKETS}/attachments`).set('content-type', 'image/png');
    return (await sent.send(await phonePhoto()).expect(201)).body.attachment;
  };

  it('are written by both sides while the ticket is open or in progress, and change no status', async () => {
    const { id } = await opened(customer.agent);
    const { body: first } = await write(customer.agent, id, { text: '  Still nothing.\n' }).expect(201);
    expect(first).toEqual({
      id: expect.any(Number),
      side: 'sender',
      text: 'Still nothing.',
      pictures: [],
      author: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await shown(id)).toMatchObject({
      status: 'open',
      response: null,
      messages: 1,
      lastMessage: { side: 'sender', at: first.createdAt },
      version: 2,
    });
    await admin.agent.put(`${TICKETS}/${id}`).send({ status: 'in_progress' }).expect(200);
    const { body: second } = await write(admin.agent, id, { text: 'Which name?' }).expect(201);
    expect(second).toMatchObject({ side: 'staff', author: admin.username });
    expect(await shown(id)).toMatchObject({ status: 'in_progress', messages: 2, version: 4 });
    expect(texts(await read(customer.agent, id))).toEqual(['staff: Which name?', 'sender: Still nothing.']);
    expect((await read(customer.agent, id)).map(({ author }) => author)).toEqual([null, null]);
    expect((await read(admin.agent, id)).map(({ author }) => author)).toEqual([admin.username, null]);
    const { body: transcript } = await admin.agent.get(`${PANEL}/${id}/transcript`).expect(200);
    expect(transcript.lines).toMatchObject([
      { kind: 'message', text: FORM.message },
      { kind: 'message', author: FORM.name, text: 'Still nothing.', isInside: false },
      { kind: 'response', author: admin.username, text: 'Which name?', isInside: false },
    ]);
  });

  it('are written and read by the secret link of a visitor', async () => {
    const { id, token } = await opened();
    await writeByToken(token, { text: 'By link' }).expect(201);
    await write(admin.agent, id, { text: 'From us' }).expect(201);
    const { body } = await request(shop.url).get(`${TICKETS}/by-token/${token}/messages`).expect(200);
    expect(texts(body)).toEqual(['staff: From us', 'sender: By link']);
    expect(body[0].author).toBeNull();
    const { body: linked } = await request(shop.url).get(`${TICKETS}/by-token/${token}`).expect(200);
    expect(linked).toMatchObject({ messages: 2, lastMessage: { side: 'staff' } });
    const wrong = 'a'.repeat(22);
    expect(codeOf(await writeByToken(wrong, { text: 'x' }))).toEqual([404, 'NOT_FOUND']);
    await request(shop.url).get(`${TICKETS}/by-token/${wrong}/messages`).expect(404);
  });

  it('move the ticket to the top of the lists of panel and account', async () => {
    const author = await signIn(shop);
    const older = await opened(author.agent);
    const newer = await opened(author.agent);
    const lists = [`${PANEL}?sort=newest`, `${PANEL}?sort=newest&state=open,in_progress`];
    for (const list of lists) expect(await firstOf(admin.agent, list)).toBe(newer.id);
    await write(author.agent, older.id).expect(201);
    for (const list of [...lists, `${PANEL}?sort=urgent`])
      expect(await firstOf(admin.agent, list)).toBe(older.id);
    expect(await firstOf(author.agent, TICKETS)).toBe(older.id);
    await write(admin.agent, newer.id).expect(201);
    expect(await firstOf(admin.agent, `${PANEL}?sort=urgent`)).toBe(newer.id);
    expect(await firstOf(author.agent, TICKETS)).toBe(newer.id);
    const next = await opened(author.agent);
    expect(await firstOf(admin.agent, `${PANEL}?sort=newest`)).toBe(next.id);
  });

  it('reach panel and sender live, without their text', async () => {
    const listen = async ({ cookie }: SignedIn, rooms: number): Promise<SocketClient> => {
      const socket = new SocketClient(shop.url, { origin: shop.url, cookie });
      sockets.push(socket);
      await socket.waitForRooms(rooms);
      return socket;
    };
    const { id } = await opened(customer.agent);
    const [panel, own] = [await listen(admin, 3), await listen(customer, 2)];
    const about = (messages: readonly RoomMessage[]) =>
      messages.filter(({ type, data }) => type === 'ticket.messaged' && Object(data).id === id);
    await write(customer.agent, id, { text: 'Secret words' }).expect(201);
    await write(admin.agent, id, { text: 'Secret answer' }).expect(201);
    for (const { messages } of [panel, own]) {
      const got = await until(
        async () => about(messages),
        (found) => found.length === 2,
      );
      expect(got.map(({ data }) => Object(data).messages)).toEqual([1, 2]);
      expect(JSON.stringify(got)).not.toContain('Secret');
    }
  });

  it('have up to 2,000 characters and three pictures, which only both sides can read', async () => {
    const { id, token } = await opened();
    const before = await stored();
    const picture = await upload();
    const wrong = [
      {},
      { text: ' \n ' },
      { text: 'x'.repeat(2_001) },
      { text: 'a\u0000b' },
      { text: 'x', attachments: [picture, picture] },
      { text: 'x', attachments: Array.from({ length: 4 }, (_, at) => `${at}${'a'.repeat(21)}`) },
      { text: 'x', side: 'staff' },
    ];
    for (const body of wrong)
      expect([body, codeOf(await writeByToken(token, body))]).toEqual([body, [400, 'VALIDATION']]);
    expect(codeOf(await writeByToken(token, { text: 'x'.repeat(100_000) }))).toEqual([413, 'BODY_TOO_LARGE']);
    expect(codeOf(await writeByToken(token, { text: 'x', attachments: ['a'.repeat(22)] }))).toEqual([
      409,
      'ATTACHMENT_GONE',
    ]);
    expect(await stored()).toBe(before);
    const hostile = `<img src=x onerror=alert(1)> @everyone \`\`\` \u202e😀 %_\\ ${'ẞ'.repeat(1_000)}`;
    await writeByToken(token, { text: hostile }).expect(201);
    const attachments = [picture, await upload(), await upload()];
    const { body } = await writeByToken(token, { text: 'x'.repeat(2_000), attachments }).expect(201);
    expect(body.pictures).toHaveLength(3);
    expect((await read(admin.agent, id)).map(({ text }) => text)).toEqual(['x'.repeat(2_000), hostile]);
    const { file } = body.pictures[0];
    await admin.agent.get(`${TICKETS}/${id}/attachments/${file}`).expect(200);
    await request(shop.url).get(`${TICKETS}/by-token/${token}/attachments/${file}`).expect(200);
    await customer.agent.get(`${TICKETS}/${id}/attachments/${file}`).expect(404);
    // A picture of staff is as private.
    const answer = { text: 'There.', attachments: [await upload()] };
    const { body: staffs } = await admin.agent.post(`${TICKETS}/${id}/messages`).send(answer).expect(201);
    const [theirs] = staffs.pictures;
    await request(shop.url).get(`${TICKETS}/by-token/${token}/attachments/${theirs.file}`).expect(200);
    await customer.agent.get(`${TICKETS}/${id}/attachments/${theirs.file}`).expect(404);
    const { body: linked }: { body: Ticket } = await request(shop.url).get(`${TICKETS}/by-token/${token}`);
    expect(linked.attachments).toEqual([]);
  });

  it('of one request are stored once, however often and at once it is sent (OWN-826)', async () => {
    const { id } = await opened(customer.agent);
    const body = { text: 'Once', requestId: 'd7c1d0a94e5f4c38a1b2c3d4e5f60718' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(customer.agent, id, body)));
    expect(new Set(answers.map(({ status, body: sent }) => `${status} ${sent.id}`)).size).toBe(1);
    expect(codeOf(await write(customer.agent, id, { ...body, text: 'Twice' }))).toEqual([409, 'CONFLICT']);
    await respond(id).expect(200);
    expect((await write(customer.agent, id, body).expect(201)).body.id).toBe(answers[0]?.body.id);
    expect(texts(await read(customer.agent, id))).toEqual(['sender: Once']);
  });

  it('are refused once the ticket has ended, also at the same moment as its answer', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await opened(customer.agent);
      const acts = [() => write(customer.agent, id), () => respond(id)];
      const [message, answer] = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()));
      const [sent, answered] = round % 2 ? [answer, message] : [message, answer];
      expect(answered?.status).toBe(200);
      expect([201, 409]).toContain(sent?.status);
      expect(await shown(id)).toMatchObject({
        status: 'resolved',
        messages: sent?.status === 201 ? 1 : 0,
      });
      expect(codeOf(await write(customer.agent, id))).toEqual([409, 'ILLEGAL_MOVE']);
      expect(codeOf(await write(admin.agent, id))).toEqual([409, 'ILLEGAL_MOVE']);
    }
    const { id, token } = await opened();
    await admin.agent.put(`${TICKETS}/${id}`).send({ status: 'closed' }).expect(200);
    expect(codeOf(await writeByToken(token, { text: 'x' }))).toEqual([409, 'ILLEGAL_MOVE']);
  });

  it('refuse an answer that was written before the newest message was seen', async () => {
    const { id } = await opened(customer.agent);
    const { version } = await shown(id);
    await write(customer.agent, id, { text: 'Found it, thank you.' }).expect(201);
    expect(codeOf(await respond(id, { response: 'We look.', version }))).toEqual([409, 'STALE']);
    expect(await shown(id)).toMatchObject({ status: 'open', response: null });
  });

  it('are twenty an hour for each side of a ticket, also at once', async () => {
    const { id } = await opened(customer.agent);
    // The shop runs up to ten calls of one account at once.
    const sendMany = () => Promise.all(Array.from({ length: 9 }, () => write(customer.agent, id)));
    const sent = [...(await sendMany()), ...(await sendMany()), ...(await sendMany())];
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = await write(customer.agent, id);
    expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(refused.body.retryAfter).toBeGreaterThan(3_500);
    await write(admin.agent, id).expect(201);
    const { id: other } = await opened(customer.agent);
    await write(customer.agent, other).expect(201);
    await shop.database.query(
      `UPDATE ticket_messages SET created_at = created_at - interval '1 ms' * $2
        WHERE id = (SELECT min(id) FROM ticket_messages WHERE ticket_id = $1)`,
      [id, HOUR_MS],
    );
    await write(customer.agent, id).expect(201);
    expect(codeOf(await write(customer.agent, id))).toEqual([429, 'RATE_LIMITED']);
  });

  it('of others are neither read nor written, as if the ticket did not exist (OWN-14)', async () => {
    const { id } = await opened(customer.agent);
    const stranger = await signIn(shop);
    const before = await stored();
    for (const ticket of [id, MISSING_ID]) {
      expect(codeOf(await write(stranger.agent, ticket))).toEqual([404, 'NOT_FOUND']);
      await stranger.agent.get(`${TICKETS}/${ticket}/messages`).expect(404);
    }
    expect(codeOf(await request(shop.url).post(`${TICKETS}/${id}/messages`).send({ text: 'x' }))).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
    expect(await stored()).toBe(before);
  });

  it('of a sender end with a block of the account', async () => {
    const sender = await signIn(shop);
    const { id } = await opened(sender.agent);
    await write(sender.agent, id).expect(201);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [sender.userId]);
    expect(codeOf(await write(sender.agent, id))).toEqual([403, 'BLOCKED']);
    expect(await shown(id)).toMatchObject({ messages: 1 });
    await write(admin.agent, id).expect(201);
  });

  it('are read in pages, and ten thousand of them slow no list down', async () => {
    const { id } = await opened(customer.agent);
    await shop.database.query(
      `INSERT INTO ticket_messages (ticket_id, side, text, created_at)
       SELECT $1, 'sender', 'No ' || n, now() - interval '2 hours' FROM generate_series(1, 10000) n`,
      [id],
    );
    await shop.database.query('UPDATE tickets SET messages = 10000 WHERE id = $1', [id]);
    await write(customer.agent, id, { text: 'No 10001' }).expect(201);
    const page = await customer.agent.get(`${TICKETS}/${id}/messages?limit=50`).expect(200);
    expect(page.body).toHaveLength(50);
    expect(page.body[0].text).toBe('No 10001');
    expect(page.headers).toMatchObject({ 'x-total-count': '10000', 'x-total-count-capped': 'true' });
    const next = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1] ?? '';
    expect((await customer.agent.get(next).expect(200)).body[0].text).toBe('No 9951');
    expect(codeOf(await customer.agent.get(`${TICKETS}/${id}/messages?sort=oldest`))).toEqual([
      400,
      'VALIDATION',
    ]);
    const { body } = await admin.agent.get(`${PANEL}?sort=newest`).expect(200);
    expect(body[0]).toMatchObject({ id, messages: 10_001 });
    expect(JSON.stringify(body)).not.toContain('No 10001');
  });
});
