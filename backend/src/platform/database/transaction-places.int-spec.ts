import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { countLockWaits } from '../../../test/lock-waits.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';

jest.setTimeout(60_000);

const ACCOUNTS = 5;
/** As many as one account may send. */
const AT_ONCE = 8;

describe('acts of several accounts at one address that wait for one row', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp({ TRUST_PROXY: '1' }, { handMade: true });
  });
  afterAll(() => shop.close());

  const act = ({ agent }: SignedIn, from: string, n = 0): Promise<number> =>
    agent
      .put('/api/account/profile')
      .set('x-forwarded-for', from)
      .send({ minecraftName: `Steve_${n}` })
      .then(({ status }) => status);

  it('leave connections to everybody else, and are all answered when it is free (OWN-1219)', async () => {
    const crowd: SignedIn[] = [];
    for (let n = 0; n < ACCOUNTS; n += 1) crowd.push(await signIn(shop));
    const [other, another] = [await signIn(shop), await signIn(shop)];
    const holder = shop.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM users WHERE id = ANY($1) FOR UPDATE', [
      crowd.map(({ userId }) => userId),
    ]);
    const acts = crowd.flatMap((one) =>
      Array.from({ length: AT_ONCE }, (_, n) => act(one, '203.0.113.5', n)),
    );
    await until(
      () => countLockWaits(shop),
      (waiting) => waiting >= 8,
    );
    expect(await act(other, '198.51.100.1')).toBe(200);
    expect((await another.agent.get('/api/orders')).status).toBe(200);
    expect(await countLockWaits(shop)).toBe(8);
    await holder.rollbackTransaction();
    await holder.release();
    expect(new Set(await Promise.all(acts))).toEqual(new Set([200]));
  });
});
