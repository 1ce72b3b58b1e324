import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import * as contracts from '../index.js';

/**
 * Reads samples of version 1, which queues, the database and open browsers still contain. Current schemas must accept
 * them: names and optional fields may be added, and none removed.
 */
const readSamples = <T>(name: string, shape: z.ZodType<T>): T =>
  shape.parse(JSON.parse(readFileSync(new URL(`v1/${name}.json`, import.meta.url), 'utf8')));

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const findSchema = (name: string): z.ZodType => {
  const found = Object.entries<unknown>(contracts).find(([exported]) => exported === name)?.[1];
  if (!isSchema(found)) throw new Error(`${name} is no schema of the contracts any more`);
  return found;
};

const fieldsOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : undefined;

/** Removes the `added` fields that the sample lacks from a parsed value. */
function removeAddedFields(parsed: unknown, sample: unknown, added: ReadonlySet<string>): unknown {
  if (Array.isArray(parsed) && Array.isArray(sample))
    return parsed.map((one, at) => removeAddedFields(one, sample[at], added));
  const [fields, known] = [fieldsOf(parsed), fieldsOf(sample)];
  if (!fields || !known) return parsed;
  const kept = [...fields].filter(([name]) => known.has(name) || !added.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, removeAddedFields(value, known.get(name), added)]),
  );
}

/** Parses a sample, and removes the defaults of fields that were added since. */
function parseSample(schema: z.ZodType, sample: unknown): unknown {
  const added = new Set<string>();
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      if (zodSchema instanceof z.ZodObject)
        for (const [name, field] of Object.entries(zodSchema.shape))
          if (field instanceof z.ZodDefault) added.add(name);
    },
  });
  return removeAddedFields(schema.parse(sample), sample, added);
}

/** A recorded value. `also` lists further calls with the same answer. */
const sample = z.object({
  what: z.string(),
  also: z.array(z.string()).default([]),
  schema: z.string(),
  payload: z.unknown(),
});
const sampleList = z.array(sample);
const calls = readSamples('calls', sampleList);
const isRequest = ({ schema }: z.infer<typeof sample>): boolean => /(?:Request|Query)$/.test(schema);
const answers = calls.filter((call) => !isRequest(call));
/** Calls that the docs show without an example, each with the reason. */
const WITHOUT_SAMPLE: Readonly<Record<string, string>> = {
  'POST /api/checkouts/:ref/cancel': 'is the checkout as GET /api/checkouts/:ref shows it, cancelled',
  'PATCH /api/admin/orders/:id/confirm-payment': 'is the order as its moves show it, paid',
  'POST /api/checkouts/:ref/withdraw': 'is the checkout as GET /api/checkouts/:ref shows it, refunded',
  'POST /api/admin/orders/:id/refund': 'is the order as its moves show it, refunded',
  'POST /api/payments/stripe/webhook': 'its schema says it all',
  'POST /api/payments/paypal/webhook': 'its schema says it all',
  'GET /api/health/live': 'its schema says it all',
  'GET /api/openapi.json': 'is the description itself',
};
const names = z.record(z.string(), z.array(z.string()));
const messages = z.array(contracts.roomMessage);
const socket = readSamples('socket', messages).map((message) => ({
  ...message,
  kind: message.room.split(':')[0] ?? '',
}));

