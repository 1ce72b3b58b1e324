import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf } from '../../../test/buying.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../test/stopped-clock-shop.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { MoneyMovement, MoneySource } from '../payments/payment-provider.js';
import { TURNS } from './compare-movements.js';
import { reconcileMoney } from './reconcile-money.js';

jest.setTimeout(60_000);

interface Bought {
  id: number;
  ref: string;
  session: string;
}

describe('how far back the comparison of money looks (OWN-496, OWN-99)', () => {
  let shop: Shop;
  let bought: Bought;
  beforeAll(async () => {
    shop = await startShop();
    const { checkout } = await buy(await shop.signIn(), onePieceOf(await shop.addProduct({})));
    [bought] = await shop.database.query(
      'SELECT id, ref, provider_session_id AS session FROM checkouts WHERE ref = $1',
      [checkout],
    );
  });
  afterAll(() => shop.close());

  /** Compares with a provider that lists only these movements. @returns what it was asked, and what differs */
  const compare = async (now: Date, ...movements: MoneyMovement[]) => {
    let since = now;
    let sessions: readonly string[] = [];
    const source: MoneySource = {
      name: 'stripe',
      isSetUp: true,
      listMovements: async function* (from, sessionsOf) {
        since = from;
        sessions = await sessionsOf('card');
        yield* movements;
      },
    };
    const comparison = await reconcileMoney(shop.database, source, now);
    const differences = comparison?.differences.map(({ fault, checkout }) => `${fault} ${checkout}`);
    return { since, sessions, differences };
  };
  const happened = (at: Date): Promise<unknown> =>
    Promise.all([
      shop.database.query('UPDATE payments SET created_at = $1', [at]),
      shop.database.query('UPDATE checkouts SET created_at = $1', [at]),
    ]);

  it('asks the provider of four days', async () => {
    const now = new Date();
    expect(now.getTime() - (await compare(now)).since.getTime()).toBe(4 * DAY_MS);
  });

  it.each([
    [23.8, 1],
    [24.2, 0],
  ])('what the shop stored %d hours ago is missing at the provider so often: %i', async (hours, times) => {
    const now = new Date();
    await happened(new Date(now.getTime() - hours * HOUR_MS));
    expect((await compare(now)).differences).toEqual(Array(times).fill(`missing ${bought.ref}`));
  });

  it.each([
    [14.9, 0],
    [15.1, 1],
  ])('what the provider took %d minutes ago is unrecorded so often: %i', async (minutes, times) => {
    const now = new Date();
    await happened(new Date(now.getTime() - 2 * DAY_MS));
    const at = new Date(now.getTime() - minutes * MINUTE_MS);
    const taken = { ref: 'pi_1', paymentRef: 'pi_1', amountCents: 1000, currency: 'usd', at } as const;
    const { differences } = await compare(now, { kind: 'payment', ...taken });
    expect(differences).toEqual(Array(times).fill('unrecorded null'));
  });

  it.each([
    [179, true],
    [181, false],
  ])('asks about a purchase of %i days ago, when its turn comes: %p', async (days, isAsked) => {
    const hour = Math.floor(Date.now() / HOUR_MS);
    const now = new Date((hour + ((bought.id + TURNS * hour - hour) % TURNS)) * HOUR_MS);
    await happened(new Date(now.getTime() - days * DAY_MS));
    expect((await compare(now)).sessions.includes(bought.session)).toBe(isAsked);
  });
});
