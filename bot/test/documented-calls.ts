/** The calls that the bot makes, as in Discord's published API description: method, path, parameters in braces. */
export const DOCUMENTED_CALLS = [
  'GET /gateway/bot',
  'GET /users/@me',
  // Discord does not send this when it resumes a session of an earlier process.
  'GET /applications/@me',
  'GET /guilds/{guild_id}',
  'GET /guilds/{guild_id}/channels',
  'GET /guilds/{guild_id}/threads/active',
  'GET /guilds/{guild_id}/members/{user_id}',
  'GET /applications/{application_id}/commands',
  'PUT /applications/{application_id}/commands',
  'GET /applications/{application_id}/guilds/{guild_id}/commands',
  'PUT /applications/{application_id}/guilds/{guild_id}/commands',
  'POST /interactions/{interaction_id}/{interaction_token}/callback',
  'POST /webhooks/{webhook_id}/{webhook_token}',
  // The shop reads who called the interaction that it answers.
  'GET /webhooks/{webhook_id}/{webhook_token}/messages/@original',
  'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original',
  'DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original',
  'GET /channels/{channel_id}/messages',
  'POST /channels/{channel_id}/messages',
  'GET /channels/{channel_id}/messages/{message_id}',
  'PATCH /channels/{channel_id}/messages/{message_id}',
  'PUT /channels/{channel_id}/messages/pins/{message_id}',
  'POST /channels/{channel_id}/messages/{message_id}/threads',
  'PATCH /channels/{channel_id}',
  'POST /users/@me/channels',
] as const;

const PATTERNS = DOCUMENTED_CALLS.map((call) => new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

/** Finds the calls that are not documented. */
export const findUndocumentedCalls = (calls: readonly { method: string; path: string }[]): string[] =>
  calls
    .map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)
    .filter((call) => !PATTERNS.some((pattern) => pattern.test(call)));
