import { z } from 'zod';
import {
  boundedString,
  discordId,
  gameName,
  id,
  idParam,
  instant,
  password,
  username,
} from '../entities/fields.js';
import { ledgerEntry } from '../entities/ledger-entry.js';
import { accountProfile } from '../entities/user.js';
import { defineCall, QUARTER_HOUR_MS } from './call-definition.js';
import { successAnswer, listQuery } from './pagination.js';

/**
 * PUT /api/account/profile: only the fields to change; an empty discordId or minecraftName removes the value. A typed
 * discordId is an unproven claim; an account with a proven id can send only that id.
 */
export const updateProfileRequest = z.strictObject({
  username: username.optional(),
  discordId: z.union([z.literal(''), discordId]).optional(),
  minecraftName: z.union([z.literal(''), gameName]).optional(),
  namedInPurchases: z.boolean().optional(),
});
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;

/**
 * POST /api/account/password. The current password can be left out within ten minutes of a sign-in with the linked
 * Discord account, which also proves the owner.
 */
export const changePasswordRequest = z.strictObject({
  currentPassword: boundedString(128).min(1).optional(),
  newPassword: password,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;
/** GET /api/account/password: tells which fields the forms for password and Discord show. */
export const passwordStateAnswer = z.object({
  hasPassword: z.boolean(),
  /** End of the time in which a new password can be set without the current one; null outside of that time. */
  freeUntil: instant.nullable(),
  /**
   * Time from which the linked Discord account can reset the password; null when that is already possible, or no
   * account is linked.
   */
  resetFrom: instant.nullable().optional(),
});
export type PasswordStateAnswer = z.infer<typeof passwordStateAnswer>;

/** POST /api/account/discord/link and …/unlink. The password is required from an account that has one. */
export const discordLinkRequest = z.strictObject({
  currentPassword: boundedString(128).min(1).optional(),
});
export type DiscordLinkRequest = z.infer<typeof discordLinkRequest>;

/** POST /api/account/discord/link answers with the address of Discord's consent page. */
export const discordLinkAnswer = z.object({ url: z.string() });
export type DiscordLinkAnswer = z.infer<typeof discordLinkAnswer>;

/** Ways of signing in; registration counts as `password`. */
export const SIGN_IN_METHODS = ['password', 'discord', 'admin-code'] as const;

export const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'unknown'] as const;
/** A browser according to its User-Agent header, which can be forged; null for parts that the header lacks. */
export const browserInfo = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.enum(DEVICE_KINDS),
});
export type BrowserInfo = z.infer<typeof browserInfo>;

/** Public id of a session, which cannot be used to sign in. */
export const sessionId = boundedString(64).regex(/^[0-9a-f]{64}$/);

