import { invalidRequest, StripeError } from './stripe-errors.js';
import { parseForm, type FormObject, type FormValue, Parameters } from './parameters.js';
import { ownEntry, type StripeState, type SavedAnswer } from './stripe-state.js';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRegistry, Fault } from '../faults.js';

type Plain = Record<string, unknown>;

/**
 * Copies an answer, in which ids at the given paths, such as `payment_intent.latest_charge` or `data.line_items`, are
 * replaced by their objects. Throws 400 for a property that cannot be expanded.
 */
export function expandAnswer(answer: object, paths: readonly string[], state: StripeState): object {
  const copy = copyObject(answer);
  for (const path of paths) expandPath(copy, path.split('.'), path, state);
  return copy;
}

function expandPath(target: Plain, parts: readonly string[], path: string, state: StripeState): void {
  const [head = '', ...rest] = parts;
  const data = target['data'];
  if (head === 'data' && Array.isArray(data)) {
    target['data'] = data.map((one: object) => {
      const copy = copyObject(one);
      expandPath(copy, rest, path, state);
      return copy;
    });
    return;
  }
  if (head === 'line_items' && target['object'] === 'checkout.session') {
    target[head] = listLineItems(String(target['id']), state);
    return;
  }
  const value = ownEntry(target, head);
  if (value === null) return;
  const object = typeof value === 'string' ? findObject(value, state) : value;
  if (typeof object !== 'object' || object === null) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand');
  }
  const copy = copyObject(object);
  target[head] = copy;
  if (rest.length > 0) expandPath(copy, rest, path, state);
}

function copyObject(object: object): Plain {
  return { ...structuredClone(object) };
}

function findObject(id: string, state: StripeState): object | undefined {
  return (
    ownEntry(state.paymentIntents, id) ?? ownEntry(state.charges, id) ?? ownEntry(state.sessions, id)?.session
  );
}

function listLineItems(id: string, state: StripeState): object {
  return {
    object: 'list',
    data: structuredClone(ownEntry(state.sessions, id)?.lineItems ?? []),
    has_more: false,
    url: `/v1/checkout/sessions/${id}/line_items`,
  };
}

const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/**
 * Idempotency keys: a repeat with the same key and parameters gets the first answer. A 500 is stored; refused
 * parameters, conflicts and rate limits are not. Keys are deleted after 24 hours.
 */
export class IdempotencyKeys {
  private readonly inProgress = new Set<string>();

  constructor(
    private readonly state: StripeState,
    private readonly onChange: () => void,
  ) {}

  /**
   * Claims a key for one request.
   * @returns the stored answer; undefined means that the caller must call `keepAnswer`, or `abandonKey`
   * @throws StripeError 400 for other parameters or another route, 409 while the first request runs
   */
  claimKey(key: string, route: string, fingerprint: string): SavedAnswer | undefined {
    this.forgetOld(Date.now() - KEPT_MS);
    if (key.length > MAX_KEY_LENGTH) {
      throw new StripeError(400, `Idempotency keys can have up to ${MAX_KEY_LENGTH} characters.`);
    }
    const saved = ownEntry(this.state.answers, keySlot(key));
    if (saved !== undefined && (saved.route !== route || saved.fingerprint !== fingerprint)) {
      const what = saved.route === route ? 'parameters' : 'endpoint';
      throw new StripeError(
        400,
        `Keys for idempotent requests can only be used with the same ${what} they were first used with. The key was '${key}'.`,
        { type: 'idempotency_error' },
      );
    }
    if (saved !== undefined) return saved;
    if (this.inProgress.has(key)) {
      throw new StripeError(409, `Another request with the idempotency key '${key}' is in progress.`, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
      });
    }
    this.inProgress.add(key);
    return undefined;
  }

  /** Stores the answer for all repeated requests. */
  keepAnswer(key: string, answer: Omit<SavedAnswer, 'at'>): void {
    this.inProgress.delete(key);
    this.state.answers[keySlot(key)] = { ...answer, at: Date.now() };
    this.onChange();
  }

  /** Releases the key, as if it had never been used. */
  abandonKey(key: string): void {
    this.inProgress.delete(key);
  }

  /** Deletes the answers stored before a time (ms since 1970). @returns how many were deleted */
  forgetOld(before: number): number {
    let count = 0;
    for (const [name, answer] of Object.entries(this.state.answers)) {
      if (answer.at >= before) break;
      delete this.state.answers[name];
      count += 1;
    }
    if (count > 0) this.onChange();
    return count;
  }
}

