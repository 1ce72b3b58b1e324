import { z } from 'zod';
import { boundedString, id, idParam, instant, line } from '../entities/fields.js';
import { defineCall, QUARTER_HOUR_MS } from './call-definition.js';
import { successAnswer } from './pagination.js';

/** Methods by which the second step can be passed. */
export const SECOND_STEP_METHODS = ['passkey', 'totp', 'recovery-code'] as const;
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number];

/** State of a session regarding the second step of its account. */
export const SECOND_STEP_STATES = [
  /** The account has no second step. */
  'none',
  /** The account has a second step, but the session has not passed it. */
  'pending',
  /** The session has passed the second step. */
  'passed',
  /** The session has passed the second step within the last `SECOND_STEP_FRESH_MS`. */
  'fresh',
] as const;
export type SecondStepStatus = (typeof SECOND_STEP_STATES)[number];

/** Time after passing the second step in which sensitive actions are allowed, ms. */
export const SECOND_STEP_FRESH_MS = 10 * 60_000;
/** Number of recovery codes of an account. */
export const RECOVERY_CODE_COUNT = 10;
/** Largest number of passkeys of an account. */
export const MAX_PASSKEYS = 10;

export const passkeyId = idParam;
export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET /api/account/second-step: the methods that the account has set up. */
export const secondStepAnswer = z.object({
  status: z.enum(SECOND_STEP_STATES),
  /** Methods by which the second step can be passed now. */
  ways: z.array(z.enum(SECOND_STEP_METHODS)),
  /** Methods that the account may set up: none for customers, passkeys only if the shop has a domain. */
  offers: z.array(z.enum(['totp', 'passkey'])),
  /** End of the time in which the last sign-in allows changes of the second step; null when that time is over. */
  mayChangeUntil: instant.nullable(),
  /** Time at which the authenticator app was set up; null if none was. */
  totpSince: instant.nullable(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number().int(),
  /**
   * True when an earlier account with the same Discord account had a second step, which an operator must reset first.
   */
  isOwed: z.boolean(),
});
export type SecondStepAnswer = z.infer<typeof secondStepAnswer>;

/**
 * POST /api/auth/second-step: the six digits of the authenticator app, or a recovery code; spaces and dashes are
 * ignored.
 */
export const passSecondStepRequest = z.strictObject({ code: boundedString(64).min(1) });
export type PassSecondStepRequest = z.infer<typeof passSecondStepRequest>;

/** POST /api/account/second-step/totp: the key for the authenticator app, shown once as a QR code and as text. */
export const totpOfferAnswer = z.object({ key: z.string(), uri: z.string() });
export type TotpOfferAnswer = z.infer<typeof totpOfferAnswer>;
export const confirmTotpRequest = z.strictObject({ code: boundedString(16).min(1) });
export type ConfirmTotpRequest = z.infer<typeof confirmTotpRequest>;

/** New recovery codes, shown only once; empty when the account keeps its present ones. */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>;

/** Bytes as base64url, the form that WebAuthn uses in JSON. */
const base64UrlBytes = (max: number) => boundedString(max).regex(/^[A-Za-z0-9_-]+$/);
/** Passkey transports that the shop stores; others are ignored. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export const passkeyTransport = z.enum(PASSKEY_TRANSPORTS);
export type PasskeyTransport = z.infer<typeof passkeyTransport>;
const passkeyDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(passkeyTransport).optional(),
});
const userVerification = z.enum(['required', 'preferred', 'discouraged']);

/** Request for a browser to create a passkey (WebAuthn's PublicKeyCredentialCreationOptionsJSON). */
export const passkeyOfferAnswer = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(passkeyDescriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: userVerification.optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: userVerification.optional(),
    })
    .optional(),
  attestation: z.literal('none').optional(),
});
export type PasskeyOfferAnswer = z.infer<typeof passkeyOfferAnswer>;

/** Request for a browser to sign a challenge (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
export const passkeyCheckAnswer = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(passkeyDescriptor).optional(),
  userVerification: userVerification.optional(),
});
export type PasskeyCheckAnswer = z.infer<typeof passkeyCheckAnswer>;

/** Fields that both kinds of answers of a passkey have. */
const credentialFields = {
  id: base64UrlBytes(1400),
  rawId: base64UrlBytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  // The shop requests no WebAuthn extensions, and ignores their results.
  clientExtensionResults: z.looseObject({}),
};

