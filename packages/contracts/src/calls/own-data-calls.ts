import { ownDataAnswer, proveOwnerRequest } from '../http/own-data.js';
import { defineCall } from './call.js';

const QUARTER_HOUR_MS = 15 * 60_000;

/** Calls on the shop's data about a person; open to blocked accounts too. */
export const ownDataCalls = {
  ownData: defineCall({
    method: 'GET',
    path: '/api/account/own-data',
    access: 'restricted',
    summary: 'Whether the own data can be exported or deleted now, and the deletion that was asked for.',
    answer: ownDataAnswer,
  }),
  proveOwner: defineCall({
    method: 'POST',
    path: '/api/account/proof',
    access: 'restricted',
    secondStep: 'owner',
    summary: 'Proves the owner of the session by the password, for ten minutes.',
    body: proveOwnerRequest,
    answer: ownDataAnswer,
    errors: ['CURRENT_PASSWORD_REQUIRED', 'CURRENT_PASSWORD_WRONG', 'FRESH_SIGN_IN_REQUIRED', 'RATE_LIMITED'],
  }),
  exportOwnData: defineCall({
    method: 'GET',
    path: '/api/account/export',
    access: 'restricted',
    secondStep: 'owner',
    summary: 'Downloads what the shop keeps of the own account, once a day, after a fresh sign-in or proof.',
    media: 'application/json',
    errors: ['ORIGIN_FORBIDDEN', 'FRESH_SIGN_IN_REQUIRED', 'RATE_LIMITED'],
  }),
  deleteAccount: defineCall({
    method: 'DELETE',
    path: '/api/account',
    access: 'restricted',
    secondStep: 'owner',
    summary: 'Asks to delete the own account, seven days from now, after a fresh sign-in or proof.',
    answer: ownDataAnswer,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'DELETION_REFUSED'],
    bounds: { perAccount: { name: 'delete-account', points: 20, windowMs: QUARTER_HOUR_MS } },
  }),
  keepAccount: defineCall({
    method: 'POST',
    path: '/api/account/keep',
    access: 'restricted',
    summary: 'Takes the deletion back; without one it changes nothing.',
    answer: ownDataAnswer,
  }),
} as const;
