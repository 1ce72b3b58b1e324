import type { z } from 'zod';
import type { StaffRight } from '../entities/rights.js';
import { ERROR_STATUS, type ErrorCode } from '../errors.js';

/** Access levels: who may make a call. */
export const ACCESS_LEVELS = [
  'public',
  /** Any signed-in account that is not blocked. */
  'session',
  /** Any signed-in account, even a blocked one. */
  'restricted',
  /** Admins, and staff who hold the right that the call names. */
  'staff',
  /** Admins only. */
  'admin',
  /** The bot, identified by its service token. */
  'bot',
  /** A payment provider, identified by its signature. */
  'provider',
] as const;
export type Access = (typeof ACCESS_LEVELS)[number];

/** Cases in which a call requires that the second step was passed again. */
export const SECOND_STEP_NEEDS = [
  /** Always, unless the second step was passed in the last few minutes. */
  'fresh',
  /** Only when the call refunds more than `STAFF_REFUND_LIMIT` of a purchase. */
  'over-limit',
  /** As `fresh`, but only when the caller's account has a second step; for calls on the caller's own account. */
  'owner',
  /**
   * Never; in contrast to other calls of the same access level, a session that has not passed the second step may make
   * the call.
   */
  'waiting',
] as const;
export type SecondStepNeed = (typeof SECOND_STEP_NEEDS)[number];

export const QUARTER_HOUR_MS = 15 * 60_000;
export const HOUR_MS = 3_600_000;

/** Rate limit: at most `points` calls within a window; each `name` is counted separately. */
export interface LimitRule {
  readonly name: string;
  readonly points: number;
  readonly windowMs: number;
}

export interface CallBounds {
  /** Largest body, bytes; default: 16 KiB. */
  readonly bodyLimit?: number;
  /** Rate limit of calls from one address, counted before the body is read. */
  readonly perAddress?: LimitRule;
  /**
   * Limit of the bytes in bodies from one address, KiB, counted before a body is read; a body of unknown length counts
   * as the largest.
   */
  readonly kibPerAddress?: LimitRule;
  /** Rate limit of calls by one account, counted before the body is read. */
  readonly perAccount?: LimitRule;
}

/**
 * Definition of one call, from which the server's route and access check, the clients' typed answer and the
 * documentation are derived.
 */
export interface CallDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path, starting with `/api`; a segment `:name` is a parameter. */
  readonly path: `/api/${string}`;
  /** Schema of each path parameter; any other value is answered NOT_FOUND. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly access: Access;
  /** Right that staff need for the call; for a call of the bot, the right of the person for whom it is made. */
  readonly right?: StaffRight | 'any';
  /** Case in which a sensitive call requires that the second step was passed again. */
  readonly secondStep?: SecondStepNeed;
  /** Effect of the call, in one sentence. */
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media types that are accepted, when the body is a single file. */
  readonly upload?: readonly string[];
  /** HTTP status of a success; default: 200. */
  readonly status?: 201 | 204 | 302;
  /** Schema of a successful answer; without one, the answer is empty, or is a file of the type `media`. */
  readonly answer?: z.ZodType;
  /** Media type of an answer that is not JSON. */
  readonly media?: string;
  /** Error codes of the call itself, in addition to those that `listErrorCodes` derives. */
  readonly errors?: readonly ErrorCode[];
  readonly bounds?: CallBounds;
}

/** One schema for each path parameter, and for nothing else. */
type ParamSchemas<P extends string> = [ParamNames<P>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<P>, z.ZodType>> };

/** Type rule: a call for staff must name a right, a call of the bot may, and no other call can. */
type RightField<A extends Access> = A extends 'staff'
  ? { readonly right: StaffRight | 'any' }
  : A extends 'bot'
    ? { readonly right?: StaffRight | 'any' }
    : { readonly right?: undefined };

/**
 * Type rule: second-step cases that each access level allows; panel calls protect the shop, session calls protect the
 * account.
 */
type SecondStepField<A extends Access> = A extends 'staff' | 'admin'
  ? { readonly secondStep?: Exclude<SecondStepNeed, 'owner' | 'waiting'> }
  : { readonly secondStep?: A extends 'session' | 'restricted' ? 'owner' | 'waiting' : undefined };

