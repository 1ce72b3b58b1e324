import { describe, expect, it } from '@jest/globals';
import { RateLimiter } from './rate-limiter.js';

describe('RateLimiter', () => {
  it('counts in windows that start with their first call, apart for each key', () => {
    let now = 1000;
    const limiter = new RateLimiter(() => now);
    const rule = { name: 'spec', limit: 2, windowMs: 5000 };
    const take = (key: string) => limiter.takeCall(rule, key);
    expect(take('a')).toMatchObject({ ok: true, remaining: 1, resetAt: 6000 });
    now = 3000;
    expect(take('a')).toMatchObject({ ok: true, remaining: 0, resetAfterMs: 3000 });
    expect(take('a')).toMatchObject({ ok: false, remaining: 0, resetAfterMs: 3000 });
    expect(take('b').ok).toBe(true);
    now = 6000;
    expect(take('a')).toMatchObject({ ok: true, remaining: 1, resetAt: 11_000 });
  });
});
