import { Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { PAGE_SIZE, perCall } from './channel-messages.js';
import type { WrittenMessage } from './thread-messages.js';

const message = z.object({
  id: z.string(),
  author: z.object({ id: z.string(), username: z.string(), bot: z.boolean().default(false) }),
  content: z.string(),
  attachments: z.array(z.object({ filename: z.string() })).default([]),
  timestamp: z.iso.datetime({ offset: true }),
});
type Message = z.output<typeof message>;

/** Some messages of a thread, oldest first. */
export interface ThreadPage {
  /** The messages of people; those of bots and webhooks are left out. */
  readonly lines: readonly WrittenMessage[];
  /** The newest message of the page by any author; undefined on the last page. */
  readonly next: string | undefined;
}

/** The text of a message; for a message of files alone, their names. */
const textOf = ({ content, attachments }: Message): string =>
  content === '' ? attachments.map(({ filename }) => `[${filename}]`).join(' ') : content;

/** Reads the threads of tickets. No call is retried; the caller handles failures. */
export class ThreadHistory {
  constructor(
    private readonly rest: Pick<REST, 'get'>,
    /** The channel below which the threads are. */
    private readonly parentId: string,
  ) {}

  /** Up to 100 messages that follow an id. @throws DiscordAPIError, RateLimitError */
  async after(threadId: string, messageId: string, signal: AbortSignal): Promise<ThreadPage> {
    const query = new URLSearchParams({ after: messageId, limit: String(PAGE_SIZE) });
    const answer = await this.rest.get(Routes.channelMessages(threadId), { query, signal: perCall(signal) });
    const page = z
      .array(message)
      .parse(answer)
      .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
    return {
      lines: page.filter(({ author }) => !author.bot).map((one) => this.line(threadId, one)),
      next: page.length < PAGE_SIZE ? undefined : page.at(-1)?.id,
    };
  }

  private line(threadId: string, one: Message): WrittenMessage {
    return {
      channelId: threadId,
      parentId: this.parentId,
      messageId: one.id,
      isNew: true,
      author: { id: one.author.id, name: one.author.username },
      text: textOf(one),
      writtenAt: Date.parse(one.timestamp),
    };
  }
}
