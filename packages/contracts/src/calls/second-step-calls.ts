import {
  addPasskeyRequest,
  confirmTotpRequest,
  passkeyCheckAnswer,
  passkeyCheckRequest,
  passkeyId,
  passkeyOfferAnswer,
  passSecondStepRequest,
  recoveryCodesAnswer,
  secondStepAnswer,
  totpOfferAnswer,
} from '../http/second-step.js';
import { defineCall } from './call.js';
import { done } from './done.js';

const QUARTER_HOUR_MS = 15 * 60_000;
/** Codes of changes, which need a recent sign-in and the present second step, if there is one. */
const CHANGE_ERRORS = ['FRESH_SIGN_IN_REQUIRED', 'SECOND_STEP_REQUIRED'] as const;
const PASS_ERRORS = [
  'SECOND_STEP_SETUP_REQUIRED',
  'SECOND_STEP_WRONG',
  'FRESH_SIGN_IN_REQUIRED',
  'RATE_LIMITED',
] as const;
const CHANGES = {
  perAccount: { name: 'second-step-change', points: 60, windowMs: QUARTER_HOUR_MS },
} as const;

/** Calls on the second step of admins and staff. */
export const secondStepCalls = {
  secondStep: defineCall({
    method: 'GET',
    path: '/api/account/second-step',
    access: 'session',
    secondStep: 'waiting',
    summary: 'The second step of the own account, and whether this session has passed it.',
    answer: secondStepAnswer,
  }),
  passSecondStep: defineCall({
    method: 'POST',
    path: '/api/auth/second-step',
    access: 'session',
    secondStep: 'waiting',
    summary: 'Passes the second step with a code of the authenticator app or a recovery code.',
    body: passSecondStepRequest,
    answer: done,
    errors: PASS_ERRORS,
  }),
  startPasskeyCheck: defineCall({
    method: 'POST',
    path: '/api/auth/second-step/passkey/challenge',
    access: 'session',
    secondStep: 'waiting',
    summary: 'A challenge for the own passkeys; a new one replaces it.',
    answer: passkeyCheckAnswer,
    errors: ['SECOND_STEP_SETUP_REQUIRED', 'FRESH_SIGN_IN_REQUIRED'],
    bounds: { perAccount: { name: 'passkey-challenge', points: 60, windowMs: QUARTER_HOUR_MS } },
  }),
  passWithPasskey: defineCall({
    method: 'POST',
    path: '/api/auth/second-step/passkey',
    access: 'session',
    secondStep: 'waiting',
    summary: 'Passes the second step with a challenge that a passkey signed.',
    body: passkeyCheckRequest,
    answer: done,
    errors: PASS_ERRORS,
  }),
  offerTotp: defineCall({
    method: 'POST',
    path: '/api/account/second-step/totp',
    access: 'session',
    summary: 'A key for an authenticator app; it counts when a code confirms it.',
    answer: totpOfferAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED'],
    bounds: CHANGES,
  }),
  confirmTotp: defineCall({
    method: 'POST',
    path: '/api/account/second-step/totp/confirm',
    access: 'session',
    summary: 'Sets up the app of which this is a code, in place of the one before.',
    body: confirmTotpRequest,
    answer: recoveryCodesAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED', 'SECOND_STEP_WRONG', 'CONFLICT'],
    bounds: CHANGES,
  }),
  removeTotp: defineCall({
    method: 'DELETE',
    path: '/api/account/second-step/totp',
    access: 'session',
    summary: 'Removes the authenticator app.',
    answer: done,
    errors: [...CHANGE_ERRORS, 'NOT_FOUND'],
    bounds: CHANGES,
  }),
  offerPasskey: defineCall({
    method: 'POST',
    path: '/api/account/second-step/passkeys/challenge',
    access: 'session',
    summary: 'What the browser needs to make a passkey.',
    answer: passkeyOfferAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED', 'CONFLICT'],
    bounds: CHANGES,
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/api/account/second-step/passkeys',
    access: 'session',
    summary: 'Adds the passkey that the browser made.',
    body: addPasskeyRequest,
    answer: recoveryCodesAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED', 'SECOND_STEP_WRONG', 'CONFLICT'],
    bounds: CHANGES,
  }),
  removePasskey: defineCall({
    method: 'DELETE',
    path: '/api/account/second-step/passkeys/:id',
    params: { id: passkeyId },
    access: 'session',
    summary: 'Removes a passkey.',
    answer: done,
    errors: CHANGE_ERRORS,
    bounds: CHANGES,
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: '/api/account/second-step/recovery-codes',
    access: 'session',
    summary: 'New recovery codes in place of all before.',
    answer: recoveryCodesAnswer,
    errors: [...CHANGE_ERRORS, 'SECOND_STEP_SETUP_REQUIRED'],
    bounds: CHANGES,
  }),
} as const;
