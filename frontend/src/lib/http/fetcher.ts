import type { CallAnswer, CallDefinition, Problem } from '@pax/contracts';
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { recordServerTime } from './server-clock';
import { recordStreamSeq } from './stream-seqs';
import { READ_MS, withTimeLimit, WRITE_MS } from './time-limit';

/**
 * Reads the JSON of a response; an empty one is undefined. Parsed where the call has its schemas: in tests and
 * development, not in the built page.
 * @throws Error that names the call and what is wrong
 */
export async function parseAnswer<C extends CallDefinition>(
  call: C,
  response: Response,
): Promise<CallAnswer<C>>;
export async function parseAnswer(call: CallDefinition | undefined, response: Response): Promise<unknown>;
export async function parseAnswer(call: CallDefinition | undefined, response: Response): Promise<unknown> {
  return parseAnswerText(call, await response.text());
}

/** Parses the text of an answer like `parseAnswer`. */
export function parseAnswerText(call: CallDefinition | undefined, text: string): unknown {
  const data: unknown = text === '' ? undefined : JSON.parse(text);
  if (!call?.answer) return data;
  const parsed = call.answer.safeParse(data);
  if (!parsed.success) throw new Error(`${call.path}: ${parsed.error.message}`);
  return parsed.data;
}

export { READ_MS } from './time-limit';

declare module '@tanstack/react-query' {
  interface Register {
    /** Call whose answer the query holds. */
    queryMeta: { readonly call?: CallDefinition };
  }
}

/** Copy of the contracts' STREAM_SEQ_HEADER: importing it would pull in the schemas. */
const STREAM_SEQ = 'stream-seq';

type ShopProblem = Problem & Record<string, unknown>;

/**
 * An HTTP error. Message: status, colon, body or status text. `problem` is the parsed body, if it
 * is one.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.problem = parseProblem(body);
  }
  readonly problem: ShopProblem | undefined;
}

/** The stable code of a failed call, where the answer carried one. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.code : undefined;

/** The server's message about a failed request; undefined without one. */
export const serverMessageOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.message : undefined;

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; without it no content type is sent. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Time limit, ms; by default a read's or a write's. */
  readonly limitMs?: number;
}

/**
 * Sends a request with the session cookie and reads its response, both within the time limit.
 * @throws ApiError for an error status, TypeError without a response, `TimeoutError` after the limit
 */
export async function request<T>(
  path: string,
  { method = 'GET', body, signal: asker, limitMs }: RequestOptions,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  return await withTimeLimit(limitMs ?? (method === 'GET' ? READ_MS : WRITE_MS), asker, async (signal) => {
    const answer = await fetch(path, {
      method,
      credentials: 'include',
      signal,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    recordServerTime(answer);
    if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
    return await read(answer);
  });
}

/** Address of a query key: its segments joined by slashes. */
export const addressOfKey = (key: QueryKey): string => `/${key.map(String).join('/').replace(/^\/+/, '')}`;

/** Runs a read of several requests; aborted together with its query or by the time limit. */
export const readWithinLimit = async <T>(
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> => await withTimeLimit(READ_MS, signal, read);

/** The default query function; `callQuery` types it. Records the list's stream position. */
export async function readByKey<T = unknown>(context: QueryFunctionContext): Promise<T>;
export async function readByKey({ queryKey, signal, client, meta }: QueryFunctionContext): Promise<unknown> {
  return await request(addressOfKey(queryKey), { signal }, async (answer) => {
    const data = await parseAnswer(meta?.call, answer);
    // Recorded together with the data, because otherwise messages would be applied to the old data or dropped.
    if (!signal.aborted) recordStreamSeq(client, queryKey, answer.headers.get(STREAM_SEQ));
    return data;
  }).catch(redirectToSecondStep);
}

/** Sends a session without its second step to the admin page, which prompts for it and then leads back. */
function redirectToSecondStep(error: unknown): never {
  const { pathname, search } = location;
  if (errorCodeOf(error) === 'SECOND_STEP_REQUIRED' && pathname !== '/admin')
    location.assign(`/admin?next=${encodeURIComponent(pathname + search)}`);
  throw error;
}

/** Like `readByKey`, but returns null for a 401, which means that no user is signed in. */
export async function readOrNull<T = unknown>(context: QueryFunctionContext): Promise<T | null> {
  try {
    return await readByKey<T>(context);
  } catch (error) {
    if (isUnauthenticated(error)) return null;
    throw error;
  }
}

function parseProblem(body: string): ShopProblem | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const parsed: ShopProblem = JSON.parse(body);
    return typeof parsed.code === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
