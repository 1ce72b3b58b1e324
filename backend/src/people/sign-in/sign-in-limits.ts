import type { LimitRule } from '@pax/contracts';

const QUARTER_HOUR_MS = 15 * 60_000;
const rule = (name: string, points: number): LimitRule => ({ name, points, windowMs: QUARTER_HOUR_MS });

// Limits of signing in per quarter of an hour. Counts per address are never given back, so that right
// passwords cannot keep the machine busy; of an account only wrong tries stay counted.

/** Wrong passwords of one account from one address, so that nobody locks the owner out elsewhere. */
export const LOGIN_PER_ACCOUNT_AND_ADDRESS = rule('login-account-address', 10);
/** Wrong passwords of one account from all addresses; browsers that signed in before pass. */
export const LOGIN_PER_ACCOUNT = rule('login-account', 50);
/** Wrong passwords of one account from one browser that signed in before. */
export const LOGIN_PER_KNOWN_BROWSER = rule('login-known-browser', 10);
/** Checks of the current password before a sign-in method is changed, right ones too. */
export const PASSWORD_PER_ADDRESS = rule('password-address', 50);
/** Wrong current passwords: per session, so that a stolen one does not keep the owner from changing it. */
export const PASSWORD_PER_SESSION = rule('password-session', 10);
export const DISCORD_PER_ADDRESS = rule('discord-address', 60);
export const ADMIN_CODE_PER_ADDRESS = rule('admin-code-address', 5);
export const ADMIN_CODE_OVER_ALL = rule('admin-code-all', 50);
/** Codes made for one account. */
export const ADMIN_CODES_ISSUED = rule('admin-code-issued', 10);
