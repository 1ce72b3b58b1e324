import { z } from 'zod';
import { discordId, ref, sentInstant } from '../entities/fields.js';

// Calls of the bot about people who join its server; with the members intent alone.

/** How many newcomers one call or one welcome names. */
export const NEWCOMERS_AT_ONCE = 100;
export const WELCOMED_AT_ONCE = 10;

/** POST /api/bot/newcomers: who joined, also while the bot was away; whoever is known is not welcomed again. */
export const noteNewcomersRequest = z.strictObject({
  fence: z.int32(),
  members: z.array(z.strictObject({ discordId, joinedAt: sentInstant })).max(NEWCOMERS_AT_ONCE),
});
export type NoteNewcomersRequest = z.infer<typeof noteNewcomersRequest>;

/** POST /api/bot/newcomers/claim {fence} → whom to welcome in one message, under its nonce, or null. */
export const claimNewcomersRequest = z.strictObject({ fence: z.int32() });
export const newcomersWelcome = z.object({
  nonce: ref,
  discordIds: z.array(discordId).max(WELCOMED_AT_ONCE),
});
export type NewcomersWelcome = z.infer<typeof newcomersWelcome>;
export const claimNewcomersAnswer = z.object({ welcome: newcomersWelcome.nullable() });
/** POST /api/bot/newcomers/report {fence, nonce}: it was sent, or can't be. */
export const reportNewcomersRequest = z.strictObject({ fence: z.int32(), nonce: ref });