/** Declares a call, and keeps its exact type. */
export const defineCall = <const C extends CallDefinition>(
  call: C & ParamSchemas<C['path']> & RightField<C['access']> & SecondStepField<C['access']>,
): C => call;

/** Error codes that `listErrorCodes` derives from access, input and limits of a call. */
type DerivedCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BLOCKED'
  | 'SECOND_STEP_REQUIRED'
  | 'SECOND_STEP_SETUP_REQUIRED'
  | 'ORIGIN_FORBIDDEN'
  | 'NOT_FOUND'
  | 'VALIDATION'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'INTERNAL'
  | 'UNAVAILABLE';

const ERRORS_BY_ACCESS: Readonly<Record<Access, readonly DerivedCode[]>> = {
  public: [],
  restricted: ['UNAUTHENTICATED'],
  session: ['UNAUTHENTICATED', 'BLOCKED'],
  staff: ['UNAUTHENTICATED', 'FORBIDDEN', 'BLOCKED', 'SECOND_STEP_REQUIRED'],
  admin: ['UNAUTHENTICATED', 'FORBIDDEN', 'BLOCKED', 'SECOND_STEP_REQUIRED'],
  bot: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  provider: [],
};

/** Lists all error codes that a call may answer: those derived from access, input and limits, and the call's own. */
export function listErrorCodes({
  method,
  path,
  access,
  secondStep,
  query,
  body,
  upload,
  errors = [],
  bounds,
}: CallDefinition): ErrorCode[] {
  const isFromBrowser = access !== 'bot' && access !== 'provider';
  const isClosedWhileWaiting =
    secondStep === 'owner' ||
    (secondStep !== 'waiting' && (access === 'session' || (access === 'restricted' && method !== 'GET')));
  const codes: ErrorCode[] = [
    ...ERRORS_BY_ACCESS[access],
    ...(isClosedWhileWaiting ? (['SECOND_STEP_REQUIRED'] as const) : []),
    ...(secondStep === 'over-limit' ? (['SECOND_STEP_SETUP_REQUIRED'] as const) : []),
    ...(isFromBrowser && method !== 'GET' ? (['ORIGIN_FORBIDDEN'] as const) : []),
    ...(path.includes('/:') ? (['NOT_FOUND'] as const) : []),
    ...((query ?? body ?? path.includes('/:')) ? (['VALIDATION'] as const) : []),
    ...((body ?? upload) ? (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isFromBrowser || bounds?.perAddress ? (['RATE_LIMITED'] as const) : []),
    ...errors,
    'INTERNAL',
    'UNAVAILABLE',
  ];
  return [...new Set(codes)].toSorted((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other]);
}

/** Names of the parameters in a path. */
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
/** Values for the parameters of a path. */
export type PathParams<P extends string> = Readonly<Record<ParamNames<P>, string | number>>;

/** Replaces the parameters in a path by escaped values. */
export function fillPath<P extends string>(path: P, params: PathParams<P>): string {
  const values = new Map<string, string | number>(Object.entries(params));
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

export type CallBody<C extends CallDefinition> = C['body'] extends z.ZodType
  ? z.output<C['body']>
  : undefined;
export type CallQuery<C extends CallDefinition> = C['query'] extends z.ZodType
  ? z.output<C['query']>
  : undefined;
export type CallAnswer<C extends CallDefinition> = C['answer'] extends z.ZodType
  ? z.output<C['answer']>
  : undefined;

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined;
/** Object type with one field, which is optional when its type includes undefined. */
type OptionalField<K extends string, V> = undefined extends V
  ? { readonly [P in K]?: V }
  : { readonly [P in K]: V };

/** Input of a call: path parameters, query and body, as far as the call has them. */
export type CallInput<C extends CallDefinition> = OptionalField<
  'params',
  [ParamNames<C['path']>] extends [never] ? undefined : PathParams<C['path']>
> &
  OptionalField<'query', SchemaInput<C['query']>> &
  OptionalField<'body', SchemaInput<C['body']>>;

/** Error codes that a call may answer: its own, and those that `listErrorCodes` derives. */
export type CallErrorCode<C extends CallDefinition> =
  | (C['errors'] extends readonly ErrorCode[] ? C['errors'][number] : never)
  | DerivedCode;
