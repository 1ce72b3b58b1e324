import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** Reads the referral code of an account. */
export async function readReferralCode({ agent }: SignedIn): Promise<string> {
  const profile = await agent.get('/api/account/profile').expect(200);
  return profile.body.referralCode;
}

/** Signs in a new referrer and a friend who applied the code. */
export async function signInFriend(shop: Shop): Promise<{ friend: SignedIn; referrer: SignedIn }> {
  const referrer = await shop.signIn();
  return { friend: await signInFriendOf(shop, referrer), referrer };
}

/**
 * Signs in a friend who applied the code of a referrer; the game name differs, because a name gets the bonus for one
 * account only.
 */
export async function signInFriendOf(shop: Shop, referrer: SignedIn): Promise<SignedIn> {
  const friend = await shop.signIn();
  const referralCode = await readReferralCode(referrer);
  await friend.agent.post('/api/referrals/apply').send({ referralCode }).expect(200);
  return { ...friend, inGameName: `Friend_${friend.userId}` };
}
