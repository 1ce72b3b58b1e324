import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CreateTicketAnswer } from '@pax/contracts';
import request, { type Response } from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const TICKETS = '/api/support-tickets';
const FORM = { name: 'Jürgen', email: 'j@example.org', subject: 'No elytra', message: 'I was online.' };

describe('tickets of a form that is sent again', () => {
  let shop: ListeningApp;
  let customer: SignedIn;
  let callers = 0;
  beforeAll(async () => {
    shop = await startListeningApp({ TRUST_PROXY: '1' });
    customer = await signIn(shop);
  });
  afterAll(() => shop.close());

  /** Each from an address of its own. */
  const send = (body: object, { agent }: { agent?: SignedIn['agent'] } = {}) => {
    callers += 1;
    return (agent ?? request(shop.url))
      .post(TICKETS)
      .set('x-forwarded-for', `203.0.113.${callers}`)
      .send(body);
  };
  const codeOf = ({ status, body }: Response): unknown[] => [status, body.code];
  const stored = async (): Promise<number> => {
    const [row]: { n: number }[] = await shop.database.query('SELECT count(*)::int AS n FROM tickets');
    return row?.n ?? -1;
  };

  it('are one ticket for one filled-in form of one sender, however often and at once it is sent (OWN-826)', async () => {
    const body = { ...FORM, requestId: 'b7c1d0a94e5f4c38a1b2c3d4e5f60718' };
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(body).expect(201)));
    const late = await send({ ...body, language: 'de' });
    expect(new Set([...answers, late].map((one) => JSON.stringify(one.body))).size).toBe(1);
    expect(await stored()).toBe(before + 1);
    const { id, token }: CreateTicketAnswer = late.body;
    const { body: linked } = await request(shop.url).get(`${TICKETS}/by-token/${token}`).expect(200);
    expect(linked).toMatchObject({ id, subject: FORM.subject });
    // Who is signed in sends another one, and gets no secret of it or of the visitor's.
    const own = (await send(body, { agent: customer.agent }).expect(201)).body;
    expect(own).toEqual({ id: expect.any(Number), token: null });
    expect(own.id).not.toBe(id);
    expect((await send(body, { agent: customer.agent }).expect(201)).body).toEqual(own);
    expect((await send({ ...body, email: 'other@example.org' }).expect(201)).body.token).not.toBe(token);
    expect(await stored()).toBe(before + 3);
  });

  it('are refused under a known form with other words, and taken when the first try did not arrive (OWN-826)', async () => {
    const requestId = 'c7c1d0a94e5f4c38a1b2c3d4e5f60718';
    const missing = ['Vw3pL0-sTq8RzX5mYb1NcA'];
    expect(codeOf(await send({ ...FORM, requestId, attachments: missing }))).toEqual([
      409,
      'ATTACHMENT_GONE',
    ]);
    const first = (await send({ ...FORM, requestId }).expect(201)).body;
    const before = await stored();
    const others = [
      ...['name', 'subject', 'message'].map((field) => ({ ...FORM, [field]: 'x' })),
      { ...FORM, priority: 'urgent' },
      { ...FORM, attachments: missing },
    ];
    for (const body of others)
      expect([body, codeOf(await send({ ...body, requestId }))]).toEqual([body, [409, 'CONFLICT']]);
    for (const name of ['short', 'x'.repeat(65), 'a b c d e f g h i j'])
      expect(codeOf(await send({ ...FORM, requestId: name }))).toEqual([400, 'VALIDATION']);
    expect(await stored()).toBe(before);
    expect((await send({ ...FORM, requestId }).expect(201)).body).toEqual(first);
  });
});
