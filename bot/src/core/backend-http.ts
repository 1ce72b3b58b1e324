import { problem } from '@pax/contracts';
import { z } from 'zod';
import { reasonOf } from './logger.js';
import { BackendUnavailableError, ProblemError } from './problem-error.js';
import type { ServerClock } from './server-clock.js';

export interface BackendHttpOptions {
  url: string;
  token: string;
  clock: ServerClock;
}

interface CallOptions<T extends z.ZodType> {
  method: 'GET' | 'POST';
  path: string;
  answer: T;
  body?: unknown;
  signal?: AbortSignal;
  /** Time limit, ms. The default is below the lease's renewal, so that a dead connection is noticed in time. */
  timeoutMs?: number;
}

/** One JSON call to the backend under the service token, its answer parsed by schema (OWN-149). */
export class BackendHttp {
  constructor(private readonly options: BackendHttpOptions) {}

  /**
   * @throws ProblemError when the backend refused
   * @throws BackendUnavailableError when no valid answer came
   */
  async call<T extends z.ZodType>(options: CallOptions<T>): Promise<z.output<T>> {
    const { method, path, answer } = options;
    const response = await this.send(options);
    this.options.clock.learn(response.headers.get('date'));
    const content = await readJson(response);
    if (!response.ok) throw refusal(response.status, content);
    const parsed = answer.safeParse(content);
    if (parsed.success) return parsed.data;
    throw new BackendUnavailableError(
      `${method} ${path}: unexpected answer: ${z.prettifyError(parsed.error)}`,
    );
  }

  private async send(options: CallOptions<z.ZodType>): Promise<Response> {
    const { method, path, body, signal, timeoutMs = 4_000 } = options;
    const { url, token } = this.options;
    const limit = AbortSignal.timeout(timeoutMs);
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await fetch(`${url}${path}`, {
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
