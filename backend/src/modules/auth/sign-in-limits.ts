import type { LimitRule } from '../../infra/limits/limits.js';

const QUARTER_HOUR_MS = 15 * 60_000;
const rule = (name: string, points: number): LimitRule => ({ name, points, windowMs: QUARTER_HOUR_MS });

/** Limits of signing in, per quarter of an hour (OWN-3, OWN-29). Successful tries are given back. */
export const LOGIN_PER_ACCOUNT = rule('login-account', 10);
export const LOGIN_PER_ADDRESS = rule('login-address', 50);
/** Of a wrong current password when a new one is set. */
export const PASSWORD_PER_ACCOUNT = rule('password-account', 10);
export const REGISTER_PER_ADDRESS = rule('register-address', 50);
export const DISCORD_PER_ADDRESS = rule('discord-address', 60);
export const ADMIN_CODE_PER_ADDRESS = rule('admin-code-address', 5);
export const ADMIN_CODE_OVER_ALL = rule('admin-code-all', 50);
/** Codes made for one account. */
export const ADMIN_CODES_ISSUED = rule('admin-code-issued', 10);
