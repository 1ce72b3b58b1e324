import { z } from 'zod';
import { discordId, id, idParam, reportText, clientInstant } from '../../entities/fields.js';
import { ticketSide } from '../../entities/ticket.js';
import { defineCall } from '../call-definition.js';

// Calls of the bot about the threads below the posts of tickets.

/** POST /api/bot/ticket-threads/claim {fence} returns a thread to open or to archive, or null. */
export const claimThreadRequest = z.strictObject({ fence: z.int32() });
export const threadTask = z.object({
  kind: z.enum(['open', 'archive']),
  ticketId: id,
  /** Discord's id of the ticket's message, which is also the id of its thread. */
  messageId: discordId,
  /** Channel of the ticket's post; null if it was not stored. */
  channelId: discordId.nullish(),
});
export type ThreadTask = z.infer<typeof threadTask>;
export const claimThreadAnswer = z.object({ task: threadTask.nullable() });

/**
 * Outcome of a thread task. `dropped`: message or thread is gone, or Discord refuses permanently; `later`: try again
 * after other tasks.
 */
export const threadOutcome = z.strictObject({
  kind: z.enum(['opened', 'archived', 'dropped', 'later']),
  threadId: discordId,
});
export type ThreadOutcome = z.infer<typeof threadOutcome>;
/** Longest stored message of a thread, in characters: twice Discord's limit for people without a subscription. */
export const THREAD_LINE_LENGTH = 4_000;
/** Largest number of messages stored per thread; further ones exist in Discord only. */
export const MAX_THREAD_LINES = 2_000;
/**
 * POST /api/bot/ticket-threads/lines: reports a message that was written, edited or (`text` null) deleted in a thread.
 */
export const noteThreadLineRequest = z.strictObject({
  fence: z.int32(),
  threadId: discordId,
  messageId: discordId,
  /** Author of the message; null when Discord no longer names the author of a deleted one. */
  author: z.strictObject({ id: discordId, name: reportText(100) }).nullable(),
  text: reportText(THREAD_LINE_LENGTH).nullable(),
  writtenAt: clientInstant,
});
export type NoteThreadLineRequest = z.infer<typeof noteThreadLineRequest>;

/**
 * POST /api/bot/ticket-threads/kept {fence} returns the threads whose messages are stored, and the newest stored
 * message of each.
 */
export const keptThreadsRequest = z.strictObject({ fence: z.int32() });
export const keptThreadsAnswer = z.object({
  threads: z.array(z.object({ threadId: discordId, lastLineId: discordId.nullable() })),
});
export type KeptThreadsAnswer = z.infer<typeof keptThreadsAnswer>;

/** POST /api/bot/ticket-threads/{ticket}/report: reports the outcome of a thread task. */
export const reportThreadRequest = z.strictObject({ fence: z.int32(), outcome: threadOutcome });

/** POST …/messages/claim {fence} returns a message of a ticket that its thread does not show yet, or null. */
export const claimThreadMessageRequest = z.strictObject({ fence: z.int32() });
export const threadMessage = z.object({
  /** Number of the ticket's message. */
  id,
  ticketId: id,
  threadId: discordId,
  /** At most 25 characters; sent with enforce_nonce, so that Discord drops a repeated message. */
  nonce: z.string(),
  /** Discord's id of the message, once it was sent. */
  messageId: discordId.nullable(),
  /** What stands in the thread; null after the ticket was erased, and the message is then emptied. */
  content: z
    .object({
      side: ticketSide,
      /** Account of the member of staff who wrote; null for the sender. */
      author: z.string().nullable(),
      text: z.string(),
      /** Number of pictures, which only the shop shows. */
      pictures: z.number().int().min(0),
      createdAt: z.iso.datetime(),
    })
    .nullable(),
  /** Start of the first attempt by the database's clock, and the time since then, ms; null for the first attempt. */
  firstAttemptAt: z.iso.datetime().nullable(),
  firstAttemptAgeMs: z.number().int().min(0).nullable(),
});
export type ThreadMessage = z.infer<typeof threadMessage>;
export const claimThreadMessageAnswer = z.object({ message: threadMessage.nullable() });

/** POST …/messages/{message}/report: reports the outcome of an attempt. */
export const threadMessageOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sent'), messageId: discordId }),
  /** Nothing of an erased ticket's message stands in Discord. */
  z.strictObject({ kind: z.literal('emptied') }),
  /** The thread takes nothing now, so the ticket's messages wait; others are not delayed. */
  z.strictObject({ kind: z.literal('later') }),
  /** The thread is deleted or locked, so it gets no further messages. */
  z.strictObject({ kind: z.literal('closed') }),
  /** Discord refuses the message permanently, so it is dropped. */
  z.strictObject({ kind: z.literal('refused'), reason: reportText(500) }),
]);
export type ThreadMessageOutcome = z.infer<typeof threadMessageOutcome>;
export const reportThreadMessageRequest = z.strictObject({
  fence: z.int32(),
  outcome: threadMessageOutcome,
});

/** Largest body, bytes: enough for the longest message in any script. */
const MAX_BODY_BYTES = 32 * 1024;

/** Calls of the bot about the threads of tickets. */
export const ticketThreadCalls = {
  claimThread: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/claim',
    access: 'bot',
    summary: 'The next thread of a ticket to open or to archive, or null.',
    body: claimThreadRequest,
    answer: claimThreadAnswer,
    errors: ['FENCED'],
  }),
  reportThread: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/:id/report',
    params: { id: idParam },
    access: 'bot',
    summary: 'Says that the thread of a ticket was opened or archived, can’t be, or not now.',
    body: reportThreadRequest,
    status: 204,
    errors: ['FENCED', 'NOT_FOUND'],
  }),
  keptThreads: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/kept',
    access: 'bot',
    summary: 'The threads that take lines, and the newest line kept of each, for a bot that was away.',
    body: keptThreadsRequest,
    answer: keptThreadsAnswer,
    errors: ['FENCED'],
  }),
  noteThreadLine: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/lines',
    access: 'bot',
    summary:
      'A line written, changed or deleted in the thread of a ticket; of other threads nothing is kept.',
    body: noteThreadLineRequest,
    status: 204,
    errors: ['FENCED'],
    bounds: { bodyLimit: MAX_BODY_BYTES },
  }),
  claimThreadMessage: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/messages/claim',
    access: 'bot',
    summary: 'The next message of a ticket to write into its thread, or null.',
    body: claimThreadMessageRequest,
    answer: claimThreadMessageAnswer,
    errors: ['FENCED'],
  }),
  reportThreadMessage: defineCall({
    method: 'POST',
    path: '/api/bot/ticket-threads/messages/:id/report',
    params: { id: idParam },
    access: 'bot',
    summary: 'Says what became of a message of a ticket in its thread.',
    body: reportThreadMessageRequest,
    status: 204,
    errors: ['FENCED', 'NOT_FOUND'],
  }),
} as const;
