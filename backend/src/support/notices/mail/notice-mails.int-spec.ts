import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Notice } from '@pax/contracts';
import { startSmtp, type SmtpStandIn } from '@pax/stand-ins';
import {
  DISCORD_SETTINGS,
  orderEvent,
  startDiscordShop,
  type DiscordShop,
} from '../../../../test/discord-shop.js';
import { runJob } from '../../../../test/jobs.js';
import { signIn, type SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';

jest.setTimeout(60_000);

const SWITCHES = '/api/account/notices/switches';
const EVENT_OF = {
  processing: 'order.processing',
  pending: 'order.released',
  completed: 'order.completed',
} as const;
let people = 0;

describe('ways of notices besides the bell', () => {
  let smtp: SmtpStandIn;
  let shop: DiscordShop;
  beforeAll(async () => {
    smtp = await startSmtp();
    shop = await startDiscordShop({
      ...DISCORD_SETTINGS,
      SELLER_NAME: 'Lantern Trading',
      SELLER_EMAIL: 'help@shop.example',
      SMTP_URL: smtp.url,
    });
  });
  afterAll(async () => {
    await shop.close();
    await smtp.close();
  });

  /** A buyer with a mail address and a Discord account, and an order of theirs. */
  const buyerWithOrder = async (language = 'en') => {
    people += 1;
    const buyer = await signIn(shop, { discordId: `3104578291645${String(people).padStart(5, '0')}` });
    await shop.database.query('INSERT INTO receipt_addresses VALUES ($1, $2, $3)', [
      buyer.userId,
      `buyer${people}@mail.example`,
      language,
    ]);
    const id = await shop.order();
    await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = $2', [buyer.userId, id]);
    return { buyer, id, to: `buyer${people}@mail.example` };
  };
  const move = async (id: number, status: keyof typeof EVENT_OF, version: number) => {
    await shop.database.query('UPDATE orders SET status = $2, version = $3 WHERE id = $1', [
      id,
      status,
      version,
    ]);
    await shop.append(orderEvent(EVENT_OF[status], id, version));
  };
  const refund = (id: number, version: number, cashCents: number) =>
    shop.append({ ...orderEvent('order.refunded', id, version), data: { cashCents, creditCents: 0 } });
  const set = ({ agent }: SignedIn, kind: string, way: string, isOn: boolean) =>
    agent.put(SWITCHES).send({ kind, way, isOn });
  const mailsTo = (to: string) => smtp.mails.filter((mail) => mail.to.includes(to));
  const subjectsTo = (to: string) =>
    mailsTo(to).map(({ raw }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1]?.replaceAll('\r\n ', ' '));
  const mailStates = async (userId: number): Promise<string[]> => {
    const rows: { state: string }[] = await shop.database.query(
      `SELECT n.kind || ' ' || m.state AS state FROM notices n JOIN mails m ON m.about = 'n' || n.id
        WHERE n.user_id = $1 ORDER BY m.id`,
      [userId],
    );
    return rows.map(({ state }) => state);
  };

  it('mails each step and refund once under one Message-ID, in order, and drops what a newer one replaces (OWN-1384)', async () => {
    const { buyer, id, to } = await buyerWithOrder();
    await move(id, 'processing', 2);
    await move(id, 'completed', 3);
    await refund(id, 4, 450);
    expect(await mailStates(buyer.userId)).toEqual([
      'taken dropped',
      'delivered waiting',
      'refunded waiting',
    ]);
    // The first one fails once, and so keeps back the one after it.
    smtp.refuseRecipients(451);
    await runJob(shop.app, 'send-mails');
    smtp.refuseRecipients(undefined);
    await runJob(shop.app, 'send-mails');
    expect(subjectsTo(to)).toEqual([]);
    // A run by the timer may hold the first mail meanwhile.
    await until(
      async () => {
        await shop.database.query(`UPDATE mails SET next_try_at = now() WHERE state = 'waiting'`);
        await runJob(shop.app, 'send-mails');
        return subjectsTo(to);
      },
      (subjects) => subjects.length >= 2,
    );
    expect(subjectsTo(to)).toEqual([`Order #${id} was delivered`, `Refund for order #${id}`]);
    const [delivered, refunded] = mailsTo(to);
    expect(refunded?.raw).toContain('$4.50 goes back the way you paid.');
    const ids = [delivered, refunded].map((mail) => /^Message-ID: (.*)$/im.exec(mail?.raw ?? '')?.[1]);
    expect(new Set(ids).size).toBe(2);
    await shop.database.query(`UPDATE outbox_events SET published_at = NULL WHERE aggregate_id = $1`, [
      String(id),
    ]);
    await shop.relayed();
    await runJob(shop.app, 'send-mails');
    expect(mailsTo(to)).toHaveLength(2);
  });

  it('tells nothing of an order that was handed back before the mail, and speaks German (OWN-1384)', async () => {
    const { buyer, id, to } = await buyerWithOrder('de');
    await move(id, 'processing', 2);
    await move(id, 'pending', 3);
    expect(await mailStates(buyer.userId)).toEqual(['taken dropped']);
    await move(id, 'processing', 4);
    await runJob(shop.app, 'send-mails');
    expect(subjectsTo(to)).toEqual([`Bestellung #${id}: Deine Lieferung beginnt`]);
  });

  it('sends nothing by a way that was switched off, also after it was queued; the bell stays (OWN-1385)', async () => {
    const { buyer, id, to } = await buyerWithOrder();
    expect((await set(buyer, 'delivered', 'direct', false).expect(200)).body).toEqual([
      { kind: 'delivered', way: 'direct' },
    ]);
    await set(buyer, 'delivered', 'direct', false).expect(200);
    await move(id, 'completed', 2);
    await refund(id, 3, 100);
    await set(buyer, 'refunded', 'mail', false).expect(200);
    await set(buyer, 'refunded', 'direct', false).expect(200);
    await runJob(shop.app, 'send-mails');
    expect(subjectsTo(to)).toEqual([`Order #${id} was delivered`]);
    const fence = await shop.takeLease('bot-one-1');
    await shop.call('/direct-messages/claim', { fence });
    const messages: unknown[] = await shop.database.query(
      'SELECT kind, state FROM direct_messages WHERE user_id = $1',
      [buyer.userId],
    );
    expect(messages).toEqual([{ kind: 'refunded', state: 'dropped' }]);
    const { body }: { body: Notice[] } = await buyer.agent.get('/api/account/notices').expect(200);
    expect(body.map(({ content }) => content.kind)).toEqual(['refunded', 'delivered']);
    await set(buyer, 'refunded', 'mail', true).expect(200);
    expect((await buyer.agent.get(SWITCHES).expect(200)).body).toEqual([
      { kind: 'delivered', way: 'direct' },
      { kind: 'refunded', way: 'direct' },
    ]);
  });

  it('refuses a way that a kind does not take, and ways and kinds that nobody knows (OWN-1385)', async () => {
    const { buyer } = await buyerWithOrder();
    for (const [kind, way] of [
      ['paid', 'mail'],
      ['paid', 'bell'],
      ['all', 'mail'],
    ] as const)
      expect((await set(buyer, kind, way, false).expect(400)).body.code).toBe('VALIDATION');
    expect((await buyer.agent.get(SWITCHES).expect(200)).body).toEqual([]);
  });
});
