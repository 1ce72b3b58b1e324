import type { DiscordContext } from '../core/context.js';
import type { BucketRule, Verdict } from '../core/rate-limiter.js';
import type { CallRow, OAuthGrantRow, ChannelRow } from '../core/state.js';
import { createHash, timingSafeEqual } from 'node:crypto';
import { discordErrors, requireSnowflake, DiscordError } from '../core/errors.js';
import { textFields } from '../core/json-values.js';
import type { PermissionName } from '../core/permissions.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../../faults.js';
import { assertDescribed } from '../api-description/call-schemas.js';

/** The caller, as identified by the Authorization header. */
export type Caller =
  | { readonly kind: 'bot'; readonly userId: string }
  | { readonly kind: 'bearer'; readonly userId: string; readonly grant: OAuthGrantRow }
  | { readonly kind: 'none' };

/** Data about a call that the endpoint adds to the log. */
export type CallNote = Pick<
  CallRow,
  'channelId' | 'messageId' | 'nonce' | 'repeated' | 'embeds' | 'contentLength' | 'mentions'
>;

/** A REST call, as endpoints receive it. */
export interface RestCall {
  readonly context: DiscordContext;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Address of the stand-in, `http://host:port`, from the caller's Host header. */
  readonly origin: string;
  readonly note: CallNote;
}

export interface Answer {
  readonly status: number;
  /** Body of the answer; undefined for status 204. */
  readonly body?: unknown;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A REST endpoint: one of Discord's addresses below `/api/v10`. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly auth: Caller['kind'] | 'any';
  /** Rate limit bucket of the endpoint; endpoints without one share a common limit. */
  readonly bucket?: BucketRule;
  /** Address parts whose values are limited separately, such as the channel. */
  readonly major?: readonly string[];
  /** True for answers to interactions, which are exempt from the global rate limit. */
  readonly unlimited?: boolean;
  run(call: RestCall): Answer | Promise<Answer>;
}

export const answerOk = (body: unknown): Answer => ({ status: 200, body });
export const answerCreated = (body: unknown): Answer => ({ status: 201, body });
export const answerNoContent: Answer = { status: 204 };

/** Compares two secrets in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashText(left), hashText(right));
}

/** Identifies the caller by the Authorization header, or refuses the call with 401. */
export function authenticateCaller(
  context: DiscordContext,
  auth: Endpoint['auth'],
  header: string | undefined,
): Caller {
  if (auth === 'none') return { kind: 'none' };
  const [scheme = '', token = ''] = (header ?? '').split(' ');
  if (scheme === 'Bot' && auth !== 'bearer' && isSameSecret(token, context.options.botToken))
    return { kind: 'bot', userId: context.hub.world.botUserId };
  if (scheme === 'Bearer' && auth !== 'bot') {
    const grant = context.hub.state.grants.find((one) => isSameSecret(one.accessToken, token));
    if (grant && grant.expiresAt > context.hub.now()) return { kind: 'bearer', userId: grant.userId, grant };
  }
  throw discordErrors.unauthorized();
}

/**
 * Finds the channel of a bot's call.
 * @throws 10003 when unknown, 50001 when the bot cannot see it, 50013 when a permission is missing
 */
export function findBotChannel(call: RestCall, ...needed: PermissionName[]): ChannelRow {
  const { hub } = call.context;
  const channel = hub.getChannel(requireSnowflake('channel_id', call.params['channel']));
  call.note.channelId = channel.id;
  if (!hub.hasPermission(hub.world.botUserId, channel, 'VIEW_CHANNEL')) throw discordErrors.missingAccess();
  if (needed.some((name) => !hub.hasPermission(hub.world.botUserId, channel, name)))
    throw discordErrors.missingPermissions();
  return channel;
}

/** Checks that the call names the only server of the stand-in. @throws DiscordError 10004 */
export function assertGuild(call: RestCall): void {
  const id = requireSnowflake('guild_id', call.params['guild']);
  if (id !== call.context.hub.world.guildId) throw discordErrors.unknownGuild();
}

const GLOBAL: BucketRule = { name: 'global', limit: 50, windowMs: 1000 };
const COMMON: BucketRule = { name: 'common', limit: 20, windowMs: 5000 };

/**
 * Answers a REST call in Discord's order: fault, authentication, limits, action, log, answer. The fault `cut` breaks
 * the connection after the action, so that the caller cannot know that it was done.
 */
export async function answerCall(
  context: DiscordContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = context.options.faults.takeNext(
    'discord.rest',
    `${request.method} ${shortPath(request.url)}`,
  );
  const note: CallNote = {};
  let answer: Answer;
  let refused: Answer | undefined;
  try {
    if (fault?.kind === 'slow') await sleep(fault.ms);
    refused = fault ? undefined : refusalAnswer(context, request, reply);
    answer =
      refused ??
      faultAnswer(context, fault, reply) ??
      (await runEndpoint(context, endpoint, request, reply, note));
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    answer = { status: error.status, body: error.toBody() };
  }
  context.log.add({
    method: request.method,
    path: shortPath(request.url),
    status: answer.status,
    accepted: answer.status < 400,
    agent: request.headers['user-agent'] ?? '',
    ...note,
    ...(fault ? { fault: fault.kind } : {}),
    ...(refused ? { fault: 'refuse' } : {}),
  });
  if (request.method === 'GET') context.hub.saveState();
  else context.hub.commitChange();
  if (fault?.kind === 'cut') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  void reply.code(answer.status);
  return answer.body === undefined ? reply.send() : reply.send(answer.body);
}

