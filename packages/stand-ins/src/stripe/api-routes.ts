import type { FastifyInstance } from 'fastify';
import { Stripe } from 'stripe';
import { timingSafeEqual } from 'node:crypto';
import { answerCall, type ApiCallOptions, type Endpoint } from './api-call.js';
import type { Endpoints } from './endpoints.js';
import { newId } from '../server/stand-in.js';
import { invalidRequest, StripeError } from './stripe-errors.js';

/** Version of Stripe's API: a date, since 2024 with the name of a release. */
const API_VERSION = /^20\d\d-\d\d-\d\d(\.[a-z]+)?$/;

export interface ApiRoutesOptions extends ApiCallOptions {
  readonly secretKey: string;
  readonly endpoints: Endpoints;
}

/**
 * Mounts Stripe's API below `/v1` at the server's root, where Stripe's own library expects it, with Stripe's
 * authentication, headers, form bodies and errors.
 */
export async function mountApi(app: FastifyInstance, options: ApiRoutesOptions): Promise<void> {
  await app.register(
    async (api) => {
      acceptFormsOnly(api);
      answerErrors(api);
      api.addHook('onRequest', async (request, reply) => {
        const version = request.headers['stripe-version'];
        reply.header('request-id', newId('req_', 14));
        reply.header('stripe-version', typeof version === 'string' ? version : Stripe.API_VERSION);
        requireApiKey(request.headers.authorization, options.secretKey);
        if (typeof version === 'string' && !API_VERSION.test(version))
          throw invalidRequest(`Invalid Stripe API version: ${version}`);
      });
      for (const [route, endpoint] of Object.entries(options.endpoints))
        mountEndpoint(api, route, endpoint, options);
    },
    { prefix: '/v1' },
  );
}

function mountEndpoint(
  api: FastifyInstance,
  route: string,
  endpoint: Endpoint,
  options: ApiCallOptions,
): void {
  const [method = 'GET', url = '/'] = route.split(' ');
  api.route<{ Params: { id?: string } }>({
    method,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => answerCall(options, endpoint, request, reply),
  });
}

function acceptFormsOnly(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, body);
    },
  );
  api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(
      body === ''
        ? null
        : invalidRequest('Invalid request: the content type has to be application/x-www-form-urlencoded.'),
      '',
    );
  });
}

function answerErrors(api: FastifyInstance): void {
  api.setErrorHandler((error, _request, reply) => {
    if (error instanceof StripeError) return reply.code(error.status).send(error.toBody());
    const status = statusOf(error);
    if (status >= 500) console.error('stand-ins: stripe:', error);
    const message = error instanceof Error ? error.message : 'Unknown error';
    return reply
      .code(status)
      .send(new StripeError(status, message, status >= 500 ? { type: 'api_error' } : {}).toBody());
  });
  api.setNotFoundHandler((request, reply) => {
    const error = new StripeError(
      404,
      `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`,
    );
    return reply.code(404).send(error.toBody());
  });
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}

/**
 * Checks the secret key in the Authorization header: Bearer, or Basic with the key as user name.
 * @throws StripeError 401
 */
function requireApiKey(header: string | undefined, secretKey: string): void {
  const given = readApiKey(header);
  if (given === undefined) {
    throw new StripeError(
      401,
      'No API key was provided. Send it as a bearer token or as the basic-auth user name.',
    );
  }
  const [a, b] = [Buffer.from(given), Buffer.from(secretKey)];
  if (a.length !== b.length || !timingSafeEqual(a, b)) {
    throw new StripeError(401, `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`);
  }
}

function readApiKey(header: string | undefined): string | undefined {
  const [scheme, value] = (header ?? '').split(' ');
  if (value === undefined) return undefined;
  if (/^bearer$/i.test(scheme ?? '')) return value;
  if (/^basic$/i.test(scheme ?? '')) return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}
