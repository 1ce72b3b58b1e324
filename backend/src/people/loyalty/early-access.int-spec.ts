import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Product } from '@pax/contracts';
import { readBalances, RECIPIENT, actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { readLoyalty, signInMember, redeem, readReward } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { Clock } from '../../platform/clock.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { book } from '../ledger/ledger.js';

const CREATE = '/api/payments/stripe/create-checkout-session';

jest.setTimeout(30_000);

describe('Early Access (OWN-57)', () => {
  let shop: Shop;
  let early: SignedIn;
  let other: SignedIn;
  let hidden: number;

  beforeAll(async () => {
    shop = await startMoneyShop();
    [early, other] = [await signInMember(shop, 4_000, 'platinum'), await signInMember(shop, 0)];
    await redeem(early, 'early-access');
    const availableFrom = new Date(Date.now() + 3_600_000);
    hidden = await shop.addProduct({ name: 'Soon', stock: 5, priceCents: 2_000, availableFrom });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const sees = async (ask: () => Promise<Product[]>, id: number): Promise<boolean> =>
    (await ask()).some((product) => product.id === id);
  const asUser = (user: SignedIn) => async (): Promise<Product[]> =>
    (await user.agent.get('/api/products').expect(200)).body;
  const asVisitor = async (): Promise<Product[]> =>
    JSON.parse(await (await fetch(`${shop.url}/api/products`)).text());
  const quote = (user: SignedIn, id: number) =>
    user.agent.post('/api/checkout/quote').send({ items: [{ id, quantity: 1 }] });

  it('shows products before their time to who has it, to staff, and to nobody else', async () => {
    const admin = await shop.signIn({ admin: true });
    expect(await sees(asUser(early), hidden)).toBe(true);
    expect(await sees(asUser(admin), hidden)).toBe(true);
    expect(await sees(asUser(other), hidden)).toBe(false);
    expect(await sees(asVisitor, hidden)).toBe(false);
    const shown = (await asUser(early)()).find(({ id }) => id === hidden);
    expect(Date.parse(shown?.availableFrom ?? '')).toBeGreaterThan(Date.now());
  });

  it('sells them to who has it; to others they do not exist', async () => {
    const input = { amount: '20.00', items: [{ id: hidden, quantity: 1 }], ...RECIPIENT, consent: true };
    const unknown = { ...input, items: [{ id: 99_999, quantity: 1 }] };
    const refused = await other.agent.post(CREATE).send(input);
    expect([refused.status, refused.body.code]).toEqual([404, 'PRODUCT_NOT_FOUND']);
    const none = await other.agent.post(CREATE).send(unknown);
    expect({ ...refused.body, id: 0, correlationId: '' }).toEqual({ ...none.body, id: 0, correlationId: '' });
    expect((await quote(other, hidden)).status).toBe(404);
    const placed = await place(early, [{ id: hidden, quantity: 1 }]);
    await actOnPayPage(placed.url, 'pay');
    await waitForState(early, placed.checkout, 'paid');
    expect(await readBalances(shop, `stock:${hidden}`)).toEqual([4]);
  });

  it('publishes nothing of them in the public room (OWN-57)', async () => {
    await expectSettled(shop);
    const rows: { room: string }[] = await shop.database.query(
      `SELECT DISTINCT room FROM stream_messages WHERE type = 'stock.changed' AND (data->>'id')::int = $1`,
      [hidden],
    );
    expect(rows).toEqual([{ room: 'admin' }]);
  });

  it('is told to the open pages when it begins, is held back and is free again (OWN-405)', async () => {
    const user = await signInMember(shop, 0, 'platinum');
    const booked = (delta: number, entry: { idempotencyKey: string; reverses?: string }) =>
      runTransaction(shop.database, (tx) =>
        book(tx, { ...entry, reason: 'spec', actor: 'shop' }, [
          { account: `points:${user.userId}`, delta, mayGoBelowZero: delta < 0 },
        ]),
      );
    await booked(4_000, { idempotencyKey: 'earned' });
    const told = async (): Promise<unknown[]> => {
      await expectSettled(shop);
      const rows: { data: { earlyAccess: boolean } }[] = await shop.database.query(
        `SELECT data FROM stream_messages WHERE room = $1 AND type = 'balance.changed' ORDER BY seq DESC LIMIT 1`,
        [`user:${user.userId}`],
      );
      const { body } = await user.agent.get('/api/account/profile').expect(200);
      return [rows[0]?.data.earlyAccess, body.earlyAccess, await sees(asUser(user), hidden)];
    };
    expect(await told()).toEqual([false, false, false]);
    await redeem(user, 'early-access');
    expect(await told()).toEqual([true, true, true]);
    await booked(-4_000, { idempotencyKey: 'reverse:earned', reverses: 'earned' });
    expect(await told()).toEqual([false, false, false]);
    await shop.fill(`points:${user.userId}`, 3_000);
    expect(await told()).toEqual([true, true, true]);
  });

  it('is in force for 30 days, shown as active, and ends to the minute (OWN-57)', async () => {
    const [reward] = (await readLoyalty(early)).rewards;
    expect(await readReward(early, reward?.id ?? 0)).toMatchObject({ category: 'access', isUsed: false });
    const days = (Date.parse(reward?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(0.01);
    const end = new Date(Date.now() + 1_800_000);
    await shop.database.query('UPDATE users SET early_access_until = $2 WHERE id = $1', [early.userId, end]);
    const now = jest.spyOn(shop.app.get(Clock), 'now');
    try {
      now.mockImplementation(() => new Date(end.getTime() - 1));
      expect(await sees(asUser(early), hidden)).toBe(true);
      expect((await quote(early, hidden)).status).toBe(200);
      now.mockImplementation(() => end);
      expect(await sees(asUser(early), hidden)).toBe(false);
      expect((await quote(early, hidden)).status).toBe(404);
      expect((await readLoyalty(early)).shop.find(({ id }) => id === 'early-access')?.isOwned).toBe(false);
      now.mockImplementation(() => new Date(end.getTime() + 1_800_001));
      expect(await sees(asUser(other), hidden)).toBe(true);
    } finally {
      now.mockRestore();
    }
  });
});
