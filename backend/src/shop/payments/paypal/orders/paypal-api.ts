import { ProviderBusy, ProviderRefusal } from '../../payment-provider.js';
import { SHOP_VERSION, formatCentsAsDecimal, type Cents } from '@pax/contracts';
import { z } from 'zod';
import type { Settings } from '../../../../settings.js';
import {
  captureSchema,
  orderSchema,
  paypalIdSchema,
  refundSchema,
  type Order,
  type Refund,
  CURRENCY,
} from './paypal-order.js';

/** An error answer of PayPal's API. */
export class PaypalError extends Error {
  constructor(
    readonly status: number,
    /** Reasons in PayPal's words, such as INSTRUMENT_DECLINED. */
    readonly issues: readonly string[],
  ) {
    super(`PayPal answered ${status} ${issues.join(', ')}`);
  }
}

/** HTTP statuses after which PayPal will never accept the same request. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 422]);

/**
 * Converts PayPal's errors to the errors of payment providers; other errors stay unchanged. None becomes a
 * `ProviderFault`, because PayPal stores no error under a request id, so that the id can be used again.
 */
export function asProviderError(error: unknown): unknown {
  if (!(error instanceof PaypalError)) return error;
  if (error.status === 409) return new ProviderBusy(error.message);
  return REFUSED.has(error.status) ? new ProviderRefusal(error.message) : error;
}

/**
 * Time before its end at which an access token is renewed, ms, so that no token ends while a call is on its way.
 */
const RENEW_BEFORE_END_MS = 60_000;

/** A PayPal access token and its lifetime. */
export interface IssuedToken {
  text: string;
  lifeMs: number;
}

/**
 * Caches the access token of this process until shortly before its end. Concurrent callers share one request for a
 * new token.
 */
export class AccessToken {
  private cached: { text: string; goodUntil: number } | undefined;
  private renewal: Promise<string> | undefined;

  constructor(
    private readonly issue: () => Promise<IssuedToken>,
    private readonly now: () => number,
  ) {}

  /**
   * Returns the token, renewed if needed.
   * @throws any error of `issueToken`; the next call tries again
   */
  getToken(): Promise<string> {
    if (this.renewal) return this.renewal;
    if (this.cached && this.now() < this.cached.goodUntil) return Promise.resolve(this.cached.text);
    this.renewal = this.renewToken().finally(() => {
      this.renewal = undefined;
    });
    return this.renewal;
  }

  /** Discards an access token that PayPal refused, unless a new one has replaced it. */
  discardToken(text: string): void {
    if (this.cached?.text === text) this.cached = undefined;
  }

  private async renewToken(): Promise<string> {
    const { text, lifeMs } = await this.issue();
    this.cached = { text, goodUntil: this.now() + lifeMs - RENEW_BEFORE_END_MS };
    return text;
  }
}

const TIMEOUT_MS = 8_000;

interface ApiCall {
  method: 'GET' | 'POST';
  path: string;
  /** The body as JSON text. */
  body?: string | Buffer;
  /** Request id: repeats with the same id take effect once. */
  requestId?: string;
}

type ApiRequest = Pick<RequestInit, 'method' | 'body'> & { headers: Record<string, string> };

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const errorSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
});

/** Client of PayPal's REST API over plain HTTP. */
export class PaypalApi {
  private readonly token: AccessToken;

  constructor(
    private readonly paypal: Settings['paypal'],
    now: () => number,
  ) {
    this.token = new AccessToken(() => this.issueToken(), now);
  }

  /**
   * Calls the API with the app's access token, which is renewed once if PayPal refuses it.
   * @throws PaypalError for an error answer; after any other error the outcome is unknown
   */
  async callApi<T extends z.ZodType>(schema: T, call: ApiCall): Promise<z.output<T>> {
    const token = await this.token.getToken();
    const answer = await this.sendRequest(call, token);
    if (answer.status !== 401) return parseAnswer(answer, schema);
    this.token.discardToken(token);
    return parseAnswer(await this.sendRequest(call, await this.token.getToken()), schema);
  }

