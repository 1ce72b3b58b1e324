import type { LimitRule } from '@pax/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { RateLimiter } from './rate-limiter.js';

const RULE: LimitRule = { name: 'spec', points: 3, windowMs: 60_000 };

describe('counts that are taken back', () => {
  let shop: TestApp;
  let limits: RateLimiter;
  beforeAll(async () => {
    shop = await startTestApp();
    limits = shop.app.get(RateLimiter);
  });
  afterAll(() => shop.close());

  /** How many more are allowed now. */
  const left = async (key: string): Promise<number> => {
    let count = 0;
    while (await limits.allowsAttempt(RULE, key)) count += 1;
    return count;
  };
  it('are counted in all or in none', async () => {
    const giveBack = await limits.takeAttempt([
      [RULE, 'one'],
      [RULE, 'two'],
    ]);
    await giveBack();
    expect(await left('two')).toBe(3);
    const refused = limits.takeAttempt([
      [RULE, 'one'],
      [RULE, 'two'],
    ]);
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await left('one')).toBe(3);
  });

  it('do not reduce a window that began after them', async () => {
    const tries = await Promise.all([1, 2, 3].map(() => limits.takeAttempt([[RULE, 'later']])));
    // As if that window was over, and one wrong try had begun the next.
    await shop.database.query('UPDATE rate_limits SET points = 1, expire = expire + $1', [RULE.windowMs]);
    for (const giveBack of tries) await giveBack();
    expect(await left('later')).toBe(2);
  });

  it('do not reduce an empty window', async () => {
    const giveBack = await limits.takeAttempt([[RULE, 'gone']]);
    await shop.database.query('DELETE FROM rate_limits');
    await giveBack();
    expect(await left('gone')).toBe(3);
  });
});
