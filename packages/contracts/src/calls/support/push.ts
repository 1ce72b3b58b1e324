import { z } from 'zod';
import { boundedString } from '../../entities/fields.js';
import { mailLanguage } from '../../languages.js';
import { defineCall, QUARTER_HOUR_MS } from '../call-definition.js';
import { successAnswer } from '../pagination.js';

/** Most characters of the address at which a push service takes the messages of one browser. */
const ENDPOINT_LENGTH = 2_000;

/** PUT /api/account/push: where the push service takes messages of this browser, and its keys (RFC 8291). */
export const setPushRequest = z.strictObject({
  endpoint: boundedString(ENDPOINT_LENGTH).regex(/^https?:\/\/[!-~]+$/, 'is no address'),
  keys: z.strictObject({
    /** Public key of the browser, an uncompressed point of P-256: 65 bytes as base64url. */
    p256dh: boundedString(87).regex(/^B[\w-]{86}$/, 'has to be a public key of 65 bytes'),
    /** Secret that authenticates messages: 16 bytes as base64url. */
    auth: boundedString(22).regex(/^[\w-]{22}$/, 'has to be a secret of 16 bytes'),
  }),
  /** Language of the messages. */
  language: mailLanguage,
});
export type SetPushRequest = z.infer<typeof setPushRequest>;

/** GET /api/account/push */
export const pushAnswer = z.object({
  /** Public key with which browsers subscribe; null where the shop sends no push messages. */
  publicKey: z.string().nullable(),
  /** True if push messages go to the browser of this session. */
  isOn: z.boolean(),
  /** Language of its messages; missing while push is off. */
  language: mailLanguage.optional(),
});
export type PushAnswer = z.infer<typeof pushAnswer>;

/** Calls on push messages to the browser of the caller's session. */
export const pushCalls = {
  push: defineCall({
    method: 'GET',
    path: '/api/account/push',
    access: 'session',
    summary: 'The key for push subscriptions, and whether this session has one.',
    answer: pushAnswer,
  }),
  setPush: defineCall({
    method: 'PUT',
    path: '/api/account/push',
    access: 'session',
    summary: 'Sends notices to this browser by push, until the session ends.',
    body: setPushRequest,
    answer: successAnswer,
    errors: ['CONFLICT', 'NOT_FOUND'],
    bounds: { perAccount: { name: 'set-push', points: 60, windowMs: QUARTER_HOUR_MS } },
  }),
  endPush: defineCall({
    method: 'DELETE',
    path: '/api/account/push',
    access: 'session',
    summary: 'Ends push messages to the browser of this session.',
    answer: successAnswer,
  }),
} as const;
