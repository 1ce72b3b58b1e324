import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { connect } from 'node:net';
import { readBalances, waitForState, readCheckout } from '../../../../test/buying.js';
import {
  listNotificationBodies,
  postNotification,
  holdNotifications,
  actOnWalletPage,
  placeByWallet,
  releaseNotifications,
} from '../../../../test/paypal.js';
import { expectSettled, awaitMessages } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { CountedAlerts } from '../../../platform/outbox/alerts.js';

jest.setTimeout(30_000);

const TAKEN = { status: 200, text: '' };

describe('the door for notifications of the wallet (OWN-715)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const stored = async (): Promise<number> => {
    const rows: { n: number }[] = await shop.database.query(
      'SELECT count(*)::int AS n FROM provider_messages',
    );
    return rows[0]?.n ?? -1;
  };
  /** How often an alert was raised, by the rows that count it. */
  const alertsOf = async (title: string): Promise<number> => {
    await shop.app.get(CountedAlerts).writeEndedWindows(Infinity);
    const rows: { n: number }[] = await shop.database.query(
      `SELECT coalesce(sum((data->>'times')::int), 0)::int AS n FROM outbox_events
        WHERE type = 'alert.raised' AND data->>'title' = $1`,
      [title],
    );
    return rows[0]?.n ?? -1;
  };
  const forgeries = () => alertsOf('Forged PayPal notification');
  /** A checkout that is paid at PayPal, and the notification that is held back. */
  const paid = async () => {
    holdNotifications(shop);
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3 });
    const { checkout, ...form } = await placeByWallet(buyer, [{ id, quantity: 1 }]);
    await actOnWalletPage(form, 'pay');
    const [body = ''] = await listNotificationBodies(shop, checkout);
    expect(body).toContain('first_name=J%FCrgen');
    return { buyer, id, checkout, body };
  };

  it('takes nothing that PayPal did not send, byte for byte, and answers it with 200', async () => {
    const { buyer, id, checkout, body } = await paid();
    const [before, alerts] = [await stored(), await forgeries()];
    const forged = [
      body.replace('mc_gross=19.99', 'mc_gross=0.01'),
      body.replace('J%FCrgen', 'J%C3%BCrgen'),
      body.replace('J%FCrgen', 'J%fcrgen'),
      body.replace(`invoice=${checkout}`, 'invoice=other'),
      body.split('&').toReversed().join('&'),
      `${body}&`,
      `${body}&mc_gross=1999.00`,
      `cmd=_notify-validate&${body}`,
      `payment_status=Completed&invoice=${checkout}&mc_gross=19.99`,
      'a=b',
    ];
    for (const text of forged) expect(await postNotification(shop, text)).toEqual(TAKEN);
    expect(await forgeries()).toBe(alerts + forged.length);
    expect(await stored()).toBe(before);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'open', orders: [] });
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    expect(await postNotification(shop, body)).toEqual(TAKEN);
    await waitForState(buyer, checkout, 'paid');
    expect(await forgeries()).toBe(alerts + forged.length);
    await releaseNotifications(shop);
  });

  it('counts a flood of them in one row (OWN-715)', async () => {
    const before = await forgeries();
    const rows = async (table: string): Promise<number> => {
      const [row]: { n: number }[] = await shop.database.query(`SELECT count(*)::int AS n FROM ${table}`);
      return row?.n ?? -1;
    };
    const written = `outbox_events WHERE type = 'alert.raised' AND data->>'title' = 'Forged PayPal notification'`;
    const rowsBefore = await rows(written);
    for (let n = 0; n < 10; n += 1)
      await Promise.all(Array.from({ length: 30 }, (_, at) => postNotification(shop, `a=${n}-${at}`)));
    expect((await rows(written)) - rowsBefore).toBeLessThanOrEqual(1);
    expect(await forgeries()).toBe(before + 300);
    expect((await rows(written)) - rowsBefore).toBeLessThanOrEqual(2);
  });

  it('writes the first one later where it can not be written now, and counts it (OWN-715)', async () => {
    const real = shop.app.get(Transactions);
    const database = { isAway: true };
    const run: Transactions['run'] = (work) =>
      database.isAway ? Promise.reject(new Error('the database is away')) : real.run(work);
    const alerts = new CountedAlerts(Object.create(real, { run: { value: run } }), shop.app.get(Clock));
    const alert = { kind: 'security', title: 'First of a flood', detail: 'of this spec' } as const;
    await alerts.raiseCounted(alert);
    await alerts.raiseCounted(alert);
    await expect(alerts.writeCounted()).rejects.toThrow('away');
    database.isAway = false;
    await alerts.writeCounted();
    const rows: object[] = await shop.database.query(
      `SELECT data->>'times' AS times FROM outbox_events WHERE data->>'title' = $1`,
      [alert.title],
    );
    expect(rows).toEqual([{ times: '2' }]);
  });

  it('keeps what the buyer is called in the character set of the notification', async () => {
    const { buyer, checkout, body } = await paid();
    await postNotification(shop, body);
    await waitForState(buyer, checkout, 'paid');
    const rows: { name: string }[] = await shop.database.query(
      `SELECT payload->>'first_name' AS name FROM provider_messages WHERE payload->>'invoice' = $1`,
      [checkout],
    );
    expect(rows).toEqual([{ name: 'Jürgen' }]);
    await releaseNotifications(shop);
  });

  it.each([
    ['an error', { kind: 'fail', status: 503 }],
    ['a refusal', { kind: 'fail', status: 403 }],
    ['no answer', { kind: 'cut' }],
  ] as const)('has PayPal come again where it was asked and gave %s (OWN-715)', async (_, fault) => {
    const { buyer, checkout, body } = await paid();
    const [before, forged, alerts] = [
      await stored(),
      await forgeries(),
      await alertsOf('PayPal can not be asked'),
    ];
    shop.peers.faults.arm({ faultPoint: 'paypal.verify', fault });
    const answer = await postNotification(shop, body);
    expect(answer.status).toBe(429);
    expect([await stored(), await forgeries()]).toEqual([before, forged]);
    expect(await alertsOf('PayPal can not be asked')).toBe(alerts + 1);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    // PayPal's own next try.
    await releaseNotifications(shop);
    await waitForState(buyer, checkout, 'paid');
  });

  it('is brought to the end by PayPal’s retries, without any help', async () => {
    shop.peers.faults.arm({ faultPoint: 'paypal.verify', fault: { kind: 'cut' }, times: 3 });
    const buyer = await shop.signIn();
    const id = await shop.addProduct({});
    const { checkout, ...form } = await placeByWallet(buyer, [{ id, quantity: 1 }]);
    await actOnWalletPage(form, 'pay');
    expect((await waitForState(buyer, checkout, 'paid')).orders).toHaveLength(1);
  });

  it('measures before it reads, and asks nobody about what is too long', async () => {
    const before = await forgeries();
    const long = await postNotification(shop, `a=${'x'.repeat(100_000)}`);
    expect(long.status).toBe(413);
    expect(await forgeries()).toBe(before);
    expect((await postNotification(shop, `a=${'x'.repeat(60_000)}`)).status).toBe(200);
    expect(await forgeries()).toBe(before + 1);
  });

  it('takes fifty at once, of which one counts', async () => {
    const { buyer, checkout, body } = await paid();
    const before = await stored();
    const answers = await Promise.all(Array.from({ length: 50 }, () => postNotification(shop, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await waitForState(buyer, checkout, 'paid');
    await releaseNotifications(shop);
    await awaitMessages(shop);
    expect(await stored()).toBe(before + 1);
    expect((await readCheckout(buyer, checkout)).orders).toHaveLength(1);
  });

  it('needs no User-Agent', async () => {
    const { buyer, checkout, body } = await paid();
    const { hostname, port } = new URL(shop.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /api/paypal-ipn HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n` +
            `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      );
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    await waitForState(buyer, checkout, 'paid');
    await releaseNotifications(shop);
  });
});
