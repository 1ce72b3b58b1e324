import { timingSafeEqual } from 'node:crypto';
import { newId } from '../../server/stand-in.js';
import {
  TokenError,
  ApiError,
  errorBody,
  captureRequest,
  findAmountMismatch,
  orderRequest,
  refundRequest,
} from './order-request.js';
import type { OrdersState, SavedAnswer } from './orders-state.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { FaultRegistry } from '../../faults.js';
import type { OrderObjects } from './order-objects.js';
import type { PaypalOrders } from './orders.js';
import { answerVerification, type WebhookKeys } from './webhooks.js';

/** Lifetime of an access token, s; the same as at the real PayPal. */
const LIFE_SECONDS = 32_400;

/** The app that may call the API, from its settings. */
export interface PaypalApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Issues and checks access tokens. A restart of the process makes them invalid. */
export class AccessTokens {
  private readonly live = new Set<string>();

  constructor(
    private readonly app: PaypalApp,
    private readonly state: Pick<OrdersState, 'tokensIssued'>,
  ) {}

  /** Issues an access token. @throws TokenError 401 unless the header names the app and its secret */
  issueToken(authorization: string | undefined): object {
    const { clientId, clientSecret } = this.app;
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (!isSame(authorization ?? '', expected))
      throw new TokenError(401, 'invalid_client', 'Client Authentication failed');
    const token = newId('A21AA', 60);
    this.live.add(token);
    this.state.tokensIssued += 1;
    return {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-SANDBOX',
      expires_in: LIFE_SECONDS,
    };
  }

