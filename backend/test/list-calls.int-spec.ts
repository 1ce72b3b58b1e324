import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from './app.js';
import { listPaths } from './list-calls.js';
import { signIn, type SignedIn } from './sign-in.js';

describe('list calls', () => {
  let shop: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startTestApp();
    admin = await signIn(shop, { admin: true });
  });
  afterAll(() => shop.close());

  it.each(listPaths)(
    'refuse an order that %s does not have, instead of answering in another one (OWN-194)',
    async (path) => {
      for (const query of ['', '?sort=newest']) await admin.agent.get(`${path}${query}`).expect(200);
      for (const sort of ['price', 'id;DROP TABLE users', 'newest,oldest']) {
        const refused = await admin.agent.get(path).query({ sort });
        expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION']);
      }
    },
  );
});
