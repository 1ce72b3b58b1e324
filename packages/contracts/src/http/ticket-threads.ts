import { z } from 'zod';
import { discordId, id, reportText, sentInstant } from '../entities/fields.js';

// Calls of the bot about the threads below the posts of tickets.

/** POST /api/bot/ticket-threads/claim {fence} → a thread to open or to archive, or null. */
export const claimThreadRequest = z.strictObject({ fence: z.int32() });
export const threadTask = z.object({
  kind: z.enum(['open', 'archive']),
  ticketId: id,
  /** Of the post's message; its thread has the same id. */
  messageId: discordId,
  /** Where the post stands; null where that was not kept. */
  channelId: discordId.nullish(),
});
export type ThreadTask = z.infer<typeof threadTask>;
export const claimThreadAnswer = z.object({ task: threadTask.nullable() });

/** `dropped`: the message or its thread is gone, or Discord refuses it for good; `later`: tried again after others. */
export const threadOutcome = z.strictObject({
  kind: z.enum(['opened', 'archived', 'dropped', 'later']),
  threadId: discordId,
});
export type ThreadOutcome = z.infer<typeof threadOutcome>;
/** The longest line of a thread that is kept, characters: what people without a subscription may write, twice. */
export const THREAD_LINE_LENGTH = 4_000;
/** How many lines of one thread are kept; further ones stay in Discord. */
export const THREAD_LINES_KEPT = 2_000;
/** POST /api/bot/ticket-threads/lines: a line that somebody wrote, changed or (`text` null) deleted in a thread. */
export const noteThreadLineRequest = z.strictObject({
  fence: z.int32(),
  threadId: discordId,
  messageId: discordId,
  /** null where Discord does not say any more whose line was deleted. */
  author: z.strictObject({ id: discordId, name: reportText(100) }).nullable(),
  text: reportText(THREAD_LINE_LENGTH).nullable(),
  writtenAt: sentInstant,
});
export type NoteThreadLineRequest = z.infer<typeof noteThreadLineRequest>;

/** POST /api/bot/ticket-threads/kept {fence} → the threads that take lines, and the newest line that is kept of each. */
export const keptThreadsRequest = z.strictObject({ fence: z.int32() });
export const keptThreadsAnswer = z.object({
  threads: z.array(z.object({ threadId: discordId, lastLineId: discordId.nullable() })),
});
export type KeptThreadsAnswer = z.infer<typeof keptThreadsAnswer>;

/** POST /api/bot/ticket-threads/{ticket}/report */
export const reportThreadRequest = z.strictObject({ fence: z.int32(), outcome: threadOutcome });
