import { html, type Html } from '@pax/contracts/html';
import type { Hub } from '../core/hub.js';
import type { ChannelRow, MessageRow } from '../core/state.js';

/** Number of threads listed below a channel. */
const LISTED = 10;

/** The channel itself or, for a thread, its parent channel. */
export function placeOf(hub: Hub, channel: ChannelRow): ChannelRow {
  return channel.thread ? hub.channel(channel.thread.parentId) : channel;
}

/** A channel's threads, the newest first: active ones, and the one shown at present. */
export function threadsOf(hub: Hub, channel: ChannelRow, open: ChannelRow): ChannelRow[] {
  return hub.state.channels
    .filter((one) => one.thread?.parentId === channel.id && (!one.thread.archived || one === open))
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
    .slice(0, LISTED);
}

/** A link to a message's thread, with the number of its messages. */
export function threadLink(hub: Hub, row: MessageRow, viewerName: string): Html | undefined {
  const thread = hub.state.channels.find(({ id, type }) => type === 11 && id === row.id);
  if (!thread) return undefined;
  const said = hub.messagesOf(thread.id).length;
  return html`<p class="thread">
    <a href="?as=${viewerName}&amp;channel=${thread.id}">${thread.name}</a>
    <span class="quiet small"
      >${said} ${said === 1 ? 'message' : 'messages'}${thread.thread?.archived ? ' · archived' : ''}</span
    >
  </p>`;
}
