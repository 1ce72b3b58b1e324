import type { Hub, WorldEvent } from '../core/hub.js';
import { INTENT } from '../core/intents.js';
import type { JsonObject } from '../core/state.js';

/** Whether a session with these intents receives an event; the bot must also see the event's channel. */
export function hears(hub: Hub, intents: number, event: WorldEvent): boolean {
  if (event.intents !== 0 && (intents & event.intents) === 0) return false;
  if (event.channelId === undefined) return true;
  const channel = hub.findChannel(event.channelId);
  return channel !== undefined && hub.may(hub.world.botUserId, channel, 'VIEW_CHANNEL');
}

/**
 * An event's data as such a session gets it: without the message content intent, other people's messages come
 * empty unless they are direct or mention the bot.
 */
export function heardData(hub: Hub, intents: number, event: WorldEvent): JsonObject {
  const { message } = event;
  if (!message || (intents & INTENT.MESSAGE_CONTENT) !== 0) return event.data;
  const botId = hub.world.botUserId;
  const open = message.authorId === botId || message.mentions.includes(botId);
  if (open || hub.channel(message.channelId).type === 1) return event.data;
  return { ...event.data, content: '', embeds: [], attachments: [], components: [] };
}
