import type { LimitRule } from '@pax/contracts';

const QUARTER_HOUR_MS = 15 * 60_000;
const makeLimitRule = (name: string, points: number): LimitRule => ({
  name,
  points,
  windowMs: QUARTER_HOUR_MS,
});

// Limits of signing in per 15 minutes. Attempts count per address even with the right password, so that nobody can
// keep the machine busy; per account only wrong passwords count.

/**
 * Limit of wrong passwords for one account from one address, so that nobody at another address locks the owner out.
 */
export const LOGIN_PER_ACCOUNT_AND_ADDRESS = makeLimitRule('login-account-address', 10);
/** Limit of wrong passwords for one account from all addresses; known browsers are exempt. */
export const LOGIN_PER_ACCOUNT = makeLimitRule('login-account', 50);
/** Limit of wrong passwords for one account from one known browser. */
export const LOGIN_PER_KNOWN_BROWSER = makeLimitRule('login-known-browser', 10);
/** Limit of checks of the current password before a sign-in method is changed; right passwords count too. */
export const PASSWORD_PER_ADDRESS = makeLimitRule('password-address', 50);
/**
 * Limit of wrong current passwords per session, so that a stolen session does not keep the owner from changing the
 * password.
 */
export const PASSWORD_PER_SESSION = makeLimitRule('password-session', 10);
export const DISCORD_PER_ADDRESS = makeLimitRule('discord-address', 60);
export const ADMIN_CODE_PER_ADDRESS = makeLimitRule('admin-code-address', 5);
export const ADMIN_CODE_OVER_ALL = makeLimitRule('admin-code-all', 50);
/** Limit of admin codes created for one account. */
export const ADMIN_CODES_ISSUED = makeLimitRule('admin-code-issued', 10);
