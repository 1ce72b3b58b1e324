import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { bonusAccount, creditAccount, pointsAccount } from '../ledger/accounts.js';
import { book } from '../ledger/ledger.js';

/** Of limits: the other specs of this file edit from the same address. */
const FACTOR = 2;

describe('the profile', () => {
  let shop: TestApp;
  const give = (account: string, delta: number) =>
    runTransaction(shop.database, (tx) =>
      book(tx, { idempotencyKey: `reverse:spec:${account}`, reason: 'spec', actor: 'shop' }, [
        { account, delta, mayGoBelowZero: true },
      ]),
    );

  beforeAll(async () => {
    shop = await startTestApp({ RATE_LIMIT_FACTOR: String(FACTOR) }, { handMade: true });
  });
  afterAll(() => shop.close());

  it('shows balances of the ledger, the tier’s discount and the referrer (SHOP-3.12, SHOP-6.3, ADMIN-7.26)', async () => {
    const referrer = await signIn(shop, { username: 'referrer' });
    const { agent, userId } = await signIn(shop);
    await shop.database.query(
      `UPDATE users SET tier = 'gold', total_spent_cents = 20050, referred_by_user_id = $2 WHERE id = $1`,
      [userId, referrer.userId],
    );
    await give(creditAccount(userId), 1234);
    await give(bonusAccount(userId), 500);
    await give(pointsAccount(userId), -20);
    const [row] = await shop.database.query('SELECT referral_code FROM users WHERE id = $1', [
      referrer.userId,
    ]);
    const answer = await agent.get('/api/account/profile').expect(200);
    expect(answer.body).toMatchObject({
      storeCredit: '12.34',
      referralBonus: '5.00',
      balance: '17.34',
      totalSpent: '200.50',
      membershipTier: 'gold',
      permanentDiscount: 4,
      // A reversal took it below 0: the customer sees 0.
      loyaltyPoints: 0,
      referredBy: 'referrer',
      appliedReferralCode: row.referral_code,
    });
  });

  it('names whom the account’s own newest paid purchase was for, until that is erased (OWN-1362)', async () => {
    const [{ agent, userId }, other] = [await signIn(shop), await signIn(shop)];
    const insert = (buyer: number, name: string, { paidAt }: { readonly paidAt: string | null }) =>
      shop.database.query(
        `INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
                                consent_at, consent_version, created_at, paid_at)
         VALUES (gen_random_uuid()::text, $1, $3, 'card', '', '{}', 100, $2, lower($2) || '.chat', now(), 'spec',
                 coalesce($4::timestamptz, now()), $4)`,
        [buyer, name, paidAt === null ? 'expired' : 'paid', paidAt],
      );
    const names = async () => {
      const { lastGameName, lastChatName } = (await agent.get('/api/account/profile').expect(200)).body;
      return [lastGameName, lastChatName];
    };
    await insert(userId, 'NeverPaid', { paidAt: null });
    await insert(other.userId, 'Stranger', { paidAt: '2026-11-03T00:00:00Z' });
    expect(await names()).toEqual([undefined, undefined]);
    await insert(userId, 'Newer', { paidAt: '2026-11-02T00:00:00Z' });
    await insert(userId, 'Older', { paidAt: '2026-11-01T00:00:00Z' });
    expect(await names()).toEqual(['Newer', 'newer.chat']);
    await shop.database.query(
      `UPDATE checkouts SET game_name = '', discord_name = '' WHERE game_name = 'Newer'`,
    );
    expect(await names()).toEqual(['Older', 'older.chat']);
  });

  it('changes what is given, raises the version once, and appends no event when nothing changes (OWN-85, ADMIN-7.27)', async () => {
    const { agent, userId } = await signIn(shop);
    const change = { username: 'New Name', discordId: '123456789012345678', minecraftName: '.Bed rock' };
    const answer = await agent.put('/api/account/profile').send(change).expect(200);
    expect(answer.body).toMatchObject({
      username: 'New Name',
      claimedDiscordId: '123456789012345678',
      discordId: null,
      minecraftName: '.Bed rock',
    });
    await agent.put('/api/account/profile').send(change).expect(200);
    await agent.put('/api/account/profile').send({}).expect(200);
    const events = await shop.database.query(
      `SELECT type, version FROM outbox_events WHERE aggregate = 'user' AND aggregate_id = $1`,
      [String(userId)],
    );
    expect(events).toEqual([
      { type: 'user.registered', version: 1 },
      { type: 'user.updated', version: 2 },
    ]);
    const cleared = await agent
      .put('/api/account/profile')
      .send({ discordId: '', minecraftName: '' })
      .expect(200);
    expect(cleared.body).toMatchObject({ claimedDiscordId: null, minecraftName: null });
    // The new username once, without the names, which an account's deletion could not remove from there.
    expect(
      await shop.database.query(`SELECT actor, detail FROM audit_log WHERE action = 'username.change'`),
    ).toEqual([{ actor: `user:${userId}`, detail: {} }]);
  });

  it('gives a name to one of two who want it at the same time', async () => {
    const [one, two] = [await signIn(shop), await signIn(shop)];
    const both = await Promise.all(
      [one, two].map(({ agent }) => agent.put('/api/account/profile').send({ username: 'Wanted' })),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'USERNAME_TAKEN' });
  });

  it('makes the new username the one to sign in with, in any case, and the former one nobody’s', async () => {
    const http = request(shop.app.getHttpServer());
    const password = 'a lantern in the fog';
    const former = 'Former Lantern';
    const registered = await http.post('/api/auth/register').send({ username: former, password }).expect(201);
    const cookie = registered.headers['set-cookie'] ?? '';
    const change = { username: 'Later Lantern' };
    await http.put('/api/account/profile').set('cookie', cookie).send(change).expect(200);
    const signInAs = async (username: string): Promise<number> =>
      (await http.post('/api/auth/login').send({ username, password })).status;
    expect([await signInAs('Later Lantern'), await signInAs('later  LANTERN')]).toEqual([200, 200]);
    expect(await signInAs(former)).toBe(401);
  });

  it('takes twenty edits of an account in a quarter of an hour, and leaves others theirs', async () => {
    const [many, one] = [await signIn(shop), await signIn(shop)];
    const edit = async ({ agent }: typeof many): Promise<number> =>
      (await agent.put('/api/account/profile').send({ minecraftName: 'Steve' })).status;
    for (let n = 0; n < 20 * FACTOR; n += 1) expect(await edit(many)).toBe(200);
    expect(await edit(many)).toBe(429);
    expect(await edit(one)).toBe(200);
    const rows = await shop.database.query('SELECT version FROM users WHERE id = $1', [many.userId]);
    expect(rows).toEqual([{ version: 2 }]);
  });

  it.each([
    { username: 'ab' },
    { username: 7 },
    { minecraftName: 'x' },
    { discordId: 'me' },
    { role: 'admin' },
    { storeCredit: '100.00' },
    { id: 1 },
    { version: 9 },
    { totalSpent: '5000.00' },
    { isAuthorizedUser: true },
  ])('refuses %j with 400 and changes nothing', async (body) => {
    const { agent, userId } = await signIn(shop);
    const before = await shop.database.query('SELECT * FROM users WHERE id = $1', [userId]);
    const answer = await agent.put('/api/account/profile').send(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect(await shop.database.query('SELECT * FROM users WHERE id = $1', [userId])).toEqual(before);
  });
});
