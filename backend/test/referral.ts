import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** An account's own referral code. */
export async function readReferralCode({ agent }: SignedIn): Promise<string> {
  const profile = await agent.get('/api/account/profile').expect(200);
  return profile.body.referralCode;
}

/** A new friend who applied the code of a new referrer. */
export async function signInFriend(shop: Shop): Promise<{ friend: SignedIn; referrer: SignedIn }> {
  const referrer = await shop.signIn();
  return { friend: await signInFriendOf(shop, referrer), referrer };
}

/** A new friend who applied a referrer's code; a game name has the bonus for one account only. */
export async function signInFriendOf(shop: Shop, referrer: SignedIn): Promise<SignedIn> {
  const friend = await shop.signIn();
  const referralCode = await readReferralCode(referrer);
  await friend.agent.post('/api/referrals/apply').send({ referralCode }).expect(200);
  return { ...friend, inGameName: `Friend_${friend.userId}` };
}
