import { reachesTier, type RewardOfferAnswer } from '@pax/contracts';
import type { Loyalty } from '../stored-loyalty';

/** Why a reward can't be redeemed now; the server checks the same. */
export type OfferState =
  | { readonly kind: 'open' }
  | { readonly kind: 'owned' }
  /** Nobody is signed in: then there is nothing to compare with. */
  | { readonly kind: 'visitor' }
  | { readonly kind: 'tier' }
  | { readonly kind: 'points'; readonly missing: number };

/** Order of reasons: already owned, then tier, then points; the hardest to change comes first. */
export function offerState(
  offer: Pick<RewardOfferAnswer, 'isOwned' | 'requiredTier' | 'pointsCost'>,
  { points, membershipTier }: Pick<Loyalty, 'points' | 'membershipTier'>,
): OfferState {
  if (offer.isOwned) return { kind: 'owned' };
  if (!reachesTier(membershipTier, offer.requiredTier)) return { kind: 'tier' };
  if (points < offer.pointsCost) return { kind: 'points', missing: offer.pointsCost - points };
  return { kind: 'open' };
}