  /** Checks an access token. @throws TokenError 401 unless the header contains a valid token */
  checkToken(authorization: string | undefined): void {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined || !this.live.has(token))
      throw new TokenError(401, 'invalid_token', 'The token passed in was not found in the system');
  }

  /** Makes all issued tokens invalid. */
  revokeTokens(): void {
    this.live.clear();
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Longest request id that all calls of the real PayPal accept. */
const LONGEST_REQUEST_ID = 38;

export interface ApiRouteDeps {
  readonly state: OrdersState;
  readonly onChange: () => void;
  readonly faults: FaultRegistry;
  readonly tokens: AccessTokens;
  readonly orders: PaypalOrders;
  readonly objects: OrderObjects;
  readonly keys: WebhookKeys;
}

type ById = FastifyRequest<{ Params: { id: string } }>;
type Answer = Readonly<{ status: number; body: string }>;

/**
 * Mounts PayPal's API below `/paypal`, as strict as the real one (fault point `paypal.api`, labelled `POST
 * /v2/…/{id}/…`).
 */
export function mountApiRoutes(app: FastifyInstance, deps: ApiRouteDeps): void {
  const { state, tokens, orders, objects, keys } = deps;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const serve = (effect: (request: ById) => Answer) => (request: ById, reply: FastifyReply) =>
    answerCall(deps, request, reply, effect);

  app.post(
    '/paypal/v1/oauth2/token',
    serve((request) => {
      if (getBodyBytes(request).toString() !== 'grant_type=client_credentials')
        throw new TokenError(400, 'unsupported_grant_type', 'Grant Type is NULL');
      return toJson(200, tokens.issueToken(request.headers.authorization));
    }),
  );
  app.post(
    '/paypal/v1/notifications/verify-webhook-signature',
    serve((request) => {
      parseJsonBody(tokens, request);
      return toJson(200, answerVerification(keys, getBodyBytes(request)));
    }),
  );
  app.post(
    '/paypal/v2/checkout/orders',
    serve((request) => {
      const body = readBody(tokens, request, orderRequest);
      const mismatch = findAmountMismatch(body);
      if (mismatch !== undefined) throw new ApiError(422, mismatch);
      return answerOnce(state, request, () => {
        const order = orders.create(body);
        return toJson(201, wantsRepresentation(request) ? objects.order(order) : objects.minimalOrder(order));
      });
    }),
  );
  app.get(
    '/paypal/v2/checkout/orders/:id',
    serve((request) => {
      tokens.checkToken(request.headers.authorization);
      return toJson(200, objects.order(orders.get(request.params.id)));
    }),
  );
  app.post(
    '/paypal/v2/checkout/orders/:id/capture',
    serve((request) => {
      readBody(tokens, request, captureRequest);
      const order = orders.get(request.params.id);
      return answerOnce(state, request, () => {
        orders.capture(order);
        return toJson(201, wantsRepresentation(request) ? objects.order(order) : objects.minimalOrder(order));
      });
    }),
  );
  app.get(
    '/paypal/v2/payments/captures/:id',
    serve((request) => {
      tokens.checkToken(request.headers.authorization);
      const { order, capture } = orders.findByCapture(request.params.id);
      return toJson(200, objects.capture(order, capture));
    }),
  );
  app.post(
    '/paypal/v2/payments/captures/:id/refund',
    serve((request) => {
      const body = readBody(tokens, request, refundRequest);
      const { order, capture } = orders.findByCapture(request.params.id);
      return answerOnce(state, request, () => {
        const refund = orders.refund(order, capture, body);
        const { id, status } = refund;
        return toJson(
          201,
          wantsRepresentation(request) ? objects.refund(order, capture, refund) : { id, status },
        );
      });
    }),
  );
}

/** Answers a call: armed fault, effect, errors in PayPal's form, and faults after the effect. */
async function answerCall(
  { faults, onChange }: ApiRouteDeps,
  request: ById,
  reply: FastifyReply,
  effect: (request: ById) => Answer,
): Promise<FastifyReply> {
  const fault = faults.takeNext('paypal.api', routeLabel(request));
  const applyFailure = (): FastifyReply | undefined =>
    fault?.kind === 'fail'
      ? reply.code(fault.status).send(fault.body ?? errorBody(fault.status, 'TOLD_TO_FAIL', 'Told to fail.'))
      : undefined;
  if (fault?.kind === 'fail' && fault.afterEffect !== true) return applyFailure() ?? reply;
  if (fault?.kind === 'slow') await pause(fault.ms);
  let made: Answer;
  try {
    made = effect(request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return reply.code(error.status).send(error.toBody());
  }
  onChange();
  if (fault?.kind === 'cut') {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  return applyFailure() ?? reply.code(made.status).type('application/json').send(made.body);
}

const routeLabel = ({ method, routeOptions }: ById): string =>
  `${method} ${(routeOptions.url ?? '').replace('/paypal', '').replace(':id', '{id}')}`;

const toJson = (status: number, object: object): Answer => ({
  status,
  body: JSON.stringify(object),
});

const getBodyBytes = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const wantsRepresentation = ({ headers }: ById): boolean => headers['prefer'] === 'return=representation';

/** Reads the body of a call. @throws ApiError 401, 415, 400 */
function parseJsonBody(tokens: AccessTokens, request: ById): unknown {
  tokens.checkToken(request.headers.authorization);
  if (request.headers['content-type'] !== 'application/json') throw new ApiError(415, 'INVALID_CONTENT_TYPE');
  try {
    return JSON.parse(getBodyBytes(request).toString());
  } catch {
    throw new ApiError(400, 'MALFORMED_REQUEST_JSON');
  }
}

function readBody<T extends z.ZodType>(tokens: AccessTokens, request: ById, schema: T): z.output<T> {
  const { data, error } = schema.safeParse(parseJsonBody(tokens, request));
  if (error) throw new ApiError(400, 'INVALID_PARAMETER_VALUE', error.message);
  return data;
}

function answerOnce(state: OrdersState, request: ById, runEffect: () => Answer): Answer {
  const id = request.headers['paypal-request-id'];
  const key = { call: `${request.method} ${request.url}`, body: getBodyBytes(request).toString() };
  return answerByRequestId(state, { ...key, id: typeof id === 'string' ? id : undefined }, runEffect);
}

interface RequestKey {
  /** Method and path of the call, since a request id is valid for one call only. */
  readonly call: string;
  readonly id: string | undefined;
  readonly body: string;
}

/**
 * Repeats the first answer to a request id, without a second effect. Refusals are not stored, so that the same id can
 * be tried again, as at the real PayPal.
 * @throws ApiError without an id, or for the id of another request
 */
function answerByRequestId(
  state: Pick<OrdersState, 'answers'>,
  { call, id, body }: RequestKey,
  runEffect: () => Omit<SavedAnswer, 'asked'>,
): Omit<SavedAnswer, 'asked'> {
  if (id === undefined || id === '') throw new ApiError(400, 'PAYPAL_REQUEST_ID_REQUIRED');
  if (id.length > LONGEST_REQUEST_ID) throw new ApiError(400, 'INVALID_STRING_LENGTH');
  const key = `${call} ${id}`;
  const saved = Object.hasOwn(state.answers, key) ? state.answers[key] : undefined;
  if (saved && saved.asked !== body) throw new ApiError(422, 'DUPLICATE_REQUEST_ID');
  if (saved) return { status: 200, body: saved.body };
  const made = runEffect();
  state.answers[key] = { asked: body, ...made };
  return made;
}
