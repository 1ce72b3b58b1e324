import { z } from 'zod';
import { instant, password, username } from '../entities/fields.js';
import { role } from '../entities/user.js';

/** POST /api/auth/login. Lengths are those of registration, so that a wrong form is told before the hash runs. */
export const loginRequest = z.strictObject({ username, password });
/** POST /api/auth/register; a typed discordId is an unverified claim. */
export const registerRequest = z.strictObject({
  username,
  password,
  discordId: z.union([z.literal(''), z.string().regex(/^\d{17,20}$/)]).optional(),
});
export const adminLoginRequest = z.strictObject({ adminCode: z.string().min(1).max(128) });

/**
 * POST /api/account/password. The current password may be left out within ten minutes of a sign-in with the linked
 * Discord account: that proved the owner.
 */
export const changePasswordRequest = z.strictObject({
  currentPassword: z.string().min(1).max(128).optional(),
  newPassword: password,
});
/** GET /api/account/password: which fields the form needs. */
export const passwordStateAnswer = z.object({
  hasPassword: z.boolean(),
  /** Until when a new password may be set without the current one; null when it may not. */
  freeUntil: instant.nullable(),
});

export const authAnswer = z.object({ user: z.object({ id: z.number().int(), username: z.string() }) });
/** GET /api/admin/check-auth */
export const checkAuthAnswer = z.object({ isAuthorizedUser: z.boolean(), role, blocked: z.boolean() });
/** What `/login?error=` may say after a sign-in with Discord that came to nothing. */
export const SIGN_IN_ERRORS = [
  'ACCESS_DENIED',
  'OAUTH_STATE_INVALID',
  'OAUTH_FAILED',
  'CONFLICT',
  'BLOCKED',
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
