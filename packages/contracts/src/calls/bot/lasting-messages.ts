import { z } from 'zod';
import { boundedString, discordId } from '../../entities/fields.js';
import { defineCall } from '../call-definition.js';

// Calls of the bot about its pinned messages: the bot keeps one of each kind, pins it, and edits it when its content
// changes.

/** Keys of the pinned messages: the welcome for newcomers, and the board with the stock of all products. */
export const LASTING_MESSAGE_KEYS = ['welcome', 'stock-board'] as const;
export const lastingMessageKey = z.enum(LASTING_MESSAGE_KEYS);
export type LastingMessageKey = z.infer<typeof lastingMessageKey>;

const contentHash = boundedString(64).min(8);

/**
 * POST /api/bot/lasting-messages/claim returns the stored state of a pinned message; another channel than before
 * starts a new message.
 */
export const claimLastingRequest = z.strictObject({
  key: lastingMessageKey,
  channelId: discordId,
  fence: z.int32(),
});
export const lastingMessage = z.object({
  /** At most 25 characters; sent with enforce_nonce, and required in reports about the message. */
  nonce: z.string(),
  /** Id of the message in Discord; null before it is sent, and after its deletion. */
  messageId: discordId.nullable(),
  /** Hash of the message's content; null when the message was written under another fence of the lease. */
  contentHash: z.string().nullable(),
  /** True after the first pin, since a message that staff have unpinned must stay unpinned. */
  isPinned: z.boolean(),
  /**
   * Start of the first attempt to send the message by the database's clock, and the time since then, ms; null before
   * the attempt.
   */
  firstAttemptAt: z.iso.datetime().nullable(),
  firstAttemptAgeMs: z.number().int().min(0).nullable(),
});
export type LastingMessage = z.infer<typeof lastingMessage>;
/** The claimed message; null while its last change is younger than 15 s. */
export const claimLastingAnswer = z.object({ message: lastingMessage.nullable() });

export const lastingMessageOutcome = z.discriminatedUnion('kind', [
  /** Reports a sent or edited message; `contentHash` is null when an earlier attempt may have sent other content. */
  z.strictObject({ kind: z.literal('sent'), messageId: discordId, contentHash: contentHash.nullable() }),
  z.strictObject({ kind: z.literal('edited'), contentHash }),
  z.strictObject({ kind: z.literal('pinned') }),
  /** Reports that the message was deleted in Discord and must be sent again. */
  z.strictObject({ kind: z.literal('gone') }),
]);
export type LastingMessageOutcome = z.infer<typeof lastingMessageOutcome>;
/** POST /api/bot/lasting-messages/report: reports what happened to a pinned message. */
export const reportLastingRequest = z.strictObject({
  key: lastingMessageKey,
  nonce: boundedString(25),
  fence: z.int32(),
  outcome: lastingMessageOutcome,
});

/** Calls of the bot about its pinned messages: the welcome and the stock board. */
export const lastingMessageCalls = {
  claimLasting: defineCall({
    method: 'POST',
    path: '/api/bot/lasting-messages/claim',
    access: 'bot',
    summary: 'What is known of a lasting message; null while its last change is younger than 15 s.',
    body: claimLastingRequest,
    answer: claimLastingAnswer,
    errors: ['FENCED'],
  }),
  reportLasting: defineCall({
    method: 'POST',
    path: '/api/bot/lasting-messages/report',
    access: 'bot',
    summary: 'Says that a lasting message was sent, edited, pinned, or is gone.',
    body: reportLastingRequest,
    status: 204,
    errors: ['FENCED', 'CONFLICT'],
  }),
} as const;
