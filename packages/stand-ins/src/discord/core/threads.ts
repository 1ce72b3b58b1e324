import { refuse } from './errors.js';
import type { Hub } from './hub.js';
import { INTENT } from './intents.js';
import { tellMessage } from './messages.js';
import type { ChannelRow, MessageRow } from './state.js';
import { channelJson } from './views.js';

/** The flag of a message with a thread. */
const HAS_THREAD = 1 << 5;

export interface ThreadForm {
  name: string;
  /** Minutes without a message until the thread is archived. */
  autoArchive: number;
}

/** Opens a message's thread, whose id is the message's. @throws 160004 when the message has one */
export function openThread(hub: Hub, channel: ChannelRow, row: MessageRow, form: ThreadForm): ChannelRow {
  if (hub.state.channels.some(({ id }) => id === row.id)) throw refuse.threadExists();
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
  tellMessage(hub, 'MESSAGE_UPDATE', row);
  tellThread(hub, 'THREAD_CREATE', thread, { newly_created: true });
  hub.changed();
  return thread;
}

/** Changes a thread; a change of an archived one must also reopen it. @throws 50083 */
export function changeThread(
  hub: Hub,
  channel: ChannelRow,
  changes: { name?: string | undefined; archived?: boolean | undefined; locked?: boolean | undefined },
): void {
  const { thread } = channel;
  if (!thread) return;
  const isWaking = changes.archived === false;
  if (thread.archived && !isWaking) throw refuse.threadArchived();
  if (changes.archived !== undefined && changes.archived !== thread.archived) {
    thread.archived = changes.archived;
    thread.archivedAt = hub.now();
  }
  if (changes.locked !== undefined) thread.locked = changes.locked;
  if (changes.name !== undefined) channel.name = changes.name;
  tellThread(hub, 'THREAD_UPDATE', channel, {});
  hub.changed();
}

function tellThread(hub: Hub, type: string, thread: ChannelRow, extra: object): void {
  const data = { ...channelJson(hub, thread), ...extra };
  hub.publish({ type, data, intents: INTENT.GUILDS, channelId: thread.id });
}
