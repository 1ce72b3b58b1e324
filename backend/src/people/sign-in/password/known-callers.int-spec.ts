import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../../test/app.js';
import { until } from '../../../../test/until.js';
import { FairQueue } from '../../../platform/fair-queue.js';
import { PasswordHasher } from './password-hasher.js';

jest.setTimeout(60_000);

const password = 'right password';

describe('while a crowd of addresses keeps every place of the hashes taken', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => shop.close());

  const login = (username: string, agent: ReturnType<typeof request.agent>) =>
    agent.post('/api/auth/login').set('x-forwarded-for', '203.0.113.5').send({ username, password });
  const browser = () => request.agent(shop.app.getHttpServer());
  const account = async (username: string) => {
    const agent = browser();
    const sent = agent.post('/api/auth/register').set('x-forwarded-for', '198.51.100.9');
    await sent.send({ username, password }).expect(201);
    return agent;
  };
  const marked = async (username: string, mark: string): Promise<number> =>
    (await login(username, browser()).set('cookie', `pax_known=${mark}`)).status;

  it('a browser known to the account signs in, a session sets its password, and no made-up cookie helps (OWN-344)', async () => {
    const own = await account('known owner');
    const stranger = await account('other owner');
    const queue: unknown = Reflect.get(shop.app.get(PasswordHasher), 'queue');
    if (!(queue instanceof FairQueue)) throw new Error('the hasher has no fair queue');
    const ends: (() => void)[] = [];
    const crowd = Array.from({ length: 62 }, (_, n) =>
      queue.runTask({ path: [`net ${n}`, 'one'] }, () => new Promise<void>((resolve) => ends.push(resolve))),
    );
    // Both run, and sixty wait.
    expect(ends).toHaveLength(2);
    expect(await marked('known owner', 'A'.repeat(22))).toBe(429);
    expect((await login('known owner', browser())).status).toBe(429);
    expect((await login('known owner', stranger)).status).toBe(429);
    const known = [
      login('known owner', own).then(({ status }) => status),
      stranger
        .post('/api/account/password')
        .set('x-forwarded-for', '203.0.113.6')
        .send({ currentPassword: password, newPassword: 'another right one' })
        .then(({ status }) => status),
    ];
    const queues: { known: unknown[] } = Reflect.get(queue, 'queues');
    await until(
      async () => queues.known.length,
      (waiting) => waiting === 2,
    );
    // Two end, and others of the crowd go on holding their places.
    for (const end of ends.splice(0)) end();
    expect(await known[0]).toBe(200);
    for (let all = false; !all;) {
      for (const end of ends.splice(0)) end();
      all = await Promise.race([
        Promise.all(crowd).then(() => true),
        new Promise<boolean>((go) => setImmediate(() => go(false))),
      ]);
    }
    expect(await known[1]).toBe(200);
  });
});
