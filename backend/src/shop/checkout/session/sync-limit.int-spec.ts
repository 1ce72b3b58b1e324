import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { place, readCheckout } from '../../../../test/buying.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';

jest.setTimeout(30_000);

describe('asking the provider again and again', () => {
  let shop: Shop;
  beforeAll(async () => {
    // 60 questions a minute become 6.
    shop = await startMoneyShop({ RATE_LIMIT_FACTOR: '0.1' });
  });
  afterAll(() => shop.close());

  it('is limited per account, and reading is not', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    const id = await shop.addProduct({ priceCents: 1000 });
    const { checkout } = await place(buyer, [{ id, quantity: 1 }]);
    const refresh = async (who = buyer) =>
      (await who.agent.post(`/api/checkouts/${checkout}/refresh`)).status;
    const answers: number[] = [];
    // One at a time, since an account's acts at once are limited, too.
    for (let call = 0; call < 8; call += 1) answers.push(await refresh());
    expect(answers.filter((status) => status === 200)).toHaveLength(6);
    expect(answers.filter((status) => status === 429)).toHaveLength(2);
    expect((await readCheckout(buyer, checkout)).state).toBe('open');
    expect(await refresh(other)).toBe(404);
  });
});
