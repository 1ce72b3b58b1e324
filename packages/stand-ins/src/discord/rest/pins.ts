import type { RESTGetAPIChannelMessagesPinsResult } from 'discord.js';
import { refuse } from '../core/errors.js';
import { pinMessage, pinsOf, unpinMessage } from '../core/pins.js';
import { messageJson, type Shown } from '../core/views.js';
import { botChannel } from './channel-access.js';
import { noContent, ok, type Endpoint, type RestCall } from './endpoint.js';
import { findMessage, perChannel } from './messages.js';

const MOST = 50;

/** Endpoints for the pinned messages of a channel; pinning has needed a separate permission since 2026. */
export const pinEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/channels/:channel/messages/pins',
    auth: 'bot',
    ...perChannel('pins.list', 50, 5000),
    run: (call) => {
      const channel = botChannel(call);
      const { hub } = call.context;
      if (!hub.may(hub.world.botUserId, channel, 'READ_MESSAGE_HISTORY')) throw refuse.missingAccess();
      const pins = pinsOf(hub, channel.id);
      const items = pins.slice(0, MOST).map((row) => ({
        pinned_at: new Date(row.pinnedAt ?? 0).toISOString(),
        message: messageJson(hub, row),
      }));
      return ok({ items, has_more: pins.length > MOST } satisfies Shown<RESTGetAPIChannelMessagesPinsResult>);
    },
  },
  {
    method: 'PUT',
    path: '/channels/:channel/messages/pins/:message',
    auth: 'bot',
    ...perChannel('pins.change', 5, 5000),
    run: (call) => {
      const { channel, row } = named(call);
      pinMessage(call.context.hub, channel, row, call.context.hub.world.botUserId);
      return noContent;
    },
  },
  {
    method: 'DELETE',
    path: '/channels/:channel/messages/pins/:message',
    auth: 'bot',
    ...perChannel('pins.change', 5, 5000),
    run: (call) => {
      const { channel, row } = named(call);
      unpinMessage(call.context.hub, channel, row);
      return noContent;
    },
  },
];

function named(call: RestCall) {
  const channel = botChannel(call, 'PIN_MESSAGES');
  return { channel, row: findMessage(call, channel) };
}
