import { refuse } from './errors.js';
import type { Hub } from './hub.js';
import { INTENT } from './intents.js';
import { tellMessage } from './messages.js';
import type { ChannelRow, MessageRow } from './state.js';

const MAX_PINS = 250;
/** Type of the system message that somebody pinned a message. */
export const PINNED_LINE = 6;

/** The pinned messages of a channel, the last pinned first. */
export function pinsOf(hub: Hub, channelId: string): MessageRow[] {
  return hub
    .messagesOf(channelId)
    .filter((one) => (one.pinnedAt ?? null) !== null)
    .toSorted((one, other) => (other.pinnedAt ?? 0) - (one.pinnedAt ?? 0));
}

/** Pins a message, with a system message in the channel; no effect on a pinned one. @throws 30003 */
export function pinMessage(hub: Hub, channel: ChannelRow, row: MessageRow, by: string): void {
  if ((row.pinnedAt ?? null) !== null) return;
  if (pinsOf(hub, channel.id).length >= MAX_PINS) throw refuse.tooManyPins();
  row.pinnedAt = hub.now();
  const line: MessageRow = {
    ...row,
    id: hub.newId(),
    authorId: by,
    type: PINNED_LINE,
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
  hub.messagesOf(channel.id).push(line);
  tellMessage(hub, 'MESSAGE_CREATE', line);
  changed(hub, channel, row);
}

/** Unpins a message. */
export function unpinMessage(hub: Hub, channel: ChannelRow, row: MessageRow): void {
  if ((row.pinnedAt ?? null) === null) return;
  row.pinnedAt = null;
  changed(hub, channel, row);
}

function changed(hub: Hub, channel: ChannelRow, row: MessageRow): void {
  tellMessage(hub, 'MESSAGE_UPDATE', row);
  hub.publish({
    type: 'CHANNEL_PINS_UPDATE',
    data: { guild_id: hub.world.guildId, channel_id: channel.id, last_pin_timestamp: null },
    intents: INTENT.GUILDS,
    channelId: channel.id,
  });
  hub.changed();
}
