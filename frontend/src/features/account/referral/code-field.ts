import { REFERRAL_CODE_LENGTH, setReferralCodeRequest } from '@pax/contracts';

/** What a field for codes holds: upper case, no spaces, at most 9 characters (ADMIN-5.3, ADMIN-5.6). */
export const asCode = (typed: string): string =>
  typed.replaceAll(/\s/g, '').toUpperCase().slice(0, REFERRAL_CODE_LENGTH);

/** Whether a code can be chosen: PAX and six letters or digits (ADMIN-5.4). */
export const canBeChosen = (customCode: string): boolean =>
  setReferralCodeRequest.safeParse({ customCode }).success;
