import type { DiscordContext } from '../core/context.js';
import type { BucketRule } from '../core/rate-limiter.js';
import type { CallRow, OAuthGrantRow } from '../core/state.js';

/** The authenticated caller. */
export type Caller =
  | { readonly kind: 'bot'; readonly userId: string }
  | { readonly kind: 'bearer'; readonly userId: string; readonly grant: OAuthGrantRow }
  | { readonly kind: 'none' };

/** Data about a call that the endpoint adds to the log. */
export type CallNote = Pick<
  CallRow,
  'channelId' | 'messageId' | 'nonce' | 'repeated' | 'embeds' | 'contentLength' | 'mentions'
>;

/** One call, as passed to an endpoint. */
export interface RestCall {
  readonly context: DiscordContext;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** `http://host:port` by the caller's Host header. */
  readonly origin: string;
  readonly note: CallNote;
}

export interface Answer {
  readonly status: number;
  /** Undefined for 204. */
  readonly body?: unknown;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One of Discord's addresses below `/api/v10`. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly auth: Caller['kind'] | 'any';
  /** The endpoint's own bucket; endpoints without one share a common limit. */
  readonly bucket?: BucketRule;
  /** Address parts that split the bucket, such as the channel. */
  readonly major?: readonly string[];
  /** True for interaction answers, which are exempt from the global limit. */
  readonly unlimited?: boolean;
  run(call: RestCall): Answer | Promise<Answer>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };
