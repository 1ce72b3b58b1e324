import {
  fillPath,
  problem as problemDocument,
  type CallAnswer,
  type CallDefinition,
  type CallInput,
  type Problem,
} from '@pax/contracts';
import { z } from 'zod';
import { reasonOf } from './logger.js';

/** Error for a call that the backend refused, with the backend's problem document. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.message}`);
    this.name = 'ProblemError';
  }

  get code(): string {
    return this.problem.code;
  }
}

/** Error for a call without a valid answer: the backend is unreachable, too slow or broken. A retry may help. */
export class BackendUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackendUnavailableError';
  }
}

/** True when an error is a refusal by the backend with the given code. */
export function hasCode(error: unknown, code: string): error is ProblemError {
  return error instanceof ProblemError && error.code === code;
}

/**
 * The backend's clock, since the bot's machine may be wrong by minutes. Set by the `Date` header of the backend's
 * answers, so exact to a second.
 */
export class ServerClock {
  private offsetMs = 0;

  constructor(private readonly localNow: () => number = Date.now) {}

  /** Sets the clock by a `Date` header; ignores an invalid header. */
  setByDateHeader(dateHeader: string | null): void {
    const server = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
    if (Number.isNaN(server)) return;
    const offset = server - this.localNow();
    // A difference below two seconds comes from rounding in the header, not from a wrong clock.
    this.offsetMs = Math.abs(offset) < 2_000 ? 0 : offset;
  }

  /** Current time according to the backend, ms since 1970. */
  now(): number {
    return this.localNow() + this.offsetMs;
  }

  /** Time until an instant of the backend's clock, ms; negative for an instant in the past. */
  msUntil(instant: string): number {
    return Date.parse(instant) - this.now();
  }
}

/**
 * Time limit of a call, ms: shorter than the lease's renewal interval, so that a dead connection is noticed in time.
 */
const CALL_TIMEOUT_MS = 4_000;
/**
 * Time limit of calls made for a waiting person, ms: long, since Discord waits too and the shop may have to call
 * Discord first.
 */
export const PERSON_CALL_TIMEOUT_MS = 10_000;

export interface ShopOptions {
  url: string;
  token: string;
  clock: ServerClock;
  /** Time limit of a call that sets none itself, ms. */
  timeoutMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the call, ms; default: that of the client. */
  readonly timeoutMs?: number;
}

/** Input of any of the contract's calls. */
export interface AnyCallInput extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Arguments of a call; the input is optional only when the call needs none. */
export type CallArguments<C extends CallDefinition> =
  Partial<CallInput<C>> extends CallInput<C>
    ? [input?: CallInput<C> & CallOptions]
    : [input: CallInput<C> & CallOptions];

export interface Page<A> {
  items: A;
  /** Total number of rows on all pages. */
  total: number;
}

/** The total's header is required, since a missing one would be read as 0. */
const totalHeader = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Makes the calls of the contract with the bot's service token, and checks each answer against the call's schema. */
export class ShopClient {
  constructor(private readonly options: ShopOptions) {}

  /**
   * Makes a call.
   * @throws ProblemError when the backend refused
   * @throws BackendUnavailableError when no valid answer came
   */
  async call<C extends CallDefinition>(call: C, ...given: CallArguments<C>): Promise<CallAnswer<C>>;
  async call(call: CallDefinition, input?: AnyCallInput): Promise<unknown> {
    return parseAnswer(call, (await this.requestContent(call, input)).content);
  }

  /** Reads one page of a list, with the total number of rows. @throws the errors of `call` */
  async page<C extends CallDefinition>(call: C, ...given: CallArguments<C>): Promise<Page<CallAnswer<C>>>;
  async page(call: CallDefinition, input?: AnyCallInput): Promise<Page<unknown>> {
    const { content, headers } = await this.requestContent(call, input);
    const total = totalHeader.safeParse(headers.get('x-total-count'));
    if (total.success) return { items: parseAnswer(call, content), total: total.data };
    throw new BackendUnavailableError(`${call.method} ${call.path}: a page without X-Total-Count`);
  }

  private async requestContent(
    call: CallDefinition,
    input: AnyCallInput = {},
  ): Promise<{ content: unknown; headers: Headers }> {
    const response = await this.sendRequest(call, input);
    this.options.clock.setByDateHeader(response.headers.get('date'));
    const content = await readJson(response);
    if (!response.ok) throw createRefusalError(response.status, content);
    return { content, headers: response.headers };
  }

  private async sendRequest({ method, path }: CallDefinition, input: AnyCallInput): Promise<Response> {
    const { url, token, timeoutMs: defaultMs = CALL_TIMEOUT_MS } = this.options;
    const { params = {}, query, body, signal, timeoutMs = defaultMs } = input;
    const address = fillPath<string>(path, params);
    const limit = AbortSignal.timeout(timeoutMs);
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await fetch(`${url}${address}${buildSearchString(query)}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
        redirect: 'error',
      });
    } catch (error) {
      throw new BackendUnavailableError(`${method} ${address}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

function buildSearchString(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search.toString()}` : '';
}

function parseAnswer({ method, path, answer }: CallDefinition, content: unknown): unknown {
  if (!answer) return undefined;
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

function createRefusalError(status: number, content: unknown): Error {
  const parsed = problemDocument.safeParse(content);
  return parsed.success ? new ProblemError(parsed.data) : new BackendUnavailableError(`status ${status}`);
}
