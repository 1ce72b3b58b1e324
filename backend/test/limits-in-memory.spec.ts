import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { z } from 'zod';
import { assertSafeInput } from '../src/platform/http/request-checks.js';
import { parseInput } from '../src/platform/http/zod.pipe.js';
import { ShopError } from '../src/platform/shop-error.js';
import { RefusedWrites } from '../src/platform/database/database-errors.js';
import { closeSlowUpload } from '../src/platform/limits/call-limits.js';
import { UploadPlaces, type UploadCaller } from '../src/platform/limits/upload-places.js';
import { PasswordHasher } from '../src/people/sign-in/password/password-hasher.js';
import { crossesPoolThreshold, crossesStockThreshold } from '../src/discord/posts/stock-posts.js';
import { testSettings } from './settings.js';

function thrown(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Code of what it throws, or `taken`. */
function outcome(act: () => unknown): string {
  const error = thrown(act);
  if (error === undefined) return 'taken';
  return error instanceof ShopError ? error.code : 'another error';
}

describe('limits of a request', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const input = (body: unknown): string => outcome(() => assertSafeInput({ body, query: {}, params: {} }));

  it('takes 12 levels and 10,000 values', () => {
    expect([12, 13].map((depth) => input(nested(depth)))).toEqual(['taken', 'VALIDATION']);
    // The three parts of a request are values as well.
    expect([9_997, 9_998].map((count) => input(Array.from({ length: count }, () => 1)))).toEqual([
      'taken',
      'VALIDATION',
    ]);
  });

  it('names 20 faults, each with 200 characters', () => {
    const field = z.string().refine(() => false, 'x'.repeat(300));
    const names = Array.from({ length: 30 }, (_, n) => `${n}${'f'.repeat(300)}`);
    const schema = z.object(Object.fromEntries(names.map((name) => [name, field])));
    const refused = thrown(() => parseInput(schema, Object.fromEntries(names.map((name) => [name, 'a']))));
    const { fields } = z
      .object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) })
      .parse(refused instanceof ShopError && refused.details);
    expect(fields.map(({ path, message }) => [path.length, message.length])).toEqual(
      Array.from({ length: 20 }, () => [200, 200]),
    );
  });
});

describe('uploads at a time', () => {
  const upload = (places: UploadPlaces, caller: UploadCaller): string =>
    outcome(() => {
      const request = new IncomingMessage(new Socket());
      places.takeUploadPlace(caller, request, new ServerResponse(request));
    });

  it.each([
    ['staff', 6, 3],
    ['account', 6, 3],
    ['visitor', 6, 2],
  ] as const)('%s: %i of all, %i of one', (kind, all, each) => {
    const places = new UploadPlaces();
    // Each caller has an address of its own.
    const take = (key: string): string => upload(places, { kind, key, address: key });
    const own = Array.from({ length: each + 1 }, () => take('one'));
    expect(own.map((said) => said === 'taken')).toEqual([...Array.from({ length: each }, () => true), false]);
    // Each of the others gets a place, also one of the first caller's, which keeps one.
    const others = Array.from({ length: all }, (_, n) => take(`other ${n}`));
    expect(others.map((said) => said === 'taken')).toEqual([
      ...Array.from({ length: all - 1 }, () => true),
      false,
    ]);
  });

  it('an account gets a place of another one of its address, which has several and half of all', () => {
    const places = new UploadPlaces();
    const take = (key: string): string => upload(places, { kind: 'account', key, address: 'one' });
    expect(['a', 'a', 'a', 'b', 'c', 'd', 'a'].map(take)).toEqual([
      ...Array.from({ length: 5 }, () => 'taken'),
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
  });

  it.each(['staff', 'account'] as const)('%s: half of all are of one address (OWN-1216)', (kind) => {
    const places = new UploadPlaces();
    const take = (key: string, address: string): string => upload(places, { kind, key, address });
    const flood = Array.from({ length: 4 }, (_, n) => take(`one ${n}`, 'one'));
    expect(flood).toEqual(['taken', 'taken', 'taken', 'RATE_LIMITED']);
    expect(Array.from({ length: 4 }, (_, n) => take(`two ${n}`, 'two'))).toEqual(flood);
    // Another address gets places of the address that has the most, until all have as many.
    const third = Array.from({ length: 3 }, (_, n) => take(`three ${n}`, 'three'));
    expect(third).toEqual(['taken', 'taken', 'RATE_LIMITED']);
    expect(take('four', 'four')).toBe('taken');
  });
});

describe('passwords that are hashed at a time', () => {
  it('wait in a queue of 8 for a caller and of 60 for all', async () => {
    const hasher = new PasswordHasher(testSettings('postgres://nowhere', { RATE_LIMIT_FACTOR: '1' }));
    const refused: number[] = [];
    const asked = Array.from({ length: 65 }, (_, n) => {
      const address = n < 12 ? '203.0.113.1' : `198.51.${n}.1`;
      // Two run at once; who comes when all places are taken gets the last one of whoever has the most.
      return hasher
        .hashPassword('a-long-password', { address, isKnown: false })
        .catch(() => void refused.push(n));
    });
    await Promise.all(asked);
    expect(refused).toEqual([10, 11, 9]);
  });
});

describe('posts of stock (OWN-129)', () => {
  it('are written at 10 pieces, 100M and 10M coins', () => {
    expect([crossesStockThreshold(11, 10), crossesStockThreshold(12, 11)]).toEqual([true, false]);
    expect([crossesPoolThreshold(100e6, 99_999_999), crossesPoolThreshold(101e6, 100e6)]).toEqual([
      true,
      false,
    ]);
    expect([crossesPoolThreshold(10e6, 9_999_999), crossesPoolThreshold(11e6, 10e6)]).toEqual([true, false]);
  });
});

describe('what a process remembers for a time', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is a refused write for 30 s', () => {
    const writes = new RefusedWrites();
    expect(writes.recordRefusal(Object.assign(new Error('no space left on device'), { code: '53100' }))).toBe(
      true,
    );
    jest.advanceTimersByTime(29_900);
    expect(writes.recentReason).toBeDefined();
    jest.advanceTimersByTime(200);
    expect(writes.recentReason).toBeUndefined();
  });

  /** Tells whether a body with so many bytes is still read after so many ms. */
  const comesAfter = (ms: number, bytes: number): boolean => {
    let bytesRead = 0;
    const socket = Object.defineProperty(new Socket(), 'bytesRead', { get: () => bytesRead });
    closeSlowUpload(new IncomingMessage(socket));
    bytesRead = bytes;
    jest.advanceTimersByTime(ms);
    return !socket.destroyed;
  };

  it('is a slow body for 4 s; then it brings 16 KiB a second', () => {
    expect(comesAfter(3_960, 1)).toBe(true);
    expect(comesAfter(4_000, 1)).toBe(false);
    expect(comesAfter(4_000, 4 * 16_384)).toBe(true);
    expect(comesAfter(4_000, 4 * 16_384 * 0.99)).toBe(false);
  });
});
