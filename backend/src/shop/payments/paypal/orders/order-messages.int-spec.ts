import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createServer } from 'node:http';
import { findFreePort } from '@pax/local';
import { readBalances, onePieceOf, waitForState, readCheckout } from '../../../../../test/buying.js';
import {
  armApiFault,
  postWebhook,
  holdWebhooks,
  actOnOrderOfCheckout,
  actOnOrderPage,
  ORDERS_MODE,
  findPaypalOrder,
  placePaypalOrder,
  releaseWebhooks,
  listWebhooks,
} from '../../../../../test/paypal-orders.js';
import { isFreeWhileWaiting } from '../../../../../test/lock-order.js';
import { buildNotification, sendNotification, steerPaypal } from '../../../../../test/paypal.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../../test/money-shop.js';
import type { Shop } from '../../../../../test/shop.js';
import type { SignedIn } from '../../../../../test/sign-in.js';
import { runJob } from '../../../../../test/jobs.js';
import { listSessionsToCheck, TURNS } from '../../../reconciliation/compare-movements.js';
import { reconcileMoney } from '../../../reconciliation/reconcile-money.js';
import { CountedAlerts } from '../../../../platform/outbox/alerts.js';
import { PaypalOrdersProvider } from './paypal-orders-provider.js';
import { RefundSender } from '../../../refunds/send-refunds.js';

jest.setTimeout(60_000);

const FORGED = { status: 400, code: 'SIGNATURE_INVALID' };

