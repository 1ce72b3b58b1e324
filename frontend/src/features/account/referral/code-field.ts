import { REFERRAL_CODE_LENGTH, setReferralCodeRequest } from '@pax/contracts';

/** Normalises a typed code: upper case, no spaces, at most 9 characters. */
export const asCode = (typed: string): string =>
  typed.replaceAll(/\s/g, '').toUpperCase().slice(0, REFERRAL_CODE_LENGTH);

/** Tells whether a code has the form of a chosen one: PAX and six letters or digits. */
export const canBeChosen = (customCode: string): boolean =>
  setReferralCodeRequest.safeParse({ customCode }).success;
