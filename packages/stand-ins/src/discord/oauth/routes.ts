import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '@pax/contracts/html';
import { sendPage } from '../../server/page.js';
import type { DiscordContext } from '../core/context.js';
import { DiscordError } from '../core/errors.js';
import { textFields } from '../core/json.js';
import { checkConsent, denyConsent, giveConsent } from './consent.js';
import { consentPage, refusalPage } from './consent-page.js';
import { grantToken, OAuthError, requireClient, revokeToken } from './tokens.js';

/** Discord's equivalent authorize addresses: the browser's, the unversioned and the versioned one. */
const AUTHORIZE = ['/oauth2/authorize', '/api/oauth2/authorize', '/api/v10/oauth2/authorize'];
const API = ['/api/oauth2', '/api/v10/oauth2'];

type Form = Readonly<Record<string, string>>;

/** An answer before it is sent: a redirect, a page or JSON. */
interface OAuthAnswer {
  readonly status: number;
  readonly location?: string;
  readonly page?: Html;
  readonly json?: unknown;
}

type Step = (context: DiscordContext, request: FastifyRequest) => OAuthAnswer;

/** Mounts consent, token and revocation. */
export function registerOAuth(app: FastifyInstance, context: DiscordContext): void {
  const mount = (method: 'GET' | 'POST', url: string, step: Step): void => {
    app.route({ method, url, handler: (request, reply) => answer(context, request, reply, step) });
  };
  for (const path of AUTHORIZE) {
    mount('GET', path, ask);
    mount('POST', path, decide);
  }
  for (const path of API) {
    mount('POST', `${path}/token`, token);
    mount('POST', `${path}/token/revoke`, revoke);
  }
}

const ask: Step = (context, request) => {
  const check = checkConsent(context, textFields(request.query));
  if (check.kind === 'redirect') return { status: 302, location: check.location };
  if (check.kind === 'refuse') return { status: 400, page: refusalPage(check.reason) };
  return { status: 200, page: consentPage(context, check.request) };
};

const decide: Step = (context, request) => {
  const check = checkConsent(context, textFields(request.query));
  if (check.kind !== 'ask') return ask(context, request);
  const form = formOf(request);
  if (form['decision'] === 'deny') return { status: 303, location: denyConsent(check.request) };
  const user = context.hub.person(form['user'] ?? '');
  return { status: 303, location: giveConsent(context, check.request, user.id) };
};

const token: Step = (context, request) => {
  const form = formOf(request);
  requireClient(context, form, request.headers.authorization);
  return { status: 200, json: grantToken(context, form) };
};

const revoke: Step = (context, request) => {
  const form = formOf(request);
  requireClient(context, form, request.headers.authorization);
  revokeToken(context, form['token'] ?? '');
  return { status: 200, json: {} };
};

function formOf(request: FastifyRequest): Form {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw new OAuthError(400, 'invalid_request', 'The body has to be application/x-www-form-urlencoded.');
  return textFields(request.body);
}

/** Runs a step with its armed fault; a cut comes after the action and leaves no answer. */
async function answer(
  context: DiscordContext,
  request: FastifyRequest,
  reply: FastifyReply,
  step: Step,
): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?');
  const fault = context.options.faults.next('discord.oauth', `${request.method} ${path}`);
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
  const result = attempt(context, request, step);
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

function attempt(context: DiscordContext, request: FastifyRequest, step: Step): OAuthAnswer {
  try {
    return step(context, request);
  } catch (error) {
    if (error instanceof OAuthError)
      return { status: error.status, json: { error: error.code, error_description: error.message } };
    if (error instanceof DiscordError) return { status: 400, page: refusalPage(error.message) };
    throw error;
  }
}
