import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { actOnPayPage, place, waitForState } from '../../../../test/buying.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import { readEntities } from '../../../platform/database/read-entities.js';
import { User } from '../../../people/accounts/user.entity.js';
import { Product } from '../../catalog/product.entity.js';
import { Order } from '../../orders/order.entity.js';
import { Checkout, CheckoutLine } from '../checkout.entity.js';

jest.setTimeout(30_000);

describe('rows that every purchase reads', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
    const buyer = await shop.signIn();
    await shop.fillPool(10_000_000);
    const coins = await shop.addProduct({
      category: 'coins',
      stock: 0,
      priceCents: 99,
      coinValue: 1_000_000,
      name: '1M',
    });
    const id = await shop.addProduct({ stock: 3 });
    const { url, checkout } = await place(buyer, [
      { id, quantity: 1 },
      { id: coins, quantity: 2 },
    ]);
    await actOnPayPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    await place(buyer, [{ id, quantity: 1 }]);
  });
  afterAll(() => shop.close());

  it.each([[User], [Product], [Checkout], [CheckoutLine], [Order]])(
    'are what TypeORM finds: %p',
    async (entity) => {
      const { manager } = shop.database;
      const found = await manager.find<object>(entity);
      const read = await readEntities<object>(manager, entity, 'WHERE $1', [true]);
      expect(found.length).toBeGreaterThan(0);
      expect(read).toHaveLength(found.length);
      expect(read).toStrictEqual(expect.arrayContaining(found));
      expect(read[0]).toBeInstanceOf(entity);
    },
  );
});