/** Map key for a client's idempotency key; the prefix keeps numeric keys in order, and special names harmless. */
function keySlot(key: string): string {
  return `key ${key}`;
}

/** An endpoint: reads its parameters, calls `refuseUnread` on them, takes effect, and returns the object to answer. */
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
 * Answers an API request in Stripe's order: faults before the effect, idempotency key, endpoint, expansion, and a
 * broken connection after the effect.
 */
export async function answerCall(
  options: ApiCallOptions,
  endpoint: Endpoint,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = options.faults.takeNext('stripe.api', routeLabel(request));
  if (fault?.kind === 'rate-limit') {
    reply.header('retry-after', String(fault.retryAfter));
    throw new StripeError(429, 'Too many requests hit the API too quickly.', { code: 'rate_limit' });
  }
  if (fault?.kind === 'fail' && fault.status !== 500) return reply.code(fault.status).send(faultBody(fault));
  const answer = await answerByKey(options, endpoint, request, fault);
  if (fault?.kind === 'cut') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  // Header that tells the client library not to retry, since it would only get the stored 500 again.
  if (answer.status === 500) reply.header('stripe-should-retry', 'false');
  if (answer.replayed === true) reply.header('idempotent-replayed', 'true');
  return reply.code(answer.status).type('application/json').send(answer.body);
}

/** Label of a request in the fault registry: `POST /v1/checkout/sessions/{id}/expire`. */
function routeLabel(request: FastifyRequest): string {
  return `${request.method} ${(request.routeOptions.url ?? '').replace(':id', '{id}')}`;
}

async function answerByKey(
  options: ApiCallOptions,
  endpoint: Endpoint,
  request: FastifyRequest<{ Params: { id?: string } }>,
  fault: Fault | undefined,
): Promise<Answer> {
  const form = readForm(request);
  const header = request.headers['idempotency-key'];
  const key = request.method === 'POST' && typeof header === 'string' && header !== '' ? header : undefined;
  const fingerprint = createHash('sha256').update(canonicalText(form)).digest('hex');
  const route = `${request.method} ${request.url.split('?')[0]}`;
  if (key === undefined) return (await runEndpoint(options, endpoint, request, form, fault)).answer;
  const saved = options.keys.claimKey(key, route, fingerprint);
  if (saved !== undefined) return { status: saved.status, body: saved.body, replayed: true };
  try {
    const { answer, executed } = await runEndpoint(options, endpoint, request, form, fault);
    if (executed)
      options.keys.keepAnswer(key, { fingerprint, route, status: answer.status, body: answer.body });
    return answer;
  } finally {
    options.keys.abandonKey(key);
  }
}

/** Runs the endpoint. A request refused because of its parameters is answered, but its key can be used again. */
async function runEndpoint(
  options: ApiCallOptions,
  endpoint: Endpoint,
  request: FastifyRequest<{ Params: { id?: string } }>,
  form: FormObject,
  fault: Fault | undefined,
): Promise<{ answer: Answer; executed: boolean }> {
  if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (fault?.kind === 'fail')
    return { answer: { status: fault.status, body: faultBody(fault) }, executed: true };
  const parameters = new Parameters(form);
  try {
    const paths = parameters.texts('expand');
    const object = endpoint(parameters, request.params.id ?? '');
    return {
      answer: { status: 200, body: toJson(expandAnswer(object, paths, options.state)) },
      executed: true,
    };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { answer: { status: error.status, body: toJson(error.toBody()) }, executed: parameters.isChecked };
  }
}

function readForm(request: FastifyRequest): FormObject {
  const query = request.url.split('?')[1] ?? '';
  return parseForm(request.method === 'POST' && typeof request.body === 'string' ? request.body : query);
}

function faultBody(fault: Extract<Fault, { kind: 'fail' }>): string {
  if (fault.body !== undefined) return toJson(fault.body);
  return toJson(new StripeError(fault.status, 'Told to fail.', { type: 'api_error' }).toBody());
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Returns the same text for equal parameters in any order. */
function canonicalText(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([name, one]) => `${JSON.stringify(name)}:${canonicalText(one)}`).join(',')}}`;
}
