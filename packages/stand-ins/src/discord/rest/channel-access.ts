import { refuse } from '../core/errors.js';
import { snowflakeParam } from '../core/form-body.js';
import type { PermissionName } from '../core/permissions.js';
import type { ChannelRow } from '../core/state.js';
import type { RestCall } from './endpoint.js';

/** The channel of a bot's call. @throws 10003 when unknown, 50001 when invisible, 50013 when a permission is missing */
export function botChannel(call: RestCall, ...needed: PermissionName[]): ChannelRow {
  const { hub } = call.context;
  const channel = hub.channel(snowflakeParam('channel_id', call.params['channel']));
  call.note.channelId = channel.id;
  if (!hub.may(hub.world.botUserId, channel, 'VIEW_CHANNEL')) throw refuse.missingAccess();
  if (needed.some((name) => !hub.may(hub.world.botUserId, channel, name))) throw refuse.missingPermissions();
  return channel;
}

/** Refuses a guild that is not the world's. */
export function requireGuild(call: RestCall): void {
  const id = snowflakeParam('guild_id', call.params['guild']);
  if (id !== call.context.hub.world.guildId) throw refuse.unknownGuild();
}
