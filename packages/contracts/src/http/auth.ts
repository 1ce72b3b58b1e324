import { z } from 'zod';
import { discordId, instant, boundedString, password, username } from '../entities/fields.js';
import { newUsername } from '../entities/new-username.js';
import { staffRight } from '../entities/rights.js';
import { role } from '../entities/role.js';

/**
 * POST /api/auth/login. Lengths are those of registration, so that invalid input is rejected before the hash runs. A new
 * password replaces the old one with this sign-in: what `PASSWORD_CHANGE_REQUIRED {minLength}` asks for.
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
 * POST /api/account/password. The current password may be left out within ten minutes of a sign-in with the linked
 * Discord account: that proved the owner.
 */
export const changePasswordRequest = z.strictObject({
  currentPassword: boundedString(128).min(1).optional(),
  newPassword: password,
});
/** GET /api/account/password: which fields the forms of password and Discord need. */
export const passwordStateAnswer = z.object({
  hasPassword: z.boolean(),
  /** Until when a new password may be set without the current one; null when it may not. */
  freeUntil: instant.nullable(),
  /** When the linked Discord account may first reset the password; null when it may, or when none is linked. */
  resetFrom: instant.nullable().optional(),
});

export const authAnswer = z.object({ user: z.object({ id: z.number().int(), username: z.string() }) });
/** Ways of signing in that carry the rights of admins and staff; a password carries a customer's. */
export const signInWay = z.enum(['discord', 'admin-code']);
export type SignInWay = z.infer<typeof signInWay>;
/** GET /api/admin/check-auth */
export const checkAuthAnswer = z.object({
  isAuthorizedUser: z.boolean(),
  role,
  /** What this session may do in the panel; nothing while it may not open. */
  rights: z.array(staffRight).optional(),
  blocked: z.boolean(),
  /** With a refusal: the account has the right, and one of these ways of signing in would give it to the session. */
  signInWith: signInWay.array().min(1).readonly().optional(),
  /** With a refusal: the account has the right, and passing its second step would give it to the session. */
  needsSecondStep: z.literal(true).optional(),
});
/** What `/login?error=` may say after a sign-in with Discord that came to nothing. */
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
