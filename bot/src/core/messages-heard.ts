import { Events, type Client, type Message, type PartialMessage } from 'discord.js';

/** A message as it is now. */
export interface WrittenMessage {
  channelId: string;
  /** Of a thread: the channel it is below. */
  parentId: string | null;
  messageId: string;
  /** A new message, not an edit or a deletion. */
  isNew: boolean;
  /** null: Discord does not say any more who wrote what was deleted. */
  author: { id: string; name: string } | null;
  /** null: it was deleted. */
  text: string | null;
  /** ms since 1970 */
  writtenAt: number;
}

function parentOf({ channel }: Message | PartialMessage): string | null {
  return channel.isThread() ? channel.parentId : null;
}

/** Files have no words of their own. */
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

/** Tells of what people write, change and delete; of programs nothing. */
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
