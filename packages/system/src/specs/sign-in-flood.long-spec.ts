import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLoginFlood } from '../floods/login-flood.js';
import { Person } from '../support/person.js';
import { PASSWORD } from '../support/sign-in.js';
import { startWholeShop, type WholeShop } from '../support/whole-shop.js';

const FLOODERS = 4;
const AT_ONCE_EACH = 9;
const STRANGERS = 20;
const FLOOD_ADDRESS = '203.0.113.200';

describe('a flood of right logins from one address', () => {
  let shop: WholeShop;
  beforeAll(async () => {
    shop = await startWholeShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
  }, 180_000);
  afterAll(async () => shop.stop(), 60_000);

  const call = (path: string, username: string, address: string) =>
    new Person(shop.shopUrl).call(
      'POST',
      `/api/auth/${path}`,
      { username, password: PASSWORD },
      { 'x-forwarded-for': address },
    );
  /** Registers `count` accounts, each from a different address. */
  const accounts = async (name: string, count: number, net: string) => {
    const made = Array.from({ length: count }, (_, n) => ({
      username: `${name} ${n}`,
      address: `${net}.${n}`,
    }));
    for (const { username, address } of made)
      expect((await call('register', username, address)).status).toBe(201);
    return made;
  };

  it('leaves the logins of strangers untouched, and is over after fifty (OWN-344, OWN-29)', async () => {
    const flooders = await accounts('flooder', FLOODERS, '198.51.100');
    const strangers = await accounts('stranger', STRANGERS, '192.0.2');
    const flood = await startLoginFlood({
      shopUrl: shop.shopUrl,
      usernames: flooders.map(({ username }) => username),
      password: PASSWORD,
      perAccount: AT_ONCE_EACH,
      waves: 4,
      address: FLOOD_ADDRESS,
    });
    const answers = await Promise.all(
      strangers.map(async ({ username, address }) => (await call('login', username, address)).status),
    );
    expect(answers).toEqual(strangers.map(() => 200));
    const { 200: passed = 0, 429: refused = 0, ...others } = await flood.statusCounts;
    expect(others).toEqual({});
    expect([passed > 0, passed <= 50, passed + refused]).toEqual([true, true, FLOODERS * AT_ONCE_EACH * 4]);
    // Correct passwords do not unblock the address; from another address the same accounts sign in.
    const [first] = flooders;
    expect((await call('login', first?.username ?? '', FLOOD_ADDRESS)).status).toBe(429);
    expect((await call('login', first?.username ?? '', '203.0.113.201')).status).toBe(200);
  }, 120_000);
});
