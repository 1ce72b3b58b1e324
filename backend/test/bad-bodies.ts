import * as contracts from '@pax/contracts';
import { fillPath, type CallDefinition, type NamedCall } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { seededRandom, withFault } from './bad-values.js';

type Body = Readonly<Record<string, unknown>>;

/** The body of a call that browsers make, and examples that the call accepts. */
export interface SentBody {
  readonly name: string;
  readonly call: CallDefinition & { readonly body: z.ZodType };
  /** Accepted bodies, which together contain every field. */
  readonly valid: readonly Body[];
}

/** Ids of existing records, so that only the body can be refused. */
export interface BodyIds {
  readonly user: number;
  readonly ticket: number;
  readonly token: string;
  readonly product: number;
}

const ROLE_ID = '427196530852970001';
const FROM_BROWSERS: readonly string[] = ['public', 'session', 'restricted', 'staff', 'admin'];

const recorded = z
  .array(z.object({ schema: z.string(), payload: z.unknown() }))
  .parse(
    JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('@pax/contracts/samples/calls.json'), 'utf8'),
    ),
  );
const recordedBody = z.record(z.string(), z.unknown());

/** Removes wrappers for optional and default values from a schema. */
const unwrapSchema = (schema: z.ZodType): z.ZodType =>
  (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) &&
  schema.def.innerType instanceof z.ZodType
    ? unwrapSchema(schema.def.innerType)
    : schema;

const schemaName = (schema: z.ZodType): string | undefined =>
  Object.entries<unknown>(contracts).find(([, exported]) => exported === unwrapSchema(schema))?.[0];

/** The recorded requests of a call, without those that add no field. */
function validBodies(schema: z.ZodType): Body[] {
  const name = schemaName(schema);
  const bodies = recorded
    .filter((one) => one.schema === name)
    .map(({ payload }) => recordedBody.parse(payload));
  const seen = new Set<string>();
  return bodies
    .toSorted((one, other) => Object.keys(other).length - Object.keys(one).length)
    .filter((body) => {
      const fresh = Object.keys(body).filter((key) => !seen.has(key));
      for (const key of fresh) seen.add(key);
      return fresh.length > 0;
    });
}

const bodiesWith = (field: string, values: readonly unknown[]): Body[] =>
  values.map((value) => ({ [field]: value }));

/** Bodies that are refused for another reason than their schema, by the name of the call. */
const REFUSED_BODIES: Readonly<Record<string, readonly Body[]>> = {
  'loyalty.setReferralCode': bodiesWith('customCode', ['ABCPAX123', 'PAX', 'PAXABC1234']),
  'tickets.createTicket': [{ name: 'x', email: 'nobody', subject: 'x', message: 'x' }],
  'tickets.rateTicket': bodiesWith('rating', [0, 6]),
  'tickets.rateLinkedTicket': bodiesWith('rating', [0, 6]),
  'ticketMessages.addTicketMessage': bodiesWith('text', [' \n ']),
  'ticketMessages.addLinkedTicketMessage': bodiesWith('text', [' \n ']),
  'tickets.answerTicket': bodiesWith('response', [' \n ']),
  'tickets.addTicketNote': bodiesWith('text', [' \n ']),
  'reviews.writeReview': bodiesWith('rating', [0, 6, 4.5, '5']),
  'wishlist.changeWishlist': bodiesWith('remove', [[0], [-1], ['1'], 7]),
  'reviews.hideReview': bodiesWith('hiddenReason', ['rude', 'negative', '']),
  'rights.setRoleRights': bodiesWith('rights', [['admin']]),
  'orders.moveOrders': bodiesWith('orders', [[], [{ id: 0, version: 1 }], [{ id: 1 }], [{ version: 1 }], 7]),
  'orders.undoOrder': bodiesWith('version', [undefined, 'x', 1.5, 1e12]),
  'orders.undoOrders': bodiesWith('orders', [[], [{ id: 0, version: 1 }], [{ id: 1 }], [{ version: 1 }], 7]),
  'catalog.deleteProducts': bodiesWith('ids', [[0], [-1], []]),
  'catalog.updateProduct': bodiesWith('image', [
    'http://example.org/a.png',
    '//example.org/a.png',
    'javascript:alert(1)',
  ]),
  'users.blockUser': [{ blocked: true }],
  'catalog.setCoinStock': bodiesWith('coinStock', ['abc', -1, '-1', 1e20, '1e20', '', '1,5', 1.5]),
  'users.setStoreCredit': bodiesWith('amount', [
    '',
    -5,
    '-5',
    1e9,
    '1000000000.00',
    '10000.01',
    'abc',
    '1.234',
  ]),
};

