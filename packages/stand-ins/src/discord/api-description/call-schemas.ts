import { z } from 'zod';
import { command, commandChange, commandList } from './commands.js';
import { callback, editedAnswer, editedMessage, followUp, newMessage } from './messages.js';
import { flags, snowflake } from './field-types.js';
import { invalidFormBody, parseForm } from '../core/errors.js';

const thread = {
  auto_archive_duration: z.literal([60, 1_440, 4_320, 10_080]).nullish(),
  rate_limit_per_user: z.int().min(0).max(21_600).nullish(),
};

/**
 * Schemas of the bodies of calls that shop and bot make, from Discord's OpenAPI description (10.0.266135, D-161),
 * limited to the used parts, with Discord's further checks. A call without an entry has no body.
 */
export const BODIES: Readonly<Record<string, z.ZodType>> = {
  'PUT /applications/{}/commands': commandList,
  'POST /applications/{}/commands': command,
  'PATCH /applications/{}/commands/{}': commandChange,
  'PUT /applications/{}/guilds/{}/commands': commandList,
  'POST /applications/{}/guilds/{}/commands': command,
  'PATCH /applications/{}/guilds/{}/commands/{}': commandChange,
  'POST /interactions/{}/{}/callback': callback,
  'POST /webhooks/{}/{}': followUp,
  'PATCH /webhooks/{}/{}/messages/{}': editedAnswer,
  'POST /channels/{}/messages': newMessage,
  'PATCH /channels/{}/messages/{}': editedMessage,
  'POST /channels/{}/messages/{}/threads': z.strictObject({
    ...thread,
    name: z.string().min(1).max(100),
  }),
  'PATCH /channels/{}': z.strictObject({
    ...thread,
    name: z.string().max(100).nullish(),
    archived: z.boolean().nullish(),
    locked: z.boolean().nullish(),
    invitable: z.boolean().nullish(),
    flags: flags.nullish(),
    applied_tags: z.array(snowflake).max(5).nullish(),
  }),
  'POST /channels/{}/invites': z.strictObject({
    max_age: z.int().min(0).max(5_184_000).nullish(),
    temporary: z.boolean().nullish(),
    max_uses: z.int().min(0).max(100).nullish(),
    unique: z.boolean().nullish(),
    target_user_id: snowflake.nullish(),
    target_application_id: snowflake.nullish(),
    target_type: z.literal([1, 2]).nullish(),
  }),
  'POST /users/@me/channels': z.strictObject({
    recipient_id: snowflake.nullish(),
    access_tokens: z.array(z.string()).nullish(),
    nicks: z.record(z.string(), z.string().nullable()).nullish(),
  }),
  'PUT /guilds/{}/members/{}': z.strictObject({
    nick: z.string().max(32).nullish(),
    roles: z.array(snowflake).max(250).nullish(),
    mute: z.boolean().nullish(),
    deaf: z.boolean().nullish(),
    access_token: z.string().max(10_240),
    flags: flags.nullish(),
  }),
  'PATCH /guilds/{}/members/{}': z.strictObject({
    nick: z.string().max(32).nullish(),
    roles: z.array(snowflake).max(250).nullish(),
    mute: z.boolean().nullish(),
    deaf: z.boolean().nullish(),
    channel_id: snowflake.nullish(),
    communication_disabled_until: z.string().nullish(),
    flags: flags.nullish(),
  }),
};

/** Schemas of the query parameters of calls; a call without an entry has none. */
export const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'GET /channels/{}/messages': ['around', 'before', 'after', 'limit'],
  'GET /channels/{}/messages/pins': ['before', 'limit'],
  'POST /interactions/{}/{}/callback': ['with_response'],
  'POST /webhooks/{}/{}': ['wait', 'thread_id', 'with_components'],
  'GET /webhooks/{}/{}/messages/{}': ['thread_id'],
  'PATCH /webhooks/{}/{}/messages/{}': ['thread_id', 'with_components'],
  'DELETE /webhooks/{}/{}/messages/{}': ['thread_id'],
  'GET /applications/{}/commands': ['with_localizations'],
  'GET /applications/{}/guilds/{}/commands': ['with_localizations'],
  'GET /guilds/{}': ['with_counts'],
  'GET /guilds/{}/members': ['limit', 'after'],
  'GET /guilds/{}/members/search': ['limit', 'query'],
  'GET /users/@me/guilds': ['before', 'after', 'limit', 'with_counts'],
  'GET /invites/{}': ['with_counts', 'guild_scheduled_event_id', 'with_permissions'],
};

/**
 * Refuses fields and query parameters that Discord's description does not contain, so that mistakes show; Discord
 * itself ignores them. `path` has its parameters as `:name`.
 * @throws DiscordError 50035
 */
export function assertDescribed(method: string, path: string, body: unknown, query: object): void {
  const call = `${method} ${path.replaceAll(/:\w+/g, '{}')}`;
  const known = QUERIES[call] ?? [];
  refuseUndocumented(Object.keys(query).filter((name) => !known.includes(name)));
  const schema = BODIES[call];
  if (schema) parseForm(schema, body);
  else if (typeof body === 'object' && body !== null) refuseUndocumented(Object.keys(body));
}

function refuseUndocumented(names: readonly string[]): void {
  if (names.length === 0) return;
  const message = 'This field is not documented.';
  throw invalidFormBody(names.map((name) => ({ path: [name], code: 'UNDOCUMENTED', message })));
}
