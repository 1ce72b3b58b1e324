import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeMemberDiscounts, parseDecimalToCents } from '@pax/contracts';
import { deleteNow } from '../../../../test/own-data.js';
import { signInFriend } from '../../../../test/referral.js';
import { startShop, type Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

describe('member discounts', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  it('are read by the signed-in user as those by which the quote for one piece is computed (OWN-1422)', async () => {
    const priceCents = 1_799;
    const id = await shop.addProduct({ priceCents, stock: 9 });
    const { friend, referrer } = await signInFriend(shop);
    const plain = await shop.signIn();
    const read = async ({ agent }: SignedIn): Promise<object> => {
      const { body: me } = await agent.get('/api/auth/me').expect(200);
      const { referred, permanentDiscount: tierPercent } = me;
      const { referralDiscount, tierDiscount } = computeMemberDiscounts(priceCents, {
        referred,
        tierPercent,
      });
      const items = [{ id, quantity: 1 }];
      const { body: quote } = await agent.post('/api/checkout/quote').send({ items }).expect(200);
      expect(parseDecimalToCents(quote.total)).toBe(priceCents - referralDiscount - tierDiscount);
      return { referred, tierPercent };
    };
    expect(await read(plain)).toEqual({ referred: false, tierPercent: 0 });
    expect(await read(friend)).toEqual({ referred: true, tierPercent: 0 });
    await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = ANY($1)`, [
      [plain.userId, friend.userId],
    ]);
    expect(await read(plain)).toEqual({ referred: false, tierPercent: 4 });
    expect(await read(friend)).toEqual({ referred: true, tierPercent: 4 });
    await deleteNow(shop, referrer);
    const { body: profile } = await friend.agent.get('/api/account/profile').expect(200);
    expect(profile.appliedReferralCode).toBeNull();
    expect(await read(friend)).toEqual({ referred: true, tierPercent: 4 });
  });
});
