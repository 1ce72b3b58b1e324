import { z } from 'zod';
import { boundedString, discordId, password, username } from '../entities/fields.js';
import { newUsername } from '../entities/new-username.js';
import { staffRight, role } from '../entities/rights.js';
import { currentUser } from '../entities/user.js';
import { defineCall, QUARTER_HOUR_MS } from './call-definition.js';
import { successAnswer } from './pagination.js';

/**
 * POST /api/auth/login. Lengths are limited as for registration, so that invalid input is rejected before the slow hash
 * runs. `newPassword` also replaces the password, as `PASSWORD_CHANGE_REQUIRED {minLength}` demands.
 */
export const loginRequest = z.strictObject({ username, password, newPassword: password.optional() });
/** POST /api/auth/register; a typed discordId is an unproven claim. */
export const registerRequest = z.strictObject({
  username: newUsername,
  password,
  discordId: z.union([z.literal(''), discordId]).optional(),
});
export const adminLoginRequest = z.strictObject({ adminCode: boundedString(128).min(1) });

export const authAnswer = z.object({ user: z.object({ id: z.number().int(), username: z.string() }) });
/** Ways of signing in that grant the rights of admins and staff; a password grants only a customer's rights. */
export const signInMethod = z.enum(['discord', 'admin-code']);
export type SignInMethod = z.infer<typeof signInMethod>;
/** GET /api/admin/check-auth: tells whether the session may use the panel, and with which rights. */
export const checkAuthAnswer = z.object({
  isAuthorizedUser: z.boolean(),
  role,
  /** Rights of the session in the panel; empty while the session may not use the panel. */
  rights: z.array(staffRight).optional(),
  blocked: z.boolean(),
  /**
   * Given with a refusal: the account has the right, and the session would get it by signing in in one of these ways.
   */
  signInWith: signInMethod.array().min(1).readonly().optional(),
  /** Given with a refusal: the account has the right, and the session would get it by passing the second step. */
  needsSecondStep: z.literal(true).optional(),
});
/** Values of `error` in `/login?error=`, the page shown after a failed sign-in with Discord. */
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
export type AuthAnswer = z.infer<typeof authAnswer>;
export type CheckAuthAnswer = z.infer<typeof checkAuthAnswer>;

/** Error codes of a failed sign-in with Discord; a browser is redirected to `/login?error=` instead. */
const OAUTH_ERRORS = ['OAUTH_STATE_INVALID', 'OAUTH_FAILED', 'METHOD_DISABLED', 'RATE_LIMITED'] as const;

/** Calls that begin and end sessions. */
export const authCalls = {
  register: defineCall({
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Makes an account and signs it in.',
    body: registerRequest,
    status: 201,
    answer: authAnswer,
    errors: [
      'USERNAME_TAKEN',
      'USERNAME_RESERVED',
      'USERNAME_TOO_SIMILAR',
      'PASSWORD_COMMON',
      'PASSWORD_TOO_SHORT',
      'CONFLICT',
    ],
    bounds: { perAddress: { name: 'register-address', points: 50, windowMs: QUARTER_HOUR_MS } },
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Signs in with name and password.',
    body: loginRequest,
    answer: authAnswer,
    errors: [
      'INVALID_CREDENTIALS',
      'FRESH_SIGN_IN_REQUIRED',
      'PASSWORD_CHANGE_REQUIRED',
      'PASSWORD_COMMON',
      'PASSWORD_TOO_SHORT',
      'METHOD_DISABLED',
    ],
    bounds: { perAddress: { name: 'login-address', points: 50, windowMs: QUARTER_HOUR_MS } },
  }),
  adminLogin: defineCall({
    method: 'POST',
    path: '/api/auth/admin-login',
    access: 'public',
    summary: 'Signs in with a one-time admin code.',
    body: adminLoginRequest,
    answer: authAnswer,
    errors: ['ADMIN_CODE_INVALID', 'BLOCKED', 'RATE_LIMITED'],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'Ends the session.',
    answer: successAnswer,
  }),
  logoutByLink: defineCall({
    method: 'GET',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'Ends the session and leads to the sign-in page; only as a navigation from the own site.',
    status: 302,
    errors: ['ORIGIN_FORBIDDEN'],
  }),
  me: defineCall({
    method: 'GET',
    path: '/api/auth/me',
    access: 'restricted',
    summary: 'Who is signed in.',
    answer: currentUser,
  }),
  checkAuth: defineCall({
    method: 'GET',
    path: '/api/admin/check-auth',
    access: 'restricted',
    summary: 'Whether this session may use the panel, and if not, how it could.',
    answer: checkAuthAnswer,
    errors: ['FORBIDDEN', 'BLOCKED'],
  }),
  startDiscordSignIn: defineCall({
    method: 'GET',
    path: '/api/auth/discord',
    access: 'public',
    summary: 'Leads to Discord; `next` names the page to come back to.',
    status: 302,
    errors: [...OAUTH_ERRORS, 'ORIGIN_FORBIDDEN'],
  }),
  finishDiscordSignIn: defineCall({
    method: 'GET',
    path: '/api/auth/discord/callback',
    access: 'public',
    summary: 'Where Discord leads back to; signs in or links, and leads on.',
    status: 302,
    errors: [
      ...OAUTH_ERRORS,
      'ORIGIN_FORBIDDEN',
      'CONFLICT',
      'DISCORD_NOT_LINKED',
      'DISCORD_MISMATCH',
      'BLOCKED',
      'SECOND_STEP_REQUIRED',
      'UNAUTHENTICATED',
    ],
  }),
} as const;
