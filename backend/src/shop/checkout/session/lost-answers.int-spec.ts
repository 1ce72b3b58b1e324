import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  prepareCartOfOne,
  actOnPayPage,
  waitForState,
  readCheckout,
  placementFor,
  runSweeper,
} from '../../../../test/buying.js';
import { failStripeCalls, findSession, listSessions } from '../../../../test/stripe.js';
import { expectProviderAgrees, expectSettled, awaitMessages } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';
import { PaymentLifecycle } from './payment-lifecycle.js';

const CREATE = '/api/payments/stripe/create-checkout-session';
const SESSIONS = 'POST /v1/checkout/sessions$';

jest.setTimeout(60_000);

describe('answers to create that are lost, late or wrong', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const cart = (stock?: number) => prepareCartOfOne(shop, stock);
  const openRef = async (buyer: SignedIn): Promise<string> => {
    const rows: { ref: string }[] = await shop.database.query(
      `SELECT ref FROM checkouts WHERE user_id = $1 AND state = 'open'`,
      [buyer.userId],
    );
    return rows[0]?.ref ?? '';
  };

  it('finds the same session again when the answer to create is lost, and holds the goods until then (OWN-76)', async () => {
    const { buyer, id, input } = await cart();
    failStripeCalls(shop, SESSIONS, { kind: 'cut' }, 2);
    const lost = await buyer.agent.post(CREATE).send(input).expect(503);
    expect(lost.body).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE', retryAfter: 5 });
    expect(lost.headers['retry-after']).toBe('5');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 1]);
    const [look] = await shop.database.query(
      `SELECT next_check_at < created_at + interval '2 minutes' AS soon FROM checkouts WHERE ref = $1`,
      [await openRef(buyer)],
    );
    expect(look).toEqual({ soon: true });
    const found = await buyer.agent.post(CREATE).send(input).expect(201);
    const session = await findSession(shop, found.body.checkout);
    expect(found.body.url).toBe(session.url);
    await actOnPayPage(found.body.url, 'pay');
    await waitForState(buyer, found.body.checkout, 'paid');
  });

  it('is cancelled at once, also where the answer to create is lost (OWN-76)', async () => {
    const { buyer, id, input } = await cart();
    failStripeCalls(shop, SESSIONS, { kind: 'cut' }, 2);
    await buyer.agent.post(CREATE).send(input).expect(503);
    const ref = await openRef(buyer);
    const cancelled = await buyer.agent.post(`/api/checkouts/${ref}/cancel`).expect(200);
    expect(cancelled.body.state).toBe('cancelled');
    expect((await findSession(shop, ref)).status).toBe('expired');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
  });

  it.each([503, 500, 429])('opens one session after the provider answered %d to create', async (status) => {
    const { buyer, id, input } = await cart();
    // The library asks a second time by itself after a 503 only.
    failStripeCalls(shop, SESSIONS, { kind: 'fail', status }, status === 503 ? 2 : 1);
    await buyer.agent.post(CREATE).send(input).expect(503);
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    const found = await buyer.agent.post(CREATE).send(input).expect(201);
    await findSession(shop, found.body.checkout);
    await actOnPayPage(found.body.url, 'pay');
    await waitForState(buyer, found.body.checkout, 'paid');
  });

  it('answers within seconds when create is slow, and has the session at the next request', async () => {
    const { buyer, id, input } = await cart();
    failStripeCalls(shop, SESSIONS, { kind: 'slow', ms: 10_000 });
    const started = Date.now();
    const slow = await buyer.agent.post(CREATE).send(input).expect(503);
    expect(slow.body).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE', retryAfter: 5 });
    expect(Date.now() - started).toBeLessThan(25_000);
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    const found = await buyer.agent.post(CREATE).send(input).expect(201);
    expect(found.body.url).toBe((await findSession(shop, found.body.checkout)).url);
    await buyer.agent.post(`/api/checkouts/${found.body.checkout}/cancel`).expect(200);
  });

  it('lets twenty identical calls wait for the one slow session', async () => {
    const { buyer, id, input } = await cart(9);
    failStripeCalls(shop, SESSIONS, { kind: 'slow', ms: 1_500 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.agent.post(CREATE).send(input)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    await findSession(shop, answers[0]?.body.checkout);
    await buyer.agent.post(`/api/checkouts/${answers[0]?.body.checkout}/cancel`).expect(200);
  });

  it('gives out one payable session when a fault and a slow answer cross', async () => {
    const { buyer, input } = await cart();
    failStripeCalls(shop, SESSIONS, { kind: 'slow', ms: 2_000 });
    const slow = buyer.agent
      .post(CREATE)
      .send(input)
      .then((answer) => answer);
    const ref = await until(
      () => openRef(buyer),
      (found) => found !== '',
    );
    // Another process met a fault under the same key and goes on with the next one.
    await shop.database.query('UPDATE checkouts SET provider_attempt = 2 WHERE ref = $1', [ref]);
    const fast = await buyer.agent.post(CREATE).send(input).expect(201);
    const late = await slow;
    expect(late.status).toBe(201);
    expect(late.body.url).toBe(fast.body.url);
    const open = (await listSessions(shop, ref)).filter((session) => session.status === 'open');
    expect(open.map((session) => session.url)).toEqual([fast.body.url]);
    await awaitMessages(shop);
    expect((await readCheckout(buyer, ref)).state).toBe('open');
    await buyer.agent.post(`/api/checkouts/${ref}/cancel`).expect(200);
  });

  it('gives no address out when the checkout ended while its session was made', async () => {
    const { buyer, id, input } = await cart();
    failStripeCalls(shop, SESSIONS, { kind: 'slow', ms: 1_500 });
    const slow = buyer.agent
      .post(CREATE)
      .send(input)
      .then((answer) => answer);
    const ref = await until(
      () => openRef(buyer),
      (found) => found !== '',
    );
    await shop.database.query(
      `UPDATE checkouts SET session_expires_at = now() - interval '2 minutes' WHERE ref = $1`,
      [ref],
    );
    await shop.app.get(PaymentLifecycle).syncCheckout(ref, { expire: true });
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
    const late = await slow;
    expect(late.body).toMatchObject({ code: 'CONFLICT' });
    expect(late.body.url).toBeUndefined();
    expect((await findSession(shop, ref)).status).toBe('expired');
  });

  it('fails a checkout that the provider refuses, and says so once', async () => {
    const { buyer, id, input } = await cart();
    failStripeCalls(shop, SESSIONS, {
      kind: 'fail',
      status: 400,
      body: { error: { type: 'invalid_request_error', message: 'no' } },
    });
    await buyer.agent.post(CREATE).send(input).expect(503);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    const next = await buyer.agent.post(CREATE).send(input).expect(201);
    await buyer.agent.post(`/api/checkouts/${next.body.checkout}/cancel`).expect(200);
  });

  it('makes way for another cart when the earlier session was never accepted', async () => {
    const { buyer, id, input } = await cart();
    failStripeCalls(shop, SESSIONS, { kind: 'fail', status: 503 }, 2);
    await buyer.agent.post(CREATE).send(input).expect(503);
    failStripeCalls(shop, SESSIONS, {
      kind: 'fail',
      status: 400,
      body: { error: { type: 'invalid_request_error', message: 'no' } },
    });
    const other = await placementFor(buyer, [{ id, quantity: 2 }]);
    const placed = await buyer.agent.post(CREATE).send(other).expect(201);
    expect(await readBalances(shop, `held:${id}`)).toEqual([2]);
    await buyer.agent.post(`/api/checkouts/${placed.body.checkout}/cancel`).expect(200);
  });

  it('lets a session go whose address was never given out, at its end (OWN-67)', async () => {
    const { buyer, id, input } = await cart();
    failStripeCalls(shop, SESSIONS, { kind: 'cut' }, 2);
    await buyer.agent.post(CREATE).send(input).expect(503);
    const ref = await openRef(buyer);
    failStripeCalls(shop, '', { kind: 'fail', status: 503 }, 50);
    await runSweeper(shop, ref, -2);
    await waitForState(buyer, ref, 'expired');
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
  });
});
