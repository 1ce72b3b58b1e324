import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreateTicketAnswer } from '@pax/contracts';
import { startSmtp, type SmtpStandIn } from '@pax/stand-ins';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { signIn, type SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';
import { runJob } from '../../../../test/jobs.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { appendEvent } from '../../../platform/outbox/outbox.js';

const TICKETS = '/api/support-tickets';
const FORM = { name: 'Jürgen', subject: 'No elytra', message: 'I was online.' };
const SMTP = { SELLER_NAME: 'Lantern Trading', SELLER_EMAIL: 'help@shop.example' };

/** A mail's text as its reader sees it. */
const readable = (raw: string): string =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
const tokenIn = (raw: string): string => /\/support-ticket#([\w-]{22})/.exec(readable(raw))?.[1] ?? 'none';

describe('mails about tickets (OWN-528)', () => {
  let smtp: SmtpStandIn;
  let shop: ListeningApp;
  let admin: SignedIn;
  let callers = 0;
  beforeAll(async () => {
    smtp = await startSmtp();
    shop = await startListeningApp({ TRUST_PROXY: '1', ...SMTP, SMTP_URL: smtp.url });
    admin = await signIn(shop, { admin: true });
  });
  afterEach(() => smtp.refuseRecipients(undefined));
  afterAll(async () => {
    await shop.close();
    await smtp.close();
  });

  const newAddress = (): string => `sender${(callers += 1)}@mail.example`;
  /** Each from an address of its own, so that the form's limit is no matter. */
  const open = async (body: object, agent?: SignedIn['agent']): Promise<CreateTicketAnswer> => {
    const from = `203.0.${(callers += 1) >> 8}.${callers & 255}`;
    const sender = agent ?? request(shop.url);
    return (
      await sender
        .post(TICKETS)
        .set('x-forwarded-for', from)
        .send({ ...FORM, ...body })
        .expect(201)
    ).body;
  };
  const answer = (id: number, response = 'CODE-1234') =>
    admin.agent.post(`${TICKETS}/${id}/respond`).send({ response }).expect(200);
  const close = (id: number) => admin.agent.put(`${TICKETS}/${id}`).send({ status: 'closed' }).expect(200);
  const byToken = (token: string) => request(shop.url).get(`${TICKETS}/by-token/${token}`);
  const relayed = () =>
    until(
      () => shop.database.query('SELECT 1 FROM outbox_events WHERE published_at IS NULL'),
      (waiting: unknown[]) => waiting.length === 0,
    );
  const states = async (id: number): Promise<string[]> => {
    const rows: { state: string }[] = await shop.database.query(
      `SELECT kind || ' ' || state AS state FROM mails WHERE about = $1 AND kind LIKE 'ticket-%' ORDER BY id`,
      [String(id)],
    );
    return rows.map(({ state }) => state);
  };
  /** What became of a ticket's mails, once each was tried. */
  const tried = async (id: number): Promise<string[]> => {
    await relayed();
    await until(
      async () => {
        await runJob(shop.app, 'send-mails');
        return shop.database.query(
          `SELECT 1 FROM mails WHERE about = $1 AND state = 'waiting' AND last_error IS NULL`,
          [String(id)],
        );
      },
      (waiting: unknown[]) => waiting.length === 0,
    );
    return states(id);
  };
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
  const subjects = (email: string) => mailsTo(email).map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]);

  it('bring a visitor the secret link, then one to the answer, in their language and without what anybody wrote', async () => {
    const email = newAddress();
    const { id, token } = await open({ email, language: 'de' });
    expect(await tried(id)).toEqual(['ticket-link sent']);
    await answer(id);
    expect(await tried(id)).toEqual(['ticket-link sent', 'ticket-ended sent']);
    expect(subjects(email)).toEqual([`Dein Ticket #${id}`, `Antwort auf dein Ticket #${id}`]);
    const [link, ended] = mailsTo(email);
    for (const mail of [link, ended]) {
      const text = readable(mail?.raw ?? '');
      expect(mail).toMatchObject({ from: 'help@shop.example', to: [email] });
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(text).toContain('text/plain');
      expect(text).toContain('text/html');
      expect(text).not.toMatch(/CODE-1234|Jürgen|No elytra|I was online/);
      const mailed = tokenIn(mail?.raw ?? '');
      expect(mailed).not.toBe(token);
      expect((await byToken(mailed).expect(200)).body).toMatchObject({ id, response: 'CODE-1234' });
      const kept = await shop.database.query(
        `SELECT m::text AS row FROM mails m UNION ALL SELECT l::text FROM ticket_links l`,
      );
      expect(JSON.stringify(kept)).not.toContain(mailed);
    }
  });

  it('lead who has an account page there, and say where a ticket was closed without an answer', async () => {
    const customer = await signIn(shop);
    const email = newAddress();
    const { id } = await open({ email }, customer.agent);
    expect(await tried(id)).toEqual([]);
    await close(id);
    expect(await tried(id)).toEqual(['ticket-ended sent']);
    expect(subjects(email)).toEqual([`Your ticket #${id} is closed`]);
    const text = readable(mailsTo(email)[0]?.raw ?? '');
    expect(text).toContain(`${shop.url}/account?tab=support`);
    expect(text).not.toContain('support-ticket#');
  });

  it('go out once, also when the event is relayed again', async () => {
    const email = newAddress();
    const { id } = await open({ email });
    await tried(id);
    await answer(id);
    await tried(id);
    await shop.database.query(
      `UPDATE outbox_events SET published_at = NULL WHERE aggregate = 'ticket' AND aggregate_id = $1`,
      [String(id)],
    );
    expect(await tried(id)).toEqual(['ticket-link sent', 'ticket-ended sent']);
    expect(mailsTo(email)).toHaveLength(2);
  });

  it('have the same id when a crash makes one go out twice, and each link works', async () => {
    const email = newAddress();
    const { id } = await open({ email });
    await tried(id);
    await shop.database.query(
      `UPDATE mails SET state = 'waiting', ended_at = NULL, next_try_at = now() WHERE about = $1`,
      [String(id)],
    );
    await tried(id);
    const [first, second] = mailsTo(email).map(({ raw }) => ({
      name: /^Message-ID: (.*)\r$/m.exec(raw)?.[1],
      token: tokenIn(raw),
    }));
    expect(first?.name).toBe(`<ticket-link-${id}@127.0.0.1>`);
    expect(second?.name).toBe(first?.name);
    for (const mail of [first, second]) await byToken(mail?.token ?? '').expect(200);
  });

  it('wait where the server refuses for now, and do not send a link beside an answer', async () => {
    const email = newAddress();
    smtp.refuseRecipients(451);
    const { id } = await open({ email });
    expect(await tried(id)).toEqual(['ticket-link waiting']);
    smtp.refuseRecipients(undefined);
    await answer(id);
    await relayed();
    await shop.database.query(`UPDATE mails SET last_error = NULL, next_try_at = now() WHERE about = $1`, [
      String(id),
    ]);
    expect(await tried(id)).toEqual(['ticket-link dropped', 'ticket-ended sent']);
    expect(subjects(email)).toEqual([`Answer to your ticket #${id}`]);
  });

  it('are parked with one alert that names no address, when they are refused for good', async () => {
    smtp.refuseRecipients(550);
    const { id } = await open({ email: newAddress() });
    expect(await tried(id)).toEqual(['ticket-link parked']);
    const alerts: { detail: string }[] = await shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE $1`,
      [`%ticket ${id} %`],
    );
    expect(alerts.map(({ detail }) => detail)).toEqual([expect.stringContaining('EENVELOPE 550')]);
    expect(JSON.stringify(alerts)).not.toContain('@');
  });

  it('hold nothing that a sender could put into a header', async () => {
    const email = newAddress();
    const nasty = 'x\r\nBcc: other@mail.example\r\n\r\nbody';
    const { id } = await open({ email, name: 'y'.repeat(80), subject: nasty, message: nasty });
    await tried(id);
    await answer(id, nasty);
    await tried(id);
    expect(mailsTo(email)).toHaveLength(2);
    expect(mailsTo('other@mail.example')).toEqual([]);
    expect(
      mailsTo(email)
        .map(({ raw }) => raw)
        .join(''),
    ).not.toMatch(/^Bcc:/im);
  });

  it('go to nobody for what fills the hidden field', async () => {
    const email = newAddress();
    const connections = smtp.connections;
    const filled = { ...FORM, email, website: 'https://spam.example' };
    const refused = await request(shop.url).post(TICKETS).send(filled).expect(400);
    expect(refused.body).toMatchObject({ code: 'HIDDEN_FIELD_FILLED' });
    await relayed();
    await runJob(shop.app, 'send-mails');
    expect(smtp.connections).toBe(connections);
    expect(mailsTo(email)).toEqual([]);
  });

  it('go to no ticket without an address, such as one from Discord', async () => {
    const rows: { id: number }[] = await shop.database.query(
      `INSERT INTO tickets (name, email, subject, message, priority, token_hash)
       VALUES ('coalheart', '', 's', 'm', 'low', 'hash of a spec') RETURNING id`,
    );
    const id = rows[0]?.id ?? 0;
    await shop.app.get(Transactions).run(async (tx) => {
      appendEvent(tx, { type: 'ticket.opened', aggregate: 'ticket', aggregateId: String(id), version: 1 });
    });
    await answer(id);
    expect(await tried(id)).toEqual([]);
  });

  it('bring at most five links a day to one address, whoever asks (OWN-528)', async () => {
    const email = newAddress();
    const ids: number[] = [];
    for (const spelt of [email, email.toUpperCase(), email, email, email, email])
      ids.push((await open({ email: spelt })).id);
    const all: string[][] = [];
    for (const id of ids) all.push(await tried(id));
    expect(all.map((one) => one.length)).toEqual([1, 1, 1, 1, 1, 0]);
    const [last = 0] = ids.slice(-1);
    await answer(last);
    expect(await tried(last)).toEqual(['ticket-ended sent']);
    await shop.database.query(
      `UPDATE tickets SET created_at = created_at - interval '25 hours' WHERE lower(email) = $1`,
      [email],
    );
    expect(await tried((await open({ email })).id)).toEqual(['ticket-link sent']);
  });

  it('leave one of a kind that this process does not know to another that does', async () => {
    await shop.database.query(
      `INSERT INTO mails (kind, about, next_try_at) VALUES ('of-tomorrow', '1', now() - interval '1 day')`,
    );
    const { id } = await open({ email: newAddress() });
    expect(await tried(id)).toEqual(['ticket-link sent']);
    const [row] = await shop.database.query(`SELECT state, attempts FROM mails WHERE kind = 'of-tomorrow'`);
    expect(row).toEqual({ state: 'waiting', attempts: 0 });
  });

  it('are written by no shop without a mail server', async () => {
    const bare = await startListeningApp();
    await request(bare.url)
      .post(TICKETS)
      .send({ ...FORM, email: newAddress() })
      .expect(201);
    await until(
      () => bare.database.query('SELECT 1 FROM outbox_events WHERE published_at IS NULL'),
      (waiting: unknown[]) => waiting.length === 0,
    );
    expect(await bare.database.query('SELECT * FROM mails')).toEqual([]);
    await bare.close();
  });
});
