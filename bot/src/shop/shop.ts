import { fillPath, problem, type CallDefinition, type PathParams } from '@pax/contracts';
import { z } from 'zod';
import { reasonOf } from '../logger.js';
import { BackendUnavailableError, ProblemError } from './problem-error.js';
import type { ServerClock } from './server-clock.js';

export interface BackendHttpOptions {
  url: string;
  token: string;
  clock: ServerClock;
}

export interface CallOptions {
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Time limit, ms. The default is below the lease's renewal, so that a dead connection is noticed in time. */
  timeoutMs?: number;
}

/** Required: a missing header would otherwise count as a total of 0. */
const totalHeader = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Makes the contract's calls with the service token, and parses each answer by the call's schema. */
export class BackendHttp {
  constructor(private readonly options: BackendHttpOptions) {}

  /**
   * @throws ProblemError when the backend refused
   * @throws BackendUnavailableError when no valid answer came
   */
  async call<P extends string, A extends z.ZodType>(
    call: CallDefinition & { path: P; answer: A },
    params: PathParams<P>,
    options: CallOptions = {},
  ): Promise<z.output<A>> {
    const { content } = await this.ask(call, fillPath<P>(call.path, params), options);
    return read(call, content);
  }

  /** One page of a list, with the total number of rows. @throws as `call` */
  async page<P extends string, A extends z.ZodType>(
    call: CallDefinition & { path: P; answer: A },
    params: PathParams<P>,
    options: CallOptions = {},
  ): Promise<{ items: z.output<A>; total: number }> {
    const { content, headers } = await this.ask(call, fillPath<P>(call.path, params), options);
    const total = totalHeader.safeParse(headers.get('x-total-count'));
    if (total.success) return { items: read(call, content), total: total.data };
    throw new BackendUnavailableError(`${call.method} ${call.path}: a page without X-Total-Count`);
  }

  /** A call without an answer. @throws as `call` */
  async send<P extends string>(
    call: CallDefinition & { path: P },
    params: PathParams<P>,
    options: CallOptions,
  ): Promise<void> {
    await this.ask(call, fillPath<P>(call.path, params), options);
  }

  private async ask(
    { method }: CallDefinition,
    path: string,
    options: CallOptions,
  ): Promise<{ content: unknown; headers: Headers }> {
    const response = await this.request(method, path, options);
    this.options.clock.learn(response.headers.get('date'));
    const content = await readJson(response);
    if (!response.ok) throw refusal(response.status, content);
    return { content, headers: response.headers };
  }

  private async request(method: string, path: string, options: CallOptions): Promise<Response> {
    const { query, body, signal, timeoutMs = 4_000 } = options;
    const { url, token } = this.options;
    const limit = AbortSignal.timeout(timeoutMs);
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    try {
      return await fetch(`${url}${path}${search}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
        redirect: 'error',
      });
    } catch (error) {
      throw new BackendUnavailableError(`${method} ${path}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

function read<A extends z.ZodType>(
  { method, path, answer }: CallDefinition & { answer: A },
  content: unknown,
): z.output<A> {
  const parsed = answer.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new BackendUnavailableError(`${method} ${path}: unexpected answer: ${z.prettifyError(parsed.error)}`);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    if (!response.ok) return undefined;
    throw new BackendUnavailableError(`answer can't be read: ${reasonOf(error)}`, { cause: error });
  }
}

function refusal(status: number, content: unknown): Error {
  const parsed = problem.safeParse(content);
  return parsed.success ? new ProblemError(parsed.data) : new BackendUnavailableError(`status ${status}`);
}
