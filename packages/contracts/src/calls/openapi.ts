import { z } from 'zod';
import { ERROR_STATUS, problem, type ErrorCode } from '../errors.js';
import { errorsOf, type Access, type CallDefinition, type SecondStepNeed } from './call.js';
import type { NamedCall } from './calls.js';

type Json = Record<string, unknown>;

/** Example answers of calls, by method and path. */
export type CallExamples = ReadonlyMap<string, unknown>;

const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  public: [],
  provider: [],
  restricted: [{ session: [] }],
  session: [{ session: [] }],
  staff: [{ session: [] }],
  admin: [{ session: [] }],
  bot: [{ serviceToken: [] }],
};
const STATUS_WORDS: Readonly<Record<number, string>> = { 201: 'Made.', 204: 'Done.', 302: 'Leads on.' };

/**
 * Describes calls as OpenAPI 3.1. Yields after each call, because the whole would delay other requests.
 * @param url the shop's public address
 */
export function* openApi(
  calls: readonly NamedCall[],
  url: string,
  examples: CallExamples = new Map(),
): Generator<void, Json> {
  const paths = new Map<string, Json>();
  for (const { name, area, call } of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    const operations = paths.get(path) ?? {};
    operations[call.method.toLowerCase()] = operation(name, area, call, examples);
    paths.set(path, operations);
    yield;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pax Market',
      version: '1',
      description: 'Calls of the shop. Errors are problem details (RFC 9457) with a stable `code`.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url }],
    tags: [...new Set(calls.map(({ area }) => area))].map((name) => ({
      name,
      description: `Calls of ${name}.`,
    })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'pax_session', description: 'Cookie of a session.' },
        serviceToken: { type: 'http', scheme: 'bearer', description: 'Token of the bot.' },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  };
}

function operation(name: string, area: string, call: CallDefinition, examples: CallExamples): Json {
  const { summary, body, upload, status = 200 } = call;
  return {
    operationId: name,
    tags: [area],
    summary,
    description: [`Access: ${accessInWords(call)}.`, ...stepInWords(call), ...boundsInWords(call)].join(' '),
    security: SECURITY[call.access],
    parameters: [...pathParameters(call), ...queryParameters(call)],
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: jsonOf(schemaOf(body, 'input')) },
    }),
    ...(upload && { requestBody: { required: true, content: filesOf(upload) } }),
    responses: {
      [status]: success(call, status, examples.get(`${call.method} ${call.path}`)),
      ...errorResponses(errorsOf(call)),
    },
  };
}

/** The access to a call in words, with the right that it needs. */
export function accessInWords({ access, right }: CallDefinition): string {
  if (right === undefined) return access;
  if (access === 'bot') return `bot, for staff with ${right === 'any' ? 'any right' : `the right ${right}`}`;
  return right === 'any' ? `${access} with any right` : `${access} with the right ${right}`;
}

/** The cases in which a call asks for the second step again, as sentences. */
export function stepInWords({ secondStep }: CallDefinition): string[] {
  return secondStep === undefined ? [] : [STEP_WORDS[secondStep]];
}

const STEP_WORDS: Readonly<Record<SecondStepNeed, string>> = {
  fresh: 'Asks for the second step again.',
  'over-limit': 'Asks for the second step again above the limit of refunds.',
  owner: 'Asks for the second step again where the account has one.',
  waiting: 'Open to a session that has not passed the second step of its account.',
};

/** The limits of a call as sentences. */
export function boundsInWords({ bounds = {} }: CallDefinition): string[] {
  const { bodyLimit, perAddress, kibPerAddress, perAccount } = bounds;
  const rules = [
    { rule: perAddress, whose: 'an address' },
    { rule: perAccount, whose: 'an account' },
  ];
  return [
    ...rules.flatMap(({ rule, whose }) =>
      rule ? [`At most ${rule.points} calls of ${whose} in ${rule.windowMs / 1000} s.`] : [],
    ),
    ...(kibPerAddress
      ? [`At most ${kibPerAddress.points} KiB of an address in ${kibPerAddress.windowMs / 1000} s.`]
      : []),
    ...(bodyLimit === undefined ? [] : [`A body has at most ${bodyLimit} bytes.`]),
  ];
}

const pathParameters = ({ params = {} }: CallDefinition): Json[] =>
  Object.entries(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(schema, 'input'),
  }));

function queryParameters({ query }: CallDefinition): Json[] {
  if (!query) return [];
  const { properties, required = [] } = queryShape.parse(schemaOf(query, 'input'));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}
const queryShape = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
});

function success({ answer, media }: CallDefinition, status: number, example: unknown): Json {
  const description = STATUS_WORDS[status] ?? 'Success.';
  if (media !== undefined) return { description, content: { [media]: { schema: { type: 'string' } } } };
  if (!answer) return { description };
  return { description, content: jsonOf(schemaOf(answer, 'output'), exampleOf(answer, example)) };
}

/** A recorded answer in the form of the call, newer fields by their defaults. For a list, the record is a single item. */
export const exampleOf = (answer: z.ZodType, recorded: unknown): unknown =>
  recorded === undefined
    ? undefined
    : [recorded, [recorded]].map((one) => answer.safeParse(one)).find((read) => read.success)?.data;

/** One error answer per status, with the codes that it may carry. */
function errorResponses(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: ofStatus(codes, status).join(', '),
        content: {
          'application/problem+json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Problem' },
                { type: 'object', properties: { code: { type: 'string', enum: ofStatus(codes, status) } } },
              ],
            },
          },
        },
      },
    ]),
  );
}

const ofStatus = (codes: readonly ErrorCode[], status: number): ErrorCode[] =>
  codes.filter((code) => ERROR_STATUS[code] === status);

const filesOf = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

const jsonOf = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** A schema as JSON Schema. The output of a transform cannot be described, so its type is left open. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
