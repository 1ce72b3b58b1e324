import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from '../index.js';

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const requests = Object.entries<unknown>(contracts).flatMap(([name, schema]) =>
  /(?:Request|Query|^cartItem)$/.test(name) && isSchema(schema) ? [{ name, schema }] : [],
);

describe('what clients send', () => {
  it('is described by every request of the index', () => {
    expect(requests.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'adminLoginRequest',
        'cartItem',
        'claimRequest',
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
