import { currentUser } from '../entities/user.js';
import {
  adminLoginRequest,
  authAnswer,
  checkAuthAnswer,
  loginRequest,
  registerRequest,
} from '../http/auth.js';
import { defineCall } from './call.js';
import { done } from './done.js';

const QUARTER_HOUR_MS = 15 * 60_000;
/** Codes of a failed sign-in with Discord; a browser is redirected to `/login?error=` instead. */
const OAUTH_ERRORS = ['OAUTH_STATE_INVALID', 'OAUTH_FAILED', 'METHOD_DISABLED', 'RATE_LIMITED'] as const;

/** Calls that open and end sessions. */
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
    answer: done,
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