/** A browser's answer with a new passkey (WebAuthn's RegistrationResponseJSON). */
export const registrationResponse = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64UrlBytes(4096),
    attestationObject: base64UrlBytes(12_000),
    authenticatorData: base64UrlBytes(4096).optional(),
    transports: z.array(passkeyTransport).max(PASSKEY_TRANSPORTS.length).optional(),
    publicKeyAlgorithm: z.int32().optional(),
    publicKey: base64UrlBytes(4096).optional(),
  }),
});
export const addPasskeyRequest = z.strictObject({ name: line(40), response: registrationResponse });
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>;

/** A browser's answer with a signed challenge (WebAuthn's AuthenticationResponseJSON). */
export const passkeyCheckRequest = z.strictObject({
  response: z.strictObject({
    ...credentialFields,
    response: z.strictObject({
      clientDataJSON: base64UrlBytes(4096),
      authenticatorData: base64UrlBytes(4096),
      signature: base64UrlBytes(2048),
      userHandle: base64UrlBytes(128).optional(),
    }),
  }),
});
export type PasskeyCheckRequest = z.infer<typeof passkeyCheckRequest>;

/**
 * Error codes of calls that change the second step; they need a recent sign-in, and the present step if there is one.
 */
const CHANGE_ERRORS = ['FRESH_SIGN_IN_REQUIRED', 'SECOND_STEP_REQUIRED'] as const;
/** Error codes of calls by which the second step is passed. */
const PASS_ERRORS = [
  'SECOND_STEP_SETUP_REQUIRED',
  'SECOND_STEP_WRONG',
  'FRESH_SIGN_IN_REQUIRED',
  'RATE_LIMITED',
] as const;
const CHANGE_BOUNDS = {
  perAccount: { name: 'second-step-change', points: 60, windowMs: QUARTER_HOUR_MS },
} as const;

/** Calls about the second step of admins and staff. */
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
    answer: successAnswer,
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
    answer: successAnswer,
    errors: PASS_ERRORS,
  }),
  offerTotp: defineCall({
    method: 'POST',
    path: '/api/account/second-step/totp',
    access: 'session',
    summary: 'A key for an authenticator app; it counts when a code confirms it.',
    answer: totpOfferAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED'],
    bounds: CHANGE_BOUNDS,
  }),
  confirmTotp: defineCall({
    method: 'POST',
    path: '/api/account/second-step/totp/confirm',
    access: 'session',
    summary: 'Sets up the app of which this is a code, in place of the one before.',
    body: confirmTotpRequest,
    answer: recoveryCodesAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED', 'SECOND_STEP_WRONG', 'CONFLICT'],
    bounds: CHANGE_BOUNDS,
  }),
  removeTotp: defineCall({
    method: 'DELETE',
    path: '/api/account/second-step/totp',
    access: 'session',
    summary: 'Removes the authenticator app.',
    answer: successAnswer,
    errors: [...CHANGE_ERRORS, 'NOT_FOUND'],
    bounds: CHANGE_BOUNDS,
  }),
  offerPasskey: defineCall({
    method: 'POST',
    path: '/api/account/second-step/passkeys/challenge',
    access: 'session',
    summary: 'What the browser needs to make a passkey.',
    answer: passkeyOfferAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED', 'CONFLICT'],
    bounds: CHANGE_BOUNDS,
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/api/account/second-step/passkeys',
    access: 'session',
    summary: 'Adds the passkey that the browser made.',
    body: addPasskeyRequest,
    answer: recoveryCodesAnswer,
    errors: [...CHANGE_ERRORS, 'METHOD_DISABLED', 'SECOND_STEP_WRONG', 'CONFLICT'],
    bounds: CHANGE_BOUNDS,
  }),
  removePasskey: defineCall({
    method: 'DELETE',
    path: '/api/account/second-step/passkeys/:id',
    params: { id: passkeyId },
    access: 'session',
    summary: 'Removes a passkey.',
    answer: successAnswer,
    errors: CHANGE_ERRORS,
    bounds: CHANGE_BOUNDS,
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: '/api/account/second-step/recovery-codes',
    access: 'session',
    summary: 'New recovery codes in place of all before.',
    answer: recoveryCodesAnswer,
    errors: [...CHANGE_ERRORS, 'SECOND_STEP_SETUP_REQUIRED'],
    bounds: CHANGE_BOUNDS,
  }),
} as const;
