import type { Hub } from './hub.js';
import type { MessageRow } from './state.js';

/** Time for which a nonce prevents a second message, ms. */
export const NONCE_WINDOW_MS = 5 * 60_000;

const keyOf = (authorId: string, nonce: string | number): string => `${authorId} ${nonce}`;

/** The message that the author created with this nonce within the window, if it still exists. */
export function messageByNonce(hub: Hub, authorId: string, nonce: string | number): MessageRow | undefined {
  const oldest = hub.now() - NONCE_WINDOW_MS;
  const key = keyOf(authorId, nonce);
  const hit = hub.state.nonces.findLast((one) => one.key === key && one.at > oldest);
  return hit && hub.findMessage(hit.channelId, hit.messageId);
}

/** Remembers a message's nonce and forgets those past the window. */
export function rememberNonce(hub: Hub, message: MessageRow): void {
  if (message.nonce === null) return;
  const oldest = hub.now() - NONCE_WINDOW_MS;
  hub.state.nonces = hub.state.nonces.filter((one) => one.at > oldest);
  hub.state.nonces.push({
    key: keyOf(message.authorId, message.nonce),
    channelId: message.channelId,
    messageId: message.id,
    at: hub.now(),
  });
}
