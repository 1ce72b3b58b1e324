import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShop, type Shop } from '../../../test/shop.js';
import { until } from '../../../test/until.js';

describe('a balance of an account', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  it.each([
    ['credit', { storeCredit: '5.00', balance: '5.00' }],
    ['bonus', { referralBonus: '5.00', balance: '5.00' }],
    ['points', { loyaltyPoints: 500 }],
  ])('reaches the open pages of its owner when nothing but the %s changes (OWN-116)', async (name, shown) => {
    const { userId } = await shop.signIn();
    await shop.fill(`${name}:${userId}`, 500);
    const messages = await until(
      (): Promise<{ data: object }[]> =>
        shop.database.query(`SELECT data FROM stream_messages WHERE room = $1 AND type = 'balance.changed'`, [
          `user:${userId}`,
        ]),
      (found) => found.length > 0,
    );
    expect(messages).toEqual([{ data: expect.objectContaining({ id: userId, ...shown }) }]);
  });
});
