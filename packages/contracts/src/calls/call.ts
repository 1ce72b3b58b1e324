import type { z } from 'zod';
import type { StaffRight } from '../entities/rights.js';
import { ERROR_STATUS, type ErrorCode } from '../errors.js';

/** Levels of access to a call. */
export const ACCESS_LEVELS = [
  'public',
  /** A signed-in account that is not blocked. */
  'session',
  /** A signed-in account, even a blocked one. */
  'restricted',
  /** Staff with the right that the call names, and admins. */
  'staff',
  /** Admins only. */
  'admin',
  /** The bot, by its service token. */
  'bot',
  /** A payment provider, by its signature. */
  'provider',
] as const;
export type Access = (typeof ACCESS_LEVELS)[number];

/** Cases in which a call requires the second step again. */
export const SECOND_STEP_NEEDS = [
  /** Always required, unless the second step was completed in the last few minutes. */
  'fresh',
  /** Only when the call refunds more than `STAFF_REFUND_LIMIT` of a purchase. */
  'over-limit',
  /** For a call on one's own account: as `fresh`, if the account has a second step. */
  'owner',
  /** Never: unlike other calls of its level, it is also open to a session that has not passed the step yet. */
  'waiting',
] as const;
export type SecondStepNeed = (typeof SECOND_STEP_NEEDS)[number];

export const QUARTER_HOUR_MS = 15 * 60_000;
export const HOUR_MS = 3_600_000;

/** At most `points` within a window; each `name` is counted separately. */
export interface LimitRule {
  readonly name: string;
  readonly points: number;
  readonly windowMs: number;
}

export interface CallBounds {
  /** Largest body, bytes; 16 KiB unless given. */
  readonly bodyLimit?: number;
  /** Calls of one address; counted before the body is read. */
  readonly perAddress?: LimitRule;
  /** KiB of bodies of one address, counted before they are read; a body of undeclared length counts as the largest. */
  readonly kibPerAddress?: LimitRule;
  /** Calls of one account; counted before the body is read. */
  readonly perAccount?: LimitRule;
}

/**
 * One call, from which the server's route and guard, the clients' parsed answer and the page in the docs are derived.
 */
export interface CallDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path from `/api` on; a parameter is a segment `:name`. */
  readonly path: `/api/${string}`;
  /** Schema of each parameter of the path; any other value is answered NOT_FOUND. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly access: Access;
  /** The right that staff need for the call or, for a call of the bot, that the person behind it needs. */
  readonly right?: StaffRight | 'any';
  /** For a sensitive call, the case in which it requires the second step again. */
  readonly secondStep?: SecondStepNeed;
  /** The effect of the call, in one sentence. */
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media types of the body, if it is a single file. */
  readonly upload?: readonly string[];
  /** Status of a success; 200 unless given. */
  readonly status?: 201 | 204 | 302;
  /** Schema of a success; without it, the answer is empty, or is of the type `media`. */
  readonly answer?: z.ZodType;
  /** Media type of an answer other than JSON. */
  readonly media?: string;
  /** The call's own error codes, in addition to those that `listErrorCodes` derives. */
  readonly errors?: readonly ErrorCode[];
  readonly bounds?: CallBounds;
}

/** A schema for each parameter of the path, and no other. */
type ParamSchemas<P extends string> = [ParamNames<P>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<P>, z.ZodType>> };

/** A call for staff must name a right, a call of the bot may; no other call can. */
type RightField<A extends Access> = A extends 'staff'
  ? { readonly right: StaffRight | 'any' }
  : A extends 'bot'
    ? { readonly right?: StaffRight | 'any' }
    : { readonly right?: undefined };

/** The second-step cases of an access level: panel calls protect the shop, session calls protect the account. */
type SecondStepField<A extends Access> = A extends 'staff' | 'admin'
  ? { readonly secondStep?: Exclude<SecondStepNeed, 'owner' | 'waiting'> }
  : { readonly secondStep?: A extends 'session' | 'restricted' ? 'owner' | 'waiting' : undefined };

/** Declares a call and keeps its exact type. */
export const defineCall = <const C extends CallDefinition>(
  call: C & ParamSchemas<C['path']> & RightField<C['access']> & SecondStepField<C['access']>,
): C => call;

/** Error codes that `listErrorCodes` derives from access, input and bounds. */
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

/** Lists all codes that a call may answer: those that follow from access, input and bounds, and its own. */
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
/** The values for the parameters of a path. */
export type PathParams<P extends string> = Readonly<Record<ParamNames<P>, string | number>>;

/** Fills in the parameters of a path, each escaped. */
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
/** An object with one field, which is optional if its type includes undefined. */
type OptionalField<K extends string, V> = undefined extends V
  ? { readonly [P in K]?: V }
  : { readonly [P in K]: V };

/** The input of a call: the path's parameters, the query and the body, if the call has them. */
export type CallInput<C extends CallDefinition> = OptionalField<
  'params',
  [ParamNames<C['path']>] extends [never] ? undefined : PathParams<C['path']>
> &
  OptionalField<'query', SchemaInput<C['query']>> &
  OptionalField<'body', SchemaInput<C['body']>>;

/** Codes that a call may answer: its own and those that `listErrorCodes` derives. */
export type CallErrorCode<C extends CallDefinition> =
  | (C['errors'] extends readonly ErrorCode[] ? C['errors'][number] : never)
  | DerivedCode;