describe('stored names of version 1', () => {
  const known: Record<string, readonly string[]> = {
    aggregates: contracts.EVENT_TYPES.map((type) => contracts.EVENTS[type].aggregate),
    events: contracts.EVENT_TYPES,
    alerts: contracts.ALERT_KINDS,
    channels: contracts.CHANNELS,
    queues: [...contracts.POST_QUEUES, contracts.STREAM_QUEUE],
    orderStatuses: contracts.ORDER_STATUSES,
    paymentStatuses: contracts.PAYMENT_STATUSES,
    orderMoves: contracts.ORDER_TRANSITIONS,
    orderKinds: contracts.ORDER_KINDS,
    checkoutStates: contracts.CHECKOUT_STATES,
    paymentMethods: contracts.PAYMENT_METHODS,
    ticketStatuses: contracts.TICKET_STATUSES,
    ticketPriorities: contracts.TICKET_PRIORITIES,
    categories: contracts.CATEGORIES,
    roles: contracts.ROLES,
    tiers: contracts.TIERS,
    rewards: contracts.REWARD_KEYS,
    rewardCategories: contracts.REWARD_CATEGORIES,
    errors: Object.keys(contracts.ERROR_STATUS),
  };
  const recorded = Object.entries(readSamples('names', names));

  it('cover every list', () => {
    expect(recorded.map(([list]) => list).toSorted()).toEqual(Object.keys(known).toSorted());
  });

  it.each(recorded)('%s still exist', (list, old) => {
    expect(known[list]).toEqual(expect.arrayContaining(old));
  });
});

describe('socket messages of version 1', () => {
  it.each(socket)('$type in $room is still read whole', ({ type, kind, data }) => {
    const { rooms } = contracts.eventDefinition(type);
    const room = contracts.ROOM_KINDS.find((known) => known === kind);
    expect(room).toBeDefined();
    const schema = room && rooms[room];
    expect(schema && parseSample(schema, data)).toEqual(data);
  });

  it('are recorded for every aggregate and room that receives events', () => {
    const expected = contracts.EVENT_TYPES.flatMap((type) => {
      const { aggregate, rooms } = contracts.eventDefinition(type);
      return Object.keys(rooms).map((room) => `${aggregate} in ${room}`);
    });
    const seen = socket.map(({ type, kind }) => `${contracts.eventDefinition(type).aggregate} in ${kind}`);
    expect([...new Set(seen)].toSorted()).toEqual([...new Set(expected)].toSorted());
  });
});

describe.each([
  ['jobs', readSamples('jobs', sampleList)],
  ['answers', answers],
  ['posts', readSamples('posts', sampleList)],
] as const)('%s of version 1', (_, samples) => {
  it.each(samples)('$what is still read whole', ({ schema, payload }) => {
    expect(parseSample(findSchema(schema), payload)).toEqual(payload);
  });
});

describe('requests of version 1', () => {
  it.each(calls.filter(isRequest))('$what is still taken', ({ schema, payload }) => {
    expect(findSchema(schema).safeParse(payload).error?.issues).toBeUndefined();
  });
});

describe('samples', () => {
  const answering = contracts.allCalls.flatMap(({ call: { method, path, answer } }) =>
    answer ? [{ name: `${method} ${path}`, answer }] : [],
  );

  it('exist in v1/*.json for every request and answer', () => {
    const recorded = new Set(
      ['jobs', 'calls', 'posts'].flatMap((file) => readSamples(file, sampleList).map(({ schema }) => schema)),
    );
    const wanted = Object.entries<unknown>(contracts).flatMap(([name, value]) =>
      /(?:Request|Answer|Query|Job)$/.test(name) && isSchema(value) ? [name] : [],
    );
    expect(wanted.filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('exist in v1/calls.json for every call that answers JSON, by its method and path', () => {
    const recorded = new Set(answers.flatMap(({ what, also }) => [what, ...also]));
    const lacking = answering.map(({ name }) => name).filter((name) => !recorded.has(name));
    expect(lacking.toSorted()).toEqual(Object.keys(WITHOUT_SAMPLE).toSorted());
  });

  it('are what their calls answer', () => {
    const wrong = answering.flatMap(({ name, answer }) =>
      answers
        .filter(({ what, also }) => [what, ...also].includes(name))
        .filter(({ payload }) => contracts.toExample(answer, payload) === undefined)
        .map(({ what }) => `${what} for ${name}`),
    );
    expect(wrong).toEqual([]);
    const known = new Set(answering.map(({ name }) => name));
    expect(answers.flatMap(({ also }) => also).filter((name) => !known.has(name))).toEqual([]);
  });
});
