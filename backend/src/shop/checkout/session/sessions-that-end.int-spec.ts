import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  actOnPayPage,
  place,
  placementFor,
  waitForState,
  readCheckout,
  runSweeper,
} from '../../../../test/buying.js';
import {
  holdMessages,
  openForeignSession,
  readStripeState,
  releaseMessages,
  findSession,
  steerStripe,
} from '../../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../../test/expect-settled.js';
import { findLoop, runJob } from '../../../../test/jobs.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import { CheckoutSweeper } from './checkout-sweeper.js';

jest.setTimeout(30_000);

describe('sessions that end, confirm late or are contested', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(async () => {
    await expectSettled(shop);
  });
  afterAll(() => shop.close());

  const buy = async (stock = 3) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock });
    return { buyer, id, ...(await place(buyer, [{ id, quantity: 1 }])) };
  };
  it('gives back what is held when the session expires, by the message alone and by asking alone (OWN-114)', async () => {
    for (const received of [true, false]) {
      if (!received) holdMessages(shop);
      const { buyer, id, checkout } = await buy();
      await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/expire`);
      if (!received) await runSweeper(shop, checkout);
      await waitForState(buyer, checkout, 'expired');
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    }
    await releaseMessages(shop);
  });

  it('is polled and left open when its session has no end', async () => {
    const { buyer, checkout } = await buy();
    await shop.database.query('UPDATE checkouts SET session_expires_at = NULL WHERE ref = $1', [checkout]);
    await runSweeper(shop, checkout);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
  });

  it('is paid a minute after the money came, with no message and no page open, and asked about ever later else (OWN-592)', async () => {
    holdMessages(shop);
    const { buyer, url, checkout } = await buy();
    const lookedAt = async (seconds: number, ref = checkout) => {
      await shop.database.query(
        `UPDATE checkouts SET next_check_at = next_check_at - $2::int * interval '1 second' WHERE ref = $1`,
        [ref, seconds],
      );
      await runJob(shop.app, 'checkout-sweeper');
    };
    const waits = async (ref: string): Promise<number> => {
      const [row]: { seconds: number }[] = await shop.database.query(
        'SELECT round(extract(epoch FROM next_check_at - now()))::int AS seconds FROM checkouts WHERE ref = $1',
        [ref],
      );
      return row?.seconds ?? -1;
    };
    // Asked each minute, as long as it is open and the provider answers.
    await lookedAt(61);
    expect(await waits(checkout)).toBeLessThanOrEqual(60);
    const payLater = await buy();
    await actOnPayPage(payLater.url, 'pay_later');
    await lookedAt(61, payLater.checkout);
    expect((await readCheckout(payLater.buyer, payLater.checkout)).state).toBe('confirming');
    const again: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      await lookedAt(1_000, payLater.checkout);
      again.push(await waits(payLater.checkout));
    }
    for (const [index, seconds] of [20, 40, 80, 160, 320, 640, 640].entries())
      expect(Math.abs((again[index] ?? 0) - seconds)).toBeLessThan(5);
    await actOnPayPage(url, 'pay');
    await lookedAt(61);
    await waitForState(buyer, checkout, 'paid');
    // No answer: the next look comes later each time.
    const silent = await buy();
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: '',
      fault: { kind: 'fail', status: 400 },
      times: 20,
    });
    const later: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await lookedAt(1_000, silent.checkout);
      later.push(await waits(silent.checkout));
    }
    for (const [index, seconds] of [60, 120, 240].entries())
      expect(Math.abs((later[index] ?? 0) - seconds)).toBeLessThan(5);
    shop.peers.faults.clear('stripe.api');
    await releaseMessages(shop);
  });

  it('has one outcome when paying and cancelling meet (OWN-67)', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => buy(1)));
    await Promise.all(
      tries.map(async ({ buyer, url, checkout }) => {
        const pay = fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ action: 'pay' }),
          redirect: 'manual',
        });
        await Promise.all([pay, buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200)]);
      }),
    );
    await awaitMessages(shop);
    for (const { buyer, id, checkout } of tries) {
      const { status } = await findSession(shop, checkout);
      const { state, orders } = await readCheckout(buyer, checkout);
      expect({ state, orders: orders.length }).toEqual(
        status === 'complete' ? { state: 'paid', orders: 1 } : { state: 'cancelled', orders: 0 },
      );
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([state === 'paid' ? 0 : 1, 0]);
    }
  });

  it('has one outcome when paying and expiring meet', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => buy(1)));
    await Promise.all(
      tries.map(async ({ url, checkout }) => {
        const { id } = await findSession(shop, checkout);
        const pay = fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ action: 'pay' }),
          redirect: 'manual',
        });
        await Promise.all([pay, steerStripe(shop, `sessions/${id}/expire`).catch(() => undefined)]);
      }),
    );
    await awaitMessages(shop);
    for (const { buyer, checkout } of tries) {
      const { status } = await findSession(shop, checkout);
      expect((await readCheckout(buyer, checkout)).state).toBe(status === 'complete' ? 'paid' : 'expired');
    }
  });

  it('is cancelled once, however often that is asked', async () => {
    const { buyer, id, checkout } = await buy();
    const cancel = () => buyer.agent.post(`/api/checkouts/${checkout}/cancel`);
    await Promise.all(Array.from({ length: 8 }, () => cancel().expect(200)));
    expect((await cancel().expect(200)).body.state).toBe('cancelled');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
  });

  it.each([
    ['succeed', 'paid', 2, 0],
    ['fail', 'failed', 3, 0],
  ] as const)(
    'holds while a bank confirms, until it says %s (OWN-876)',
    async (action, state, stock, held) => {
      for (const received of [true, false]) {
        const { buyer, id, url, checkout } = await buy();
        await actOnPayPage(url, 'pay_later');
        await waitForState(buyer, checkout, 'confirming');
        await runSweeper(shop, checkout);
        expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 1]);
        const cancelled = await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
        expect(cancelled.body.state).toBe('confirming');
        if (!received) holdMessages(shop);
        await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, { action });
        if (!received) await runSweeper(shop, checkout);
        await waitForState(buyer, checkout, state);
        expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([stock, held]);
      }
      await releaseMessages(shop);
    },
  );

  it('ignores a session whose address was never given out', async () => {
    const { buyer, id, url, checkout } = await buy();
    const orphan = await openForeignSession(shop, checkout, 1999);
    await actOnPayPage(url, 'pay_later');
    await waitForState(buyer, checkout, 'confirming');
    await steerStripe(shop, `sessions/${orphan.id}/expire`);
    await awaitMessages(shop);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    await steerStripe(shop, `sessions/${(await sessionOfPage(checkout, url)).id}/later`, {
      action: 'succeed',
    });
    await waitForState(buyer, checkout, 'paid');
  });

  const sessionOfPage = async (checkout: string, url: string) => {
    const { sessions } = await readStripeState(shop);
    const found = Object.values(sessions).find(({ session }) => url.endsWith(session.id));
    if (!found) throw new Error(`no session of ${checkout}`);
    return found.session;
  };

  it('lets go, after its time, of a session that the provider knows nothing of', async () => {
    const { buyer, id, checkout } = await buy();
    const real = await findSession(shop, checkout);
    await shop.database.query(`UPDATE checkouts SET provider_session_id = 'cs_gone' WHERE ref = $1`, [
      checkout,
    ]);
    await runSweeper(shop, checkout);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    // The provider's clock may be behind ours.
    await runSweeper(shop, checkout, -55 / 60);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    await runSweeper(shop, checkout, -61 / 60);
    await waitForState(buyer, checkout, 'expired');
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
    await steerStripe(shop, `sessions/${real.id}/expire`);
  });

  it('holds what a bank confirms, also when the provider knows nothing of it for days', async () => {
    const { buyer, id, url, checkout } = await buy();
    await actOnPayPage(url, 'pay_later');
    await waitForState(buyer, checkout, 'confirming');
    const real = await findSession(shop, checkout);
    const nameSession = (session: string) =>
      shop.database.query('UPDATE checkouts SET provider_session_id = $2 WHERE ref = $1', [
        checkout,
        session,
      ]);
    await nameSession('cs_lost');
    await runSweeper(shop, checkout, -2 * 24 * 60);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 1]);
    await nameSession(real.id);
    await steerStripe(shop, `sessions/${real.id}/later`, { action: 'succeed' });
    await waitForState(buyer, checkout, 'paid');
  });

  it.each([500, 503, 429])(
    'holds after its time while the provider, asked about a session it knows, answers %d (OWN-67)',
    async (status) => {
      const { buyer, id, checkout } = await buy();
      shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: '/v1/checkout/sessions/',
        fault: { kind: 'fail', status },
        times: 50,
      });
      await runSweeper(shop, checkout, -120);
      expect((await readCheckout(buyer, checkout)).state).toBe('open');
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 1]);
      shop.peers.faults.clear();
      await runSweeper(shop, checkout);
      await waitForState(buyer, checkout, 'expired');
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    },
  );

  it('ends a session that is still open at the provider past its own end, and none before (OWN-67)', async () => {
    const { buyer, id, checkout } = await buy();
    await runSweeper(shop, checkout);
    expect((await findSession(shop, checkout)).status).toBe('open');
    await runSweeper(shop, checkout, -1 / 60);
    await waitForState(buyer, checkout, 'expired');
    expect((await findSession(shop, checkout)).status).toBe('expired');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
  });

  it.each([
    ['pay', { code: 'ALREADY_PAID' }],
    ['pay_later', { code: 'CHECKOUT_OPEN', state: 'confirming', method: 'card' }],
  ] as const)(
    'takes no other cart while the former proves to be with the provider: %s (OWN-72)',
    async (action, refusal) => {
      holdMessages(shop);
      const { buyer, id, url, checkout } = await buy();
      await actOnPayPage(url, action);
      const input = await placementFor(buyer, [{ id, quantity: 2 }]);
      const answer = await buyer.agent.post('/api/payments/stripe/create-checkout-session').send(input);
      expect([answer.status, answer.body]).toMatchObject([409, { ...refusal, checkout }]);
      const state = action === 'pay' ? 'paid' : 'confirming';
      expect((await readCheckout(buyer, checkout)).state).toBe(state);
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, action === 'pay' ? 0 : 1]);
      const rows = await shop.database.query('SELECT 1 FROM checkouts WHERE user_id = $1', [buyer.userId]);
      expect(rows).toHaveLength(1);
      await releaseMessages(shop);
      if (action === 'pay_later')
        await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
          action: 'fail',
        });
      await waitForState(buyer, checkout, action === 'pay' ? 'paid' : 'failed');
    },
  );

  it('asks nothing more when the process is shut down (OWN-236)', async () => {
    const loop = findLoop(shop.app, 'checkout-sweeper');
    await loop.stop();
    const { buyer, checkout } = await buy();
    holdMessages(shop);
    await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/expire`);
    await shop.database.query('UPDATE checkouts SET next_check_at = now() WHERE ref = $1', [checkout]);
    await shop.app.get(CheckoutSweeper).sweepCheckouts(AbortSignal.abort());
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'open' });
    loop.start();
    await waitForState(buyer, checkout, 'expired');
    await releaseMessages(shop);
  });

  it('ends the open checkout of a buyer who is blocked (OWN-20)', async () => {
    const { buyer, id, checkout } = await buy();
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [buyer.userId]);
    await runJob(shop.app, 'checkout-sweeper');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    expect((await findSession(shop, checkout)).status).toBe('expired');
    await shop.database.query('UPDATE users SET blocked_at = NULL WHERE id = $1', [buyer.userId]);
  });
});
