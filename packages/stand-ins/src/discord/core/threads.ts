import { discordErrors } from './errors.js';
import { type Hub, INTENT } from './hub.js';
import { publishMessageEvent } from './messages.js';
import type { ChannelRow, MessageRow } from './state.js';
import { channelJson } from './json-views.js';

/** Flag of a message that has a thread. */
const HAS_THREAD = 1 << 5;

export interface ThreadForm {
  name: string;
  /** Minutes without a message until the thread is archived. */
  autoArchive: number;
}

/**
 * Opens a thread below a message; the thread has the id of the message.
 * @throws 160004 when the message already has one
 */
export function openThread(hub: Hub, channel: ChannelRow, row: MessageRow, form: ThreadForm): ChannelRow {
  if (hub.state.channels.some(({ id }) => id === row.id)) throw discordErrors.threadExists();
  const thread: ChannelRow = {
    id: row.id,
    type: 11,
    name: form.name,
    topic: null,
    position: 0,
    overwrites: [],
    recipientId: null,
    thread: {
      parentId: channel.id,
      ownerId: hub.world.botUserId,
      autoArchive: form.autoArchive,
      archived: false,
      locked: false,
      archivedAt: hub.now(),
    },
  };
  hub.state.channels.push(thread);
  row.flags |= HAS_THREAD;
  publishMessageEvent(hub, 'MESSAGE_UPDATE', row);
  publishThreadEvent(hub, 'THREAD_CREATE', thread, { newly_created: true });
  hub.commitChange();
  return thread;
}

/** Changes a thread; a change of an archived thread must also open it again. @throws 50083 */
export function changeThread(
  hub: Hub,
  channel: ChannelRow,
  changes: { name?: string | undefined; archived?: boolean | undefined; locked?: boolean | undefined },
): void {
  const { thread } = channel;
  if (!thread) return;
  const isWaking = changes.archived === false;
  if (thread.archived && !isWaking) throw discordErrors.threadArchived();
  if (changes.archived !== undefined && changes.archived !== thread.archived) {
    thread.archived = changes.archived;
    thread.archivedAt = hub.now();
  }
  if (changes.locked !== undefined) thread.locked = changes.locked;
  if (changes.name !== undefined) channel.name = changes.name;
  publishThreadEvent(hub, 'THREAD_UPDATE', channel, {});
  hub.commitChange();
}

function publishThreadEvent(hub: Hub, type: string, thread: ChannelRow, extra: object): void {
  const data = { ...channelJson(hub, thread), ...extra };
  hub.publish({ type, data, intents: INTENT.GUILDS, channelId: thread.id });
}

const MAX_PINS = 250;
/** Type of the system message that announces a pinned message. */
export const PIN_NOTICE_TYPE = 6;

/** Lists the pinned messages of a channel, the one pinned last first. */
export function listPins(hub: Hub, channelId: string): MessageRow[] {
  return hub
    .getMessages(channelId)
    .filter((one) => (one.pinnedAt ?? null) !== null)
    .toSorted((one, other) => (other.pinnedAt ?? 0) - (one.pinnedAt ?? 0));
}

/** Pins a message, and writes a system message into the channel; does nothing for a pinned message. @throws 30003 */
export function pinMessage(hub: Hub, channel: ChannelRow, row: MessageRow, by: string): void {
  if ((row.pinnedAt ?? null) !== null) return;
  if (listPins(hub, channel.id).length >= MAX_PINS) throw discordErrors.tooManyPins();
  row.pinnedAt = hub.now();
  const line: MessageRow = {
    ...row,
    id: hub.newId(),
    authorId: by,
    type: PIN_NOTICE_TYPE,
    content: '',
    embeds: [],
    components: [],
    flags: 0,
    nonce: null,
    createdAt: hub.now(),
    editedAt: null,
    mentionEveryone: false,
    mentions: [],
    mentionRoles: [],
    replyTo: row.id,
    origin: null,
    pinnedAt: null,
  };
  hub.getMessages(channel.id).push(line);
  publishMessageEvent(hub, 'MESSAGE_CREATE', line);
  publishPinsChange(hub, channel, row);
}

/** Unpins a message; does nothing for a message that is not pinned. */
export function unpinMessage(hub: Hub, channel: ChannelRow, row: MessageRow): void {
  if ((row.pinnedAt ?? null) === null) return;
  row.pinnedAt = null;
  publishPinsChange(hub, channel, row);
}

function publishPinsChange(hub: Hub, channel: ChannelRow, row: MessageRow): void {
  publishMessageEvent(hub, 'MESSAGE_UPDATE', row);
  hub.publish({
    type: 'CHANNEL_PINS_UPDATE',
    data: { guild_id: hub.world.guildId, channel_id: channel.id, last_pin_timestamp: null },
    intents: INTENT.GUILDS,
    channelId: channel.id,
  });
  hub.commitChange();
}
