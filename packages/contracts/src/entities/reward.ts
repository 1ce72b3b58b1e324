import { z } from 'zod';
import { REWARD_CATEGORIES, REWARD_KEYS } from '../loyalty/rewards.js';
import { id, instant } from './fields.js';

export const rewardKey = z.enum(REWARD_KEYS);
export const rewardCategory = z.enum(REWARD_CATEGORIES);

/** A redeemed reward, as its owner sees it. */
export const reward = z.object({
  id,
  /** Key of the offer in the reward shop, by which translations name it. */
  key: rewardKey,
  name: z.string(),
  description: z.string(),
  pointsCost: z.number().int(),
  category: rewardCategory,
  /** Value of the reward: percent of a discount ("10"), dollars of credit ("5.00"), empty for other rewards. */
  value: z.string(),
  /** Code to enter at the checkout; works for the reward's owner only. */
  code: z.string(),
  /** True after the reward was used: at a paid checkout, or immediately for credit and badges. */
  isUsed: z.boolean(),
  /** True while an unpaid checkout of the owner holds the reward. */
  isHeld: z.boolean(),
  /** True while the reward is frozen: a reversal left the points below 0, and new points must cover them first. */
  isFrozen: z.boolean().optional(),
  redeemedAt: instant,
  expiresAt: instant,
});
export type Reward = z.infer<typeof reward>;
