import { describe, expect, it, jest } from '@jest/globals';
import { readBalances, waitForState, readCheckout, runSweeper } from '../../../../../test/buying.js';
import {
  armApiFault,
  cancelCheckout,
  captureWithoutAnswer,
  holdWebhooks,
  actOnOrderOfCheckout,
  actOnOrderPage,
  findPaypalOrder,
  placePaypalOrder,
  refreshCheckout,
  releaseWebhooks,
  withOrdersShop,
} from '../../../../../test/paypal-orders.js';
import { readPaypalState, steerPaypal } from '../../../../../test/paypal.js';
import { awaitRefunds, awaitMessages } from '../../../../../test/expect-settled.js';
import type { Shop } from '../../../../../test/shop.js';
import type { SignedIn } from '../../../../../test/sign-in.js';
import { until } from '../../../../../test/until.js';
import { runJob } from '../../../../../test/jobs.js';
import { PaymentLifecycle } from '../../../checkout/session/payment-lifecycle.js';

jest.setTimeout(40_000);

describe('a purchase by PayPal’s orders', () => {
  let shop: Shop;
  withOrdersShop((opened) => (shop = opened));

  const place = async (quantity = 1) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3, name: 'Elytra ➜ ü' });
    return { buyer, id, ...(await placePaypalOrder(buyer, [{ id, quantity }])) };
  };
  const paymentsOf = (ref: string): Promise<{ provider: string; provider_ref: string; state: string }[]> =>
    shop.database.query(
      `SELECT p.provider, p.provider_ref, p.state FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
      [ref],
    );
  /** Waits until all but so many of the armed calls have come. */
  const slowLeft = (count: number): Promise<number> =>
    until(
      () => Promise.resolve(shop.peers.faults.list('paypal.api').length),
      (left) => left === count,
    );
  /** One capture at PayPal, one payment of it here, and one set of orders. */
  const expectPaidOnce = async (buyer: SignedIn, checkout: string): Promise<void> => {
    const { orders } = await waitForState(buyer, checkout, 'paid');
    expect(orders).toHaveLength(1);
    await awaitMessages(shop);
    const { capture } = await findPaypalOrder(shop, checkout);
    expect(await paymentsOf(checkout)).toEqual([
      { provider: 'paypal-orders', provider_ref: capture?.id, state: 'settled' },
    ]);
  };
  it('leads to PayPal’s page for the exact total, and is captured on return (OWN-497)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place(2);
    const order = await findPaypalOrder(shop, checkout);
    expect(url).toBe(`${shop.peers.url}/paypal/checkoutnow?token=${order.id}`);
    const usd = (value: string) => ({ currency_code: 'USD', value });
    expect(order.request.purchase_units).toEqual([
      {
        custom_id: checkout,
        invoice_id: checkout,
        description: `${checkout.slice(0, 8)} · 2 × Elytra ➜ ü`,
        amount: { ...usd('39.98'), breakdown: { item_total: usd('39.98') } },
        items: [{ name: 'Elytra ➜ ü', quantity: '2', unit_amount: usd('19.99'), category: 'DIGITAL_GOODS' }],
      },
    ]);
    expect(await placePaypalOrder(buyer, [{ id, quantity: 2 }])).toEqual({ url, checkout });
    const back = await actOnOrderPage(url, 'pay');
    expect(back).toContain(`${shop.url}/payment-success?checkout=${checkout}`);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    await expectPaidOnce(buyer, checkout);
    expect(await readCheckout(buyer, checkout)).toMatchObject({
      method: 'wallet',
      total: '39.98',
      points: 399,
    });
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([1, 0]);
  });

  it('is captured on the message alone, and by the sweeper when that is lost (OWN-499)', async () => {
    const told = await place();
    await actOnOrderPage(told.url, 'pay');
    await expectPaidOnce(told.buyer, told.checkout);
    holdWebhooks(shop);
    const untold = await place();
    await actOnOrderPage(untold.url, 'pay');
    await runSweeper(shop, untold.checkout, 59);
    await expectPaidOnce(untold.buyer, untold.checkout);
  });

  it('is paid a minute after the buyer agreed, with no message and no page open, also where the answer is lost (OWN-592)', async () => {
    holdWebhooks(shop);
    const [told, lost] = [await place(), await place()];
    const sweepAfter = async ({ checkout }: typeof told, seconds: number) => {
      await shop.database.query(
        `UPDATE checkouts SET next_check_at = next_check_at - $2::int * interval '1 second' WHERE ref = $1`,
        [checkout, seconds],
      );
      await runJob(shop.app, 'checkout-sweeper');
    };
    for (const { url } of [told, lost]) await actOnOrderPage(url, 'pay');
    await sweepAfter(told, 50);
    expect((await readCheckout(told.buyer, told.checkout)).state).toBe('open');
    await sweepAfter(told, 11);
    await captureWithoutAnswer(shop, lost.checkout, (await findPaypalOrder(shop, lost.checkout)).id);
    expect((await readCheckout(lost.buyer, lost.checkout)).state).toBe('confirming');
    await sweepAfter(lost, 21);
    for (const { buyer, checkout } of [told, lost]) await expectPaidOnce(buyer, checkout);
  });

  it('is captured once where message and return page meet (OWN-499)', async () => {
    holdWebhooks(shop);
    const { buyer, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    shop.peers.faults.arm({
      faultPoint: 'paypal.api',
      match: '/capture$',
      fault: { kind: 'slow', ms: 200 },
      times: 5,
    });
    const { webhooks } = await readPaypalState(shop);
    const approved = Object.values(webhooks).find(({ body }) => body.includes(checkout));
    const told = steerPaypal(shop, `webhooks/${approved?.id}/resend`, { copies: 10 });
    const asked = Array.from({ length: 10 }, () => refreshCheckout(buyer, checkout));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    await told;
    await expectPaidOnce(buyer, checkout);
  });

  it('is not captured after its hold ended (OWN-499)', async () => {
    const { buyer, id, url, checkout } = await place();
    expect(await actOnOrderPage(url, 'cancel')).toContain('/payment-cancelled');
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect((await readCheckout(buyer, checkout)).state).toBe('cancelled');
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
    await actOnOrderPage(url, 'pay');
    await awaitMessages(shop);
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    expect((await findPaypalOrder(shop, checkout)).status).toBe('APPROVED');
    expect((await readCheckout(buyer, checkout)).state).toBe('cancelled');
  });

  it('keeps its hold while it is captured, whoever cancels meanwhile (OWN-499)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    for (const ms of [900, 600]) armApiFault(shop, { kind: 'slow', ms });
    const asked = refreshCheckout(buyer, checkout);
    await slowLeft(1);
    const cancelled = cancelCheckout(buyer, checkout);
    await slowLeft(0);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    expect(await asked).toBe(200);
    expect(await cancelled).toBe(200);
    await expectPaidOnce(buyer, checkout);
  });

  it('is not ended by the end of its session that PayPal was asked about before (OWN-499)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    armApiFault(shop, { kind: 'slow', ms: 500 }, 'orders/{id}$');
    const ended = runSweeper(shop, checkout, -0.1);
    await slowLeft(0);
    armApiFault(shop, { kind: 'slow', ms: 1_500 });
    const asked = refreshCheckout(buyer, checkout);
    await ended;
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    expect(await asked).toBe(200);
    await expectPaidOnce(buyer, checkout);
  });

  it('waits for the bank, and ends as the bank says (OWN-499)', async () => {
    const [paid, denied] = [await place(), await place()];
    for (const { buyer, url, checkout } of [paid, denied]) {
      await actOnOrderPage(url, 'pay_pending');
      await waitForState(buyer, checkout, 'confirming');
      await awaitMessages(shop);
      await runSweeper(shop, checkout, -131);
      expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    }
    await actOnOrderOfCheckout(shop, paid.checkout, 'complete');
    await actOnOrderOfCheckout(shop, denied.checkout, 'deny');
    await expectPaidOnce(paid.buyer, paid.checkout);
    await waitForState(denied.buyer, denied.checkout, 'failed');
    expect(await readBalances(shop, `stock:${denied.id}`, `held:${denied.id}`)).toEqual([3, 0]);
  });

  it.each([
    ['cut', { kind: 'cut' }],
    ['an error', { kind: 'fail', status: 503, afterEffect: true }],
    ['an error before it', { kind: 'fail', status: 500 }],
  ] as const)('is created once where the answer was %s (OWN-76)', async (_, fault) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({});
    armApiFault(shop, fault, 'checkout/orders$');
    await expect(placePaypalOrder(buyer, [{ id, quantity: 1 }])).rejects.toThrow('503');
    const { url, checkout } = await placePaypalOrder(buyer, [{ id, quantity: 1 }]);
    await actOnOrderPage(url, 'pay');
    await expectPaidOnce(buyer, checkout);
  });

  it.each([
    ['cut', { kind: 'cut' }],
    ['an error', { kind: 'fail', status: 503, afterEffect: true }],
  ] as const)('is asked about where the capture’s answer was %s (OWN-76)', async (_, fault) => {
    holdWebhooks(shop);
    const { buyer, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    armApiFault(shop, fault);
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    await expectPaidOnce(buyer, checkout);
  });

  it('says nothing while PayPal does not, and is captured once later (OWN-76)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    const fail = { kind: 'fail', status: 503 } as const;
    armApiFault(shop, fail);
    expect(await refreshCheckout(buyer, checkout)).toBe(503);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    armApiFault(shop, fail, 'orders/{id}$');
    expect(await refreshCheckout(buyer, checkout)).toBe(503);
    await runSweeper(shop, checkout, -40);
    await expectPaidOnce(buyer, checkout);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 0]);
  });

  it('ends with its time where PayPal has forgotten the order (OWN-499)', async () => {
    holdWebhooks(shop);
    const { buyer, id, checkout } = await place();
    await actOnOrderOfCheckout(shop, checkout, 'expire');
    await runSweeper(shop, checkout, 1);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    await runSweeper(shop, checkout, -1);
    await waitForState(buyer, checkout, 'expired');
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
  });

  it('holds for 60 minutes, and is captured 30 s before its end and never 30 s after it (OWN-499)', async () => {
    holdWebhooks(shop);
    const [early, late] = [await place(), await place()];
    const [term] = await shop.database.query(
      `SELECT extract(epoch FROM session_expires_at - created_at)::int AS seconds FROM checkouts WHERE ref = $1`,
      [early.checkout],
    );
    expect(Math.abs(term.seconds - 60 * 60)).toBeLessThan(30);
    for (const { url } of [early, late]) await actOnOrderPage(url, 'pay');
    await runSweeper(shop, early.checkout, 0.5);
    await expectPaidOnce(early.buyer, early.checkout);
    await runSweeper(shop, late.checkout, -0.5);
    await waitForState(late.buyer, late.checkout, 'expired');
    expect(await readBalances(shop, `stock:${late.id}`, `held:${late.id}`)).toEqual([3, 0]);
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    expect((await findPaypalOrder(shop, late.checkout)).capture).toBeUndefined();
    expect((await readCheckout(late.buyer, late.checkout)).state).toBe('expired');
  });

  it('waits for a capture without an answer until PayPal’s order is over, not the hour alone (OWN-499)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    const silent = () => armApiFault(shop, { kind: 'fail', status: 503 });
    silent();
    expect(await refreshCheckout(buyer, checkout)).toBe(503);
    silent();
    await runSweeper(shop, checkout, -130);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    shop.peers.faults.clear('paypal.api');
    await runSweeper(shop, checkout, -132);
    await waitForState(buyer, checkout, 'failed');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
  });

  /** PayPal is asked after the session's time, by nobody else meanwhile. */
  const ask = async (checkout: string): Promise<void> => {
    await shop.database.query(
      `UPDATE checkouts SET session_expires_at = now() - interval '2 minutes', next_check_at = now() + interval '1 day'
        WHERE ref = $1`,
      [checkout],
    );
    await shop.app.get(PaymentLifecycle).syncCheckout(checkout, { expire: false });
  };
  /** It answers that it knows no such order, and has answered so for some minutes. */
  const forgottenFor = async (checkout: string, minutes: number): Promise<void> => {
    await shop.database.query(
      'UPDATE checkouts SET unknown_since = unknown_since - $2::interval WHERE ref = $1',
      [checkout, `${minutes} minutes`],
    );
    armApiFault(shop, { kind: 'fail', status: 404 }, 'orders/{id}$');
    await ask(checkout);
  };
  const DAY = 24 * 60;
  const givenUp = async (checkout: string): Promise<number> =>
    (
      await shop.database.query(
        `SELECT 1 FROM outbox_events WHERE data->>'title' = 'Payment given up' AND data->>'detail' LIKE $1`,
        [`Checkout ${checkout}:%`],
      )
    ).length;
  /** Its money is taken, and nobody told the shop. */
  const takenUnheard = async (quantity = 1) => {
    holdWebhooks(shop);
    const placed = await place(quantity);
    await actOnOrderPage(placed.url, 'pay');
    await captureWithoutAnswer(shop, placed.checkout, (await findPaypalOrder(shop, placed.checkout)).id);
    return placed;
  };

  it('is paid where PayPal did not know for a while the order whose money it took (OWN-815)', async () => {
    const { buyer, id, checkout } = await takenUnheard();
    await forgottenFor(checkout, 0);
    await forgottenFor(checkout, DAY - 1);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    await ask(checkout);
    await expectPaidOnce(buyer, checkout);
    expect(await givenUp(checkout)).toBe(0);
  });

  it('is given up with a post after PayPal knew nothing of it for a day on end (OWN-815)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await actOnOrderPage(url, 'pay_pending');
    await refreshCheckout(buyer, checkout);
    await forgottenFor(checkout, 0);
    await forgottenFor(checkout, DAY - 1);
    // It knows it again, so that a day begins anew.
    await ask(checkout);
    await forgottenFor(checkout, DAY);
    await forgottenFor(checkout, DAY - 1);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    expect(await givenUp(checkout)).toBe(0);
    await forgottenFor(checkout, 1);
    expect((await readCheckout(buyer, checkout)).state).toBe('failed');
    expect(await readBalances(shop, `held:${id}`, `stock:${id}`)).toEqual([0, 3]);
    expect(await givenUp(checkout)).toBe(1);
  });

  it('that PayPal does not know is let go by staff sooner, and its money counts when it is told of (OWN-815, OWN-878)', async () => {
    const { buyer, id, checkout } = await takenUnheard();
    await forgottenFor(checkout, 0);
    const admin = await shop.signIn({ admin: true });
    await admin.agent.post(`/api/admin/holds/${checkout}/release`).send({}).expect(200);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    await releaseWebhooks(shop);
    await expectPaidOnce(buyer, checkout);
  });

  it.each([
    ['becomes an order late', 0, 'settled'],
    ['goes back where its goods are gone', 3, 'stranded'],
  ])('whose money is told of after it was given up %s (OWN-815)', async (_, soldMeanwhile, state) => {
    const { buyer, id, checkout } = await takenUnheard();
    await forgottenFor(checkout, 0);
    await forgottenFor(checkout, DAY);
    expect((await readCheckout(buyer, checkout)).state).toBe('failed');
    const other = await shop.signIn();
    if (soldMeanwhile > 0) await placePaypalOrder(other, [{ id, quantity: soldMeanwhile }]);
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    expect(await paymentsOf(checkout)).toMatchObject([{ state }]);
    expect((await readCheckout(buyer, checkout)).state).toBe(state === 'settled' ? 'paid' : 'failed');
    await awaitRefunds(shop);
    const { capture } = await findPaypalOrder(shop, checkout);
    expect(capture?.refunds).toHaveLength(state === 'settled' ? 0 : 1);
  });

  it('goes on with a new token where PayPal refuses the old one, asked for once (OWN-76)', async () => {
    const { buyer, url, checkout } = await place();
    const { tokensIssued: before } = await readPaypalState(shop);
    await steerPaypal(shop, 'tokens/revoke');
    await Promise.all(Array.from({ length: 10 }, () => refreshCheckout(buyer, checkout)));
    expect((await readPaypalState(shop)).tokensIssued).toBe(before + 1);
    await actOnOrderPage(url, 'pay');
    await until(
      async () => (await readCheckout(buyer, checkout)).state,
      (state) => state === 'paid',
    );
  });
});
