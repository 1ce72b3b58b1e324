import { z } from 'zod';
import { discordId, instant, boundedString, password, username } from '../entities/fields.js';
import { newUsername } from '../entities/new-username.js';
import { staffRight } from '../entities/rights.js';
import { role } from '../entities/role.js';

/**
 * POST /api/auth/login. Lengths are those of registration, so that invalid input is rejected before the hash runs. With
 * `newPassword`, the sign-in also replaces the password, as `PASSWORD_CHANGE_REQUIRED {minLength}` demands.
 */
export const loginRequest = z.strictObject({ username, password, newPassword: password.optional() });
/** POST /api/auth/register; a typed discordId is an unverified claim. */
export const registerRequest = z.strictObject({
  username: newUsername,
  password,
  discordId: z.union([z.literal(''), discordId]).optional(),
});
export const adminLoginRequest = z.strictObject({ adminCode: boundedString(128).min(1) });

/**
 * POST /api/account/password. The current password can be left out within ten minutes of a sign-in with the linked
 * Discord account, which proves the owner.
 */
export const changePasswordRequest = z.strictObject({
  currentPassword: boundedString(128).min(1).optional(),
  newPassword: password,
});
/** GET /api/account/password: decides which fields the forms of password and Discord show. */
export const passwordStateAnswer = z.object({
  hasPassword: z.boolean(),
  /** End of the time in which a new password needs no current one; null outside of it. */
  freeUntil: instant.nullable(),
  /** Time from which the linked Discord account can reset the password; null when it already can, or none is linked. */
  resetFrom: instant.nullable().optional(),
});

export const authAnswer = z.object({ user: z.object({ id: z.number().int(), username: z.string() }) });
/** Ways of signing in that grant the rights of admins and staff; a password grants only a customer's. */
export const signInWay = z.enum(['discord', 'admin-code']);
export type SignInWay = z.infer<typeof signInWay>;
/** GET /api/admin/check-auth */
export const checkAuthAnswer = z.object({
  isAuthorizedUser: z.boolean(),
  role,
  /** The session's rights in the panel; none while the panel is closed to it. */
  rights: z.array(staffRight).optional(),
  blocked: z.boolean(),
  /** With a refusal: the account has the right, and a session would get it by signing in one of these ways. */
  signInWith: signInWay.array().min(1).readonly().optional(),
  /** With a refusal: the account has the right, and the session would get it by passing the second step. */
  needsSecondStep: z.literal(true).optional(),
});
/** Values of `/login?error=` after a failed sign-in with Discord. */
export const SIGN_IN_ERRORS = [
  'ACCESS_DENIED',
  'OAUTH_STATE_INVALID',
  'OAUTH_FAILED',
  'CONFLICT',
  'DISCORD_NOT_LINKED',
  'DISCORD_MISMATCH',
  'BLOCKED',
  'SECOND_STEP_REQUIRED',
  'METHOD_DISABLED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;
export type SignInError = (typeof SIGN_IN_ERRORS)[number];
export type LoginRequest = z.infer<typeof loginRequest>;
export type RegisterRequest = z.infer<typeof registerRequest>;
export type AdminLoginRequest = z.infer<typeof adminLoginRequest>;
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;
export type PasswordStateAnswer = z.infer<typeof passwordStateAnswer>;
export type AuthAnswer = z.infer<typeof authAnswer>;
export type CheckAuthAnswer = z.infer<typeof checkAuthAnswer>;
