import type { z } from 'zod';
import type { StaffRight } from '../entities/rights.js';
import { ERROR_STATUS, type ErrorCode } from '../errors.js';

/** Who may make a call. */
export const ACCESS_LEVELS = [
  'public',
  /** A signed-in account that is not blocked. */
  'session',
  /** Signed in, blocked accounts too. */
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

/** When a call asks for the second step again. */
export const SECOND_STEP_NEEDS = [
  /** Always: the step was passed minutes ago at most. */
  'fresh',
  /** When more than `STAFF_REFUND_LIMIT` of a purchase goes back by it. */
  'over-limit',
  /** Of a call on the own account: where the account has a step, as `fresh`. */
  'owner',
  /** Not at all: a session that has to pass the step first makes it, unlike any other of its level. */
  'waiting',
] as const;
export type SecondStepNeed = (typeof SECOND_STEP_NEEDS)[number];

/** At most `points` within a window; `name` keeps the counts of rules apart. */
export interface LimitRule {
  readonly name: string;
  readonly points: number;
  readonly windowMs: number;
}

export interface CallBounds {
  /** The largest body, bytes; 16 KiB unless given. */
  readonly bodyLimit?: number;
  /** Calls of one address; counted before the body is read. */
  readonly perAddress?: LimitRule;
  /** KiB of an address; a body is counted before it is read, and one of undeclared length as the largest. */
  readonly kibPerAddress?: LimitRule;
  /** Calls of one account; counted before the body is read. */
  readonly perAccount?: LimitRule;
}

/** One call: route and guard of the server, parsed answer of its clients, and its page in the docs come from here. */
export interface CallDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `/api`; a parameter is a segment `:name`. */
  readonly path: `/api/${string}`;
  /** What each parameter of the path may be; anything else is answered NOT_FOUND. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly access: Access;
  /** Of a call for staff, what they need; of one of the bot, what the person needs for whom it asks. */
  readonly right?: StaffRight | 'any';
  /** Of a sensitive call, when it asks for the second step again. */
  readonly secondStep?: SecondStepNeed;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media types of a body that is one file. */
  readonly upload?: readonly string[];
  /** Of a success; 200 unless given. */
  readonly status?: 201 | 204 | 302;
  /** Of a success; without it the answer is empty, or `media` says what it is. */
  readonly answer?: z.ZodType;
  /** Media type of an answer that is no JSON. */
  readonly media?: string;
  /** Codes of its own, beside those that `errorsOf` derives. */
  readonly errors?: readonly ErrorCode[];
  readonly bounds?: CallBounds;
}

/** A schema for each parameter of the path, and no other. */
type ParamSchemas<P extends string> = [ParamNames<P>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<P>, z.ZodType>> };

/** A call for staff says which right it needs; only the bot's may name one beside. */
type NamedRight<A extends Access> = A extends 'staff'
  ? { readonly right: StaffRight | 'any' }
  : A extends 'bot'
    ? { readonly right?: StaffRight | 'any' }
    : { readonly right?: undefined };

/** Calls of the panel guard what the shop has, calls of a session the account itself. */
type NamedStep<A extends Access> = A extends 'staff' | 'admin'
  ? { readonly secondStep?: Exclude<SecondStepNeed, 'owner' | 'waiting'> }
  : { readonly secondStep?: A extends 'session' | 'restricted' ? 'owner' | 'waiting' : undefined };

/** Declares a call and keeps its exact type. */
export const defineCall = <const C extends CallDefinition>(
  call: C & ParamSchemas<C['path']> & NamedRight<C['access']> & NamedStep<C['access']>,
): C => call;

/** Codes that `errorsOf` derives. */
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

const BY_ACCESS: Readonly<Record<Access, readonly DerivedCode[]>> = {
  public: [],
  restricted: ['UNAUTHENTICATED'],
  session: ['UNAUTHENTICATED', 'BLOCKED'],
  staff: ['UNAUTHENTICATED', 'FORBIDDEN', 'BLOCKED', 'SECOND_STEP_REQUIRED'],
  admin: ['UNAUTHENTICATED', 'FORBIDDEN', 'BLOCKED', 'SECOND_STEP_REQUIRED'],
  bot: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  provider: [],
};

/** Every code that a call may answer: by its access, its input, its bounds, and its own. */
export function errorsOf({
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
    ...BY_ACCESS[access],
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
/** What a path asks to be filled in with. */
export type PathParams<P extends string> = Readonly<Record<ParamNames<P>, string | number>>;

/** A path with its parameters, each of them escaped. */
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

type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
/** A field that may be left out where its type allows nothing. */
type Field<K extends string, V> = undefined extends V ? { readonly [P in K]?: V } : { readonly [P in K]: V };

/** What a caller hands in: the parameters of the path, the query and the body, as far as the call has them. */
export type CallInput<C extends CallDefinition> = Field<
  'params',
  [ParamNames<C['path']>] extends [never] ? undefined : PathParams<C['path']>
> &
  Field<'query', Sent<C['query']>> &
  Field<'body', Sent<C['body']>>;

/** Codes that a call may answer: its own and those that `errorsOf` derives. */
export type CallErrorCode<C extends CallDefinition> =
  | (C['errors'] extends readonly ErrorCode[] ? C['errors'][number] : never)
  | DerivedCode;
