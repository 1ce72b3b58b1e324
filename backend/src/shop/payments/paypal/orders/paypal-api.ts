import { SHOP_VERSION } from '@pax/contracts';
import { z } from 'zod';
import type { Settings } from '../../../../settings.js';
import { AccessToken, type IssuedToken } from './access-token.js';
import { PaypalError } from './paypal-error.js';

const TIMEOUT_MS = 8_000;

interface ApiCall {
  method: 'GET' | 'POST';
  path: string;
  /** JSON as it goes out. */
  body?: string | Buffer;
  /** Repeats under the same id have one effect. */
  requestId?: string;
}

type Request = Pick<RequestInit, 'method' | 'body'> & { headers: Record<string, string> };

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const errorSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
});

/** PayPal's REST API by plain HTTP. */
export class PaypalApi {
  private readonly token: AccessToken;

  constructor(
    private readonly paypal: Settings['paypal'],
    now: () => number,
  ) {
    this.token = new AccessToken(() => this.issue(), now);
  }

  /**
   * A call with the app's token, which is replaced once where PayPal refuses it.
   * @throws PaypalError for an error of PayPal; any other error leaves the outcome unknown
   */
  async call<T extends z.ZodType>(schema: T, call: ApiCall): Promise<z.output<T>> {
    const token = await this.token.get();
    const answer = await this.send(call, token);
    if (answer.status !== 401) return read(answer, schema);
    this.token.drop(token);
    return read(await this.send(call, await this.token.get()), schema);
  }

  private async send({ method, path, body, requestId }: ApiCall, token: string): Promise<Response> {
    return this.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // Without it an answer tells little more than that it worked.
        prefer: 'return=representation',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(requestId !== undefined && { 'paypal-request-id': requestId }),
      },
      body: typeof body === 'string' || body === undefined ? body : new Uint8Array(body),
    });
  }

  private async issue(): Promise<IssuedToken> {
    const { clientId, clientSecret } = this.paypal;
    const app = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await this.fetch('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${app}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const { access_token: text, expires_in: seconds } = await read(answer, tokenSchema);
    return { text, lifeMs: seconds * 1000 };
  }

  private fetch(path: string, { headers, ...init }: Request): Promise<Response> {
    return fetch(`${this.paypal.apiUrl.replace(/\/$/, '')}${path}`, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': `Pax Market/${SHOP_VERSION}`, ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}

async function read<T extends z.ZodType>(answer: Response, schema: T): Promise<z.output<T>> {
  const text = await answer.text();
  if (answer.ok) return schema.parse(JSON.parse(text));
  const { data } = errorSchema.safeParse(jsonOf(text));
  const issues = data?.details?.map(({ issue }) => issue) ?? [];
  throw new PaypalError(answer.status, issues.length > 0 ? issues : [data?.name ?? 'without a reason']);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
