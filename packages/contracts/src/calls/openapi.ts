import { z } from 'zod';
import { ERROR_STATUS, problem, type ErrorCode } from '../errors.js';
import { listErrorCodes, type Access, type CallDefinition, type SecondStepNeed } from './call-definition.js';
import type { NamedCall } from './calls.js';

type Json = Record<string, unknown>;

/** Recorded example answers of calls, by method and path. */
export type CallExamples = ReadonlyMap<string, unknown>;

const SECURITY_BY_ACCESS: Readonly<Record<Access, readonly Json[]>> = {
  public: [],
  provider: [],
  restricted: [{ session: [] }],
  session: [{ session: [] }],
  staff: [{ session: [] }],
  admin: [{ session: [] }],
  bot: [{ serviceToken: [] }],
};
const STATUS_TEXTS: Readonly<Record<number, string>> = { 201: 'Made.', 204: 'Done.', 302: 'Leads on.' };

/**
 * Describes calls as OpenAPI 3.1. Pauses after each call, because describing all at once would delay other requests.
 * @param url base address of the shop's website
 */
export function* describeCallsAsOpenApi(
  calls: readonly NamedCall[],
  url: string,
  examples: CallExamples = new Map(),
): Generator<void, Json> {
  const paths = new Map<string, Json>();
  for (const { name, area, call } of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    const operations = paths.get(path) ?? {};
    operations[call.method.toLowerCase()] = describeOperation(name, area, call, examples);
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
      schemas: { Problem: toJsonSchema(problem, 'output') },
    },
  };
}

function describeOperation(name: string, area: string, call: CallDefinition, examples: CallExamples): Json {
  const { summary, body, upload, status = 200 } = call;
  return {
    operationId: name,
    tags: [area],
    summary,
    description: [
      `Access: ${describeAccess(call)}.`,
      ...describeSecondStep(call),
      ...describeBounds(call),
    ].join(' '),
    security: SECURITY_BY_ACCESS[call.access],
    parameters: [...describePathParameters(call), ...describeQueryParameters(call)],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: describeJsonContent(toJsonSchema(body, 'input')),
      },
    }),
    ...(upload && { requestBody: { required: true, content: describeFileContent(upload) } }),
    responses: {
      [status]: describeSuccess(call, status, examples.get(`${call.method} ${call.path}`)),
      ...describeErrorResponses(listErrorCodes(call)),
    },
  };
}

/** Describes who may make a call: its access level and required right. */
export function describeAccess({ access, right }: CallDefinition): string {
  if (right === undefined) return access;
  if (access === 'bot') return `bot, for staff with ${right === 'any' ? 'any right' : `the right ${right}`}`;
  return right === 'any' ? `${access} with any right` : `${access} with the right ${right}`;
}

/** Describes, as sentences, when a call requires that the second step was passed again. */
export function describeSecondStep({ secondStep }: CallDefinition): string[] {
  return secondStep === undefined ? [] : [SECOND_STEP_TEXTS[secondStep]];
}

const SECOND_STEP_TEXTS: Readonly<Record<SecondStepNeed, string>> = {
  fresh: 'Asks for the second step again.',
  'over-limit': 'Asks for the second step again above the limit of refunds.',
  owner: 'Asks for the second step again where the account has one.',
  waiting: 'Open to a session that has not passed the second step of its account.',
};

/** Describes the limits of a call, as sentences. */
export function describeBounds({ bounds = {} }: CallDefinition): string[] {
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

const describePathParameters = ({ params = {} }: CallDefinition): Json[] =>
  Object.entries(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: toJsonSchema(schema, 'input'),
  }));

function describeQueryParameters({ query }: CallDefinition): Json[] {
  if (!query) return [];
  const { properties, required = [] } = objectSchema.parse(toJsonSchema(query, 'input'));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}
const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
});

function describeSuccess({ answer, media }: CallDefinition, status: number, example: unknown): Json {
  const description = STATUS_TEXTS[status] ?? 'Success.';
  if (media !== undefined) return { description, content: { [media]: { schema: { type: 'string' } } } };
  if (!answer) return { description };
  return {
    description,
    content: describeJsonContent(toJsonSchema(answer, 'output'), toExample(answer, example)),
  };
}

/**
 * Makes an example from a recorded answer, with default values for newer fields. For a list, the record is a single
 * row.
 */
export const toExample = (answer: z.ZodType, recorded: unknown): unknown =>
  recorded === undefined
    ? undefined
    : [recorded, [recorded]].map((one) => answer.safeParse(one)).find((read) => read.success)?.data;

/** Describes one error answer for each status, with the error codes that it may contain. */
function describeErrorResponses(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: filterCodesByStatus(codes, status).join(', '),
        content: {
          'application/problem+json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Problem' },
                {
                  type: 'object',
                  properties: { code: { type: 'string', enum: filterCodesByStatus(codes, status) } },
                },
              ],
            },
          },
        },
      },
    ]),
  );
}

const filterCodesByStatus = (codes: readonly ErrorCode[], status: number): ErrorCode[] =>
  codes.filter((code) => ERROR_STATUS[code] === status);

const describeFileContent = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

const describeJsonContent = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** Converts a zod schema to JSON Schema. The output of a transform cannot be described, so its type is left open. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
