import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import * as contracts from '../index.js';

/**
 * Version 1 as it lies in queues, in the database and in open browsers. What was once sent must still be read:
 * names may be added, never taken away; a field may be added where its reader can do without it.
 */
const read = <T>(name: string, shape: z.ZodType<T>): T =>
  shape.parse(JSON.parse(readFileSync(new URL(`v1/${name}.json`, import.meta.url), 'utf8')));

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const schemaNamed = (name: string): z.ZodType => {
  const found = Object.entries<unknown>(contracts).find(([exported]) => exported === name)?.[1];
  if (!isSchema(found)) throw new Error(`${name} is no schema of the contracts any more`);
  return found;
};

const stored = z.array(z.object({ what: z.string(), schema: z.string(), payload: z.unknown() }));
const names = z.record(z.string(), z.array(z.string()));
const messages = z.array(contracts.roomMessage);
const socket = read('socket', messages).map((message) => ({
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
  const recorded = Object.entries(read('names', names));

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
    const schema = rooms[contracts.ROOM_KINDS.find((room) => room === kind) ?? 'shop'];
    expect(schema?.parse(data)).toEqual(data);
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

describe.each(['jobs', 'answers', 'posts'])('%s of version 1', (file) => {
  it.each(read(file, stored))('$what is still read whole', ({ schema, payload }) => {
    expect(schemaNamed(schema).parse(payload)).toEqual(payload);
  });
});

describe('requests of version 1', () => {
  it.each(read('requests', stored))('$what is still taken', ({ schema, payload }) => {
    expect(schemaNamed(schema).safeParse(payload).error?.issues).toBeUndefined();
  });
});

describe('samples', () => {
  it('exist for every request and answer', () => {
    const recorded = ['jobs', 'answers', 'posts', 'requests'].flatMap((file) => read(file, stored));
    const wanted = Object.entries<unknown>(contracts).flatMap(([name, value]) =>
      /(?:Request|Answer|Query|Job)$/.test(name) && isSchema(value) ? [name] : [],
    );
    expect(recorded.map(({ schema }) => schema)).toEqual(expect.arrayContaining(wanted));
  });
});
