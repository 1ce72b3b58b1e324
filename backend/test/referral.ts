import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** An account's own referral code. */
export async function referralCodeOf({ agent }: SignedIn): Promise<string> {
  const profile = await agent.get('/api/account/profile').expect(200);
  return profile.body.referralCode;
}

/** A new friend who applied the code of a new referrer. */
export async function referredFriend(shop: Shop): Promise<{ friend: SignedIn; referrer: SignedIn }> {
  const [friend, referrer] = [await shop.signIn(), await shop.signIn()];
  const referralCode = await referralCodeOf(referrer);
  await friend.agent.post('/api/referrals/apply').send({ referralCode }).expect(200);
  return { friend, referrer };
}
