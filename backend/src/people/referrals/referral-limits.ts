import type { LimitRule } from '@pax/contracts';

const HOUR_MS = 3_600_000;

/** Codes an account may try: enough for typing errors, too few to guess one. */
export const APPLY_PER_ACCOUNT: LimitRule = { name: 'referral-apply', points: 20, windowMs: HOUR_MS };
/** New codes an account may ask for: each is kept for ever. */
export const CODES_PER_ACCOUNT: LimitRule = { name: 'referral-code', points: 30, windowMs: 24 * HOUR_MS };
