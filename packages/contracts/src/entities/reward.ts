import { z } from 'zod';
import { REWARD_CATEGORIES, REWARD_KEYS } from '../loyalty/rewards.js';
import { id, instant } from './fields.js';

export const rewardKey = z.enum(REWARD_KEYS);
export const rewardCategory = z.enum(REWARD_CATEGORIES);

/** A redeemed reward, as its owner sees it. */
export const reward = z.object({
  id,
  /** Which offer of the reward shop it is; names it in every language. */
  key: rewardKey,
  name: z.string(),
  description: z.string(),
  pointsCost: z.number().int(),
  category: rewardCategory,
  /** Percent off for a discount ("10"), dollars for credit ("5.00"), empty where there is nothing to count. */
  value: z.string(),
  /** For the checkout; only its owner can use it. */
  code: z.string(),
  /** Gone: used at a checkout that was paid, or at once (credit, badge). */
  isUsed: z.boolean(),
  /** Set aside by a checkout of the owner that is not paid yet. */
  isHeld: z.boolean(),
  /** Held back, badge and access too, until the points that a reversal took are made good. */
  isFrozen: z.boolean().optional(),
  redeemedAt: instant,
  expiresAt: instant,
});
export type Reward = z.infer<typeof reward>;
