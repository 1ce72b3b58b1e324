import { Events, type Client, type Message, type PartialMessage, Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { PAGE_SIZE, createCallSignal } from './channel-messages.js';

/** A Discord message as it is now, after any edits or its deletion. */
export interface WrittenMessage {
  channelId: string;
  /** The thread's parent channel, for a message in a thread; otherwise null. */
  parentId: string | null;
  messageId: string;
  /** True for a new message, false for an edit or a deletion. */
  isNew: boolean;
  /** Null when Discord no longer names the author of a deleted message. */
  author: { id: string; name: string } | null;
  /** Null when the message was deleted. */
  text: string | null;
  /** Time of writing, ms since 1970. */
  writtenAt: number;
}

function getParentChannelId({ channel }: Message | PartialMessage): string | null {
  return channel.isThread() ? channel.parentId : null;
}

/** Returns the text of a message, or the names of its files when it has no text. */
function getMessageText({ content, attachments }: Message): string {
  if (content !== '' || attachments.size === 0) return content;
  return attachments.map(({ name }) => `[${name}]`).join(' ');
}

function toWrittenMessage(message: Message, isNew: boolean): WrittenMessage {
  const { channelId, id, author, createdTimestamp } = message;
  return {
    channelId,
    parentId: getParentChannelId(message),
    messageId: id,
    isNew,
    author: { id: author.id, name: author.username },
    text: getMessageText(message),
    writtenAt: createdTimestamp,
  };
}

function toDeletedMessage(message: Message | PartialMessage): WrittenMessage {
  const { channelId, id, createdTimestamp } = message;
  return {
    channelId,
    parentId: getParentChannelId(message),
    messageId: id,
    isNew: false,
    author: null,
    text: null,
    writtenAt: createdTimestamp,
  };
}

/** Calls the listener for messages that people write, edit or delete; ignores bots and webhooks. */
export function listenToMessages(client: Client, onMessage: (message: WrittenMessage) => void): void {
  client.on(Events.MessageCreate, (message) => {
    if (!message.author.bot) onMessage(toWrittenMessage(message, true));
  });
  client.on(Events.MessageUpdate, (_before, message) => {
    if (!message.partial && !message.author.bot) onMessage(toWrittenMessage(message, false));
  });
  client.on(Events.MessageDelete, (message) => onMessage(toDeletedMessage(message)));
  client.on(Events.MessageBulkDelete, (messages) => {
    for (const message of messages.values()) onMessage(toDeletedMessage(message));
  });
}

const lineMessage = z.object({
  id: z.string(),
  author: z.object({ id: z.string(), username: z.string(), bot: z.boolean().default(false) }),
  content: z.string(),
  attachments: z.array(z.object({ filename: z.string() })).default([]),
  timestamp: z.iso.datetime({ offset: true }),
});
type LineMessage = z.output<typeof lineMessage>;

/** A page of a thread's messages, oldest first. */
export interface ThreadPage {
  /** Messages written by people, without those of bots and webhooks. */
  readonly lines: readonly WrittenMessage[];
  /** Id of the page's newest message by any author, after which the next page starts; undefined on the last page. */
  readonly next: string | undefined;
}

/** Returns the text of a message, or the names of its files when it has no text. */
const getLineText = ({ content, attachments }: LineMessage): string =>
  content === '' ? attachments.map(({ filename }) => `[${filename}]`).join(' ') : content;

/** Reads the Discord threads of tickets. No call is retried, since the caller handles failures. */
export class ThreadHistory {
  constructor(
    private readonly rest: Pick<REST, 'get'>,
    /** Id of the channel that contains the threads. */
    private readonly parentId: string,
  ) {}

  /** Reads up to 100 messages that are newer than the given message id. @throws DiscordAPIError, RateLimitError */
  async listMessagesAfter(threadId: string, messageId: string, signal: AbortSignal): Promise<ThreadPage> {
    const query = new URLSearchParams({ after: messageId, limit: String(PAGE_SIZE) });
    const answer = await this.rest.get(Routes.channelMessages(threadId), {
      query,
      signal: createCallSignal(signal),
    });
    const page = z
      .array(lineMessage)
      .parse(answer)
      .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
    return {
      lines: page.filter(({ author }) => !author.bot).map((one) => this.toWrittenLine(threadId, one)),
      next: page.length < PAGE_SIZE ? undefined : page.at(-1)?.id,
    };
  }

  private toWrittenLine(threadId: string, one: LineMessage): WrittenMessage {
    return {
      channelId: threadId,
      parentId: this.parentId,
      messageId: one.id,
      isNew: true,
      author: { id: one.author.id, name: one.author.username },
      text: getLineText(one),
      writtenAt: Date.parse(one.timestamp),
    };
  }
}
