import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import type { Problem } from '@pax/contracts';
import { noteStreamSeq } from './realtime/stream-seqs';

/** Same text as the contracts' STREAM_SEQ_HEADER; spelt here so that the fetcher draws in no schema. */
const STREAM_SEQ = 'stream-seq';

/**
 * An answer that is not OK. Its message is the status, a colon, a space and the body's text, or the status text when
 * the body is empty (SHOP-8.1). `problem` is the parsed body where it is one.
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
  readonly problem: (Problem & Record<string, unknown>) | undefined;
}

/** The stable code of a failed call, where the answer carried one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.code : undefined;

/** The server's words for a failed call, where it gave some. */
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

/** One call with the session's cookie. @throws ApiError when the answer is not OK, TypeError when there is none */
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

/** A call whose answer is JSON; an empty answer is undefined. @throws as `request` */
export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  const text = await (await request(path, options)).text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The address of a key: its segments joined by a slash (SHOP-7.3). `['api','products']` → `/api/products`. */
export const addressOf = (key: QueryKey): string => `/${key.map(String).join('/').replace(/^\/+/, '')}`;

interface ReadOptions {
  /** What a 401 means: a failure, or "nobody is signed in" (SHOP-7.4). */
  readonly on401: 'throw' | 'null';
}

/** The default read of queries. Remembers the stream position that a list was read at. */
export const readByKey =
  ({ on401 }: ReadOptions) =>
  async ({ queryKey, signal, client }: QueryFunctionContext): Promise<unknown> => {
    try {
      const answer = await request(addressOf(queryKey), { signal });
      noteStreamSeq(client, queryKey, answer.headers.get(STREAM_SEQ));
      return await answer.json();
    } catch (error) {
      if (on401 === 'null' && isUnauthenticated(error)) return null;
      throw error;
    }
  };

function parseProblem(body: string): (Problem & Record<string, unknown>) | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const parsed = JSON.parse(body) as Problem & Record<string, unknown>;
    return typeof parsed.code === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
