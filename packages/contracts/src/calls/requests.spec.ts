import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from '../index.js';

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const requests = Object.entries<unknown>(contracts).flatMap(([name, schema]) =>
  /(?:Request|Query|^cartItem)$/.test(name) && isSchema(schema) ? [{ name, schema }] : [],
);

/** Lists all texts and numbers inside a schema, by their path. */
function listValues(schema: unknown, path: string): [string, z.ZodString | z.ZodNumber][] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodNumber) return [[path, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries<unknown>(schema.shape).flatMap(([key, field]) =>
      listValues(field, `${path}.${key}`),
    );
  if (schema instanceof z.ZodArray) return listValues(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option: unknown) => listValues(option, path));
  // The first schema of a pipe receives the client's value; the second one only sees checked values.
  if (schema instanceof z.ZodPipe) return listValues(schema.in, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  )
    return listValues(schema.unwrap(), path);
  const isFree = [z.ZodBoolean, z.ZodLiteral, z.ZodEnum].some((kind) => schema instanceof kind);
  if (!isFree) throw new Error(`${path}: a kind of schema that this spec does not know`);
  return [];
}
const values = requests.flatMap(({ name, schema }) => listValues(schema, name));
const texts = values.filter((one): one is [string, z.ZodString] => one[1] instanceof z.ZodString);

/** Fields that may exceed 32 bits: their columns are wider, or they are only compared. */
const WIDE_FIELDS = ['coinStock', 'coinValue', 'since', 'amount', 'customAmount', 'madeAt'];
/** Trimmed texts of several lines, and texts whose pattern is checked after their length. */
const MULTILINE_FIELDS = ['message', 'response', 'text', 'description', 'email', 'customCode'];
const fieldName = (path: string): string => path.split('.').at(-1) ?? '';

/** Texts longer than any field that are slow to compose, trim, search or compare. */
const SLOW_TEXTS = [
  `a${'\u0316\u0301'.repeat(30_000)}`,
  `a${' '.repeat(120_000)}a`,
  '\u0000'.repeat(120_000),
  'ﷺ'.repeat(40_000),
  `PAX${'ß'.repeat(60_000)}`,
  `${'a '.repeat(60_000)}#1234`,
];

/** Several tries, since other programs on the machine may slow some of them down. */
const MAX_TRIES = 8;

/** Repeats work until it takes less than the limit. @returns the shortest duration, ms */
function measureFastest(work: () => unknown, limitMs: number): number {
  let least = Infinity;
  for (let tried = 0; tried < MAX_TRIES && least >= limitMs; tried += 1) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

describe('what clients send', () => {
  it.each(texts)('%s is measured before anything else is done with it (OWN-380)', (_path, text) => {
    // Any other issue, or none, would mean that the text was trimmed or matched before its length was checked.
    for (const long of [' '.repeat(200_000), '\u0000'.repeat(200_000)])
      expect(text.safeParse(long).error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });

  it('holds no number that its column does not (OWN-189)', () => {
    const wide = values.filter(
      ([path, field]) =>
        field instanceof z.ZodNumber &&
        !WIDE_FIELDS.includes(fieldName(path)) &&
        (field.safeParse(2_147_483_648).success || field.safeParse(-2_147_483_649).success),
    );
    expect(wide.map(([path]) => path)).toEqual([]);
  });

  it('has a line break in no field of one line: it becomes one space', () => {
    const written = texts.filter(([, field]) => field.safeParse(' xyz ').data === 'xyz');
    expect(written.length).toBeGreaterThan(20);
    const broken = written.flatMap(([path, field]) => {
      const results = ['x\r\nBcc: y', 'x\ny', 'x\ry', 'x\u2028y'].map((sent) => field.safeParse(sent));
      return results.some(({ data }) => data !== undefined && /[\r\n\u2028]/.test(data)) ? [path] : [];
    });
    expect(broken.filter((path) => !MULTILINE_FIELDS.includes(fieldName(path)))).toEqual([]);
    const { subject } = contracts.createTicketRequest.shape;
    expect(subject.parse(' x\r\nBcc: y\n')).toBe('x Bcc: y');
    expect(contracts.createTicketRequest.shape.message.parse('x\ny')).toBe('x\ny');
  });

  it.each(requests)('$name is read within 50 ms, whatever stands in its fields (OWN-380)', ({ schema }) => {
    if (!(schema instanceof z.ZodObject)) throw new Error('a request is an object');
    for (const text of SLOW_TEXTS) {
      const body = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, text]));
      expect(measureFastest(() => schema.safeParse(body), 50)).toBeLessThan(50);
    }
  });

  it('is described by every request of the index', () => {
    expect(requests.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'adminLoginRequest',
        'cartItem',
        'claimPostsRequest',
        'listQuery',
        'loginRequest',
        'placeCheckoutRequest',
        'quoteRequest',
        'registerRequest',
        'resumeRequest',
        'setCoinStockRequest',
        'updateProfileRequest',
      ]),
    );
  });

  it.each(requests)('$name refuses unknown fields (OWN-41)', ({ schema }) => {
    const codes = schema.safeParse({ isAdmin: true }).error?.issues.map((issue) => issue.code);
    expect(codes).toContain('unrecognized_keys');
  });

  it.each(requests)('$name refuses what is no object', ({ schema }) => {
    for (const body of [null, undefined, 'x', 1, [], true])
      expect(schema.safeParse(body).success).toBe(false);
  });
});
