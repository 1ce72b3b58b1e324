import { describe, expect, it, jest } from '@jest/globals';
import {
  balances,
  onePieceOf,
  place as placeByCard,
  reaches,
  stateOf,
  sweep,
} from '../../../../../test/buying.js';
import { sessionOf } from '../../../../../test/provider.js';
import { member, redeem } from '../../../../../test/rewards.js';
import {
  armApi,
  cancel,
  holdWebhooks,
  onOrder,
  onOrderPage,
  orderOf,
  placeOrder,
  refresh,
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
    return { buyer, id, ...(await placeOrder(buyer, [{ id, quantity: 1 }])) };
  };
  /** Captures are refused for a reason, until the buyer agrees again. */
  const decline = (checkout: string, issue: string): Promise<void> =>
    onOrder(shop, checkout, 'decline', undefined, { issue });
  it('is open again with its hold where the instrument is declined, and paid by another on PayPal’s page (OWN-920)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    const endOf = () =>
      shop.database.query('SELECT session_expires_at FROM checkouts WHERE ref = $1', [checkout]);
    const [end, before] = [await endOf(), await stateOf(buyer, checkout)];
    expect(before).not.toHaveProperty('retryUrl');
    await onOrder(shop, checkout, 'decline');
    await onOrderPage(url, 'pay');
    expect(await refresh(buyer, checkout)).toBe(200);
    expect(await stateOf(buyer, checkout)).toMatchObject({ state: 'open', retryUrl: url });
    expect(await endOf()).toEqual(end);
    expect(await balances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 1]);
    expect(await placeOrder(buyer, [{ id, quantity: 1 }])).toEqual({ url, checkout });
    // Nobody chose another instrument, so that the answer is the same.
    expect(await refresh(buyer, checkout)).toBe(200);
    expect((await stateOf(buyer, checkout)).state).toBe('open');
    await onOrderPage(url, 'pay');
    expect(await refresh(buyer, checkout)).toBe(200);
    await reaches(buyer, checkout, 'paid');
    expect(await stateOf(buyer, checkout)).not.toHaveProperty('retryUrl');
  });

  /** A checkout with credit and a code whose capture has no answer yet; its instrument will be declined. */
  const beingCaptured = async () => {
    holdWebhooks(shop);
    const buyer = await member(shop, 1000);
    await shop.fill(`credit:${buyer.userId}`, 300);
    const { id: rewardId, code } = await redeem(buyer, 'ten-percent-off');
    const id = await shop.addProduct({ stock: 3 });
    const spending = { useStoreCredit: true, rewardCode: code };
    const { url, checkout } = await placeOrder(buyer, onePieceOf(id), spending);
    await onOrder(shop, checkout, 'decline');
    await onOrderPage(url, 'pay');
    armApi(shop, { kind: 'fail', status: 503 });
    expect(await refresh(buyer, checkout)).toBe(503);
    expect((await stateOf(buyer, checkout)).state).toBe('confirming');
    const given = async () => ({
      goods: await balances(shop, `stock:${id}`, `held:${id}`),
      credit: await balances(shop, `credit:${buyer.userId}`, `credit-held:${buyer.userId}`),
      code: await balances(shop, `reward:${rewardId}`, `reward-held:${rewardId}`),
    });
    const back = { goods: [3, 0], credit: [300, 0], code: [1, 0] };
    return { buyer, url, checkout, given, back };
  };
  /** Expects a checkout to have ended, its order captured by nobody's approval or question. */
  const expectOver = async ({ buyer, url, checkout }: Awaited<ReturnType<typeof beingCaptured>>) => {
    await onOrderPage(url, 'pay');
    expect(await refresh(buyer, checkout)).toBe(200);
    await releaseWebhooks(shop);
    await sweep(shop, checkout);
    expect((await orderOf(shop, checkout)).capture).toBeUndefined();
    return stateOf(buyer, checkout);
  };

  it('ends where its buyer placed another checkout meanwhile, which stays open, and gives everything back (OWN-920)', async () => {
    const declined = await beingCaptured();
    const { buyer, checkout, given, back } = declined;
    const other = await placeByCard(buyer, onePieceOf(await shop.addProduct({ stock: 3 })));
    expect(await refresh(buyer, checkout)).toBe(200);
    expect(await stateOf(buyer, checkout)).toMatchObject({ state: 'failed' });
    expect(await given()).toEqual(back);
    expect(await expectOver(declined)).toMatchObject({ state: 'failed', orders: [] });
    expect((await stateOf(buyer, other.checkout)).state).toBe('open');
    expect((await sessionOf(shop, other.checkout)).status).toBe('open');
  });

  it('is ended by the other checkout where it was declined first (OWN-920)', async () => {
    const declined = await beingCaptured();
    const { buyer, checkout, given, back } = declined;
    expect(await refresh(buyer, checkout)).toBe(200);
    expect((await stateOf(buyer, checkout)).state).toBe('open');
    const other = await placeByCard(buyer, onePieceOf(await shop.addProduct({ stock: 3 })));
    expect((await stateOf(buyer, checkout)).state).toBe('cancelled');
    expect(await given()).toEqual(back);
    expect(await expectOver(declined)).toMatchObject({ state: 'cancelled', orders: [] });
    expect((await stateOf(buyer, other.checkout)).state).toBe('open');
  });

  it('ends where its session is over when PayPal declines it (OWN-920)', async () => {
    const declined = await beingCaptured();
    const { buyer, checkout, given, back } = declined;
    await shop.database.query(
      `UPDATE checkouts SET session_expires_at = now(), next_check_at = now() + interval '1 day' WHERE ref = $1`,
      [checkout],
    );
    expect(await refresh(buyer, checkout)).toBe(200);
    expect((await stateOf(buyer, checkout)).state).toBe('failed');
    expect(await given()).toEqual(back);
    expect(await expectOver(declined)).toMatchObject({ state: 'failed', orders: [] });
  });

  it.each(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'])(
    'leads back to PayPal’s page after %s as well, and is cancelled there with nothing taken (OWN-920)',
    async (issue) => {
      const { buyer, id, url, checkout } = await place();
      await decline(checkout, issue);
      await onOrderPage(url, 'pay');
      await until(
        () => stateOf(buyer, checkout),
        ({ retryUrl }) => retryUrl === url,
      );
      expect(await onOrderPage(url, 'cancel')).toContain('/payment-cancelled');
      expect(await cancel(buyer, checkout)).toBe(200);
      expect((await stateOf(buyer, checkout)).state).toBe('cancelled');
      expect(await balances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    },
  );

  it('is asked about ever later while the instrument stays declined, and ends with its session (OWN-920)', async () => {
    holdWebhooks(shop);
    const { buyer, id, url, checkout } = await place();
    await onOrder(shop, checkout, 'decline');
    await onOrderPage(url, 'pay');
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
      await sweep(shop, checkout, 30);
      const { wait, ...declined } = await declinesOf(checkout);
      expect(declined).toEqual({ state: 'open', declines: count + 1 });
      minutes.push(wait);
    }
    expect(minutes).toEqual([1, 2, 4, 8, 8, 8]);
    expect((await stateOf(buyer, checkout)).state).toBe('open');
    await sweep(shop, checkout, -2);
    await reaches(buyer, checkout, 'expired');
    expect(await balances(shop, `held:${id}`)).toEqual([0]);
  });

  it.each([
    'COMPLIANCE_VIOLATION',
    'PAYEE_BLOCKED_TRANSACTION',
    'TRANSACTION_REFUSED',
    'A_REASON_OF_NEXT_YEAR',
  ])('fails at once with %s, and its goods are free (OWN-920)', async (issue) => {
    const { buyer, id, url, checkout } = await place();
    await decline(checkout, issue);
    await onOrderPage(url, 'pay');
    await reaches(buyer, checkout, 'failed');
    expect(await balances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    const again = await placeOrder(buyer, [{ id, quantity: 1 }]);
    await onOrderPage(again.url, 'pay');
    await reaches(buyer, again.checkout, 'paid');
  });

  it.each([401, 403, 404, 408, 409, 429, 500, 503])(
    'stays confirming after a %i to its capture, and is paid later (OWN-920)',
    async (status) => {
      holdWebhooks(shop);
      const { buyer, id, url, checkout } = await place();
      await onOrderPage(url, 'pay');
      // A new token is tried once.
      for (let count = 0; count < (status === 401 ? 2 : 1); count += 1)
        armApi(shop, { kind: 'fail', status });
      expect(await refresh(buyer, checkout)).toBe(503);
      expect((await stateOf(buyer, checkout)).state).toBe('confirming');
      expect(await balances(shop, `held:${id}`)).toEqual([1]);
      await sweep(shop, checkout, 30);
      await reaches(buyer, checkout, 'paid');
    },
  );

  it('is not tried again once staff have let its goods go, which others may buy by then (OWN-499, OWN-878)', async () => {
    holdWebhooks(shop);
    const admin = await shop.signIn({ admin: true });
    const { buyer, id, url, checkout } = await place();
    await onOrderPage(url, 'pay');
    armApi(shop, { kind: 'fail', status: 503 });
    expect(await refresh(buyer, checkout)).toBe(503);
    await admin.agent.post(`/api/admin/holds/${checkout}/release`).send({}).expect(200);
    expect(await balances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    expect(await refresh(buyer, checkout)).toBe(200);
    await sweep(shop, checkout, 30);
    const { status, capture } = await orderOf(shop, checkout);
    expect([status, capture]).toEqual(['APPROVED', undefined]);
    expect((await stateOf(buyer, checkout)).state).toBe('confirming');
    await sweep(shop, checkout, -132);
    await reaches(buyer, checkout, 'failed');
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
    await onOrderPage(url, 'pay');
    if (status !== 200) {
      armApi(shop, { kind: 'slow', ms: 0 }, 'orders/{id}$');
      armApi(shop, { kind: 'fail', status }, 'orders/{id}$');
    }
    expect(await refresh(buyer, checkout)).toBe(503);
    expect((await stateOf(buyer, checkout)).state).toBe('confirming');
    expect(await balances(shop, `held:${id}`)).toEqual([1]);
    await sweep(shop, checkout, -132);
    await reaches(buyer, checkout, 'failed');
  });
});
