import { z } from 'zod';
import { boundedString, discordId } from '../entities/fields.js';

// Calls of the bot about its lasting messages: one of a kind, pinned, and edited when what they say changes.

/** The welcome in the channel that newcomers see, and the board with the stock of everything. */
export const LASTING_KEYS = ['welcome', 'stock-board'] as const;
export const lastingKey = z.enum(LASTING_KEYS);
export type LastingKey = z.infer<typeof lastingKey>;

const contentHash = boundedString(64).min(8);

/** POST /api/bot/lasting-messages/claim: what is known of one; in another channel it begins anew. */
export const claimLastingRequest = z.strictObject({
  key: lastingKey,
  channelId: discordId,
  fence: z.int32(),
});
export const lastingMessage = z.object({
  /** ≤ 25 characters; sent with enforce_nonce, and named by reports. */
  nonce: z.string(),
  /** Null while it was not sent, or was deleted. */
  messageId: discordId.nullable(),
  /** Of what it says; null when this holder of the lease did not write it. */
  contentHash: z.string().nullable(),
  /** Whether it was pinned once; who takes it from the pins wants it so. */
  isPinned: z.boolean(),
  /** When the first try to send it began, by the database's clock, and how long ago that was, ms; null before it. */
  firstAttemptAt: z.iso.datetime().nullable(),
  firstAttemptAgeMs: z.number().int().min(0).nullable(),
});
export type LastingMessage = z.infer<typeof lastingMessage>;
/** Null while its last change is younger than 15 s. */
export const claimLastingAnswer = z.object({ message: lastingMessage.nullable() });

export const lastingOutcome = z.discriminatedUnion('kind', [
  /** `contentHash` is null when an earlier try may have sent other words. */
  z.strictObject({ kind: z.literal('sent'), messageId: discordId, contentHash: contentHash.nullable() }),
  z.strictObject({ kind: z.literal('edited'), contentHash }),
  z.strictObject({ kind: z.literal('pinned') }),
  /** Deleted in Discord: it is sent anew. */
  z.strictObject({ kind: z.literal('gone') }),
]);
export type LastingOutcome = z.infer<typeof lastingOutcome>;
/** POST /api/bot/lasting-messages/report */
export const reportLastingRequest = z.strictObject({
  key: lastingKey,
  nonce: boundedString(25),
  fence: z.int32(),
  outcome: lastingOutcome,
});
