import { mentionCounts } from '../core/messages.js';
import type { MessageRow } from '../core/state.js';
import type { RestCall } from './endpoint.js';

/** Logs the data of a message that tests count. */
export function noteMessage(call: RestCall, row: MessageRow): void {
  Object.assign(call.note, {
    channelId: row.channelId,
    messageId: row.id,
    embeds: row.embeds.length,
    contentLength: row.content.length,
    mentions: mentionCounts(row),
  });
}
