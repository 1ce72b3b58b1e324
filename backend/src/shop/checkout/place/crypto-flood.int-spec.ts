import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { placementFor, type Items } from '../../../../test/buying.js';
import { CRYPTO_SHOP } from '../../../../test/crypto-shop.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import { expectSettled } from '../../../../test/expect-settled.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

const CRYPTO = '/api/payments/crypto/create';
const CARD = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(60_000);

describe('crypto orders that all accounts of one address place within an hour (OWN-1341)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop({ ...CRYPTO_SHOP, TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const tries = async (buyer: SignedIn, items: Items, from: string, path = CRYPTO) =>
    buyer.agent
      .post(path)
      .set('x-forwarded-for', from)
      .send(await placementFor(buyer, items));
  const goods = async (lines: number): Promise<Items> => {
    const items = [];
    for (let n = 0; n < lines; n += 1)
      items.push({ id: await shop.addProduct({ stock: 400, priceCents: 500 }), quantity: 1 });
    return items;
  };
  const expectAnHour = (headers: Record<string, string>): void => {
    const retryAfter = Number(headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(3_500);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
  };
  /** Places a cart for new accounts in turn, and returns them. */
  const placeAll = async (times: number, items: Items, from: (n: number) => string): Promise<SignedIn[]> => {
    const buyers: SignedIn[] = [];
    for (let n = 0; n < times; n += 1) {
      const buyer = await shop.signIn();
      expect((await tries(buyer, items, from(n))).status).toBe(201);
      buyers.push(buyer);
    }
    return buyers;
  };

  it('are 20 placements, by IPv6 of a /64; a repeated one, other methods and other addresses go on', async () => {
    const one = await goods(1);
    const home = (host: number) => `2001:db8:7:1::${host + 1}`;
    const soldOut = [{ id: await shop.addProduct({ stock: 0 }), quantity: 1 }];
    expect((await tries(await shop.signIn(), soldOut, home(0))).status).toBe(409);
    const [first] = await placeAll(20, one, home);
    if (!first) throw new Error('nobody came');
    const late = await shop.signIn();
    const refused = await tries(late, one, home(99));
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
    expectAnHour(refused.headers);
    expect((await tries(first, one, home(0))).status).toBe(201);
    expect((await tries(late, one, home(99), CARD)).status).toBe(201);
    expect((await tries(await shop.signIn(), one, '2001:db8:7:2::1')).status).toBe(201);
    await shop.database.query(`UPDATE rate_limits SET expire = 1 WHERE key LIKE 'crypto-%'`);
    expect((await tries(await shop.signIn(), one, home(99))).status).toBe(201);
  });

  it('are 100 orders, of a cart one for each line', async () => {
    const from = '198.51.100.7';
    const cart = await goods(50);
    await placeAll(2, cart, () => from);
    const refused = await tries(await shop.signIn(), cart.slice(0, 1), from);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expectAnHour(refused.headers);
  });

  it('are 20 of many that come at once', async () => {
    const one = await goods(1);
    const buyers = await Promise.all(Array.from({ length: 24 }, () => shop.signIn()));
    const answers = await Promise.all(buyers.map((buyer) => tries(buyer, one, '198.51.100.8')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  });
});
