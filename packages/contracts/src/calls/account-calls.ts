import { z } from 'zod';
import { idParam } from '../entities/fields.js';
import { accountProfile } from '../entities/user.js';
import {
  accountSession,
  discordLinkAnswer,
  discordLinkRequest,
  endedSessionsAnswer,
  securityNotice,
  sessionId,
} from '../http/account-security.js';
import { updateProfileRequest } from '../http/account.js';
import { changePasswordRequest, passwordStateAnswer } from '../http/auth.js';
import { receiptMailAnswer, receiptMailRequest } from '../http/receipt.js';
import { ledgerEntry } from '../http/ledger-history.js';
import { listQuery } from '../http/lists.js';
import { defineCall } from './call.js';
import { done } from './done.js';

const QUARTER_HOUR_MS = 15 * 60_000;
/** Codes with which a proof of ownership may be refused. */
const PROOF_ERRORS = [
  'CURRENT_PASSWORD_REQUIRED',
  'CURRENT_PASSWORD_WRONG',
  'CONFLICT',
  'RATE_LIMITED',
] as const;

/** Calls on the own account and its ways in. */
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
      // A limit, since the call tells which names are taken; generous, since a household may share an address.
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
  receiptMail: defineCall({
    method: 'GET',
    path: '/api/account/receipt-mail',
    access: 'session',
    summary: 'Where receipts of the own purchases are mailed to.',
    answer: receiptMailAnswer,
  }),
  setReceiptMail: defineCall({
    method: 'PUT',
    path: '/api/account/receipt-mail',
    access: 'session',
    summary: 'Sets or takes out the address for receipts, and answers it.',
    body: receiptMailRequest,
    answer: receiptMailAnswer,
    errors: ['METHOD_DISABLED'],
    bounds: { perAccount: { name: 'receipt-mail', points: 20, windowMs: QUARTER_HOUR_MS } },
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
    answer: done,
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
    answer: done,
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
    answer: done,
  }),
  securityNotices: defineCall({
    method: 'GET',
    path: '/api/account/security-notices',
    access: 'session',
    summary: 'What was done to the ways into the account, newest first.',
    answer: z.array(securityNotice),
  }),
} as const;
