import type { RESTPostOAuth2AccessTokenResult } from 'discord.js';
import { createHash } from 'node:crypto';
import type { DiscordContext } from '../core/context.js';
import { newCode } from '../core/secrets.js';
import type { JsonObject, OAuthGrantRow } from '../core/state.js';
import { sameSecret } from '../rest/authenticate.js';

const TOKEN_LIFE_S = 604_800;

/** A refusal of the token address, with a code of RFC 6749. */
export class OAuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
  ) {
    super(description);
  }
}

const invalidGrant = (what: string): OAuthError =>
  new OAuthError(400, 'invalid_grant', `Invalid "${what}" in request.`);

/**
 * Authenticates the client by a Basic header or by `client_id` and `client_secret` in the form; both at once are
 * refused.
 */
export function requireClient(
  context: DiscordContext,
  form: Readonly<Record<string, string>>,
  authorization: string | undefined,
): void {
  const { clientId, clientSecret } = context.options;
  const [id, secret] =
    authorization === undefined ? [form['client_id'], form['client_secret']] : basic(authorization);
  if (id === clientId && secret !== undefined && sameSecret(secret, clientSecret)) return;
  throw new OAuthError(401, 'invalid_client', 'Client authentication failed.');
}

/** Answers a token request: exchanges an authorization code or a refresh token for a new pair of tokens. */
export function grantToken(context: DiscordContext, form: Readonly<Record<string, string>>): JsonObject {
  if (form['grant_type'] === 'authorization_code') return byCode(context, form);
  if (form['grant_type'] === 'refresh_token') return byRefresh(context, form['refresh_token'] ?? '');
  throw new OAuthError(400, 'unsupported_grant_type', 'Grant type None is not supported');
}

/** Ends the grant that a token belongs to; unknown tokens are fine. */
export function revokeToken(context: DiscordContext, token: string): void {
  const { state } = context.hub;
  state.grants = state.grants.filter((one) => one.accessToken !== token && one.refreshToken !== token);
  context.hub.changed();
}

/** Exchanges a code: valid once, for ten minutes, with its redirect address and, for a challenge, its verifier. */
function byCode(context: DiscordContext, form: Readonly<Record<string, string>>): JsonObject {
  const { hub } = context;
  const row = hub.state.codes.find((one) => one.code === form['code']);
  if (!row) throw invalidGrant('code');
  hub.state.codes = hub.state.codes.filter((one) => one !== row);
  hub.changed();
  if (row.expiresAt <= hub.now()) throw invalidGrant('code');
  if (form['redirect_uri'] !== row.redirectUri) throw invalidGrant('redirect_uri');
  const verifier = form['code_verifier'];
  if (row.challenge !== null && (verifier === undefined || challengeOf(verifier) !== row.challenge))
    throw invalidGrant('code_verifier');
  return issue(context, row.userId, row.scopes);
}

function byRefresh(context: DiscordContext, token: string): JsonObject {
  const { state } = context.hub;
  const row = state.grants.find((one) => sameSecret(one.refreshToken, token));
  if (!row) throw invalidGrant('refresh_token');
  state.grants = state.grants.filter((one) => one !== row);
  return issue(context, row.userId, row.scopes);
}

function issue(context: DiscordContext, userId: string, scopes: string[]): JsonObject {
  const { hub } = context;
  const grant: OAuthGrantRow = {
    accessToken: newCode(30),
    refreshToken: newCode(30),
    userId,
    scopes,
    expiresAt: hub.now() + TOKEN_LIFE_S * 1000,
  };
  hub.state.grants.push(grant);
  hub.changed();
  return {
    token_type: 'Bearer',
    access_token: grant.accessToken,
    expires_in: TOKEN_LIFE_S,
    refresh_token: grant.refreshToken,
    scope: scopes.join(' '),
  } satisfies RESTPostOAuth2AccessTokenResult;
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function basic(authorization: string): [string | undefined, string | undefined] {
  const [scheme = '', encoded = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return [undefined, undefined];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? [undefined, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}
