import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { deleteNow } from '../../../test/own-data.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36';

describe('visits by a referral link (OWN-1516)', () => {
  let shop: TestApp;
  let visitors = 0;
  beforeAll(async () => {
    shop = await startTestApp({ RATE_LIMIT_FACTOR: '100', TRUST_PROXY: '1' });
  });
  afterAll(() => shop.close());

  const newAddress = (): string => {
    visitors += 1;
    return `203.0.113.${visitors}`;
  };
  const openedBy = async ({ agent }: SignedIn): Promise<number> =>
    (await agent.get('/api/referrals/stats').expect(200)).body.stats.opened;
  const owner = async (): Promise<SignedIn & { code: string }> => {
    const who = await signIn(shop);
    const { body } = await who.agent.get('/api/account/profile').expect(200);
    return { ...who, code: body.referralCode };
  };
  const visit = (code: string, address: string, headers: Record<string, string> = {}) =>
    request(shop.app.getHttpServer())
      .get(`/api/referrals/${code}?opened=true`)
      .set({ 'user-agent': BROWSER, 'x-forwarded-for': address, ...headers });

  it('count once per address and day, however many come at once, and of each link alone', async () => {
    const [first, second] = [await owner(), await owner()];
    const [one, other] = [newAddress(), newAddress()];
    const answers = await Promise.all([1, 2, 3, 4].map(() => visit(first.code, one)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { referrerName: first.username }]),
    );
    expect(await openedBy(first)).toBe(1);
    await visit(first.code, other).expect(200);
    await visit(second.code, one).expect(200);
    expect([await openedBy(first), await openedBy(second)]).toEqual([2, 1]);
    await shop.database.query(
      `UPDATE rate_limits SET key = replace(key, ':20', ':19') WHERE key LIKE 'referral-open:%'`,
    );
    await visit(first.code, one).expect(200);
    expect(await openedBy(first)).toBe(3);
    const stored: { key: string }[] = await shop.database.query(
      `SELECT key FROM rate_limits WHERE key LIKE 'referral-open:%'`,
    );
    expect(JSON.stringify(stored)).not.toContain('203.0.113');
  });

  it('count no own visit, no program, no later load of the shop, no page loaded ahead and no unknown code', async () => {
    const who = await owner();
    await who.agent.get(`/api/referrals/${who.code}?opened=true`).set('user-agent', BROWSER).expect(200);
    await request(shop.app.getHttpServer())
      .get(`/api/referrals/${who.code}`)
      .set({ 'user-agent': BROWSER, 'x-forwarded-for': newAddress() })
      .expect(200);
    await visit(who.code, newAddress(), { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0)' }).expect(
      200,
    );
    await visit(who.code, newAddress(), { 'user-agent': '' }).expect(200);
    await visit(who.code, newAddress(), { 'sec-purpose': 'prefetch;prerender' }).expect(200);
    await visit('NOBODYS01', newAddress()).expect(404);
    expect(await openedBy(who)).toBe(0);
    const friend = await signIn(shop);
    await friend.agent.get(`/api/referrals/${who.code}?opened=true`).set('user-agent', BROWSER).expect(200);
    expect(await openedBy(who)).toBe(1);
  });

  it('stop at ten thousand a day', async () => {
    const who = await owner();
    await visit(who.code, newAddress()).expect(200);
    await shop.database.query('UPDATE referral_opens SET opens = 9999 WHERE user_id = $1', [who.userId]);
    for (const address of [newAddress(), newAddress()]) await visit(who.code, address).expect(200);
    expect(await openedBy(who)).toBe(10_000);
  });

  it('are gone with the account', async () => {
    const who = await owner();
    await visit(who.code, newAddress()).expect(200);
    await deleteNow(shop, who);
    await visit(who.code, newAddress()).expect(404);
    const left = await shop.database.query('SELECT 1 FROM referral_opens WHERE user_id = $1', [who.userId]);
    expect(left).toEqual([]);
  });
});
