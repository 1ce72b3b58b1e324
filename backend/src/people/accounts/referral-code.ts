import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A new referral code: PAX and six random letters or digits. The table's constraint makes it unique. */
export function newReferralCode(): string {
  return `PAX${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}
