import {
  fromDecimal,
  pointsFor,
  price,
  toQuote,
  VISITOR_TERMS,
  type AccountProfile,
  type PriceTerms,
  type Quote,
} from '@pax/contracts';
import type { BasketLine } from './basket';

interface Buyer {
  /** Undefined for a visitor. */
  readonly profile: AccountProfile | undefined;
  readonly useStoreCredit: boolean;
  /** Percent off by a reward code; 0 without one. */
  readonly rewardPercent?: number;
}

/** The buyer's discounts; empty for a visitor. */
export function termsOf({ profile, useStoreCredit, rewardPercent = 0 }: Buyer): PriceTerms {
  if (!profile) return VISITOR_TERMS;
  return {
    referred: profile.appliedReferralCode !== null,
    tierPercent: profile.permanentDiscount,
    rewardPercent,
    useStoreCredit,
    creditCents: fromDecimal(profile.storeCredit),
    bonusCents: fromDecimal(profile.referralBonus),
  };
}

/** The quote computed locally by the server's function; replaced by the server's response. */
export function previewQuote(lines: readonly BasketLine[], buyer: Buyer): Quote {
  const terms = termsOf(buyer);
  const priced = price(
    lines.map(({ pricing }) => pricing),
    terms,
  );
  return toQuote(
    lines.map(({ name }) => name),
    priced,
    terms,
    pointsFor(priced.total, buyer.profile?.membershipTier ?? 'bronze'),
  );
}
