import { Events, type Client, type Message, type PartialMessage } from 'discord.js';

/** The current state of a message. */
export interface WrittenMessage {
  channelId: string;
  /** For a message in a thread, the thread's parent channel; otherwise null. */
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

function parentOf({ channel }: Message | PartialMessage): string | null {
  return channel.isThread() ? channel.parentId : null;
}

/** The text of a message; for a message of files alone, their names. */
function textOf({ content, attachments }: Message): string {
  if (content !== '' || attachments.size === 0) return content;
  return attachments.map(({ name }) => `[${name}]`).join(' ');
}

function written(message: Message, isNew: boolean): WrittenMessage {
  const { channelId, id, author, createdTimestamp } = message;
  return {
    channelId,
    parentId: parentOf(message),
    messageId: id,
    isNew,
    author: { id: author.id, name: author.username },
    text: textOf(message),
    writtenAt: createdTimestamp,
  };
}

function deleted(message: Message | PartialMessage): WrittenMessage {
  const { channelId, id, createdTimestamp } = message;
  return {
    channelId,
    parentId: parentOf(message),
    messageId: id,
    isNew: false,
    author: null,
    text: null,
    writtenAt: createdTimestamp,
  };
}

/** Reports the messages that people write, edit and delete; ignores those of bots and webhooks. */
export function listenToMessages(client: Client, tell: (message: WrittenMessage) => void): void {
  client.on(Events.MessageCreate, (message) => {
    if (!message.author.bot) tell(written(message, true));
  });
  client.on(Events.MessageUpdate, (_before, message) => {
    if (!message.partial && !message.author.bot) tell(written(message, false));
  });
  client.on(Events.MessageDelete, (message) => tell(deleted(message)));
  client.on(Events.MessageBulkDelete, (messages) => {
    for (const message of messages.values()) tell(deleted(message));
  });
}
