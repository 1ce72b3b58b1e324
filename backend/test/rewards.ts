import {
  loyaltyAnswer,
  type LoyaltyAnswer,
  type Reward,
  type RewardKey,
  type TierName,
} from '@pax/contracts';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

/** Signs in a new account with points and a tier. */
export async function signInMember(shop: Shop, points: number, tier: TierName = 'bronze'): Promise<SignedIn> {
  const user = await shop.signIn();
  if (points > 0) await shop.fill(`points:${user.userId}`, points);
  await shop.database.query('UPDATE users SET tier = $2 WHERE id = $1', [user.userId, tier]);
  return user;
}

/** Redeems a reward and expects success. */
export async function redeem({ agent }: SignedIn, rewardId: RewardKey): Promise<Reward> {
  const { body } = await agent.post('/api/loyalty/rewards/redeem').send({ rewardId }).expect(201);
  return body.reward;
}

/** Reads the loyalty answer, parsed by its contract. */
export async function readLoyalty({ agent }: SignedIn): Promise<LoyaltyAnswer> {
  return loyaltyAnswer.parse((await agent.get('/api/loyalty').expect(200)).body);
}

/** Finds a reward in the loyalty answer. */
export async function readReward(user: SignedIn, id: number): Promise<Reward> {
  const found = (await readLoyalty(user)).rewards.find((reward) => reward.id === id);
  if (!found) throw new Error(`there is no reward ${id}`);
  return found;
}
