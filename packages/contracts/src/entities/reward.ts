import { z } from 'zod';
import { REWARD_CATEGORIES, REWARD_KEYS } from '../loyalty/rewards.js';
import { id, instant } from './fields.js';

export const rewardKey = z.enum(REWARD_KEYS);
export const rewardCategory = z.enum(REWARD_CATEGORIES);

/** A redeemed reward, as its owner sees it. */
export const reward = z.object({
  id,
  /** Key of the reward shop's offer; catalogues have its name by this key. */
  key: rewardKey,
  name: z.string(),
  description: z.string(),
  pointsCost: z.number().int(),
  category: rewardCategory,
  /** Percent for a discount ("10"), dollars for credit ("5.00"), empty for other rewards. */
  value: z.string(),
  /** Code for the checkout; only the reward's owner can use it. */
  code: z.string(),
  /** True after use: at a paid checkout, or at once (credit, badge). */
  isUsed: z.boolean(),
  /** True while an unpaid checkout of the owner holds the reward. */
  isHeld: z.boolean(),
  /** True while frozen: a reversal left the points below 0, and new points must cover that first. */
  isFrozen: z.boolean().optional(),
  redeemedAt: instant,
  expiresAt: instant,
});
export type Reward = z.infer<typeof reward>;
