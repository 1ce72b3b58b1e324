import { formatCount, reachesTier, type BotRewardsAnswer, type RewardKey } from '@pax/contracts';
import type { Language } from './command.js';
import { REWARD_TEXTS } from './reward-texts.js';
import { TEXTS } from './texts.js';

export type Loyalty = NonNullable<BotRewardsAnswer['loyalty']>;

/** The reason why a person can't redeem a reward now, or null. The backend decides; this check saves a failed attempt. */
export function obstacleOf(
  { points, membershipTier, shop }: Loyalty,
  key: RewardKey,
  language: Language,
): string | null {
  const texts = REWARD_TEXTS[language];
  const offer = shop.find(({ id }) => id === key);
  if (!offer) return TEXTS[language].failed;
  if (offer.isOwned) return texts.owned;
  if (!reachesTier(membershipTier, offer.requiredTier))
    return texts.tier(TEXTS[language].tier[offer.requiredTier]);
  const missing = offer.pointsCost - points;
  return missing > 0 ? texts.missing(formatCount(missing, language)) : null;
}