describe('messages and refunds of PayPal’s orders', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop(ORDERS_MODE);
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await releaseWebhooks(shop);
    await expectSettled(shop);
  });
  afterAll(() => shop.close());

  const count = async (statement: string, parameters: unknown[] = []): Promise<number> => {
    const rows: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM ${statement}`,
      parameters,
    );
    return rows[0]?.n ?? -1;
  };
  const stored = () => count(`provider_messages WHERE provider = 'paypal-orders'`);
  const alertsOf = async (title: string): Promise<number> => {
    await shop.app.get(CountedAlerts).writeEndedWindows(Infinity);
    const rows: { n: number }[] = await shop.database.query(
      `SELECT coalesce(sum(coalesce((data->>'times')::int, 1)), 0)::int AS n FROM outbox_events
        WHERE type = 'alert.raised' AND data->>'title' = $1`,
      [title],
    );
    return rows[0]?.n ?? -1;
  };
  const moneyOf = (ref: string): Promise<{ state: string; refund: string | null; cents: number | null }[]> =>
    shop.database.query(
      `SELECT p.state, r.state AS refund, r.amount_cents AS cents FROM payments p JOIN checkouts c ON c.id = p.checkout_id
         LEFT JOIN refunds r ON r.payment_id = p.id WHERE c.ref = $1 ORDER BY p.id, r.id`,
      [ref],
    );
  const place = async (pieces = 1) => {
    const buyer = await shop.signIn();
    const ids = await Promise.all(Array.from({ length: pieces }, () => shop.addProduct({ stock: 3 })));
    return { buyer, ids, ...(await placePaypalOrder(buyer, onePieceOf(...ids))) };
  };
  const pay = async (pieces = 1) => {
    const placed = await place(pieces);
    await actOnOrderPage(placed.url, 'pay');
    const { orders } = await waitForState(placed.buyer, placed.checkout, 'paid');
    await awaitMessages(shop);
    return { ...placed, orders };
  };
  const cancel = (order: number | undefined) =>
    admin.agent.patch(`/api/admin/orders/${order}/cancel`).send({}).expect(200);
  /** Sends a made-up message as PayPal's own, of an order's capture unless `changes` say otherwise. */
  const craft = async (
    checkout: string,
    type: string,
    changes: Record<string, unknown> = {},
  ): Promise<void> => {
    const { id } = await findPaypalOrder(shop, checkout);
    const resource = {
      id: `C${Math.random().toString(36).slice(2, 12).toUpperCase()}`,
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '19.99' },
      custom_id: checkout,
      supplementary_data: { related_ids: { order_id: id } },
      ...changes,
    };
    await steerPaypal(shop, 'webhooks', { type, resource });
    await awaitMessages(shop);
  };

  it('have one result, each twice and in the wrong order (OWN-77)', async () => {
    const ends: unknown[] = [];
    for (const isReversed of [false, true]) {
      holdWebhooks(shop);
      const { buyer, ids, url, checkout } = await place();
      await actOnOrderPage(url, 'pay_pending');
      await buyer.agent.post(`/api/checkouts/${checkout}/refresh`).expect(200);
      await actOnOrderOfCheckout(shop, checkout, 'complete');
      await actOnOrderOfCheckout(shop, checkout, 'refund', 500);
      for (const act of ['dispute', 'reverse', 'win-dispute'] as const)
        await actOnOrderOfCheckout(shop, checkout, act);
      const messages = await listWebhooks(shop, checkout);
      expect(messages.map(({ label }) => label)).toEqual([
        'CHECKOUT.ORDER.APPROVED',
        'PAYMENT.CAPTURE.PENDING',
        'PAYMENT.CAPTURE.COMPLETED',
        'PAYMENT.CAPTURE.REFUNDED',
        'CUSTOMER.DISPUTE.CREATED',
        'PAYMENT.CAPTURE.REVERSED',
        'CUSTOMER.DISPUTE.RESOLVED',
      ]);
      shop.peers.faults.clear('paypal.webhook');
      const order = isReversed ? messages.toReversed() : messages;
      for (const { id } of [...order, ...order]) {
        await steerPaypal(shop, `webhooks/${id}/resend`);
        await awaitMessages(shop);
      }
      // What came too early is taken up again by the periodic job.
      await runJob(shop.app, 'provider-inbox');
      await awaitMessages(shop);
      const { state, refundedCents, orders } = await waitForState(buyer, checkout, 'paid');
      const disputes = await count(
        `disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
          WHERE c.ref = $1 AND d.state = 'won' AND d.provider_ref LIKE 'PP-D-%'`,
        [checkout],
      );
      expect(await stored()).toBe(messages.length * (ends.length + 1));
      ends.push({ state, refundedCents, orders: orders.length, disputes, money: await moneyOf(checkout) });
      expect(await readBalances(shop, `stock:${ids[0]}`, `held:${ids[0]}`)).toEqual([2, 0]);
    }
    expect(ends[0]).toMatchObject({ orders: 1, refundedCents: 500, disputes: 1 });
    expect(ends[1]).toEqual(ends[0]);
  });

  it('are lost disputes: booked on what is left, the buyer blocked (OWN-77)', async () => {
    const { buyer, checkout } = await pay();
    await actOnOrderOfCheckout(shop, checkout, 'dispute');
    await awaitMessages(shop);
    expect((await readCheckout(buyer, checkout)).state).toBe('disputed');
    await actOnOrderOfCheckout(shop, checkout, 'lose-dispute');
    await awaitMessages(shop);
    expect(await moneyOf(checkout)).toEqual([{ state: 'settled', refund: 'done', cents: 1999 }]);
    expect(await count('users WHERE id = $1 AND blocked_at IS NOT NULL', [buyer.userId])).toBe(1);
  });

  it('are a refund that was booked as lost, and lock accounts before orders, as everybody does (OWN-109)', async () => {
    const { buyer, checkout } = await pay();
    const { orders } = await readCheckout(buyer, checkout);
    await actOnOrderOfCheckout(shop, checkout, 'dispute');
    await awaitMessages(shop);
    holdWebhooks(shop, 'PAYMENT.CAPTURE.REFUNDED');
    await actOnOrderOfCheckout(shop, checkout, 'refund', 500);
    await actOnOrderOfCheckout(shop, checkout, 'lose-dispute');
    await awaitMessages(shop);
    const held = `users WHERE id = ${buyer.userId}`;
    const free = `orders WHERE id = ${orders[0]}`;
    const tell = () => releaseWebhooks(shop);
    expect(await isFreeWhileWaiting(shop, { held, free, tell })).toBe(true);
    await awaitMessages(shop);
    expect((await moneyOf(checkout)).map(({ cents }) => cents)).toEqual([1499, 500]);
  });

  it('are refused where PayPal did not send these bytes, without a look elsewhere, and told of (OWN-77, OWN-715)', async () => {
    let fetched = 0;
    const certificates = createServer((_, response) => {
      fetched += 1;
      response.end();
    });
    const port = await findFreePort();
    await new Promise<void>((resolve) => {
      certificates.listen(port, '127.0.0.1', resolve);
    });
    holdWebhooks(shop);
    const { buyer, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    const [{ body } = { body: '' }] = await listWebhooks(shop, checkout);
    const [before, alerts] = [await stored(), await alertsOf('Forged PayPal message')];
    const signed = {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `http://127.0.0.1:${port}/cert`,
      'paypal-transmission-id': 'made-up',
      'paypal-transmission-sig': 'c2lnbmVk',
      'paypal-transmission-time': new Date().toISOString(),
    };
    const { 'paypal-transmission-sig': _, ...unsigned } = signed;
    expect(await postWebhook(shop, body, signed)).toEqual(FORGED);
    expect(await postWebhook(shop, body, unsigned)).toEqual(FORGED);
    expect(await postWebhook(shop, body, { ...signed, 'paypal-transmission-id': 'x'.repeat(501) })).toEqual(
      FORGED,
    );
    expect(await postWebhook(shop, '{"id":"WH-1"}', signed)).toEqual(FORGED);
    expect((await postWebhook(shop, `{"id":"${'x'.repeat(200_000)}"}`, signed)).status).toBe(413);
    expect([fetched, await stored()]).toEqual([0, before]);
    expect(await alertsOf('Forged PayPal message')).toBe(alerts + 4);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    await new Promise((resolve) => {
      certificates.close(resolve);
    });
  });

  it.each([
    ['an error', { kind: 'fail', status: 503 }],
    ['no answer', { kind: 'cut' }],
  ] as const)('come again where PayPal was asked about them and gave %s (OWN-77)', async (_, fault) => {
    const alerts = await alertsOf('PayPal can not be asked');
    const { buyer, url, checkout } = await place();
    armApiFault(shop, fault, 'verify-webhook-signature$');
    await actOnOrderPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    expect(await alertsOf('PayPal can not be asked')).toBe(alerts + 1);
  });

  it.each([
    ['amount', { amount: { currency_code: 'USD', value: '0.01' } }],
    ['currency', { amount: { currency_code: 'EUR', value: '19.99' } }],
  ])('strand money of another %s (OWN-77)', async (_, changes) => {
    const { buyer, ids, checkout } = await place();
    await craft(checkout, 'PAYMENT.CAPTURE.COMPLETED', changes);
    await awaitRefunds(shop);
    expect((await readCheckout(buyer, checkout)).orders).toEqual([]);
    // PayPal knows no such capture, so the refund of it is left to people.
    expect(await moneyOf(checkout)).toMatchObject([{ state: 'stranded', refund: 'manual' }]);
    expect(await readBalances(shop, `stock:${ids[0]}`)).toEqual([3]);
  });

  it('tell staff of money that names no checkout, and end nothing of another order (OWN-77)', async () => {
    const { buyer, checkout } = await place();
    const alerts = await alertsOf('Odd PayPal payment');
    await craft(checkout, 'PAYMENT.CAPTURE.COMPLETED', { custom_id: 'another shop' });
    expect(await alertsOf('Odd PayPal payment')).toBe(alerts + 1);
    const other = { supplementary_data: { related_ids: { order_id: 'OTHER' } } };
    await craft(checkout, 'PAYMENT.CAPTURE.DENIED', other);
    await craft(checkout, 'PAYMENT.CAPTURE.PENDING', other);
    await craft(checkout, 'CHECKOUT.ORDER.APPROVED', { purchase_units: [{ custom_id: 'x'.repeat(22) }] });
    await craft(checkout, 'BILLING.PLAN.CREATED');
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
  });

  it('refund by call what staff undo, order by order (OWN-97)', async () => {
    const { checkout, orders } = await pay(2);
    await cancel(orders[0]);
    await awaitRefunds(shop);
    expect(await moneyOf(checkout)).toEqual([{ state: 'settled', refund: 'done', cents: 1999 }]);
    await cancel(orders[1]);
    await awaitRefunds(shop);
    await awaitMessages(shop);
    const { capture } = await findPaypalOrder(shop, checkout);
    expect(capture?.refunds.map(({ cents }) => cents)).toEqual([1999, 1999]);
    expect(await moneyOf(checkout)).toHaveLength(2);
  });

  it.each([
    ['was cut', { kind: 'cut' }],
    ['was an error', { kind: 'fail', status: 503, afterEffect: true }],
    ['was an error before it', { kind: 'fail', status: 503 }],
  ] as const)('refund once where the answer %s (OWN-97)', async (_, fault) => {
    const { checkout, orders } = await pay();
    holdWebhooks(shop);
    armApiFault(shop, fault, '/refund$');
    await cancel(orders[0]);
    await shop.app.get(RefundSender).sendDueRefunds();
    // As PayPal does after a while: the refund is found by its row's id.
    await steerPaypal(shop, 'request-ids/forget');
    await awaitRefunds(shop);
    expect((await findPaypalOrder(shop, checkout)).capture?.refunds).toMatchObject([{ cents: 1999 }]);
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    expect(await moneyOf(checkout)).toEqual([{ state: 'settled', refund: 'done', cents: 1999 }]);
  });

  it('are sent under names that PayPal describes, and found under the former one', async () => {
    const [now, before] = [await pay(), await pay()];
    holdWebhooks(shop);
    armApiFault(shop, { kind: 'fail', status: 503 }, '/refund$');
    await cancel(before.orders[0]);
    await shop.app.get(RefundSender).sendDueRefunds();
    const [{ id }] = await shop.database.query(
      `SELECT r.id FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id
        WHERE c.ref = $1`,
      [before.checkout],
    );
    await actOnOrderOfCheckout(shop, before.checkout, 'refund', 1999, { customId: `refund:${id}` });
    await cancel(now.orders[0]);
    await awaitRefunds(shop);
    const refundsAt = async (checkout: string) => (await findPaypalOrder(shop, checkout)).capture?.refunds;
    expect(await refundsAt(before.checkout)).toMatchObject([{ cents: 1999, customId: `refund:${id}` }]);
    expect(await refundsAt(now.checkout)).toMatchObject([
      { cents: 1999, customId: expect.stringMatching(/^refund-\d+$/) },
    ]);
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    for (const { checkout } of [now, before])
      expect(await moneyOf(checkout)).toEqual([{ state: 'settled', refund: 'done', cents: 1999 }]);
  });

  it('leave to staff what PayPal calls failed, at once and later (OWN-97)', async () => {
    const [atOnce, later] = [await pay(), await pay()];
    await actOnOrderOfCheckout(shop, atOnce.checkout, 'refunds-fail');
    await actOnOrderOfCheckout(shop, later.checkout, 'refunds-wait');
    for (const { orders } of [atOnce, later]) await cancel(orders[0]);
    await awaitRefunds(shop);
    await awaitMessages(shop);
    expect(await moneyOf(atOnce.checkout)).toMatchObject([{ refund: 'manual' }]);
    expect(await moneyOf(later.checkout)).toMatchObject([{ refund: 'done' }]);
    const alerts = await alertsOf('Manual refund needed');
    await actOnOrderOfCheckout(shop, later.checkout, 'fail-refund');
    await awaitMessages(shop);
    expect(await moneyOf(later.checkout)).toMatchObject([{ refund: 'manual' }]);
    expect(await alertsOf('Manual refund needed')).toBe(alerts + 1);
  });

  it('book once what is refunded in the dashboard (OWN-97)', async () => {
    const { buyer, checkout } = await pay();
    await actOnOrderOfCheckout(shop, checkout, 'refund', 700);
    await awaitMessages(shop);
    const [told] = (await listWebhooks(shop, checkout)).filter(({ label }) => label.endsWith('REFUNDED'));
    await steerPaypal(shop, `webhooks/${told?.id}/resend`, { copies: 3 });
    await awaitMessages(shop);
    expect(await moneyOf(checkout)).toEqual([{ state: 'settled', refund: 'done', cents: 700 }]);
    expect((await readCheckout(buyer, checkout)).refundedCents).toBe(700);
  });

  it('are found where nobody tells of an old order’s refund, each order in its turn (OWN-99)', async () => {
    const { checkout } = await pay();
    const other = await pay();
    holdWebhooks(shop);
    await actOnOrderOfCheckout(shop, checkout, 'refund', 700);
    for (const ref of [checkout, other.checkout])
      await shop.database.query(
        `UPDATE checkouts SET created_at = now() - interval '30 days' WHERE ref = $1`,
        [ref],
      );
    await shop.database.query(
      `UPDATE payments SET created_at = now() - interval '30 days' WHERE checkout_id IN
         (SELECT id FROM checkouts WHERE ref = ANY($1))`,
      [[checkout, other.checkout]],
    );
    const HOUR_MS = 3_600_000;
    const found = [];
    const asked: string[] = [];
    for (let hour = 1; hour <= TURNS; hour += 1) {
      const now = new Date(Date.now() + hour * HOUR_MS);
      const turn = await listSessionsToCheck(shop.database, {
        method: 'wallet',
        now,
        placedSince: now,
        movedSince: now,
        limit: 99,
      });
      asked.push(...turn);
      if (!turn.some((id) => id.startsWith(checkout))) continue;
      const provider = shop.app.get(PaypalOrdersProvider);
      found.push(...((await reconcileMoney(shop.database, provider, now))?.differences ?? []));
    }
    for (const ref of [checkout, other.checkout])
      expect(asked.filter((id) => id.startsWith(ref))).toHaveLength(1);
    expect(found.filter((one) => one.checkout === checkout)).toMatchObject([
      { kind: 'refund', fault: 'unrecorded', provider: { cents: 700 } },
    ]);
  });

  it('leave the form’s money to the form, whose notifications still come (OWN-497)', async () => {
    const { buyer, checkout } = await place();
    const fields = { business: 'pay@pax-market.example', item_number: checkout, invoice: checkout };
    await sendNotification(
      shop,
      buildNotification({ fields: { ...fields, amount: '19.99', currency_code: 'USD' } }),
    );
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await cancel(orders[0]);
    await awaitRefunds(shop);
    expect(await moneyOf(checkout)).toMatchObject([{ state: 'settled', refund: 'manual' }]);
    expect(await count(`payments WHERE provider = 'paypal'`)).toBe(1);
  });
});
