import type {
  GatewayGuildCreateDispatchData,
  GatewayGuildMembersChunkDispatchData,
  GatewayRateLimitedRequestGuildMembersDispatchData,
  GatewayReadyDispatchData,
} from 'discord.js';
import { type Hub, INTENT } from '../core/hub.js';
import type { JsonObject } from '../core/state.js';
import { channelJson, guildJson, memberJson, userJson, type Wire } from '../core/json-views.js';
import { OP, type RequestMembers } from './session.js';

/** Data of the event GUILD_CREATE; all channels have the same fields, while the library has a type for each kind. */
type Told = Omit<Wire<GatewayGuildCreateDispatchData>, 'channels' | 'threads'> & JsonObject;

/** Data of the event READY; the server follows in GUILD_CREATE. */
export function readyData(hub: Hub, sessionId: string, resumeUrl: string): JsonObject {
  const bot = hub.getUser(hub.world.botUserId);
  return {
    v: 10,
    user: { ...userJson(bot), verified: true, mfa_enabled: true, email: null, flags: 0 },
    guilds: [{ id: hub.world.guildId, unavailable: true }],
    session_id: sessionId,
    resume_gateway_url: resumeUrl,
    shard: [0, 1],
    application: { id: hub.world.applicationId, flags: 0, flags_new: '0' },
  } satisfies Wire<GatewayReadyDispatchData>;
}

/** Data of the event GUILD_CREATE; without the members intent, the bot itself is the only member. */
export function guildCreateData(hub: Hub, intents: number): JsonObject {
  const { state, world } = hub;
  const mayAll = (intents & INTENT.GUILD_MEMBERS) !== 0;
  const members = state.members.filter((one) => mayAll || one.userId === world.botUserId);
  const joined = hub.findMember(world.botUserId)?.joinedAt ?? hub.now();
  return {
    ...guildJson(hub),
    joined_at: new Date(joined).toISOString(),
    large: false,
    unavailable: false,
    member_count: state.members.length,
    members: members.map((one) => memberJson(hub, one)),
    channels: state.channels.filter((one) => one.type === 0).map((one) => channelJson(hub, one)),
    threads: state.channels
      .filter(({ thread }) => thread?.archived === false)
      .map((one) => channelJson(hub, one)),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  } satisfies Told;
}

/** Data of the event GUILD_MEMBERS_CHUNK, the one answer to a request for members. */
export function membersChunk(hub: Hub, request: RequestMembers): JsonObject {
  const ids = request.user_ids === undefined ? undefined : [request.user_ids].flat();
  const start = (request.query ?? '').toLowerCase();
  const hits = hub.state.members.filter((one) =>
    ids ? ids.includes(one.userId) : hub.getUser(one.userId).username.toLowerCase().startsWith(start),
  );
  const limit = request.limit ?? 0;
  return {
    guild_id: hub.world.guildId,
    members: (limit > 0 ? hits.slice(0, limit) : hits).map((one) => memberJson(hub, one)),
    chunk_index: 0,
    chunk_count: 1,
    not_found: ids?.filter((id) => !hub.findMember(id)) ?? [],
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
  } satisfies Wire<GatewayGuildMembersChunkDispatchData>;
}

/** Data of the event RATE_LIMITED, which answers a request for members that came too soon. */
export function rateLimited({ guild_id, nonce }: RequestMembers, waitS: number): JsonObject {
  return {
    opcode: OP.REQUEST_MEMBERS,
    retry_after: waitS,
    meta: { guild_id, ...(nonce === undefined ? {} : { nonce }) },
  } satisfies Wire<GatewayRateLimitedRequestGuildMembersDispatchData>;
}
