import { z } from 'zod';
import { discordId, ref, clientInstant } from '../../entities/fields.js';
import { defineCall } from '../call-definition.js';

// Calls of the bot about people who join the Discord server, which needs the members intent.

/** Largest number of newcomers in one call. */
export const MAX_NEWCOMERS_AT_ONCE = 100;
/** Largest number of newcomers in one welcome message. */
export const MAX_WELCOMED_AT_ONCE = 10;

/**
 * POST /api/bot/newcomers: reports people who joined, even while the bot was offline; people reported before are not
 * welcomed again.
 */
export const noteNewcomersRequest = z.strictObject({
  fence: z.int32(),
  members: z.array(z.strictObject({ discordId, joinedAt: clientInstant })).max(MAX_NEWCOMERS_AT_ONCE),
});
export type NoteNewcomersRequest = z.infer<typeof noteNewcomersRequest>;

/** POST /api/bot/newcomers/claim {fence} returns the people and the nonce of the next welcome message, or null. */
export const claimNewcomersRequest = z.strictObject({ fence: z.int32() });
export const newcomersWelcome = z.object({
  nonce: ref,
  discordIds: z.array(discordId).max(MAX_WELCOMED_AT_ONCE),
});
export type NewcomersWelcome = z.infer<typeof newcomersWelcome>;
export const claimNewcomersAnswer = z.object({ welcome: newcomersWelcome.nullable() });
/** POST /api/bot/newcomers/report {fence, nonce}: the welcome message was sent, or Discord refused it permanently. */
export const reportNewcomersRequest = z.strictObject({ fence: z.int32(), nonce: ref });

/** Calls of the bot about people who join the Discord server. */
export const newcomerCalls = {
  noteNewcomers: defineCall({
    method: 'POST',
    path: '/api/bot/newcomers',
    access: 'bot',
    summary: 'People who joined the server; each is welcomed once, and nobody from before the first call.',
    body: noteNewcomersRequest,
    status: 204,
    errors: ['FENCED'],
  }),
  claimNewcomers: defineCall({
    method: 'POST',
    path: '/api/bot/newcomers/claim',
    access: 'bot',
    summary: 'Whom to welcome in one message, or null; the same again until it is reported.',
    body: claimNewcomersRequest,
    answer: claimNewcomersAnswer,
    errors: ['FENCED'],
  }),
  reportNewcomers: defineCall({
    method: 'POST',
    path: '/api/bot/newcomers/report',
    access: 'bot',
    summary: 'Says that a welcome was sent, or can’t be.',
    body: reportNewcomersRequest,
    status: 204,
    errors: ['FENCED'],
  }),
} as const;
