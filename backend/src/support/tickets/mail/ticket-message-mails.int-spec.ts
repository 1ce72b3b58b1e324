import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSmtp, type SmtpStandIn } from '@pax/stand-ins';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { runJob } from '../../../../test/jobs.js';
import { signIn, type SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';

const TICKETS = '/api/support-tickets';
const FORM = { name: 'Nova', subject: 'No elytra', message: 'I was online.' };

describe('mails about what staff write in a ticket (OWN-1455)', () => {
  let smtp: SmtpStandIn;
  let shop: ListeningApp;
  let admin: SignedIn;
  let sender: SignedIn;
  let tickets = 0;
  beforeAll(async () => {
    smtp = await startSmtp();
    const seller = { SELLER_NAME: 'Lantern Trading', SELLER_EMAIL: 'help@shop.example' };
    shop = await startListeningApp({ ...seller, SMTP_URL: smtp.url, RATE_LIMIT_FACTOR: '100' });
    admin = await signIn(shop, { admin: true });
    sender = await signIn(shop);
  });
  afterAll(async () => {
    await shop.close();
    await smtp.close();
  });

  const open = async (): Promise<{ id: number; email: string }> => {
    const email = `sender${(tickets += 1)}@mail.example`;
    const { body } = await sender.agent
      .post(TICKETS)
      .send({ ...FORM, email })
      .expect(201);
    return { id: body.id, email };
  };
  const relayed = () =>
    until(
      () => shop.database.query('SELECT 1 FROM outbox_events WHERE published_at IS NULL'),
      (waiting: unknown[]) => waiting.length === 0,
    );
  const write = async (by: SignedIn, id: number, text = 'Which name?'): Promise<void> => {
    await by.agent.post(`${TICKETS}/${id}/messages`).send({ text }).expect(201);
    await relayed();
  };
  const send = () => runJob(shop.app, 'send-mails');
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
  const headers = (email: string, name: string) =>
    mailsTo(email).map(({ raw }) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(raw)?.[1]);
  /** Lets the ten minutes after the last mail pass. */
  const passTime = () =>
    shop.database.query(
      `UPDATE mails SET next_try_at = next_try_at - interval '10 minutes' WHERE state = 'waiting'`,
    );

  it('are two for a burst, the last for the newest message, in one thread with the mail about the end', async () => {
    const { id, email } = await open();
    await write(admin, id, 'one secret');
    await send();
    for (const text of ['two', 'three', 'four', 'five']) await write(admin, id, text);
    await send();
    expect(headers(email, 'Subject')).toEqual([`Message on your ticket #${id}`]);
    await passTime();
    await send();
    await send();
    await passTime();
    await send();
    expect(mailsTo(email)).toHaveLength(2);
    await admin.agent.post(`${TICKETS}/${id}/respond`).send({ response: 'At spawn.' }).expect(200);
    await relayed();
    await send();
    expect(headers(email, 'Subject').at(-1)).toBe(`Answer to your ticket #${id}`);
    expect(new Set(headers(email, 'References'))).toEqual(new Set([`<ticket-${id}@127.0.0.1>`]));
    expect(new Set(headers(email, 'Message-ID')).size).toBe(3);
    expect(
      mailsTo(email)
        .map(({ raw }) => raw)
        .join(),
    ).not.toMatch(/one secret|I was online|No elytra/);
  });

  it('are not sent where the sender wrote or read since, nor once the ticket ended, nor of the sender', async () => {
    const replied = await open();
    await write(sender, replied.id);
    await write(admin, replied.id);
    await write(sender, replied.id);
    const read = await open();
    await write(admin, read.id);
    await shop.database.query('UPDATE notices SET read_at = now()');
    const ended = await open();
    await write(admin, ended.id);
    await admin.agent.put(`${TICKETS}/${ended.id}`).send({ status: 'closed' }).expect(200);
    await relayed();
    await send();
    expect([...mailsTo(replied.email), ...mailsTo(read.email)]).toEqual([]);
    expect(headers(ended.email, 'Subject')).toEqual([`Your ticket #${ended.id} is closed`]);
  });

  it('come again after a failure under the same Message-ID, also where a newer message waits', async () => {
    const { id, email } = await open();
    smtp.refuseRecipients(451);
    await write(admin, id);
    await send();
    smtp.refuseRecipients(undefined);
    await write(admin, id, 'And which world?');
    await passTime();
    await send();
    await passTime();
    await send();
    expect(mailsTo(email)).toHaveLength(2);
    expect(new Set(headers(email, 'Message-ID')).size).toBe(2);
  });

  it('stop with the switch of the account, as the mail about the end does', async () => {
    const { id, email } = await open();
    const path = '/api/account/notices/switches';
    await sender.agent.put(path).send({ kind: 'ticket', way: 'mail', isOn: false }).expect(200);
    await write(admin, id);
    await admin.agent.put(`${TICKETS}/${id}`).send({ status: 'closed' }).expect(200);
    await relayed();
    await send();
    expect(mailsTo(email)).toEqual([]);
  });
});