/** One session in GET /api/account/sessions, which lists the caller's own first, then by newest activity. */
export const accountSession = browserInfo.extend({
  id: sessionId,
  openedBy: z.enum(SIGN_IN_METHODS),
  createdAt: instant,
  lastSeenAt: instant,
  /** True for the session that made the call. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

/** DELETE /api/account/sessions ends all sessions of the account except the caller's. */
export const endedSessionsAnswer = z.object({ ended: z.number().int() });
export type EndedSessionsAnswer = z.infer<typeof endedSessionsAnswer>;

export const SECURITY_NOTICES = [
  'new_browser',
  'discord_linked',
  'discord_unlinked',
  'password_set',
  'password_changed',
  'password_reset',
  'sessions_ended',
  'second_step_added',
  'second_step_removed',
  'second_step_reset',
  'recovery_codes_renewed',
  'recovery_code_used',
  'data_exported',
  'deletion_asked',
  'deletion_taken_back',
] as const;
/** A security change of an account that its owner is notified of, and the browser that made it. */
export const securityNotice = browserInfo.extend({
  id,
  kind: z.enum(SECURITY_NOTICES),
  createdAt: instant,
});
export type SecurityNotice = z.infer<typeof securityNotice>;
export type SecurityNoticeKind = SecurityNotice['kind'];

/** Error codes with which a proof of ownership may be refused. */
const PROOF_ERRORS = [
  'CURRENT_PASSWORD_REQUIRED',
  'CURRENT_PASSWORD_WRONG',
  'CONFLICT',
  'RATE_LIMITED',
] as const;

/** Calls of customers on their own account and its ways of signing in. */
export const accountCalls = {
  profile: defineCall({
    method: 'GET',
    path: '/api/account/profile',
    access: 'session',
    summary: 'The own profile with balances.',
    answer: accountProfile,
  }),
  updateProfile: defineCall({
    method: 'PUT',
    path: '/api/account/profile',
    access: 'session',
    summary: 'Changes what the body names, and answers the profile.',
    body: updateProfileRequest,
    answer: accountProfile,
    errors: [
      'USERNAME_TAKEN',
      'USERNAME_RESERVED',
      'USERNAME_TOO_SIMILAR',
      'USERNAME_CHANGES_SPENT',
      'CONFLICT',
    ],
    bounds: {
      // Limited, since the call reveals which names are taken; the limit is generous, since a household may share an
      // address.
      perAddress: { name: 'profile-address', points: 60, windowMs: QUARTER_HOUR_MS },
      perAccount: { name: 'profile-account', points: 20, windowMs: QUARTER_HOUR_MS },
    },
  }),
  ledger: defineCall({
    method: 'GET',
    path: '/api/account/ledger',
    access: 'session',
    summary: 'One page of what was booked on the own points, store credit and bonus, newest first.',
    query: listQuery,
    answer: z.array(ledgerEntry),
  }),
  userLedger: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/ledger',
    params: { id: idParam },
    access: 'staff',
    right: 'money',
    summary: 'One page of what was booked on the balances of an account, newest first, with who did it.',
    query: listQuery,
    answer: z.array(ledgerEntry),
  }),
  passwordState: defineCall({
    method: 'GET',
    path: '/api/account/password',
    access: 'session',
    summary: 'Which fields the forms of password and Discord need.',
    answer: passwordStateAnswer,
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/api/account/password',
    access: 'session',
    secondStep: 'owner',
    summary: 'Sets a new password and ends all other sessions.',
    body: changePasswordRequest,
    answer: successAnswer,
    errors: [...PROOF_ERRORS, 'PASSWORD_COMMON', 'PASSWORD_TOO_SHORT', 'FRESH_SIGN_IN_REQUIRED'],
  }),
  linkDiscord: defineCall({
    method: 'POST',
    path: '/api/account/discord/link',
    access: 'session',
    secondStep: 'owner',
    summary: 'Begins to link a Discord account; answers the page of Discord to go to.',
    body: discordLinkRequest,
    answer: discordLinkAnswer,
    errors: [...PROOF_ERRORS, 'OAUTH_FAILED', 'METHOD_DISABLED', 'FRESH_SIGN_IN_REQUIRED'],
  }),
  unlinkDiscord: defineCall({
    method: 'POST',
    path: '/api/account/discord/unlink',
    access: 'session',
    secondStep: 'owner',
    summary: 'Unlinks the Discord account, unless it is the last way in.',
    body: discordLinkRequest,
    answer: successAnswer,
    errors: [...PROOF_ERRORS, 'LAST_WAY_IN', 'DISCORD_NOT_LINKED', 'DISPUTE_OPEN', 'FRESH_SIGN_IN_REQUIRED'],
  }),
  sessions: defineCall({
    method: 'GET',
    path: '/api/account/sessions',
    access: 'session',
    summary: 'Where the account is signed in; the own session first.',
    answer: z.array(accountSession),
  }),
  endOtherSessions: defineCall({
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'session',
    secondStep: 'owner',
    summary: 'Signs out everywhere else.',
    answer: endedSessionsAnswer,
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    params: { id: sessionId },
    access: 'session',
    secondStep: 'owner',
    summary: 'Ends one of the own sessions; that which asks ends without the second step.',
    answer: successAnswer,
  }),
  securityNotices: defineCall({
    method: 'GET',
    path: '/api/account/security-notices',
    access: 'session',
    summary: 'What was done to the ways into the account, newest first.',
    answer: z.array(securityNotice),
  }),
} as const;
