import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  TICKET_TEXT_LENGTH,
  type AdminTicket,
  type CreateTicketAnswer,
  type RoomMessage,
  type Ticket,
  type TicketStatus,
} from '@pax/contracts';
import request, { type Response } from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';

jest.setTimeout(60_000);

const TICKETS = '/api/support-tickets';
const PANEL = '/api/admin/support-tickets';
const FORM = {
  name: 'Jürgen',
  email: 'j@example.org',
  subject: 'No elytra',
  message: 'I was online.\nTwice.',
};
const FINAL: readonly TicketStatus[] = ['resolved', 'closed'];
const MISSING_ID = 2_147_483_647;

describe('support tickets', () => {
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

  /** Each from an address of its own, unless one is given. */
  const send = (body: object, { agent, from }: { agent?: SignedIn['agent']; from?: string } = {}) => {
    callers += 1;
    const address = from ?? `203.0.${callers >> 8}.${callers & 255}`;
    return (agent ?? request(shop.url)).post(TICKETS).set('x-forwarded-for', address).send(body);
  };
  const opened = async (agent?: SignedIn['agent'], changes: object = {}): Promise<CreateTicketAnswer> =>
    (await send({ ...FORM, ...changes }, agent ? { agent } : {}).expect(201)).body;
  const put = (id: number, body: object) => admin.agent.put(`${TICKETS}/${id}`).send(body);
  const respond = (id: number, body: object) => admin.agent.post(`${TICKETS}/${id}/respond`).send(body);
  const note = (id: number, text: string) => admin.agent.post(`${PANEL}/${id}/notes`).send({ text });
  const shown = async (id: number): Promise<AdminTicket> => {
    const { body }: { body: AdminTicket[] } = await admin.agent.get(PANEL).query({ q: `#${id}`, limit: 500 });
    const found = body.find((ticket) => ticket.id === id);
    if (!found) throw new Error(`ticket ${id} is not in the list`);
    return found;
  };
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.code];
  const stored = async (): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query('SELECT count(*)::int AS n FROM tickets');
    return row?.n ?? -1;
  };
  const listen = async ({ cookie }: SignedIn, rooms: number): Promise<SocketClient> => {
    const socket = new SocketClient(shop.url, { origin: shop.url, cookie });
    sockets.push(socket);
    await socket.waitForRooms(rooms);
    return socket;
  };
  const about = (messages: readonly RoomMessage[], id: number): RoomMessage[] =>
    messages.filter(({ type, data }) => type.startsWith('ticket.') && Object(data).id === id);

  describe('that are sent', () => {
    it('come from anybody, are open, and of medium priority unless they say otherwise (ADMIN-1.6, ADMIN-3.6, ADMIN-6.1, ADMIN-7.22, ADMIN-5.2)', async () => {
      const { id } = await opened();
      expect(await shown(id)).toMatchObject({
        ...FORM,
        id,
        status: 'open',
        priority: 'medium',
        response: null,
        createdAt: expect.stringMatching(/Z$/),
        userId: null,
        username: null,
        version: 1,
      });
      const urgent = await opened(undefined, { priority: 'urgent' });
      expect((await shown(urgent.id)).priority).toBe('urgent');
    });

    it('need name, address, subject and message, in sizes that are measured first (ADMIN-5.1, OWN-380)', async () => {
      const before = await stored();
      const wrong = [
        ...Object.keys(FORM).map((field) => ({ ...FORM, [field]: undefined })),
        ...Object.keys(FORM).map((field) => ({ ...FORM, [field]: ' \n ' })),
        ...Object.keys(FORM).map((field) => ({ ...FORM, [field]: 'a\u0000b@example.org' })),
        ...['subject', 'message', 'name'].map((field) => ({ ...FORM, [field]: 'a\ud800b' })),
        ...['nobody', 'a@b', '@example.org', 'a b@example.org'].map((email) => ({ ...FORM, email })),
        { ...FORM, message: 'x'.repeat(TICKET_TEXT_LENGTH + 1) },
        { ...FORM, subject: 'x'.repeat(151) },
        { ...FORM, priority: 'critical' },
        { ...FORM, userId: 1 },
      ];
      for (const body of wrong) expect([body, codeOf(await send(body))]).toEqual([body, [400, 'VALIDATION']]);
      expect(await stored()).toBe(before);
    });

    it('keep what was written, to the character', async () => {
      const message = `a\r\n\tb  c\u00e9e\u0301 \u202e😀 <b>&amp;</b> ${'ẞ'.repeat(4_000)}`;
      const { id } = await opened(undefined, { message: `  ${message}\n`, subject: '%_\\ "x"' });
      expect(await shown(id)).toMatchObject({ message, subject: '%_\\ "x"' });
      await opened(undefined, { message: '😀'.repeat(TICKET_TEXT_LENGTH / 2) });
    });

    it('are five an hour from one address, whoever is signed in there (OWN-164)', async () => {
      const from = '198.51.100.7';
      for (let n = 0; n < 5; n += 1) await send(FORM, { from }).expect(201);
      expect(codeOf(await send(FORM, { from }))).toEqual([429, 'RATE_LIMITED']);
      expect(codeOf(await send(FORM, { from, agent: customer.agent }))).toEqual([429, 'RATE_LIMITED']);
      await send(FORM, { from: '198.51.100.8' }).expect(201);
    });

    it('of a visitor are refused with a reason where the hidden field is filled, and stored when it is empty (OWN-164)', async () => {
      const before = await stored();
      const filled = { ...FORM, website: 'https://spam.example', requestId: 'a'.repeat(32) };
      expect(codeOf(await send(filled))).toEqual([400, 'HIDDEN_FIELD_FILLED']);
      expect(codeOf(await send(filled))).toEqual([400, 'HIDDEN_FIELD_FILLED']);
      expect(await stored()).toBe(before);
      await send({ ...filled, website: '' }).expect(201);
      expect(await stored()).toBe(before + 1);
    });

    it('of somebody who is signed in are stored, also where a password manager filled the hidden field (OWN-164)', async () => {
      const before = await stored();
      const { body } = await send({ ...FORM, website: 'nova' }, { agent: customer.agent }).expect(201);
      expect(body.token).toBeNull();
      expect(await stored()).toBe(before + 1);
    });

    it.each(['a&b@example.com', "o'neil+shop@mail.example.org", '_x!#$%*/=?^`{|}~-@a-b.example'])(
      'take the address %s, as browsers do',
      async (email) => void (await send({ ...FORM, email }).expect(201)),
    );

    it.each([
      'a@b',
      'a b@example.com',
      'a@example..com',
      '@example.com',
      'a@-x.example',
      'a@example.com,b@c.example',
    ])('do not take %s for an address', async (email) => {
      expect(codeOf(await send({ ...FORM, email }))).toEqual([400, 'VALIDATION']);
    });
  });

  describe('of a visitor', () => {
    it('are read by their secret token and by nothing that can be guessed (OWN-162)', async () => {
      const { id, token } = await opened();
      const answer = await request(shop.url).get(`${TICKETS}/by-token/${token}`).expect(200);
      expect(answer.body).toMatchObject({ id, subject: FORM.subject, status: 'open', response: null });
      expect(answer.body).not.toHaveProperty('email');
      expect(answer.headers['cache-control']).toBe('no-store');
      const rows = await shop.database.query('SELECT t::text AS row FROM tickets t WHERE id = $1', [id]);
      expect(JSON.stringify(rows)).not.toContain(token);
      for (const guess of [String(id), 'A'.repeat(22), 'x', `${token}A`, '%25'])
        expect(codeOf(await request(shop.url).get(`${TICKETS}/by-token/${guess}`))).toEqual([
          404,
          'NOT_FOUND',
        ]);
      await respond(id, { response: 'It waits at spawn.' }).expect(200);
      const answered = await request(shop.url).get(`${TICKETS}/by-token/${token}`);
      expect(answered.body).toMatchObject({ status: 'resolved', response: 'It waits at spawn.' });
    });
  });

  describe('of an account', () => {
    it('are listed to their sender alone, newest first, and have no link (OWN-162)', async () => {
      const other = await signIn(shop);
      const first = await opened(customer.agent);
      const second = await opened(customer.agent, { subject: 'Again' });
      expect([first.token, second.token]).toEqual([null, null]);
      const { body }: { body: Ticket[] } = await customer.agent.get(TICKETS).expect(200);
      expect(body.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(Object.keys(body[0] ?? {})).not.toEqual(expect.arrayContaining(['notes']));
      expect((await other.agent.get(TICKETS)).body).toEqual([]);
      expect(await shown(first.id)).toMatchObject({ userId: customer.userId, username: customer.username });
    });

    it('may come from a blocked one, which gets a link (OWN-19)', async () => {
      const blocked = await signIn(shop, { blocked: true });
      const { id, token } = await opened(blocked.agent);
      expect(token).toMatch(/^[\w-]{22}$/);
      expect((await shown(id)).userId).toBe(blocked.userId);
    });
  });

  describe('in the panel', () => {
    it('are for staff alone, wherever the call lies (ADMIN-7.18, ADMIN-7.19, ADMIN-7.10)', async () => {
      const { id } = await opened();
      const calls = (agent: SignedIn['agent']) => [
        agent.get(PANEL),
        agent.put(`${TICKETS}/${id}`).send({ status: 'closed' }),
        agent.post(`${TICKETS}/${id}/respond`).send({ response: 'x' }),
        agent.get(`${PANEL}/${id}/notes`),
        agent.post(`${PANEL}/${id}/notes`).send({ text: 'x' }),
      ];
      for (const call of calls(customer.agent)) expect((await call).status).toBe(403);
      for (const call of calls(request.agent(shop.url))) expect((await call).status).toBe(401);
      expect((await shown(id)).version).toBe(1);
    });

    it('go from open to in progress, and to closed (ADMIN-4.7)', async () => {
      const { id } = await opened();
      const taken = await put(id, { status: 'in_progress' }).expect(200);
      expect(taken.body).toMatchObject({ id, status: 'in_progress', endedAt: null, version: 2 });
      const again = await put(id, { status: 'in_progress' }).expect(200);
      expect(again.body).toEqual(taken.body);
      expect(codeOf(await put(id, { status: 'in_progress', version: 1 }))).toEqual([409, 'STALE']);
      const closed = await put(id, { status: 'closed' }).expect(200);
      expect(closed.body).toMatchObject({ status: 'closed', endedAt: expect.any(String), response: null });
    });

    it('are resolved by a reply, which is stored; spaces alone are refused (ADMIN-4.8, ADMIN-7.19, ADMIN-5.12)', async () => {
      const response = `Line one.\r\n  Line two ${'ß'.repeat(4_000)}`;
      for (const before of [undefined, 'in_progress']) {
        const { id } = await opened();
        if (before) await put(id, { status: before }).expect(200);
        const answer = await respond(id, { response }).expect(200);
        expect(answer.body).toMatchObject({ status: 'resolved', response, endedAt: expect.any(String) });
        const audited = await shop.database.query(
          "SELECT actor FROM audit_log WHERE action = 'ticket.answer' AND subject = $1",
          [`ticket:${id}`],
        );
        expect(audited).toEqual([{ actor: `user:${admin.userId}` }]);
      }
      const { id } = await opened();
      for (const empty of ['', '  \n', undefined, 'a\u0000', 'x'.repeat(TICKET_TEXT_LENGTH + 1)])
        expect(codeOf(await respond(id, { response: empty }))).toEqual([400, 'VALIDATION']);
      expect((await shown(id)).status).toBe('open');
    });

    it('take nothing more when they ended (ADMIN-4.9)', async () => {
      for (const final of FINAL) {
        const { id } = await opened();
        if (final === 'resolved') await respond(id, { response: 'Done.' }).expect(200);
        else await put(id, { status: final }).expect(200);
        const before = await shown(id);
        const tries = [
          ...(['open', 'in_progress', 'resolved', 'closed'] as const).map((status) => put(id, { status })),
          respond(id, { response: 'More.' }),
          note(id, 'More.'),
        ];
        for (const one of tries) {
          const refused = await one;
          expect([refused.status, refused.body.code, refused.body.legal]).toEqual([409, 'ILLEGAL_MOVE', []]);
        }
        expect(await shown(id)).toEqual(before);
      }
      const { id } = await opened();
      // Without an answer nothing is resolved (ADMIN-4.8).
      for (const status of ['open', 'resolved']) {
        const refused = await put(id, { status });
        expect([refused.status, refused.body.legal]).toEqual([409, ['in_progress', 'closed']]);
      }
    });

    it('are changed by one of two who do it at once; the other hears what is now (OWN-195)', async () => {
      const { id } = await opened();
      const both = await Promise.all([
        respond(id, { response: 'From me.', version: 1 }),
        put(id, { status: 'closed', version: 1 }),
      ]);
      const done = both.find(({ status }) => status === 200);
      const late = both.find(({ status }) => status === 409);
      expect(late?.body).toMatchObject({
        code: 'STALE',
        current: { status: done?.body.status, version: 2 },
      });
      const unnamed = await opened();
      const answers = await Promise.all([1, 2, 3].map((n) => respond(unnamed.id, { response: `${n}` })));
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
      expect(codeOf(await put(MISSING_ID, { status: 'closed' }))).toEqual([404, 'NOT_FOUND']);
      expect(codeOf(await note(MISSING_ID, 'x'))).toEqual([404, 'NOT_FOUND']);
      expect((await admin.agent.get(`${PANEL}/${MISSING_ID}/notes`)).status).toBe(404);
    });

    it('have notes that staff alone read (OWN-520)', async () => {
      const { id } = await opened(customer.agent);
      const staff = await listen(admin, 3);
      const sender = await listen(customer, 2);
      const made = await note(id, 'Known liar.').expect(201);
      expect(made.body).toMatchObject({ text: 'Known liar.', author: admin.username });
      expect((await admin.agent.get(`${PANEL}/${id}/notes`)).body).toEqual([made.body]);
      expect(await shown(id)).toMatchObject({ notes: 1, version: 2 });
      const own = async (): Promise<number | undefined> =>
        (await customer.agent.get(TICKETS)).body.find((ticket: Ticket) => ticket.id === id)?.version;
      expect(await own()).toBe(1);
      await respond(id, { response: 'Sorry.', version: 2 }).expect(200);
      const typesAt = (socket: SocketClient): string[] => about(socket.messages, id).map(({ type }) => type);
      const isTold = (types: string[]): boolean => types.includes('ticket.answered');
      expect(await until(async () => typesAt(staff), isTold)).toContain('ticket.noted');
      expect(await until(async () => typesAt(sender), isTold)).not.toContain('ticket.noted');
      const versions = about(sender.messages, id).map(({ version, data }) => [version, Object(data).version]);
      expect([versions.at(-1), await own()]).toEqual([[2, 2], 2]);
      expect(JSON.stringify([sender.messages, (await customer.agent.get(TICKETS)).body])).not.toMatch(
        /liar|notes/,
      );
    });

    it('are searched, filtered, paged and counted, priority support first (OWN-163)', async () => {
      const vip = await signIn(shop);
      await shop.database.query("UPDATE users SET tier = 'platinum' WHERE id = $1", [vip.userId]);
      const word = 'zqx100%';
      const subject = `About ${word}`;
      const [a, first, b, done, c] = [
        await opened(undefined, { subject }),
        await opened(vip.agent, { subject }),
        await opened(undefined, { message: subject }),
        await opened(vip.agent, { subject }),
        await opened(undefined, { name: subject }),
      ];
      await respond(done.id, { response: 'Yes.' }).expect(200);
      const order = [first, c, done, b, a].map(({ id }) => id);
      const all: Response = await admin.agent.get(PANEL).query({ q: word }).expect(200);
      expect(all.body.map(({ id }: AdminTicket) => id)).toEqual(order);
      expect(all.headers['x-total-count']).toBe('5');
      expect(Number(all.headers['stream-seq'])).toBeGreaterThan(0);
      expect(all.body[0]).toMatchObject({ tier: 'platinum', prioritySupport: true });
      expect(all.body[1]).toMatchObject({ tier: null, prioritySupport: false });
      const walked: number[] = [];
      let next: string | undefined = `${PANEL}?limit=1&q=${encodeURIComponent(word)}`;
      while (next !== undefined && walked.length < 9) {
        const page: Response = await admin.agent.get(next).expect(200);
        walked.push(...page.body.map(({ id }: AdminTicket) => id));
        next = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1];
      }
      expect(walked).toEqual(order);
      const some = await admin.agent.get(PANEL).query({ q: word, state: 'resolved,closed' });
      expect(some.body.map(({ id }: AdminTicket) => id)).toEqual([done.id]);
      for (const q of ['zqx100_', 'zqx100\\'])
        expect((await admin.agent.get(PANEL).query({ q })).body).toEqual([]);
      for (const query of ['state=lost', 'cursor=x', 'sort=oldest'])
        expect(codeOf(await admin.agent.get(`${PANEL}?${query}`))).toEqual([400, 'VALIDATION']);
    });
  });

  describe('as events', () => {
    it('reach panel and sender at once, and change the count of the tab (ADMIN-2.9)', async () => {
      const staff = await listen(admin, 3);
      const sender = await listen(customer, 2);
      const count = async (): Promise<number> => (await admin.agent.get('/api/admin/counts')).body.tickets;
      const before = await count();
      const { id } = await opened(customer.agent);
      const start = Date.now();
      const [seen] = await staff.waitForTypes('admin', id, ['ticket.opened'], 1_000);
      expect(Date.now() - start).toBeLessThan(1_000);
      expect(seen).toMatchObject({ type: 'ticket.opened', data: await shown(id) });
      expect(await count()).toBe(before + 1);
      await put(id, { status: 'in_progress' }).expect(200);
      expect(await count()).toBe(before + 1);
      await respond(id, { response: 'Done.' }).expect(200);
      expect(await count()).toBe(before);
      const heard = await sender.waitForTypes(`user:${customer.userId}`, id, ['ticket.answered']);
      expect(heard.map(({ type }) => type)).toEqual(['ticket.opened', 'ticket.taken', 'ticket.answered']);
      const { body }: { body: Ticket[] } = await customer.agent.get(TICKETS);
      expect(heard.at(-1)?.data).toEqual(body.find((ticket) => ticket.id === id));
    });

    it('are posted once each when opened, answered and closed, without address and note (OWN-145, OWN-129)', async () => {
      const text = `secret${Date.now()}`;
      const answered = await opened(undefined, { subject: text });
      const closed = await opened(undefined, { subject: text });
      await note(answered.id, 'Not for Discord.').expect(201);
      await respond(answered.id, { response: 'At spawn.' }).expect(200);
      await put(closed.id, { status: 'in_progress' }).expect(200);
      await put(closed.id, { status: 'closed' }).expect(200);
      const posts = await until(
        async () => (await admin.agent.get('/api/admin/posts').query({ q: text })).body,
        (found) => found.length >= 4,
      );
      expect(
        posts.map(({ type, channel }: Record<'type' | 'channel', string>) => `${type} ${channel}`).toSorted(),
      ).toEqual([
        'ticket.answered tickets',
        'ticket.closed tickets',
        'ticket.opened tickets',
        'ticket.opened tickets',
      ]);
      expect(JSON.stringify(posts)).not.toMatch(/example\.org|Not for Discord/);
    });
  });
});
