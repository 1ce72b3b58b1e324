import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AdminTicket, CreateTicketAnswer } from '@pax/contracts';
import request, { type Response } from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { RoleSource } from '../../people/rights/role-source.js';

jest.setTimeout(60_000);

const TICKETS = '/api/support-tickets';
const FORM = { name: 'Jürgen', email: 'j@example.org', subject: 'No elytra', message: 'I was online.' };
const MISSING_ID = 2_147_483_647;

describe('the rating of an answer (OWN-557)', () => {
  let shop: ListeningApp;
  let admin: SignedIn;
  let customer: SignedIn;
  let callers = 0;
  const sockets: SocketClient[] = [];
  beforeAll(async () => {
    shop = await startListeningApp({ TRUST_PROXY: '1' });
    [admin, customer] = [await signIn(shop, { admin: true }), await signIn(shop)];
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(() => shop.close());

  /** Each from an address of its own. */
  const opened = async (agent?: SignedIn['agent']): Promise<CreateTicketAnswer> => {
    callers += 1;
    const sender = agent ?? request(shop.url);
    const sent = sender.post(TICKETS).set('x-forwarded-for', `203.0.113.${callers}`).send(FORM);
    return (await sent.expect(201)).body;
  };
  const respond = (id: number) =>
    admin.agent.post(`${TICKETS}/${id}/respond`).send({ response: 'At spawn.' }).expect(200);
  const shown = async (id: number): Promise<AdminTicket> =>
    (await admin.agent.get(`/api/admin/support-tickets/${id}`).expect(200)).body;
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.code];
  const rate = (id: number, rating: unknown, agent = customer.agent) =>
    agent.put(`/api/account/tickets/${id}/rating`).send({ rating });
  const rateBy = (token: string, rating: unknown) =>
    request(shop.url).put(`${TICKETS}/by-token/${token}/rating`).send({ rating });
  const byOneAddress = (token: string, rating: number) =>
    rateBy(token, rating).set('x-forwarded-for', '203.0.113.250');
  const EVENTS_OF = `SELECT count(*)::int AS n FROM outbox_events WHERE type = 'ticket.rated' AND aggregate_id = $1`;
  const listen = async ({ cookie }: SignedIn, rooms: number): Promise<SocketClient> => {
    const socket = new SocketClient(shop.url, { origin: shop.url, cookie });
    sockets.push(socket);
    await socket.waitForRooms(rooms);
    return socket;
  };

  it('reaches staff and sender at once; the last word counts, and the same word changes nothing', async () => {
    const { id } = await opened(customer.agent);
    await respond(id);
    const [staff, sender] = [await listen(admin, 3), await listen(customer, 2)];
    const first = await rate(id, 2).expect(200);
    expect(first.body).toMatchObject({ id, rating: 2, status: 'resolved', version: 3 });
    expect((await rate(id, 5).expect(200)).body).toMatchObject({ rating: 5, version: 4 });
    expect((await rate(id, 5).expect(200)).body).toMatchObject({ rating: 5, version: 4 });
    expect(await shown(id)).toMatchObject({ rating: 5, version: 4 });
    for (const [socket, room] of [
      [staff, 'admin'],
      [sender, `user:${customer.userId}`],
    ] as const) {
      const heard = await socket.waitForTypes(room, id, ['ticket.rated', 'ticket.rated']);
      const rated = heard.filter(({ type }) => type === 'ticket.rated');
      expect(rated.map(({ data }) => Object(data).rating)).toEqual([2, 5]);
    }
  });

  it('is given by the secret link too', async () => {
    const { id, token } = await opened();
    await respond(id);
    const { body } = await rateBy(token ?? '', 4).expect(200);
    expect(body).toMatchObject({ id, rating: 4 });
    expect(body).not.toHaveProperty('email');
    expect((await shown(id)).rating).toBe(4);
  });

  it('is one of several words that come at once', async () => {
    const { id, token } = await opened();
    await respond(id);
    const answers = await Promise.all([1, 2, 3, 4].map((rating) => rateBy(token ?? '', rating)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await shown(id)).toMatchObject({ rating: expect.any(Number), version: 6 });
  });

  it('is limited, since each word is told to staff and sender: 20 an hour, then 429 without an event', async () => {
    const [one, other] = [await signIn(shop), await opened()];
    const { id } = await opened(one.agent);
    for (const ticket of [id, other.id]) await respond(ticket);
    for (const ask of [
      (n: number) => rate(id, n, one.agent),
      (n: number) => byOneAddress(other.token ?? '', n),
    ]) {
      const said: number[] = [];
      for (let n = 0; n < 22; n += 1) said.push((await ask((n % 5) + 1)).status);
      expect(said.filter((status) => status === 200)).toHaveLength(20);
      expect(said.slice(20)).toEqual([429, 429]);
    }
    for (const ticket of [id, other.id])
      expect(await shop.database.query(EVENTS_OF, [String(ticket)])).toEqual([{ n: 20 }]);
  });

  it('needs an answer, its sender, and a number of stars', async () => {
    const { id } = await opened(customer.agent);
    const visitor = await opened();
    expect(codeOf(await rate(id, 5))).toEqual([409, 'CONFLICT']);
    await admin.agent.put(`${TICKETS}/${id}`).send({ status: 'closed' }).expect(200);
    expect(codeOf(await rate(id, 5))).toEqual([409, 'CONFLICT']);
    expect(codeOf(await rateBy(visitor.token ?? '', 5))).toEqual([409, 'CONFLICT']);
    const other = await opened(customer.agent);
    await respond(other.id);
    expect(codeOf(await rate(other.id, 5, admin.agent))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await rate(visitor.id, 5))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await rate(MISSING_ID, 5))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await rateBy('A'.repeat(22), 5))).toEqual([404, 'NOT_FOUND']);
    for (const wrong of [0, 6, 2.5, '5', null, undefined, [5]])
      expect(codeOf(await rate(other.id, wrong))).toEqual([400, 'VALIDATION']);
    expect(await shown(other.id)).toMatchObject({ rating: null, version: 2 });
  });

  describe('and a ticket of the own account (OWN-890)', () => {
    const OWN = [403, 'OWN_TICKET'];
    const setStatus = ({ agent }: SignedIn, id: number, status: string) =>
      agent.put(`${TICKETS}/${id}`).send({ status });
    const answer = ({ agent }: SignedIn, id: number) =>
      agent.post(`${TICKETS}/${id}/respond`).send({ response: 'Yes.' });
    const alertsAbout = (id: number): Promise<{ title: string }[]> =>
      shop.database.query(
        `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE $1`,
        [`%ticket:${id}`],
      );

    it('is taken, closed and answered by others of the team, whose answer its sender rates', async () => {
      const [staff, other] = [await signIn(shop), await signIn(shop)];
      const { id } = await opened(staff.agent);
      const role = jest
        .spyOn(shop.app.get(RoleSource), 'readRightsInSession')
        .mockResolvedValue({ role: 'staff', rights: ['tickets'] });
      try {
        for (const status of ['in_progress', 'closed'])
          expect(codeOf(await setStatus(staff, id, status))).toEqual(OWN);
        expect(codeOf(await answer(staff, id))).toEqual(OWN);
        expect(await shown(id)).toMatchObject({ status: 'open', response: null, version: 1 });
        await setStatus(other, id, 'in_progress').expect(200);
        await answer(other, id).expect(200);
      } finally {
        role.mockRestore();
      }
      expect((await rate(id, 5, staff.agent).expect(200)).body.rating).toBe(5);
      expect(await alertsAbout(id)).toEqual([]);
    });

    it('is answered by an admin, which is told, and rated by nobody then', async () => {
      const { id } = await opened(admin.agent);
      await setStatus(admin, id, 'in_progress').expect(200);
      await answer(admin, id).expect(200);
      const told = { title: 'An admin acted on a ticket of their own' };
      expect(await alertsAbout(id)).toEqual([told, told]);
      expect(codeOf(await rate(id, 5, admin.agent))).toEqual(OWN);
      expect((await shown(id)).rating).toBeNull();
    });
  });
});
