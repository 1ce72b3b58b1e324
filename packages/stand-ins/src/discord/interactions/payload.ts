import type { Hub } from '../core/hub.js';
import { PERMISSION } from '../core/permissions.js';
import type { InteractionRow, JsonObject, MessageRow } from '../core/state.js';
import { channelJson, memberJson, messageJson, userJson } from '../core/views.js';

const ALL_BITS = Object.values(PERMISSION).reduce((sum, bit) => sum | bit, 0n);

/** The data of INTERACTION_CREATE. */
export function interactionPayload(
  hub: Hub,
  row: InteractionRow,
  data: JsonObject,
  source: MessageRow | undefined,
): JsonObject {
  const channel = hub.channel(row.channelId);
  const member = channel.type !== 1 ? hub.findMember(row.userId) : undefined;
  const bits = (userId: string): string => (hub.bitsIn(userId, channel) & ALL_BITS).toString();
  const who = member
    ? { member: { ...memberJson(hub, member), permissions: bits(row.userId) } }
    : { user: userJson(hub.user(row.userId)) };
  const where = member
    ? {
        guild_id: hub.world.guildId,
        guild: { id: hub.world.guildId, locale: 'en-US', features: [] },
        guild_locale: 'en-US',
        context: 0,
      }
    : { context: 1 };
  return {
    id: row.id,
    application_id: hub.world.applicationId,
    type: row.type,
    token: row.token,
    version: 1,
    channel_id: channel.id,
    channel: channelJson(hub, channel),
    data,
    ...who,
    ...where,
    ...(source ? { message: messageJson(hub, source) } : {}),
    app_permissions: bits(hub.world.botUserId),
    locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: { 0: member ? hub.world.guildId : '0' },
    attachment_size_limit: 10_485_760,
  };
}
