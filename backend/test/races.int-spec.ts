import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CRYPTO_SHOP } from './crypto-shop.js';
import { expectProviderAgrees, expectSettled } from './expect-settled.js';
import { BALANCE_RACES } from './races/balance-races.js';
import { CATALOG_RACES } from './races/catalog-races.js';
import { ORDER_RACES } from './races/order-races.js';
import { PAYMENT_RACES } from './races/payment-races.js';
import { repeatInTurn, isTurnedAway, startTogether, readStatus, type Race } from './races/race.js';
import { raceSizes } from './settings.js';
import { startShop, type Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

jest.setTimeout(120_000);

/** All start behind the same lock. After each nobody saw a 5xx, all invariants hold and the provider's books agree. */
describe.each(raceSizes())('at least %i at once', (n) => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop({ ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' });
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  /** @returns answers that nobody may see */
  const run = async (race: Race): Promise<number[]> => {
    const contest = await race.prepare({ shop, admin }, n);
    const statuses = await startTogether(shop, contest, repeatInTurn(contest.acts, n));
    await expectSettled(shop);
    await contest.check(statuses);
    await expectSettled(shop);
    await expectProviderAgrees(shop);
    return statuses.filter((status) => status >= 500 && !isTurnedAway(status, n));
  };

  it.each([...PAYMENT_RACES, ...ORDER_RACES, ...BALANCE_RACES, ...CATALOG_RACES])('$name', async (race) => {
    expect(await run(race)).toEqual([]);
  });

  it('is no race where nobody comes to the barrier (OWN-512)', async () => {
    const buyer = await shop.signIn();
    const reading = () => readStatus(admin.agent.get('/api/products'));
    await expect(startTogether(shop, { buyers: [buyer] }, repeatInTurn([reading], n))).rejects.toThrow(
      '0 of',
    );
  });
});
