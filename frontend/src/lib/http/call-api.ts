import {
  fillPath,
  type CallAnswer,
  type CallDefinition,
  type CallErrorCode,
  type CallInput,
} from '@pax/contracts';
import type { QueryFunction, QueryMeta } from '@tanstack/react-query';
import { errorCodeOf, fetchByQueryKey, sendRequest, parseAnswer } from './fetcher';
import { promptForSecondStep } from './second-step-prompt';

/** Arguments of a call: input, signal and time limit. The input may be left out only if the call takes none. */
type CallArguments<C extends CallDefinition> =
  Partial<CallInput<C>> extends CallInput<C>
    ? [input?: CallInput<C> & SendOptions]
    : [input: CallInput<C> & SendOptions];
interface SendOptions {
  readonly signal?: AbortSignal;
  /** Time limit of the call, ms; by default that of reads or of writes. */
  readonly limitMs?: number;
}
interface AnyInput extends SendOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

function toQueryString(query: unknown): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

async function sendCall<T>(
  { method, path }: CallDefinition,
  input: AnyInput = {},
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { params = {}, query, ...sending } = input;
  const sendRequestOnce = () =>
    sendRequest(fillPath<string>(path, params) + toQueryString(query), { method, ...sending }, read);
  // Calls that only read never require the second step.
  return method === 'GET' ? await sendRequestOnce() : await withSecondStep(sendRequestOnce);
}

/** Sends a request. If the server requires the second step, asks the user for it and sends the request again. */
export async function withSecondStep<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (errorCodeOf(error) !== 'SECOND_STEP_REQUIRED' || !(await promptForSecondStep())) throw error;
    return await act();
  }
}

/**
 * Sends a call and returns the whole response.
 *
 * @throws as `sendRequest`
 */
export async function requestCall<C extends CallDefinition>(
  call: C,
  ...given: CallArguments<C>
): Promise<Response>;
export async function requestCall(call: CallDefinition, input?: AnyInput): Promise<Response> {
  return await sendCall(call, input, async (answer) => answer);
}

/**
 * Sends any list call like `requestCall`, with looser types, because the call's type does not tell its path
 * parameters.
 *
 * @throws as `sendRequest`
 */
export async function requestList(call: CallDefinition, input: AnyInput): Promise<Response> {
  return await sendCall(call, input, async (answer) => answer);
}

/**
 * Sends a call and returns its parsed answer.
 *
 * @throws as `sendRequest`; Error if the answer does not match the definition
 */
export async function callApi<C extends CallDefinition>(
  call: C,
  ...given: CallArguments<C>
): Promise<CallAnswer<C>>;
export async function callApi(call: CallDefinition, input?: AnyInput): Promise<unknown> {
  return await sendCall(call, input, (answer) => parseAnswer(call, answer));
}

declare const unlisted: unique symbol;
/** Error code that is missing in the call's definition, as one from a newer server. */
interface UnlistedCode {
  readonly [unlisted]: true;
}

/**
 * Returns the error code of a failed call; undefined without one. Code can only compare it with codes of the call's
 * definition, but it may be another one, because the built page has no list of them.
 */
export function callErrorCodeOf<C extends CallDefinition>(
  call: C,
  error: unknown,
): CallErrorCode<C> | UnlistedCode | undefined;
export function callErrorCodeOf(_call: CallDefinition, error: unknown): unknown {
  return errorCodeOf(error);
}

type KeyParams<C extends CallDefinition> =
  CallInput<C> extends { readonly params: infer P } ? [params: P] : [];

/** Returns the query key of a read call: the segments of its address. */
export function queryKeyFor<C extends CallDefinition>(call: C, ...params: KeyParams<C>): readonly string[];
export function queryKeyFor(call: CallDefinition, params: AnyInput['params'] = {}): readonly string[] {
  return fillPath<string>(call.path, params).slice(1).split('/');
}

export interface CallQueryOptions<C extends CallDefinition> {
  readonly queryKey: readonly string[];
  readonly queryFn: QueryFunction<CallAnswer<C>>;
  readonly meta: QueryMeta;
}

/** Returns the options of `useQuery` for a read call: `useQuery({ ...queryOptionsFor(call), enabled })`. */
export function queryOptionsFor<C extends CallDefinition>(
  call: C,
  ...params: KeyParams<C>
): CallQueryOptions<C> {
  return { queryKey: queryKeyFor(call, ...params), queryFn: fetchByQueryKey<CallAnswer<C>>, meta: { call } };
}
