import type { CallAnswer, CallDefinition, Problem } from '@pax/contracts';
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { recordServerTime } from './server-clock';
import { recordStreamSeq } from './stream-seqs';
import { READ_MS, withTimeLimit, WRITE_MS } from './time-limit';

/**
 * Reads the JSON of a response; undefined if it is empty. Checked against the call's schema only in tests and
 * development, because the built page has no schemas.
 *
 * @throws Error that names the call and the mismatch
 */
export async function parseAnswer<C extends CallDefinition>(
  call: C,
  response: Response,
): Promise<CallAnswer<C>>;
export async function parseAnswer(call: CallDefinition | undefined, response: Response): Promise<unknown>;
export async function parseAnswer(call: CallDefinition | undefined, response: Response): Promise<unknown> {
  return parseAnswerText(call, await response.text());
}

/** Parses the text of an answer by the same rules as `parseAnswer`. */
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
    /** Call whose answer the query stores. */
    queryMeta: { readonly call?: CallDefinition };
  }
}

/** Name of the header with the stream position, copied because importing it would add the schemas to the page. */
const STREAM_SEQ = 'stream-seq';

type ShopProblem = Problem & Record<string, unknown>;

/**
 * Error of an HTTP response. Message: status, colon, body or status text; `problem` is the body, if it is an error of
 * the shop.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.problem = parseShopProblem(body);
  }
  readonly problem: ShopProblem | undefined;
}

/** Returns the shop's error code of a failed call; undefined if the answer had none. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.code : undefined;

/** Returns the server's message about a failed call; undefined if the answer had none. */
export const serverMessageOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.message : undefined;

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Body of the request, sent as JSON; without a body no content type is sent. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Time limit of the request, ms; by default that of reads or of writes. */
  readonly limitMs?: number;
}

/**
 * Sends a request with the session cookie and reads the response within the time limit.
 *
 * @throws ApiError for an error status, TypeError without a response, `TimeoutError` after the limit
 */
export async function sendRequest<T>(
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

/** Returns the address of a query key: its segments joined by slashes. */
export const addressOfQueryKey = (key: QueryKey): string =>
  `/${key.map(String).join('/').replace(/^\/+/, '')}`;

/** Runs a read that needs several requests; the query's abort or the time limit ends all of them. */
export const readWithinLimit = async <T>(
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> => await withTimeLimit(READ_MS, signal, read);

/** Default query function, typed by `queryOptionsFor`. It also records the stream position of the answer. */
export async function fetchByQueryKey<T = unknown>(context: QueryFunctionContext): Promise<T>;
export async function fetchByQueryKey({
  queryKey,
  signal,
  client,
  meta,
}: QueryFunctionContext): Promise<unknown> {
  return await sendRequest(addressOfQueryKey(queryKey), { signal }, async (answer) => {
    const data = await parseAnswer(meta?.call, answer);
    // The stream position is recorded together with the data; otherwise a message could be lost or applied to older
    // data.
    if (!signal.aborted) recordStreamSeq(client, queryKey, answer.headers.get(STREAM_SEQ));
    return data;
  }).catch(redirectToSecondStep);
}

/**
 * Opens the admin page for a session without its second step; that page asks for the step and leads back afterwards.
 */
function redirectToSecondStep(error: unknown): never {
  const { pathname, search } = location;
  if (errorCodeOf(error) === 'SECOND_STEP_REQUIRED' && pathname !== '/admin')
    location.assign(`/admin?next=${encodeURIComponent(pathname + search)}`);
  throw error;
}

/** Reads like `fetchByQueryKey`, but returns null for a 401, which means that no user is signed in. */
export async function fetchOrNull<T = unknown>(context: QueryFunctionContext): Promise<T | null> {
  try {
    return await fetchByQueryKey<T>(context);
  } catch (error) {
    if (isUnauthenticated(error)) return null;
    throw error;
  }
}

function parseShopProblem(body: string): ShopProblem | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const parsed: ShopProblem = JSON.parse(body);
    return typeof parsed.code === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
