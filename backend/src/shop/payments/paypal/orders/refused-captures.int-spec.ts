import { describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  onePieceOf,
  place as placeByCard,
  waitForState,
  readCheckout,
  runSweeper,
} from '../../../../../test/buying.js';
import { findSession } from '../../../../../test/stripe.js';
import { signInMember, redeem } from '../../../../../test/rewards.js';
import {
  armApiFault,
  cancelCheckout,
  holdWebhooks,
  actOnOrderOfCheckout,
  actOnOrderPage,
  findPaypalOrder,
  placePaypalOrder,
  refreshCheckout,
  releaseWebhooks,
  withOrdersShop,
} from '../../../../../test/paypal-orders.js';

import type { Shop } from '../../../../../test/shop.js';
import { until } from '../../../../../test/until.js';

jest.setTimeout(40_000);

describe('a capture that PayPal refuses', () => {
  let shop: Shop;
  withOrdersShop((opened) => (shop = opened));

  const place = async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3 });
    return { buyer, id, ...(await placePaypalOrder(buyer, [{ id, quantity: 1 }])) };
  };
  /** Captures are refused for a reason, until the buyer agrees again. */
  const decline = (checkout: string, issue: string): Promise<void> =>
    actOnOrderOfCheckout(shop, checkout, 'decline', undefined, { issue });
  it('is open again with its hold where the instrument is declined, and paid by another on PayPal’s page (OWN-920)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    const endOf = () =>
      shop.database.query('SELECT session_expires_at FROM checkouts WHERE ref = $1', [checkout]);
    const [end, before] = [await endOf(), await readCheckout(buyer, checkout)];
    expect(before).not.toHaveProperty('retryUrl');
    await actOnOrderOfCheckout(shop, checkout, 'decline');
    await actOnOrderPage(url, 'pay');
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'open', retryUrl: url });
    expect(await endOf()).toEqual(end);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 1]);
    expect(await placePaypalOrder(buyer, [{ id, quantity: 1 }])).toEqual({ url, checkout });
    // Nobody chose another instrument, so that the answer is the same.
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    await actOnOrderPage(url, 'pay');
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    await waitForState(buyer, checkout, 'paid');
    expect(await readCheckout(buyer, checkout)).not.toHaveProperty('retryUrl');
  });

  /** A checkout with credit and a code whose capture has no answer yet; its instrument will be declined. */
  const beingCaptured = async () => {
    holdWebhooks(shop);
    const buyer = await signInMember(shop, 1000);
    await shop.fill(`credit:${buyer.userId}`, 300);
    const { id: rewardId, code } = await redeem(buyer, 'ten-percent-off');
    const id = await shop.addProduct({ stock: 3 });
    const spending = { useStoreCredit: true, rewardCode: code };
    const { url, checkout } = await placePaypalOrder(buyer, onePieceOf(id), spending);
    await actOnOrderOfCheckout(shop, checkout, 'decline');
    await actOnOrderPage(url, 'pay');
    armApiFault(shop, { kind: 'fail', status: 503 });
    expect(await refreshCheckout(buyer, checkout)).toBe(503);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    const given = async () => ({
      goods: await readBalances(shop, `stock:${id}`, `held:${id}`),
      credit: await readBalances(shop, `credit:${buyer.userId}`, `credit-held:${buyer.userId}`),
      code: await readBalances(shop, `reward:${rewardId}`, `reward-held:${rewardId}`),
    });
    const back = { goods: [3, 0], credit: [300, 0], code: [1, 0] };
    return { buyer, url, checkout, given, back };
  };
  /** Expects a checkout to have ended, its order captured by nobody's approval or question. */
  const expectOver = async ({ buyer, url, checkout }: Awaited<ReturnType<typeof beingCaptured>>) => {
    await actOnOrderPage(url, 'pay');
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    await releaseWebhooks(shop);
    await runSweeper(shop, checkout);
    expect((await findPaypalOrder(shop, checkout)).capture).toBeUndefined();
    return readCheckout(buyer, checkout);
  };

  it('ends where its buyer placed another checkout meanwhile, which stays open, and gives everything back (OWN-920)', async () => {
    const declined = await beingCaptured();
    const { buyer, checkout, given, back } = declined;
    const other = await placeByCard(buyer, onePieceOf(await shop.addProduct({ stock: 3 })));
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'failed' });
    expect(await given()).toEqual(back);
    expect(await expectOver(declined)).toMatchObject({ state: 'failed', orders: [] });
    expect((await readCheckout(buyer, other.checkout)).state).toBe('open');
    expect((await findSession(shop, other.checkout)).status).toBe('open');
  });

  it('is ended by the other checkout where it was declined first (OWN-920)', async () => {
    const declined = await beingCaptured();
    const { buyer, checkout, given, back } = declined;
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    const other = await placeByCard(buyer, onePieceOf(await shop.addProduct({ stock: 3 })));
    expect((await readCheckout(buyer, checkout)).state).toBe('cancelled');
    expect(await given()).toEqual(back);
    expect(await expectOver(declined)).toMatchObject({ state: 'cancelled', orders: [] });
    expect((await readCheckout(buyer, other.checkout)).state).toBe('open');
  });

  it('ends where its session is over when PayPal declines it (OWN-920)', async () => {
    const declined = await beingCaptured();
    const { buyer, checkout, given, back } = declined;
    await shop.database.query(
      `UPDATE checkouts SET session_expires_at = now(), next_check_at = now() + interval '1 day' WHERE ref = $1`,
      [checkout],
    );
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    expect((await readCheckout(buyer, checkout)).state).toBe('failed');
    expect(await given()).toEqual(back);
    expect(await expectOver(declined)).toMatchObject({ state: 'failed', orders: [] });
  });

  it.each(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'])(
    'leads back to PayPal’s page after %s as well, and is cancelled there with nothing taken (OWN-920)',
    async (issue) => {
      const { buyer, id, url, checkout } = await place();
      await decline(checkout, issue);
      await actOnOrderPage(url, 'pay');
      await until(
        () => readCheckout(buyer, checkout),
        ({ retryUrl }) => retryUrl === url,
      );
      expect(await actOnOrderPage(url, 'cancel')).toContain('/payment-cancelled');
      expect(await cancelCheckout(buyer, checkout)).toBe(200);
      expect((await readCheckout(buyer, checkout)).state).toBe('cancelled');
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    },
  );

  it('is asked about ever later while the instrument stays declined, and ends with its session (OWN-920)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await actOnOrderOfCheckout(shop, checkout, 'decline');
    await actOnOrderPage(url, 'pay');
    const declinesOf = async (ref: string): Promise<{ state: string; declines: number; wait: number }> => {
      const [row] = await shop.database.query(
        `SELECT state, declines, round(extract(epoch FROM next_check_at - now()) / 60)::int AS wait
           FROM checkouts WHERE ref = $1`,
        [ref],
      );
      return row;
    };
    const minutes: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      await runSweeper(shop, checkout, 30);
      const { wait, ...declined } = await declinesOf(checkout);
      expect(declined).toEqual({ state: 'open', declines: count + 1 });
      minutes.push(wait);
    }
    expect(minutes).toEqual([1, 2, 4, 8, 8, 8]);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    await runSweeper(shop, checkout, -2);
    await waitForState(buyer, checkout, 'expired');
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
  });

  it.each([
    'COMPLIANCE_VIOLATION',
    'PAYEE_BLOCKED_TRANSACTION',
    'TRANSACTION_REFUSED',
    'A_REASON_OF_NEXT_YEAR',
  ])('fails at once with %s, and its goods are free (OWN-920)', async (issue) => {
    const { buyer, id, url, checkout } = await place();
    await decline(checkout, issue);
    await actOnOrderPage(url, 'pay');
    await waitForState(buyer, checkout, 'failed');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    const again = await placePaypalOrder(buyer, [{ id, quantity: 1 }]);
    await actOnOrderPage(again.url, 'pay');
    await waitForState(buyer, again.checkout, 'paid');
  });

  it.each([401, 403, 404, 408, 409, 429, 500, 503])(
    'stays confirming after a %i to its capture, and is paid later (OWN-920)',
    async (status) => {
      holdWebhooks(shop);
      const { buyer, id, url, checkout } = await place();
      await actOnOrderPage(url, 'pay');
      // A new token is tried once.
      for (let count = 0; count < (status === 401 ? 2 : 1); count += 1)
        armApiFault(shop, { kind: 'fail', status });
      expect(await refreshCheckout(buyer, checkout)).toBe(503);
      expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
      expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
      await runSweeper(shop, checkout, 30);
      await waitForState(buyer, checkout, 'paid');
    },
  );

  it('is not tried again once staff have let its goods go, which others may buy by then (OWN-499, OWN-878)', async () => {
    holdWebhooks(shop);
    const admin = await shop.signIn({ admin: true });
    const { buyer, id, url, checkout } = await place();
    await actOnOrderPage(url, 'pay');
    armApiFault(shop, { kind: 'fail', status: 503 });
    expect(await refreshCheckout(buyer, checkout)).toBe(503);
    await admin.agent.post(`/api/admin/holds/${checkout}/release`).send({}).expect(200);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    expect(await refreshCheckout(buyer, checkout)).toBe(200);
    await runSweeper(shop, checkout, 30);
    const { status, capture } = await findPaypalOrder(shop, checkout);
    expect([status, capture]).toEqual(['APPROVED', undefined]);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    await runSweeper(shop, checkout, -132);
    await waitForState(buyer, checkout, 'failed');
  });

  it.each([
    ['says that the money was taken', 'ORDER_ALREADY_CAPTURED', 200],
    ['does not know the order when asked again', 'COMPLIANCE_VIOLATION', 404],
    ['is silent when asked again', 'COMPLIANCE_VIOLATION', 503],
    ['is silent after a declined instrument', 'INSTRUMENT_DECLINED', 503],
  ])('stays confirming where PayPal %s (OWN-920)', async (_, issue, status) => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await decline(checkout, issue);
    await actOnOrderPage(url, 'pay');
    if (status !== 200) {
      armApiFault(shop, { kind: 'slow', ms: 0 }, 'orders/{id}$');
      armApiFault(shop, { kind: 'fail', status }, 'orders/{id}$');
    }
    expect(await refreshCheckout(buyer, checkout)).toBe(503);
    expect((await readCheckout(buyer, checkout)).state).toBe('confirming');
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    await runSweeper(shop, checkout, -132);
    await waitForState(buyer, checkout, 'failed');
  });
});