  private async sendRequest({ method, path, body, requestId }: ApiCall, token: string): Promise<Response> {
    return this.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // Asks PayPal for complete answers, which otherwise contain little more than a status.
        prefer: 'return=representation',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(requestId !== undefined && { 'paypal-request-id': requestId }),
      },
      body: typeof body === 'string' || body === undefined ? body : new Uint8Array(body),
    });
  }

  private async issueToken(): Promise<IssuedToken> {
    const { clientId, clientSecret } = this.paypal;
    const app = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await this.fetch('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${app}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const { access_token: text, expires_in: seconds } = await parseAnswer(answer, tokenSchema);
    return { text, lifeMs: seconds * 1000 };
  }

  private fetch(path: string, { headers, ...init }: ApiRequest): Promise<Response> {
    return fetch(`${this.paypal.apiUrl.replace(/\/$/, '')}${path}`, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': `Pax Market/${SHOP_VERSION}`, ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}

async function parseAnswer<T extends z.ZodType>(answer: Response, schema: T): Promise<z.output<T>> {
  const text = await answer.text();
  if (answer.ok) return schema.parse(JSON.parse(text));
  const { data } = errorSchema.safeParse(parseJson(text));
  const issues = data?.details?.map(({ issue }) => issue) ?? [];
  throw new PaypalError(answer.status, issues.length > 0 ? issues : [data?.name ?? 'without a reason']);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const capturedOrder = captureSchema.extend({
  supplementary_data: z.object({ related_ids: z.object({ order_id: paypalIdSchema }) }),
});
const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/**
 * The calls to PayPal's Orders API that the shop makes.
 * @throws PaypalError; after any other error the outcome is unknown
 */
export class OrderCalls {
  constructor(private readonly api: PaypalApi) {}

  createOrder(body: string, requestId: string): Promise<Order> {
    return this.api.callApi(orderSchema, { method: 'POST', path: '/v2/checkout/orders', body, requestId });
  }

  /**
   * Finds an order.
   * @returns undefined if PayPal no longer knows the order
   */
  findOrder(id: string): Promise<Order | undefined> {
    return this.api
      .callApi(orderSchema, { method: 'GET', path: `/v2/checkout/orders/${id}` })
      .catch(ignoreUnknownOrder);
  }

  /**
   * Captures the money of an order. The request id is built from the order's id, because an order is captured only
   * once.
   */
  captureOrder(id: string): Promise<Order> {
    const path = `/v2/checkout/orders/${id}/capture`;
    return this.api.callApi(orderSchema, { method: 'POST', path, body: '{}', requestId: `capture-${id}` });
  }

  /**
   * Refunds a capture.
   * @param customId text that PayPal stores with the refund
   */
  refundCapture(
    captureId: string,
    { amountCents, customId, requestId }: { amountCents: Cents; customId: string; requestId: string },
  ): Promise<Refund> {
    const amount = { currency_code: CURRENCY, value: formatCentsAsDecimal(amountCents) };
    const body = JSON.stringify({ amount, custom_id: customId });
    const path = `/v2/payments/captures/${captureId}/refund`;
    return this.api.callApi(refundSchema, { method: 'POST', path, body, requestId });
  }

  /**
   * Finds the refunds of a capture, which PayPal lists only with the order.
   * @throws Error if PayPal no longer knows the order
   */
  async findRefunds(captureId: string): Promise<Refund[]> {
    const path = `/v2/payments/captures/${captureId}`;
    const { status, supplementary_data: data } = await this.api.callApi(capturedOrder, {
      method: 'GET',
      path,
    });
    const found = await this.findOrder(data.related_ids.order_id);
    if (found) return found.purchase_units.flatMap(({ payments }) => payments?.refunds ?? []);
    // Reports no refunds only for a completed capture, because without the order no other status proves that; a
    // wrong guess would refund twice.
    if (status === 'COMPLETED') return [];
    throw new Error(`PayPal lists no refunds of capture ${captureId}, because it does not know the order`);
  }

  /**
   * Asks PayPal whether it sent a message.
   * @param question JSON whose `webhook_event` is the message, byte for byte
   */
  async isGenuine(question: Buffer): Promise<boolean> {
    const path = '/v1/notifications/verify-webhook-signature';
    const answer = await this.api.callApi(verification, { method: 'POST', path, body: question });
    return answer.verification_status === 'SUCCESS';
  }
}

function ignoreUnknownOrder(error: unknown): undefined {
  if (error instanceof PaypalError && error.status === 404) return undefined;
  throw error;
}
