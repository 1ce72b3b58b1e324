import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { onePieceOf, waitForState } from '../../../../../test/buying.js';
import {
  armApiFault,
  holdWebhooks,
  actOnOrderPage,
  findPaypalOrder,
  placePaypalOrder,
  releaseWebhooks,
  withOrdersShop,
} from '../../../../../test/paypal-orders.js';
import { steerPaypal } from '../../../../../test/paypal.js';
import { awaitRefunds, awaitMessages } from '../../../../../test/expect-settled.js';
import type { Shop } from '../../../../../test/shop.js';
import { RefundSender } from '../../../refunds/send-refunds.js';

jest.setTimeout(40_000);

const CAPTURE = 'GET /v2/payments/captures/';
const ORDER = 'GET /v2/checkout/orders/';
const TOLD = 'PAYMENT.CAPTURE.REFUNDED';

describe('a refund that PayPal', () => {
  let shop: Shop;
  withOrdersShop((opened) => (shop = opened));
  afterEach(() => shop.peers.faults.clear());

  /** Cancels one of two orders, so that sending its refund twice would be possible. */
  const request = async () => {
    const [admin, buyer] = [await shop.signIn({ admin: true }), await shop.signIn()];
    const ids = [await shop.addProduct({}), await shop.addProduct({})];
    const { url, checkout } = await placePaypalOrder(buyer, onePieceOf(...ids));
    await actOnOrderPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    return { checkout, order: orders[0] };
  };
  const rowsOf = (order: number | undefined): Promise<{ id: number; state: string; attempts: number }[]> =>
    shop.database.query('SELECT id, state, attempts FROM refunds WHERE order_id = $1', [order]);
  const alertsOf = async (order: number | undefined): Promise<string[]> => {
    const [row] = await rowsOf(order);
    const alerts: { title: string }[] = await shop.database.query(
      `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE $1`,
      [`Refund ${row?.id} %`],
    );
    return alerts.map(({ title }) => title);
  };
  const refundsOf = async (checkout: string) => (await findPaypalOrder(shop, checkout)).capture?.refunds;

  it('refuses is made by hand after its first try, since no other one would be accepted (OWN-96)', async () => {
    armApiFault(shop, { kind: 'fail', status: 422 }, '/refund$');
    const { order } = await request();
    await awaitRefunds(shop);
    expect(await rowsOf(order)).toMatchObject([{ state: 'manual', attempts: 1 }]);
  });

  it.each([
    [CAPTURE, 400],
    [CAPTURE, 404],
    [CAPTURE, 422],
    [ORDER, 404],
  ])('made is done once where the look-up %s of its retry answers %d (OWN-97)', async (match, status) => {
    holdWebhooks(shop, TOLD);
    armApiFault(shop, { kind: 'cut' }, '/refund$');
    const { checkout, order } = await request();
    await shop.app.get(RefundSender).sendDueRefunds();
    armApiFault(shop, { kind: 'fail', status }, match);
    // The look-up alone keeps it from being sent again.
    await steerPaypal(shop, 'request-ids/forget');
    await awaitRefunds(shop);
    expect(await rowsOf(order)).toMatchObject([{ state: 'done' }]);
    expect(await refundsOf(checkout)).toHaveLength(1);
    expect(await alertsOf(order)).toEqual(['Refund delayed']);
  });

  it('tells of is done at once, before its retry and whatever that would be answered (OWN-97)', async () => {
    holdWebhooks(shop, TOLD);
    armApiFault(shop, { kind: 'cut' }, '/refund$');
    const { checkout, order } = await request();
    await shop.app.get(RefundSender).sendDueRefunds();
    shop.peers.faults.arm({
      faultPoint: 'paypal.api',
      match: CAPTURE,
      fault: { kind: 'fail', status: 503 },
      times: 99,
    });
    await releaseWebhooks(shop);
    await awaitMessages(shop);
    expect(await rowsOf(order)).toMatchObject([{ state: 'done' }]);
    expect(await refundsOf(checkout)).toHaveLength(1);
    expect(await alertsOf(order)).toEqual(['Refund delayed']);
  });
});
