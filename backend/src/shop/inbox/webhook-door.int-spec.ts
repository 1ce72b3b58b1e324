import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Stripe } from 'stripe';
import { readBalances, actOnPayPage, place, waitForState, readCheckout } from '../../../test/buying.js';
import {
  postStripeWebhook,
  listEvents,
  holdMessages,
  releaseMessages,
  webhookSecretOf,
} from '../../../test/stripe.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import { Clock } from '../../platform/clock.js';
import { CountedAlerts } from '../../platform/outbox/alerts.js';

jest.setTimeout(30_000);

describe('the door for messages of the card provider', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const sign = (payload: string, secret = webhookSecretOf(shop), timestamp?: number): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const stored = async (): Promise<number> => {
    const rows: { n: number }[] = await shop.database.query(
      'SELECT count(*)::int AS n FROM provider_messages',
    );
    return rows[0]?.n ?? -1;
  };

  it('takes nothing unsigned, altered, old, foreign or too large, and stores none of it (OWN-715)', async () => {
    holdMessages(shop);
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 1 });
    const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
    await actOnPayPage(url, 'pay');
    const [event] = await listEvents(shop, checkout, 'checkout.session.completed');
    const payload = JSON.stringify(event);
    const now = Math.floor(Date.now() / 1000);
    const before = await stored();
    const refused: [string, string | undefined][] = [
      [payload, undefined],
      [payload, ''],
      [payload, 'nonsense'],
      [payload, `t=${now},v1=`],
      [payload, sign(payload, 'whsec_other')],
      [payload, sign(payload, webhookSecretOf(shop), now - 301)],
      [payload.replace('1999', '0001'), sign(payload)],
      [JSON.stringify(event, null, 1), sign(payload)],
      [`${payload} `, sign(payload)],
      ['', sign('')],
      ['null', sign('null')],
      ['[]', sign('[]')],
      ['{}', sign('{}')],
      ['not json', sign('not json')],
      ['{"__proto__":{"id":"x"}}', sign('{"__proto__":{"id":"x"}}')],
    ];
    for (const [body, signature] of refused)
      expect([body.slice(0, 40), await postStripeWebhook(shop, body, signature)]).toEqual([
        body.slice(0, 40),
        400,
      ]);
    const large = JSON.stringify({ ...event, padding: 'x'.repeat(300_000) });
    expect(await postStripeWebhook(shop, large, sign(large))).toBe(413);
    expect(await stored()).toBe(before);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'open', orders: [] });
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    expect(await postStripeWebhook(shop, payload, sign(payload))).toBe(200);
    await waitForState(buyer, checkout, 'paid');
    await releaseMessages(shop);
  });

  describe('what Stripe did not sign (OWN-715)', () => {
    const told = async (): Promise<number[]> => {
      const rows: { times: number }[] = await shop.database.query(
        `SELECT (data->>'times')::int AS times FROM outbox_events
          WHERE type = 'alert.raised' AND data->>'title' = 'Forged Stripe message' ORDER BY id`,
      );
      return rows.map(({ times }) => times);
    };
    const forged = async (times: number): Promise<void> => {
      const payload = JSON.stringify({ id: 'evt_forged', livemode: false, type: 'x', data: { object: {} } });
      for (let n = 0; n < times; n += 1)
        expect(await postStripeWebhook(shop, payload, sign(payload, 'whsec_other'))).toBe(400);
    };
    let before: number;
    beforeEach(async () => {
      for (const _ of [1, 2]) await shop.app.get(CountedAlerts).writeEndedWindows(Infinity);
      before = (await told()).length;
    });
    afterEach(() => void jest.restoreAllMocks());

    it('is told to staff at once and then by a count', async () => {
      await forged(5);
      expect((await told()).slice(before)).toEqual([1]);
      await shop.app.get(CountedAlerts).writeEndedWindows(Infinity);
      expect((await told()).slice(before)).toEqual([1, 4]);
    });

    it('is counted minute by minute for as long as it goes on', async () => {
      const began = Date.now();
      const now = jest.spyOn(shop.app.get(Clock), 'now');
      const at = async (seconds: number): Promise<number[]> => {
        now.mockReturnValue(new Date(began + seconds * 1_000));
        await shop.app.get(CountedAlerts).writeCounted();
        return (await told()).slice(before);
      };
      now.mockReturnValue(new Date(began));
      await forged(3);
      expect(await at(59)).toEqual([1]);
      expect(await at(61)).toEqual([1, 2]);
      await forged(2);
      expect(await at(119)).toEqual([1, 2]);
      expect(await at(122)).toEqual([1, 2, 2]);
    });
  });

  it('tells staff of a wrong clock where Stripe signed it, but long ago, and of nothing forged (OWN-715)', async () => {
    const titles = async (): Promise<string[]> => {
      for (const _ of [1, 2]) await shop.app.get(CountedAlerts).writeEndedWindows(Infinity);
      const rows: { title: string }[] = await shop.database.query(
        `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised' ORDER BY id`,
      );
      return rows.map(({ title }) => title);
    };
    const payload = JSON.stringify({ id: 'evt_old', livemode: false, type: 'x', data: { object: {} } });
    const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
    const toldBy = async (...tries: [body: string, signature: string, status: number][]) => {
      const before = (await titles()).length;
      for (const [body, signature, status] of tries)
        expect(await postStripeWebhook(shop, body, signature)).toBe(status);
      return (await titles()).slice(before);
    };
    const old = 'A payment message is too old: check the clock';
    expect(await toldBy([payload, sign(payload, webhookSecretOf(shop), ago(600)), 400])).toEqual([old]);
    expect(await toldBy([payload, sign(payload, webhookSecretOf(shop), ago(290)), 200])).toEqual([]);
    expect(await toldBy([`${payload} `, sign(payload, webhookSecretOf(shop), ago(600)), 400])).toEqual([
      'Forged Stripe message',
    ]);
  });

  it('says what is wrong in the shop’s own form', async () => {
    const answer = await fetch(`${shop.url}/api/payments/stripe/webhook`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('stores a message once, however often it comes, and answers each time (OWN-78)', async () => {
    const payload = JSON.stringify({
      id: 'evt_often',
      livemode: false,
      type: 'customer.created',
      data: { object: {} },
    });
    const before = await stored();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postStripeWebhook(shop, payload, sign(payload))),
    );
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect(await stored()).toBe(before + 1);
  });
});