/** Every body that browsers send, as the contracts define it. */
export const BODIES: readonly SentBody[] = contracts.allCalls.flatMap(({ area, name, call }: NamedCall) => {
  const { body } = call;
  if (!body || !FROM_BROWSERS.includes(call.access)) return [];
  return [{ name: `${area}.${name}`, call: { ...call, body }, valid: validBodies(body) }];
});

/** Builds the address to which a body is sent, for existing records. */
export function bodyAddress({ call: { path } }: SentBody, { user, ticket, token, product }: BodyIds): string {
  const ids = { tickets: ticket, users: user, products: product, 'role-rights': ROLE_ID };
  const id = Object.entries(ids).find(([part]) => path.includes(`/${part}/`))?.[1] ?? 999_999;
  return fillPath<string>(path, { id, token, move: 'complete' });
}

const WRONG_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e9,
  1e20,
  '',
  ' \n ',
  'abc',
  '-5',
  '1.234',
  'a\u0000b',
  '\ud800',
  '<script>alert(1)</script>',
  'x'.repeat(10_000),
  [],
  [null],
  [-1],
  Array.from({ length: 1_000 }, () => 'orders'),
  {},
];

/** Limits of fields in the JSON schema of an object. */
const fieldLimitsSchema = z.record(
  z.string(),
  z.object({
    maxLength: z.number().optional(),
    maximum: z.number().optional(),
    minimum: z.number().optional(),
    maxItems: z.number().optional(),
  }),
);
/** Reads the fields of a body and their limits. */
export const readFieldLimits = (schema: z.ZodType): z.infer<typeof fieldLimitsSchema> =>
  fieldLimitsSchema.parse(
    z.toJSONSchema(unwrapSchema(schema), { io: 'input', unrepresentable: 'any' })['properties'],
  );

/** Builds values just beyond the limits of a field. */
function valuesBeyondLimits(schema: z.ZodType, key: string, valid: unknown): unknown[] {
  const { maxLength, maximum, minimum, maxItems } = readFieldLimits(schema)[key] ?? {};
  return [
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maxItems === undefined || !Array.isArray(valid)
      ? []
      : [Array.from({ length: maxItems + 1 }, (): unknown => valid[0] ?? 'x')]),
  ];
}

/** The seed for all calls, so that a failure can be repeated. */
const SEED = 16;
/** Number of bodies with a fault at a random depth. */
const DEEP_FAULTS = 12;

/**
 * Builds bodies that a call refuses: fields missing, wrong, additional, huge or beyond their limits, and values that
 * are no object.
 */
export function badBodies({ name: callName, call: { body: schema }, valid }: SentBody): unknown[] {
  const next = seededRandom(SEED);
  const spoiled = valid.flatMap((body) => [
    ...Object.entries(body).flatMap(([key, value]) => {
      const without = Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
      return [
        without,
        ...[...WRONG_VALUES, ...valuesBeyondLimits(schema, key, value)].map((one) => ({
          ...body,
          [key]: one,
        })),
      ];
    }),
    ...Array.from({ length: DEEP_FAULTS }, () => withFault(body, next)),
  ]);
  const extra = valid.flatMap((body) => [
    { ...body, isAdmin: true },
    { ...body, constructor: 1 },
  ]);
  const refused = spoiled.filter((one) => !schema.safeParse(one).success);
  return [...refused, ...extra, ...(REFUSED_BODIES[callName] ?? []), null, [], valid, 'x', 1];
}
