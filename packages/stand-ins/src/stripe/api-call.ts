import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRegistry } from '../faults/fault-registry.js';
import type { Fault } from '../faults/fault.js';
import { expand } from './expand.js';
import { parseForm, type FormObject, type FormValue } from './form-body.js';
import type { IdempotencyKeys } from './idempotency-keys.js';
import { Parameters } from './parameters.js';
import { StripeError } from './stripe-error.js';
import type { StripeState } from './stripe-state.js';

/** One endpoint: reads its parameters, calls `finish` on them, has its effect, and returns the answer's object. */
export type Endpoint = (parameters: Parameters, id: string) => object;

export interface ApiCallOptions {
  readonly faults: FaultRegistry;
  readonly keys: IdempotencyKeys;
  readonly state: StripeState;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
}

/**
 * Answers one API request in the service's order: faults before the effect, idempotency key, endpoint, expansion, and a
 * connection cut after the effect.
 */
export async function answerCall(
  options: ApiCallOptions,
  endpoint: Endpoint,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = options.faults.next('stripe.api', labelOf(request));
  if (fault?.kind === 'rate-limit') {
    reply.header('retry-after', String(fault.retryAfter));
    throw new StripeError(429, 'Too many requests hit the API too quickly.', { code: 'rate_limit' });
  }
  if (fault?.kind === 'fail' && fault.status !== 500) return reply.code(fault.status).send(failBody(fault));
  const answer = await underKey(options, endpoint, request, fault);
  if (fault?.kind === 'cut') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  // Tells the library not to retry, since a stored 500 would only be replayed.
  if (answer.status === 500) reply.header('stripe-should-retry', 'false');
  if (answer.replayed === true) reply.header('idempotent-replayed', 'true');
  return reply.code(answer.status).type('application/json').send(answer.body);
}

/** A request's label in the fault registry: `POST /v1/checkout/sessions/{id}/expire`. */
function labelOf(request: FastifyRequest): string {
  return `${request.method} ${(request.routeOptions.url ?? '').replace(':id', '{id}')}`;
}

async function underKey(
  options: ApiCallOptions,
  endpoint: Endpoint,
  request: FastifyRequest<{ Params: { id?: string } }>,
  fault: Fault | undefined,
): Promise<Answer> {
  const form = formOf(request);
  const header = request.headers['idempotency-key'];
  const key = request.method === 'POST' && typeof header === 'string' && header !== '' ? header : undefined;
  const fingerprint = createHash('sha256').update(canonical(form)).digest('hex');
  const route = `${request.method} ${request.url.split('?')[0]}`;
  if (key === undefined) return (await run(options, endpoint, request, form, fault)).answer;
  const saved = options.keys.begin(key, route, fingerprint);
  if (saved !== undefined) return { status: saved.status, body: saved.body, replayed: true };
  try {
    const { answer, executed } = await run(options, endpoint, request, form, fault);
    if (executed) options.keys.keep(key, { fingerprint, route, status: answer.status, body: answer.body });
    return answer;
  } finally {
    options.keys.abandon(key);
  }
}

/** Runs the endpoint. A refusal of the form itself is answered, but does not count as executed. */
async function run(
  options: ApiCallOptions,
  endpoint: Endpoint,
  request: FastifyRequest<{ Params: { id?: string } }>,
  form: FormObject,
  fault: Fault | undefined,
): Promise<{ answer: Answer; executed: boolean }> {
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (fault?.kind === 'fail')
    return { answer: { status: fault.status, body: failBody(fault) }, executed: true };
  const parameters = new Parameters(form);
  try {
    const paths = parameters.texts('expand');
    const object = endpoint(parameters, request.params.id ?? '');
    return { answer: { status: 200, body: pretty(expand(object, paths, options.state)) }, executed: true };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { answer: { status: error.status, body: pretty(error.toBody()) }, executed: parameters.finished };
  }
}

function formOf(request: FastifyRequest): FormObject {
  const query = request.url.split('?')[1] ?? '';
  return parseForm(request.method === 'POST' && typeof request.body === 'string' ? request.body : query);
}

function failBody(fault: Extract<Fault, { kind: 'fail' }>): string {
  if (fault.body !== undefined) return pretty(fault.body);
  return pretty(new StripeError(fault.status, 'Told to fail.', { type: 'api_error' }).toBody());
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The same text for equal parameters in any order. */
function canonical(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}
