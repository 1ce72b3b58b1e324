import { describe, expect, it, jest } from '@jest/globals';
import { onePieceOf, reaches } from '../../../../../test/buying.js';
import { armApi, onOrderPage, placeOrder, withOrdersShop } from '../../../../../test/paypal-orders.js';
import { refundsSent } from '../../../../../test/provider.js';
import type { Shop } from '../../../../../test/shop.js';

jest.setTimeout(40_000);

describe('a refund that PayPal refuses', () => {
  let shop: Shop;
  withOrdersShop((opened) => (shop = opened));

  it('is made by hand after its first try, since no other one would be accepted (OWN-98)', async () => {
    const [admin, buyer] = [await shop.signIn({ admin: true }), await shop.signIn()];
    const { url, checkout } = await placeOrder(buyer, onePieceOf(await shop.addProduct({})));
    await onOrderPage(url, 'pay');
    const { orders } = await reaches(buyer, checkout, 'paid');
    armApi(shop, { kind: 'fail', status: 422 }, '/refund$');
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    await refundsSent(shop);
    const refunds = await shop.database.query('SELECT state, attempts FROM refunds WHERE order_id = $1', [
      orders[0],
    ]);
    expect(refunds).toEqual([{ state: 'manual', attempts: 1 }]);
  });
});
