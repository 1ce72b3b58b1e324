import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf } from '../../../test/buying.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { deleteNow } from '../../../test/own-data.js';
import { expectSettled } from '../../../test/expect-settled.js';
import { signInFriendOf } from '../../../test/referral.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

describe('a game name that a deleted account ordered for (OWN-1179, OWN-585)', () => {
  let shop: Shop;
  let referrer: SignedIn;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop();
    [referrer, admin] = [await shop.signIn(), await shop.signIn({ admin: true })];
  });
  afterAll(() => shop.close());

  /** A friend buys for a game name, has it delivered and deletes the account. */
  const deletedFriend = async (inGameName: string, priceCents: number): Promise<void> => {
    const friend = await signInFriendOf(shop, referrer);
    const items = onePieceOf(await shop.addProduct({ priceCents }));
    const { orders } = await buy(friend, items, { inGameName, useStoreCredit: true });
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    await expectSettled(shop);
    await deleteNow(shop, friend);
  };
  /** The price of goods for $100, for a player of this name who applies a code then. */
  const priceFor = async (minecraftName: string): Promise<string> => {
    const player = await shop.signIn();
    await player.agent.put('/api/account/profile').send({ minecraftName }).expect(200);
    const { body } = await referrer.agent.get('/api/account/profile').expect(200);
    const { referralCode } = body;
    await player.agent.post('/api/referrals/apply').send({ referralCode }).expect(200);
    const items = onePieceOf(await shop.addProduct({ priceCents: 10_000 }));
    const quote = await player.agent.post('/api/checkout/quote').send({ items, useStoreCredit: true });
    return quote.body.total;
  };

  it('bars no code, and keeps its bonus unless that account used one for it', async () => {
    await deletedFriend('.Name Cheap', 65);
    expect(await priceFor('name_cheap')).toBe('90.00');
    await deletedFriend('.Name Dear', 10_000);
    expect(await priceFor('name_dear')).toBe('95.00');
  });
});
