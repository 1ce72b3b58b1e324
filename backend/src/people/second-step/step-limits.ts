import type { LimitRule } from '@pax/contracts';

const QUARTER_HOUR_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

// Wrong codes. Six digits of which three count at a time: the limit of a day keeps a guesser of a month
// below one in three hundred.
export const STEP_PER_ACCOUNT: LimitRule = { name: 'step-account', points: 5, windowMs: QUARTER_HOUR_MS };
export const STEP_PER_ACCOUNT_DAY: LimitRule = { name: 'step-account-day', points: 30, windowMs: DAY_MS };
export const STEP_PER_ADDRESS: LimitRule = { name: 'step-address', points: 20, windowMs: QUARTER_HOUR_MS };
// Apart from codes: a signature cannot be guessed, but each wrong one writes an audit row.
export const PASSKEY_PER_ACCOUNT: LimitRule = {
  name: 'passkey-account',
  points: 20,
  windowMs: QUARTER_HOUR_MS,
};
