import { REFERRAL_CODE_LENGTH, setReferralCodeRequest } from '@pax/contracts';

/** What a field for codes holds: upper case, no spaces, at most 9 characters. */
export const asCode = (typed: string): string =>
  typed.replaceAll(/\s/g, '').toUpperCase().slice(0, REFERRAL_CODE_LENGTH);

/** Whether a code can be chosen: PAX and six letters or digits. */
export const canBeChosen = (customCode: string): boolean =>
  setReferralCodeRequest.safeParse({ customCode }).success;
