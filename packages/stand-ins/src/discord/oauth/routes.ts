import type { RESTPostOAuth2AccessTokenResult } from 'discord.js';
import { createHash } from 'node:crypto';
import type { DiscordContext } from '../core/context.js';
import { newCode } from '../core/hub.js';
import type { JsonObject, OAuthGrantRow } from '../core/state.js';
import { isSameSecret } from '../rest/answer-call.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '@pax/contracts/html';
import { sendPage } from '../../server/page.js';
import { DiscordError } from '../core/errors.js';
import { textFields } from '../core/json-values.js';
import { checkConsent, denyConsent, giveConsent, consentPage, refusalPage } from './consent.js';

const TOKEN_LIFE_S = 604_800;

/** A refusal of the OAuth token address, with an error code of RFC 6749. */
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
 * Authenticates the OAuth client by a Basic header, or by `client_id` and `client_secret` in the form; both at once are
 * refused.
 */
export function authenticateClient(
  context: DiscordContext,
  form: Readonly<Record<string, string>>,
  authorization: string | undefined,
): void {
  const { clientId, clientSecret } = context.options;
  const [id, secret] =
    authorization === undefined ? [form['client_id'], form['client_secret']] : parseBasicAuth(authorization);
  if (id === clientId && secret !== undefined && isSameSecret(secret, clientSecret)) return;
  throw new OAuthError(401, 'invalid_client', 'Client authentication failed.');
}

/** Answers a token request: exchanges an authorization code or a refresh token for a new pair of tokens. */
export function grantToken(context: DiscordContext, form: Readonly<Record<string, string>>): JsonObject {
  if (form['grant_type'] === 'authorization_code') return grantByCode(context, form);
  if (form['grant_type'] === 'refresh_token')
    return grantByRefreshToken(context, form['refresh_token'] ?? '');
  throw new OAuthError(400, 'unsupported_grant_type', 'Grant type None is not supported');
}

/** Ends the consent that a token belongs to; an unknown token is no error. */
export function revokeToken(context: DiscordContext, token: string): void {
  const { state } = context.hub;
  state.grants = state.grants.filter((one) => one.accessToken !== token && one.refreshToken !== token);
  context.hub.commitChange();
}

/**
 * Exchanges an authorization code, which is valid once, for ten minutes, with its redirect address and, for a
 * challenge, its verifier.
 */
function grantByCode(context: DiscordContext, form: Readonly<Record<string, string>>): JsonObject {
  const { hub } = context;
  const row = hub.state.codes.find((one) => one.code === form['code']);
  if (!row) throw invalidGrant('code');
  hub.state.codes = hub.state.codes.filter((one) => one !== row);
  hub.commitChange();
  if (row.expiresAt <= hub.now()) throw invalidGrant('code');
  if (form['redirect_uri'] !== row.redirectUri) throw invalidGrant('redirect_uri');
  const verifier = form['code_verifier'];
  if (row.challenge !== null && (verifier === undefined || codeChallenge(verifier) !== row.challenge))
    throw invalidGrant('code_verifier');
  return issueGrant(context, row.userId, row.scopes);
}

function grantByRefreshToken(context: DiscordContext, token: string): JsonObject {
  const { state } = context.hub;
  const row = state.grants.find((one) => isSameSecret(one.refreshToken, token));
  if (!row) throw invalidGrant('refresh_token');
  state.grants = state.grants.filter((one) => one !== row);
  return issueGrant(context, row.userId, row.scopes);
}

function issueGrant(context: DiscordContext, userId: string, scopes: string[]): JsonObject {
  const { hub } = context;
  const grant: OAuthGrantRow = {
    accessToken: newCode(30),
    refreshToken: newCode(30),
    userId,
    scopes,
    expiresAt: hub.now() + TOKEN_LIFE_S * 1000,
  };
  hub.state.grants.push(grant);
  hub.commitChange();
  return {
    token_type: 'Bearer',
    access_token: grant.accessToken,
    expires_in: TOKEN_LIFE_S,
    refresh_token: grant.refreshToken,
    scope: scopes.join(' '),
  } satisfies RESTPostOAuth2AccessTokenResult;
}

function codeChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function parseBasicAuth(authorization: string): [string | undefined, string | undefined] {
  const [scheme = '', encoded = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return [undefined, undefined];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? [undefined, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Addresses of Discord's consent page, which are equivalent: the browser's, the unversioned and the versioned one. */
const AUTHORIZE = ['/oauth2/authorize', '/api/oauth2/authorize', '/api/v10/oauth2/authorize'];
const API = ['/api/oauth2', '/api/v10/oauth2'];

type Form = Readonly<Record<string, string>>;

/** Answer before it is sent: a redirect, a page or JSON. */
interface OAuthAnswer {
  readonly status: number;
  readonly location?: string;
  readonly page?: Html;
  readonly json?: unknown;
}

type RouteHandler = (context: DiscordContext, request: FastifyRequest) => OAuthAnswer;

/** Mounts the OAuth routes: consent, token and revocation. */
export function mountOAuthRoutes(app: FastifyInstance, context: DiscordContext): void {
  const mountRoute = (method: 'GET' | 'POST', url: string, handler: RouteHandler): void => {
    app.route({ method, url, handler: (request, reply) => answerRequest(context, request, reply, handler) });
  };
  for (const path of AUTHORIZE) {
    mountRoute('GET', path, showConsent);
    mountRoute('POST', path, submitConsent);
  }
  for (const path of API) {
    mountRoute('POST', `${path}/token`, answerToken);
    mountRoute('POST', `${path}/token/revoke`, answerRevocation);
  }
}

const showConsent: RouteHandler = (context, request) => {
  const check = checkConsent(context, textFields(request.query));
  if (check.kind === 'redirect') return { status: 302, location: check.location };
  if (check.kind === 'refuse') return { status: 400, page: refusalPage(check.reason) };
  return { status: 200, page: consentPage(context, check.request) };
};

const submitConsent: RouteHandler = (context, request) => {
  const check = checkConsent(context, textFields(request.query));
  if (check.kind !== 'ask') return showConsent(context, request);
  const form = readForm(request);
  if (form['decision'] === 'deny') return { status: 303, location: denyConsent(check.request) };
  const user = context.hub.getPerson(form['user'] ?? '');
  return { status: 303, location: giveConsent(context, check.request, user.id) };
};

const answerToken: RouteHandler = (context, request) => {
  const form = readForm(request);
  authenticateClient(context, form, request.headers.authorization);
  return { status: 200, json: grantToken(context, form) };
};

const answerRevocation: RouteHandler = (context, request) => {
  const form = readForm(request);
  authenticateClient(context, form, request.headers.authorization);
  revokeToken(context, form['token'] ?? '');
  return { status: 200, json: {} };
};

function readForm(request: FastifyRequest): Form {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw new OAuthError(400, 'invalid_request', 'The body has to be application/x-www-form-urlencoded.');
  return textFields(request.body);
}

/** Runs a step with its armed fault; `cut` breaks the connection after the step, so that no answer arrives. */
async function answerRequest(
  context: DiscordContext,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: RouteHandler,
): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?');
  const fault = context.options.faults.takeNext('discord.oauth', `${request.method} ${path}`);
  if (fault?.kind === 'slow') await sleep(fault.ms);
  if (fault?.kind === 'fail') return reply.code(fault.status).send(fault.body ?? { error: 'server_error' });
  if (fault?.kind === 'rate-limit') {
    void reply.code(429).header('retry-after', String(fault.retryAfter));
    return reply.send({
      message: 'You are being rate limited.',
      retry_after: fault.retryAfter,
      global: false,
    });
  }
  const result = runHandler(context, request, handler);
  if (fault?.kind === 'cut') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  void reply.code(result.status).header('cache-control', 'no-store');
  if (result.location !== undefined) return reply.header('location', result.location).send();
  if (result.page !== undefined) return sendPage(reply, result.page, result.status);
  return reply.send(result.json);
}

function runHandler(context: DiscordContext, request: FastifyRequest, handler: RouteHandler): OAuthAnswer {
  try {
    return handler(context, request);
  } catch (error) {
    if (error instanceof OAuthError)
      return { status: error.status, json: { error: error.code, error_description: error.message } };
    if (error instanceof DiscordError) return { status: 400, page: refusalPage(error.message) };
    throw error;
  }
}
