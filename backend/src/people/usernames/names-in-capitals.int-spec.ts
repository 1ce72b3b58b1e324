import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';
import { FORMER_SKELETONS } from './name-skeleton.js';

describe('names of accounts in Cyrillic and Greek', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop.close());

  const register = async (username: string): Promise<string> => {
    const http = request(shop.app.getHttpServer());
    const answer = await http
      .post('/api/auth/register')
      .send({ username, password: 'long enough for a spec' });
    return answer.status === 201 ? 'made' : `${answer.status} ${answer.body.code}`;
  };

  it('of before keep away those in other capitals (OWN-371)', async () => {
    for (const [username, alike] of [
      ['Надежда', '.НАДЕЖДА'],
      ['ВЕНЕРА', '.венера'],
    ] as const) {
      const { userId } = await signIn(shop, { username });
      await shop.database.query('UPDATE users SET username_skeleton = $2 WHERE id = $1', [
        userId,
        FORMER_SKELETONS.name(username),
      ]);
      expect(await register(alike)).toBe('409 USERNAME_TOO_SIMILAR');
    }
  });

  it.each([
    ['Людмила', ['.людмила', 'ЛЮДМИЛА_', 'Л.ЮДМИЛА']],
    ['Νύσσα', ['.νύσσα', 'ΝΎΣΣΑ.', 'ΝΥΣΣΑ']],
    ['NINETTA', ['ΝΙΝΕΤΤΑ']],
  ])('keep away from %s of the team in other capitals (OWN-1168)', async (username, like) => {
    const { userId } = await signIn(shop, { username });
    await shop.database.query('UPDATE users SET operator_since = now() WHERE id = $1', [userId]);
    for (const name of like) expect([name, await register(name)]).toEqual([name, '409 USERNAME_TOO_SIMILAR']);
  });
});
