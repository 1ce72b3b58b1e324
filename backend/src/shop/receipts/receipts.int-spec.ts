import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { receiptAnswer, type ReceiptAnswer } from '@pax/contracts';
import { startSmtp, type SmtpStandIn } from '@pax/stand-ins';
import { startTestApp } from '../../../test/app.js';
import { buy, onePieceOf, place } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { signIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { runJob } from '../../../test/jobs.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { SendMails } from '../../platform/mail/send-mails.js';

const SELLER = {
  SELLER_NAME: 'Lantern Trading',
  SELLER_ADDRESS: 'Lantern Lane 1; 10115 Berlin ; Germany',
  SELLER_EMAIL: 'billing@shop.example',
  SELLER_TAX_ID: 'DE123456789',
};

describe('receipts', () => {
  let smtp: SmtpStandIn;
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    smtp = await startSmtp();
    shop = await startMoneyShop({ ...SELLER, SMTP_URL: smtp.url });
    admin = await shop.signIn({ admin: true });
  });
  afterAll(async () => {
    await shop.close();
    await smtp.close();
  });

  describe('the receipt of a purchase', () => {
    const ask = (buyer: SignedIn, ref: string) => buyer.agent.get(`/api/checkouts/${ref}/receipt`);
    const receiptOf = async (buyer: SignedIn, ref: string): Promise<ReceiptAnswer> =>
      receiptAnswer.parse((await ask(buyer, ref).expect(200)).body);
    const settled = (buyer: SignedIn, ref: string, count: number): Promise<ReceiptAnswer> =>
      until(
        () => receiptOf(buyer, ref),
        ({ refunds }) => refunds.length === count && refunds.every(({ state }) => state === 'done'),
      );

    it('has the seller, lines, every step of the price, method, total, times, reference and order numbers (OWN-504, OWN-1480)', async () => {
      const buyer = await shop.signIn();
      await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = $1`, [buyer.userId]);
      await shop.fill(`credit:${buyer.userId}`, 500);
      const id = await shop.addProduct({ name: 'Wings', priceCents: 1000 });
      const { checkout, orders, paidAt } = await buy(buyer, [{ id, quantity: 2 }], { useStoreCredit: true });
      expect(await receiptOf(buyer, checkout)).toMatchObject({
        seller: {
          name: 'Lantern Trading',
          address: ['Lantern Lane 1', '10115 Berlin', 'Germany'],
          email: 'billing@shop.example',
          taxId: 'DE123456789',
        },
        checkout,
        orders,
        state: 'paid',
        method: 'card',
        quote: {
          lines: [{ name: 'Wings', quantity: 2, unitPrice: '10.00', linePrice: '20.00', discount: '0.80' }],
          subtotal: '20.00',
          discounts: { tier: '0.80', tierPercent: 4 },
          discountedTotal: '19.20',
          storeCreditUsed: '5.00',
        },
        total: '14.20',
        paidAt,
        refunds: [],
        storeCreditBack: '0.00',
      });
    });

    it('lists what went back: requested until the provider says done, credit at once (OWN-504)', async () => {
      const buyer = await shop.signIn();
      await shop.fill(`credit:${buyer.userId}`, 500);
      const ids = [await shop.addProduct({ priceCents: 1000 }), await shop.addProduct({ priceCents: 1000 })];
      const { checkout, orders } = await buy(buyer, onePieceOf(...ids), { useStoreCredit: true });
      const stopped = shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: 'POST /v1/refunds',
        fault: { kind: 'fail', status: 429 },
        times: 1_000,
      });
      await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
      const requested = { amount: '7.50', state: 'requested', doneAt: null };
      expect(await receiptOf(buyer, checkout)).toMatchObject({
        refunds: [requested],
        storeCreditBack: '2.50',
        referralBonusBack: '0.00',
      });
      shop.peers.faults.clear(stopped.id);
      const done = await settled(buyer, checkout, 1);
      expect(done.refunds[0]?.doneAt).not.toBeNull();
      await admin.agent.patch(`/api/admin/orders/${orders[1]}/cancel`).send({}).expect(200);
      expect(await settled(buyer, checkout, 2)).toMatchObject({ state: 'refunded', storeCreditBack: '5.00' });
    });

    it('of a purchase without cash says what credit and bonus went back (OWN-504)', async () => {
      const buyer = await shop.signIn();
      await shop.fill(`credit:${buyer.userId}`, 5500);
      await shop.fill(`bonus:${buyer.userId}`, 500);
      const { body } = await place(buyer, onePieceOf(await shop.addProduct({ priceCents: 6000 })), {
        useStoreCredit: true,
      }).then(({ checkout }) => buyer.agent.get(`/api/checkouts/${checkout}`));
      const nothing = { refunds: [], storeCreditBack: '0.00', referralBonusBack: '0.00' };
      const free = { method: 'none', total: '0.00' };
      expect(await receiptOf(buyer, body.checkout)).toMatchObject({ ...free, ...nothing });
      await admin.agent.patch(`/api/admin/orders/${body.orders[0]}/cancel`).send({}).expect(200);
      expect(await receiptOf(buyer, body.checkout)).toMatchObject({
        ...nothing,
        storeCreditBack: '55.00',
        referralBonusBack: '5.00',
      });
    });

    it('is read by its owner alone, blocked as well, and exists from the payment on (OWN-504)', async () => {
      const [buyer, other] = [await shop.signIn(), await shop.signIn()];
      const id = await shop.addProduct({});
      const open = await place(buyer, onePieceOf(id));
      const unpaid = await ask(buyer, open.checkout);
      const { checkout } = await buy(other, onePieceOf(id));
      const foreign = await ask(buyer, checkout);
      const staffs = await ask(admin, checkout);
      const unknown = await ask(buyer, 'AAAAAAAAAAAAAAAAAAAAAA');
      expect([unpaid, foreign, staffs, unknown].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(foreign.body.message).toBe(unknown.body.message);
      await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [other.userId]);
      await ask(other, checkout).expect(200);
    });
  });

  interface MailRow {
    state: string;
    attempts: number;
  }

  describe('the mail of a receipt (OWN-506)', () => {
    let isUsed = 0;
    const address = () => `buyer${(isUsed += 1)}@mail.example`;
    const setMail = (buyer: SignedIn, email: string, language = 'en') =>
      buyer.agent.put('/api/account/receipt-mail').send({ email, language });
    const rowOf = async (ref: string): Promise<(MailRow & { isTrying: boolean }) | undefined> => {
      const rows: (MailRow & { isTrying: boolean })[] = await shop.database.query(
        `SELECT m.state, m.attempts, m.state = 'waiting' AND m.last_error IS NULL AS "isTrying"
         FROM mails m WHERE m.kind = 'receipt' AND m.about = $1`,
        [ref],
      );
      return rows[0];
    };
    /** The mail once a try ended. */
    const tried = async (ref: string, attempts = 1): Promise<MailRow> => {
      const row = await until(
        async () => {
          await runJob(shop.app, 'send-mails');
          return rowOf(ref);
        },
        (found) => found !== undefined && !found.isTrying && found.attempts >= attempts,
      );
      return { state: row?.state ?? '', attempts: row?.attempts ?? 0 };
    };
    /** Makes a mail due now, and waits for its next try. */
    const again = async (ref: string, change = 'last_error = NULL'): Promise<MailRow> => {
      const before = (await tried(ref)).attempts;
      await shop.database.query(
        `UPDATE mails SET ${change}, next_try_at = now() WHERE kind = 'receipt' AND about = $1`,
        [ref],
      );
      return tried(ref, change.includes('attempts') ? 1 : before + 1);
    };
    const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
    const alertsOf = async (ref: string): Promise<string[]> => {
      const rows: { detail: string }[] = await shop.database.query(
        `SELECT data->>'detail' AS detail FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE $1`,
        [`%${ref}%`],
      );
      return rows.map(({ detail }) => detail);
    };
    /** Buys with an address for receipts. */
    const purchase = async (email: string, language?: string, priceCents = 1000) => {
      const buyer = await shop.signIn();
      await setMail(buyer, email, language).expect(200);
      const { checkout } = await buy(buyer, onePieceOf(await shop.addProduct({ name: 'Wings', priceCents })));
      return { buyer, checkout };
    };

    it('goes out once when the purchase is paid, in the language of the buyer', async () => {
      const email = address();
      const { checkout } = await purchase(email, 'de');
      expect(await tried(checkout)).toEqual({ state: 'sent', attempts: 1 });
      await shop.database.query(
        `UPDATE outbox_events SET published_at = NULL WHERE type = 'checkout.paid' AND aggregate_id = $1`,
        [checkout],
      );
      await until(
        () =>
          shop.database.query(
            `SELECT 1 FROM outbox_events WHERE type = 'checkout.paid' AND aggregate_id = $1 AND published_at IS NULL`,
            [checkout],
          ),
        (waiting: unknown[]) => waiting.length === 0,
      );
      await runJob(shop.app, 'send-mails');
      const [mail, ...more] = mailsTo(email);
      expect(more).toEqual([]);
      expect(mail?.from).toBe('billing@shop.example');
      expect(mail?.raw).toMatch(new RegExp(`^Subject: Beleg #\\d+ \\(${checkout}\\)\r$`, 'm'));
      expect(mail?.raw).toMatch(new RegExp(`^Message-ID: <receipt-${checkout}@127\\.0\\.0\\.1>\r$`, 'm'));
      expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(mail?.raw).toContain('text/plain');
      expect(mail?.raw).toContain('text/html');
      expect(mail?.raw).toContain('Gesamt bezahlt');
    });

    it.each([
      ['de', /1\.250,00(?:=C2=A0|\u00a0)\$/, '$1'],
      ['en', /\$1,250\.00/, '1.250'],
    ])('writes its amounts as the language %s does (OWN-168)', async (language, amount, other) => {
      const email = address();
      const { checkout } = await purchase(email, language, 125_000);
      await tried(checkout);
      const [mail] = mailsTo(email);
      expect(mail?.raw).toMatch(amount);
      expect(mail?.raw).not.toContain(other);
    });

    it('goes out once where several senders come at once', async () => {
      const email = address();
      const { checkout } = await purchase(email);
      await tried(checkout);
      await shop.database.query(
        `UPDATE mails SET state = 'waiting', attempts = 0, next_try_at = now() WHERE kind = 'receipt' AND about = $1`,
        [checkout],
      );
      await Promise.all(Array.from({ length: 6 }, () => shop.app.get(SendMails).sendDueMails()));
      expect(await tried(checkout)).toEqual({ state: 'sent', attempts: 1 });
      expect(mailsTo(email)).toHaveLength(2);
    });

    it('is written for nobody who gave no address, and dropped when the address was taken back', async () => {
      const buyer = await shop.signIn();
      const { checkout } = await buy(buyer, onePieceOf(await shop.addProduct({})));
      smtp.refuseRecipients(450);
      const email = address();
      const other = await purchase(email);
      await tried(other.checkout);
      smtp.refuseRecipients(undefined);
      await setMail(other.buyer, '').expect(200, { isOffered: true, email: null, language: null });
      expect(await again(other.checkout)).toEqual({ state: 'dropped', attempts: 2 });
      expect(await rowOf(checkout)).toBeUndefined();
      expect(mailsTo(email)).toEqual([]);
    });

    it('is tried again after a refusal for now, and then arrives once', async () => {
      const email = address();
      smtp.refuseRecipients(451);
      const { checkout } = await purchase(email);
      await tried(checkout);
      await runJob(shop.app, 'send-mails');
      expect(await tried(checkout)).toEqual({ state: 'waiting', attempts: 1 });
      smtp.refuseRecipients(undefined);
      expect(await again(checkout)).toEqual({ state: 'sent', attempts: 2 });
      expect(mailsTo(email)).toHaveLength(1);
      expect(await alertsOf(checkout)).toEqual([]);
    });

    it.each([
      ['its recipient', () => smtp.refuseRecipients(550), 'EENVELOPE 550'],
      ['its content', () => smtp.refuseContent(554), 'EMESSAGE 554'],
    ] as const)('is parked with one alert when %s is refused for good', async (_, refuse, cause) => {
      const email = address();
      refuse();
      const { checkout } = await purchase(email);
      await tried(checkout);
      smtp.refuseRecipients(undefined);
      smtp.refuseContent(undefined);
      await runJob(shop.app, 'send-mails');
      expect(await tried(checkout)).toEqual({ state: 'parked', attempts: 1 });
      const alerts = await alertsOf(checkout);
      expect(alerts).toEqual([expect.stringContaining(`was not mailed: ${cause}.`)]);
      expect(alerts.join(' ')).not.toContain('@');
      expect(mailsTo(email)).toEqual([]);
    });

    it('is parked after the eighth try', async () => {
      smtp.refuseRecipients(450);
      const { checkout } = await purchase(address());
      expect(await again(checkout, 'last_error = NULL, attempts = 6')).toEqual({
        state: 'waiting',
        attempts: 7,
      });
      expect(await again(checkout)).toEqual({ state: 'parked', attempts: 8 });
      smtp.refuseRecipients(undefined);
      expect(await alertsOf(checkout)).toHaveLength(1);
    });

    it.each(['greeting', 'recipient', 'content'] as const)(
      'waits for no server that hangs at the %s, and is tried again',
      async (step) => {
        const mailer = shop.app.get(Mailer);
        const { limits } = mailer;
        mailer.limits = { connectMs: 200, answerMs: 200, sendMs: 1_000 };
        smtp.hangAt(step);
        const email = address();
        const { checkout } = await purchase(email);
        expect(await again(checkout)).toEqual({ state: 'waiting', attempts: 2 });
        smtp.hangAt(undefined);
        mailer.limits = limits;
        expect(await again(checkout)).toEqual({ state: 'sent', attempts: 3 });
        expect(mailsTo(email)).toHaveLength(1);
      },
    );

    it('has the same id when a crash makes it go out twice, so that programs show it once', async () => {
      const email = address();
      const { checkout } = await purchase(email);
      await again(checkout, `state = 'waiting', last_error = NULL`);
      const ids = mailsTo(email).map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
      expect(ids).toEqual([ids[0], ids[0]]);
    });

    it.each([
      'buyer@mail.example\r\nBcc: other@mail.example',
      'buyer@mail.example\nX: y',
      'buyer@mail.example, other@mail.example',
      '"Buyer" <buyer@mail.example>',
      'buyer@mail.example>',
      'buyer@[127.0.0.1]',
      'bu yer@mail.example',
      'büyer@mail.example',
      `${'a'.repeat(250)}@mail.example`,
      'buyer',
    ])('is sent to no address such as %j', async (email) => {
      const buyer = await shop.signIn();
      const { body } = await setMail(buyer, email).expect(400);
      expect(body.code).toBe('VALIDATION');
      await buyer.agent
        .get('/api/account/receipt-mail')
        .expect(200, { isOffered: true, email: null, language: null });
    });

    it('is not offered without a mail server', async () => {
      const bare = await startTestApp();
      const buyer = await signIn(bare);
      const { body } = await setMail(buyer, 'buyer@mail.example').expect(409);
      expect(body.code).toBe('METHOD_DISABLED');
      await setMail(buyer, '').expect(200, { isOffered: false, email: null, language: null });
      await bare.close();
    });
  });
});
