import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CreateTicketAnswer, Ticket } from '@pax/contracts';
import request, { type Response } from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { countLockWaits } from '../../../../test/lock-waits.js';
import { phonePhoto } from '../../../../test/picture-files.js';
import { signIn, type SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';

jest.setTimeout(60_000);

const TICKETS = '/api/support-tickets';
const FORM = { name: 'Jürgen', email: 'j@example.org', subject: 'No elytra', message: 'I was online.' };

describe('follow-ups of answered tickets (OWN-1451)', () => {
  let shop: ListeningApp;
  let admin: SignedIn;
  let customer: SignedIn;
  let callers = 0;
  beforeAll(async () => {
    shop = await startListeningApp({ TRUST_PROXY: '1' });
    [admin, customer] = [await signIn(shop, { admin: true }), await signIn(shop)];
  });
  afterAll(() => shop.close());

  /** Each from an address of its own. */
  const post = (path: string, body: object, agent?: SignedIn['agent']) => {
    callers += 1;
    return (agent ?? request(shop.url))
      .post(`${TICKETS}${path}`)
      .set('x-forwarded-for', `203.0.${callers >> 8}.${callers & 255}`)
      .send(body);
  };
  const opened = async (agent?: SignedIn['agent'], changes: object = {}): Promise<CreateTicketAnswer> =>
    (await post('', { ...FORM, ...changes }, agent).expect(201)).body;
  const answered = async (agent?: SignedIn['agent'], changes: object = {}): Promise<CreateTicketAnswer> => {
    const ticket = await opened(agent, changes);
    await post(`/${ticket.id}/respond`, { response: `Answer to ${ticket.id}` }, admin.agent).expect(200);
    return ticket;
  };
  const follow = (id: number, body: object = { message: 'Not solved.' }, agent = customer.agent) =>
    post(`/${id}/follow-up`, body, agent);
  const own = async (id: number): Promise<Ticket | undefined> => {
    const { body }: { body: Ticket[] } = await customer.agent.get(TICKETS).expect(200);
    return body.find((ticket) => ticket.id === id);
  };
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.code];

  it('name the answered ticket, and both sides read what came before', async () => {
    const { id } = await opened(customer.agent, { priority: 'high' });
    await post(`/${id}/messages`, { text: 'Any news?' }, customer.agent).expect(201);
    await post(`/${id}/respond`, { response: 'At spawn.' }, admin.agent).expect(200);
    const { body: next } = await follow(id, { message: 'It is not there.' }).expect(201);
    expect(next).toEqual({ id: expect.any(Number), token: null });
    expect(await own(next.id)).toMatchObject({
      subject: FORM.subject,
      message: 'It is not there.',
      priority: 'high',
      status: 'open',
      follows: id,
      followedBy: null,
    });
    expect(await own(id)).toMatchObject({ status: 'resolved', follows: null, followedBy: next.id });
    const { body: third } = await post(`/${next.id}/respond`, { response: 'Now.' }, admin.agent)
      .expect(200)
      .then(() => follow(next.id).expect(201));
    for (const { agent } of [customer, admin]) {
      const { body } = await agent.get(`${TICKETS}/${third.id}/earlier`).expect(200);
      expect(body).toMatchObject([
        { id: next.id, message: 'It is not there.', response: 'Now.', conversation: [] },
        { id, message: FORM.message, response: 'At spawn.', conversation: [{ text: 'Any news?' }] },
      ]);
      expect(JSON.stringify(body)).not.toContain(FORM.email);
    }
    const stranger = await signIn(shop);
    await stranger.agent.get(`${TICKETS}/${third.id}/earlier`).expect(404);
  });

  it('are opened by a visitor with the secret link, and have a link of their own that shows the earlier pictures', async () => {
    const upload = request(shop.url).post(`${TICKETS}/attachments`).set('content-type', 'image/png');
    const { attachment } = (await upload.send(await phonePhoto()).expect(201)).body;
    const { id, token } = await answered(undefined, { attachments: [attachment] });
    const { body: next } = await post(`/by-token/${token}/follow-up`, { message: 'No.' }).expect(201);
    expect(next.token).not.toBe(token);
    const { body } = await request(shop.url).get(`${TICKETS}/by-token/${next.token}/earlier`).expect(200);
    expect(body).toMatchObject([{ id, response: `Answer to ${id}`, followedBy: next.id }]);
    const { file } = body[0].attachments[0];
    await request(shop.url).get(`${TICKETS}/by-token/${next.token}/attachments/${file}`).expect(200);
    const { token: other } = await opened();
    await request(shop.url).get(`${TICKETS}/by-token/${other}/attachments/${file}`).expect(404);
    await request(shop.url)
      .get(`${TICKETS}/by-token/${'a'.repeat(22)}/earlier`)
      .expect(404);
  });

  it('are one for each ticket, also when asked for at once, and once for one request', async () => {
    const { id } = await answered(customer.agent);
    const all = await Promise.all(Array.from({ length: 5 }, () => follow(id)));
    expect(all.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409', '409', '409']);
    expect(codeOf(await follow(id))).toEqual([409, 'CONFLICT']);
    const { id: other } = await answered(customer.agent);
    const body = { message: 'Once', requestId: 'e7c1d0a94e5f4c38a1b2c3d4e5f60718' };
    const repeated = await Promise.all(Array.from({ length: 5 }, () => follow(other, body)));
    expect(new Set(repeated.map((one) => `${one.status} ${one.body.id}`)).size).toBe(1);
  });

  it('are refused for tickets without an answer, of others, and 14 days after the answer', async () => {
    const { id: open } = await opened(customer.agent);
    expect(codeOf(await follow(open))).toEqual([409, 'ILLEGAL_MOVE']);
    await customer.agent.get(`${TICKETS}/${open}/earlier`).expect(200, []);
    const { id: closed } = await opened(customer.agent);
    await admin.agent.put(`${TICKETS}/${closed}`).send({ status: 'closed' }).expect(200);
    expect(codeOf(await follow(closed))).toEqual([409, 'ILLEGAL_MOVE']);
    const { id } = await answered(customer.agent);
    for (const { agent } of [await signIn(shop), admin])
      expect(codeOf(await follow(id, undefined, agent))).toEqual([404, 'NOT_FOUND']);
    const endedBefore = (days: string) =>
      shop.database.query(`UPDATE tickets SET ended_at = now() - interval '${days}' WHERE id = $1`, [id]);
    await endedBefore('14 days 1 minute');
    expect(codeOf(await follow(id))).toEqual([409, 'ILLEGAL_MOVE']);
    await endedBefore('13 days 23 hours');
    for (const body of [
      {},
      { message: ' \n ' },
      { message: 'x'.repeat(5_001) },
      { message: 'x', subject: 'y' },
    ])
      expect([body, codeOf(await follow(id, body))]).toEqual([body, [400, 'VALIDATION']]);
    await follow(id).expect(201);
  });

  it('wait for the deletion of the account with the ticket left free, and then find no ticket', async () => {
    const { id } = await answered(customer.agent);
    const count = () => shop.database.query('SELECT count(*)::int AS n FROM tickets');
    const before = await count();
    const deletion = shop.database.createQueryRunner();
    await deletion.startTransaction();
    try {
      await deletion.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [customer.userId]);
      const [asked] = await Promise.all([
        follow(id),
        (async () => {
          await until(
            () => countLockWaits(shop),
            (n) => n > 0,
          );
          await deletion.query(`SELECT FROM tickets WHERE id = $1 FOR UPDATE NOWAIT`, [id]);
          await deletion.query(`UPDATE tickets SET name = '', message = '' WHERE id = $1`, [id]);
          await deletion.commitTransaction();
        })(),
      ]);
      expect(codeOf(asked)).toEqual([404, 'NOT_FOUND']);
    } finally {
      if (deletion.isTransactionActive) await deletion.rollbackTransaction();
      await deletion.release();
    }
    expect(await count()).toEqual(before);
  });

  it('count with new tickets against one limit of their address', async () => {
    const tickets = await Promise.all(Array.from({ length: 3 }, () => answered(customer.agent)));
    const { id: last } = await answered(customer.agent);
    callers += 1;
    const address = `198.51.100.${callers % 250}`;
    const send = (path: string, body: object) =>
      customer.agent.post(`${TICKETS}${path}`).set('x-forwarded-for', address).send(body);
    for (const { id } of tickets) await send(`/${id}/follow-up`, { message: 'No.' }).expect(201);
    for (const _ of [1, 2]) await send('', FORM).expect(201);
    await send(`/${last}/follow-up`, { message: 'No.' }).expect(429);
    await send('', FORM).expect(429);
  });

  it('are refused to an account that was blocked meanwhile', async () => {
    const sender = await signIn(shop);
    const { id } = await answered(sender.agent);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [sender.userId]);
    expect(codeOf(await follow(id, undefined, sender.agent))).toEqual([403, 'BLOCKED']);
  });
});
