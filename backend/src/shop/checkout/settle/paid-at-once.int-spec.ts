import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actOnPayPage, place, waitForState } from '../../../../test/buying.js';
import { disablePolling } from '../../../../test/jobs.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';

describe('a payment that nobody looks for', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
    await disablePolling(shop.app, 'checkout-sweeper', 'provider-inbox', 'relay');
  });
  afterAll(() => shop.close());

  it('is settled by the message of the provider, one after the other', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 5 });
    for (let purchase = 0; purchase < 3; purchase += 1) {
      const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
      await actOnPayPage(url, 'pay');
      expect(await waitForState(buyer, checkout, 'paid')).toMatchObject({ state: 'paid' });
    }
  });
});
