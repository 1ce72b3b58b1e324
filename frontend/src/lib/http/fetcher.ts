import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import type { CallDefinition, Problem } from '@pax/contracts';
import { parseAnswer } from './parse-answer';
import { noteStreamSeq } from './stream-seqs';

declare module '@tanstack/react-query' {
  interface Register {
    /** `call`: whose answer the query holds. */
    queryMeta: { readonly call?: CallDefinition };
  }
}

/** Copy of the contracts' STREAM_SEQ_HEADER: importing it would pull in the schemas. */
const STREAM_SEQ = 'stream-seq';

type ShopProblem = Problem & Record<string, unknown>;

/**
 * An HTTP error. Message: status, colon, body or status text (SHOP-8.1). `problem` is the parsed body, if it
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
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.code : undefined;

/** The server's message of a failed request, if any. */
export const serverMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.message : undefined;

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; without it no content type is sent (SHOP-7.2). */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request with the session cookie.
 * @throws ApiError for an error status, TypeError without a response
 */
export async function request(
  path: string,
  { method = 'GET', body, signal }: RequestOptions = {},
): Promise<Response> {
  const answer = await fetch(path, {
    method,
    credentials: 'include',
    signal,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
  return answer;
}

/** The address of a key: its segments joined by a slash (SHOP-7.3). */
export const addressOf = (key: QueryKey): string => `/${key.map(String).join('/').replace(/^\/+/, '')}`;

/** Timeout of a read, ms (OWN-302). */
export const READ_MS = 15_000;

/** Runs a read that is aborted with its query or by the timeout. */
export async function readInTime<T>(
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const left = () => end.abort(signal.reason);
  signal.addEventListener('abort', left);
  const timer = setTimeout(
    () => end.abort(new DOMException('No response in time.', 'TimeoutError')),
    READ_MS,
  );
  try {
    return await read(end.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', left);
  }
}

/** The default query function; `callQuery` types it. Records the list's stream position. */
export async function readByKey<T = unknown>(context: QueryFunctionContext): Promise<T>;
export async function readByKey({ queryKey, signal, client, meta }: QueryFunctionContext): Promise<unknown> {
  return await readInTime(signal, async (inTime) => {
    const answer = await request(addressOf(queryKey), { signal: inTime });
    const data = await parseAnswer(meta?.call, answer);
    // The position belongs to the data: noted earlier, messages would be applied to the old ones, or dropped.
    if (!signal.aborted) noteStreamSeq(client, queryKey, answer.headers.get(STREAM_SEQ));
    return data;
  });
}

/** The same, but a 401 means "nobody is signed in" and yields null (SHOP-7.4). */
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