async function runEndpoint(
  context: DiscordContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  note: CallNote,
): Promise<Answer> {
  if ((request.headers['user-agent'] ?? '').trim() === '') throw discordErrors.noUserAgent();
  const caller = authenticateCaller(context, endpoint.auth, request.headers.authorization);
  const params = textFields(request.params);
  const limited = countCall(context, endpoint, request, reply, caller, params);
  if (limited) return limited;
  const query = textFields(request.query);
  assertDescribed(endpoint.method, endpoint.path, request.body, query);
  return endpoint.run({
    context,
    caller,
    params,
    query,
    body: request.body,
    origin: `${request.protocol}://${request.host}`,
    note,
  });
}

/**
 * Counts a call towards rate limits, except reads without a `DiscordBot` user agent, so that people and tests that only
 * watch do not use up the bot's limits.
 * @returns a 429 when a limit is exceeded
 */
function countCall(
  context: DiscordContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  params: Record<string, string>,
): Answer | undefined {
  const agent = request.headers['user-agent'] ?? '';
  if (request.method === 'GET' && !agent.startsWith('DiscordBot')) return undefined;
  if (endpoint.unlimited === true) return undefined;
  const who = caller.kind === 'none' ? '' : `${caller.kind} ${caller.userId}`;
  if (caller.kind !== 'none') {
    const all = context.limiter.takeCall(GLOBAL, who);
    if (!all.ok) return rateLimitAnswer(context, reply, all.resetAfterMs / 1000, 'global');
  }
  const rule = endpoint.bucket ?? COMMON;
  const parts = (endpoint.major ?? []).map((name) => params[name] ?? '');
  const verdict = context.limiter.takeCall(
    rule,
    [who, endpoint.bucket ? '' : endpoint.path, ...parts].join(' '),
  );
  bucketHeaders(context, reply, rule, verdict);
  return verdict.ok ? undefined : rateLimitAnswer(context, reply, verdict.resetAfterMs / 1000, 'user');
}

/** Headers of a rate limit bucket, with times converted to the caller's clock. */
function bucketHeaders(
  { clock }: DiscordContext,
  reply: FastifyReply,
  rule: BucketRule,
  verdict: Verdict,
): void {
  void reply.headers({
    'x-ratelimit-limit': String(verdict.limit),
    'x-ratelimit-remaining': String(verdict.remaining),
    'x-ratelimit-reset': (clock.machineTime(verdict.resetAt) / 1000).toFixed(3),
    'x-ratelimit-reset-after': (clock.toMachineMs(verdict.resetAfterMs) / 1000).toFixed(3),
    'x-ratelimit-bucket': createHash('md5').update(rule.name).digest('hex'),
  });
}

/** Answer 429. @param seconds time until the limit's window ends, by the stand-in's clock */
function rateLimitAnswer(
  { clock }: DiscordContext,
  reply: FastifyReply,
  seconds: number,
  scope: string,
): Answer {
  const retryAfter = clock.toMachineMs(seconds);
  const global = scope === 'global';
  void reply.headers({
    'retry-after': retryAfter.toFixed(3),
    'x-ratelimit-scope': scope,
    ...(global ? { 'x-ratelimit-global': 'true' } : {}),
  });
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: Number(retryAfter.toFixed(3)), global },
  };
}

function faultAnswer(
  context: DiscordContext,
  fault: Fault | undefined,
  reply: FastifyReply,
): Answer | undefined {
  if (fault?.kind === 'rate-limit') return rateLimitAnswer(context, reply, fault.retryAfter, fault.scope);
  if (fault?.kind !== 'fail') return undefined;
  return { status: fault.status, body: fault.body ?? errorBody(fault.status) };
}

/** Returns the present refusal of the bot's calls; reads by others are never refused, so that tests can watch. */
function refusalAnswer(
  context: DiscordContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Answer | undefined {
  const form = context.refusal.current();
  if (!form || !(request.headers['user-agent'] ?? '').startsWith('DiscordBot')) return undefined;
  if (form.status === 429) return rateLimitAnswer(context, reply, form.retryAfter, 'user');
  return { status: form.status, body: errorBody(form.status) };
}

function errorBody(status: number): unknown {
  if (status === 401) return discordErrors.unauthorized().toBody();
  if (status === 403) return discordErrors.missingAccess().toBody();
  if (status === 404) return discordErrors.unknownChannel().toBody();
  return { message: `${status}: stand-in was told to fail`, code: 0 };
}

/** Returns the path of an address after the API version, without the query. */
function shortPath(url: string): string {
  const [path = ''] = url.split('?');
  return path.replace(/^.*?\/api\/v\d+/, '');
}
