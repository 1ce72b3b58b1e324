import { computeMemberDiscounts, type Cents, type CurrentUser } from '@pax/contracts';
import { useCurrentUser } from './current-user';

/** Discounts that the signed-in user has on every purchase. */
export interface MemberTerms {
  readonly referred: boolean;
  readonly tierPercent: number;
}

/** Returns the discounts of an account; undefined for a visitor, without any, and while they are unknown. */
export function memberTermsOf(me: CurrentUser | null | undefined): MemberTerms | undefined {
  const { referred = false, permanentDiscount: tierPercent } = me ?? {};
  // An older server answers no discount; the list price is then shown, which no quote exceeds.
  if (tierPercent === undefined || (tierPercent === 0 && !referred)) return undefined;
  return { referred, tierPercent };
}

/** Price that an account's quote gives for goods of this list price alone, cents. */
export function toMemberPrice(cents: Cents, terms: MemberTerms | undefined): Cents {
  if (!terms) return cents;
  const { referralDiscount, tierDiscount } = computeMemberDiscounts(cents, terms);
  return cents - referralDiscount - tierDiscount;
}

/** Returns the discounts of the signed-in user; undefined without any. */
export const useMemberTerms = (): MemberTerms | undefined => memberTermsOf(useCurrentUser());
