import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

describe('referral codes', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp({ RATE_LIMIT_FACTOR: '100' });
  });
  afterAll(() => shop.close());

  const people = (count: number): Promise<SignedIn[]> =>
    Promise.all(Array.from({ length: count }, () => signIn(shop)));
  const person = async (): Promise<SignedIn> => signIn(shop);
  const profileOf = async ({ agent }: SignedIn) => (await agent.get('/api/account/profile').expect(200)).body;
  const codeOf = async (who: SignedIn): Promise<string> => (await profileOf(who)).referralCode;
  const apply = (who: SignedIn, referralCode: string) =>
    who.agent.post('/api/referrals/apply').send({ referralCode });
  const applied = async (who: SignedIn, friend: SignedIn) => apply(who, await codeOf(friend));
  const setCode = (who: SignedIn, customCode: unknown) =>
    who.agent.post('/api/referrals/set-code').send({ customCode });
  const bonusOf = async ({ userId }: SignedIn): Promise<number> => {
    const rows: { n: number }[] = await shop.database.query(
      'SELECT coalesce(sum(delta), 0)::int AS n FROM ledger_lines WHERE account = $1',
      [`bonus:${userId}`],
    );
    return rows[0]?.n ?? 0;
  };
  /** Whom each account came through. */
  const referrersOf = async (all: SignedIn[]): Promise<(number | null)[]> => {
    const rows: { id: number; by: number | null }[] = await shop.database.query(
      'SELECT id, referred_by_user_id AS by FROM users WHERE id = ANY($1)',
      [all.map(({ userId }) => userId)],
    );
    return all.map(({ userId }) => rows.find(({ id }) => id === userId)?.by ?? null);
  };

  it('are applied in any case and name the referrer; 5 % and $5 follow (ADMIN-7.31, ADMIN-9.3)', async () => {
    const [friend, referrer] = [await person(), await person()];
    const answer = await apply(friend, ` ${(await codeOf(referrer)).toLowerCase()} `).expect(200);
    expect(answer.body).toEqual({ referrerName: referrer.username });
    expect(await profileOf(friend)).toMatchObject({
      referredBy: referrer.username,
      appliedReferralCode: await codeOf(referrer),
      referralBonus: '5.00',
      balance: '5.00',
      storeCredit: '0.00',
    });
    expect(await bonusOf(referrer)).toBe(0);
    const stats = await referrer.agent.get('/api/referrals/stats').expect(200);
    expect(stats.body).toEqual({
      stats: {
        opened: 0,
        total_referrals: 1,
        successful_referrals: 0,
        total_store_credit: '0.00',
        pending_store_credit: '0.00',
      },
      recentReferrals: [],
      referralCode: await codeOf(referrer),
    });
  });

  it('are applied once per account, however many tries come at once (ADMIN-4.11)', async () => {
    const [friend, ...referrers] = [await person(), ...(await people(6))];
    const codes = await Promise.all(referrers.map((one) => codeOf(one)));
    const answers = await Promise.all(codes.map((code) => apply(friend, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.code]).toEqual([409, 'REFERRAL_ALREADY_APPLIED']);
    expect(await bonusOf(friend)).toBe(500);
    const again = await apply(friend, codes[0] ?? '');
    expect([again.status, again.body.code]).toEqual([409, 'REFERRAL_ALREADY_APPLIED']);
    expect(await bonusOf(friend)).toBe(500);
  });

  it('are not applied while a dispute suspends the account, and as ever after it (OWN-1146)', async () => {
    const [friend, referrer] = [await person(), await person()];
    const suspend = (is: boolean) =>
      shop.database.query('UPDATE users SET purchases_suspended = $2 WHERE id = $1', [friend.userId, is]);
    await suspend(true);
    const refused = await applied(friend, referrer);
    expect([refused.status, refused.body.code]).toEqual([409, 'DISPUTE_OPEN']);
    expect([await bonusOf(friend), await referrersOf([friend])]).toEqual([0, [null]]);
    await suspend(false);
    expect((await applied(friend, referrer)).status).toBe(200);
  });

  it('are never the own one, not even a former one (OWN-58)', async () => {
    const who = await person();
    const first = await codeOf(who);
    await who.agent.post('/api/referrals/generate-code').expect(200);
    for (const code of [first, await codeOf(who)]) {
      const refused = await apply(who, code);
      expect([refused.status, refused.body.code]).toEqual([409, 'REFERRAL_OWN_CODE']);
    }
    expect(await bonusOf(who)).toBe(0);
  });

  it('may be taken back from the former ones, and left again', async () => {
    const who = await person();
    for (const code of ['PAXBACK01', 'PAXBACK02', 'PAXBACK01', 'PAXBACK03']) {
      await setCode(who, code).expect(200);
      expect(await codeOf(who)).toBe(code);
    }
  });

  it('make no circle of two, three or four, one after the other or all at once (OWN-58)', async () => {
    for (const size of [2, 3, 4]) {
      const notify = await people(size);
      const codes = await Promise.all(notify.map((one) => codeOf(one)));
      const inTurn = [];
      for (const [place, one] of notify.entries())
        inTurn.push((await apply(one, codes[(place + 1) % size] ?? '')).body.code ?? 'applied');
      expect(inTurn).toEqual([...Array.from({ length: size - 1 }, () => 'applied'), 'REFERRAL_CIRCLE']);
    }
    for (let round = 0; round < 8; round += 1) {
      const notify = await people(2 + (round % 3));
      const codes = await Promise.all(notify.map((one) => codeOf(one)));
      const answers = await Promise.all(
        notify.map((one, place) => apply(one, codes[(place + 1) % notify.length] ?? '')),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.map(({ body }) => body.code)).toEqual(['REFERRAL_CIRCLE']);
      expect((await referrersOf(notify)).filter((by) => by === null)).toHaveLength(1);
    }
  });

  it.each(['', ' ', 'PAXZZZZZZ', "PAX' OR 1", 'PAX😀😀😀', 'x'.repeat(41), 7, null])(
    'that are nobody’s are refused: %j',
    async (code) => {
      const who = await person();
      const refused = await who.agent.post('/api/referrals/apply').send({ referralCode: code });
      expect([400, 404]).toContain(refused.status);
      expect(['VALIDATION', 'REFERRAL_CODE_UNKNOWN']).toContain(refused.body.code);
      expect(await referrersOf([who])).toEqual([null]);
    },
  );

  it('of a blocked account are nobody’s', async () => {
    const [friend, referrer] = [await person(), await person()];
    const code = await codeOf(referrer);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [referrer.userId]);
    const refused = await apply(friend, code);
    expect([refused.status, refused.body.code]).toEqual([404, 'REFERRAL_CODE_UNKNOWN']);
  });

  it('tell a visitor who invites, by any code of an account that may invite (OWN-1483)', async () => {
    const [referrer, blocked] = [await person(), await person()];
    const [former, current] = [await codeOf(referrer), 'PAXLINK01'];
    await setCode(referrer, current).expect(200);
    const link = (code: string) => request(shop.app.getHttpServer()).get(`/api/referrals/${code}`);
    for (const code of [former, current, current.toLowerCase()])
      expect((await link(code).expect(200)).body).toEqual({ referrerName: referrer.username });
    const ofBlocked = await codeOf(blocked);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [blocked.userId]);
    for (const code of [ofBlocked, 'PAXNOBODY', 'PAXNONE01'])
      expect((await link(code).expect(404)).body.code).toBe('REFERRAL_CODE_UNKNOWN');
    for (const wrong of ['x', `PAX${'A'.repeat(5_000)}`, '%27%3B--']) await link(wrong).expect(404);
  });

  it('can be chosen: PAX and six places, upper case (ADMIN-7.29, ADMIN-9.1)', async () => {
    const who = await person();
    const answer = await setCode(who, ' paxnova7x ').expect(200);
    expect(answer.body).toEqual({ referralCode: 'PAXNOVA7X' });
    expect(await codeOf(who)).toBe('PAXNOVA7X');
    for (const wrong of [
      'PAX',
      'PAXNOVA',
      'PAXNOVA77X',
      'NOVAPAX77',
      'PAX-OVA77',
      'PAXÄÖÜ123',
      '',
      7,
      null,
    ]) {
      const refused = await setCode(who, wrong);
      expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION']);
    }
    expect(await codeOf(who)).toBe('PAXNOVA7X');
  });

  it('belong to one of those who want them at the same time', async () => {
    const all = await people(5);
    const answers = await Promise.all(all.map((one) => setCode(one, 'PAXWANTED')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.code]).toEqual([409, 'REFERRAL_CODE_TAKEN']);
  });

  it('that were given up stay their owner’s and go on working (ADMIN-7.30, OWN-254)', async () => {
    const [owner, other, friend] = [await person(), await person(), await person()];
    await setCode(owner, 'PAXSHARED').expect(200);
    const answer = await owner.agent.post('/api/referrals/generate-code').expect(200);
    expect(answer.body.referralCode).toMatch(/^PAX[A-Z0-9]{6}$/);
    expect(answer.body.referralCode).not.toBe('PAXSHARED');
    expect(await codeOf(owner)).toBe(answer.body.referralCode);
    expect((await setCode(other, 'PAXSHARED')).body.code).toBe('REFERRAL_CODE_TAKEN');
    expect((await apply(friend, 'PAXSHARED').expect(200)).body).toEqual({ referrerName: owner.username });
    await setCode(owner, 'PAXSHARED').expect(200);
    await setCode(owner, 'PAXSHARED').expect(200);
    expect(await codeOf(owner)).toBe('PAXSHARED');
  });

  it('publish every change to the own account once, by its version', async () => {
    const [friend, referrer] = [await person(), await person()];
    await setCode(friend, 'PAXEVENTS').expect(200);
    await setCode(friend, 'PAXEVENTS').expect(200);
    await applied(friend, referrer);
    const events = await shop.database.query(
      `SELECT aggregate, type, version FROM outbox_events
        WHERE (aggregate = 'user' AND aggregate_id = $1) OR (aggregate = 'balance' AND aggregate_id = $2) ORDER BY id`,
      [String(friend.userId), `bonus:${friend.userId}`],
    );
    expect(events).toEqual([
      { aggregate: 'user', type: 'user.registered', version: 1 },
      { aggregate: 'user', type: 'user.updated', version: 2 },
      { aggregate: 'user', type: 'user.updated', version: 3 },
      { aggregate: 'balance', type: 'balance.changed', version: 1 },
    ]);
  });

  it('are limited in tries, so that none can be guessed', async () => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' });
    try {
      const who = await signIn(strict);
      for (const status of [404, 404, 429]) {
        const answer = await who.agent.post('/api/referrals/apply').send({ referralCode: 'PAXGUESS1' });
        expect(answer.status).toBe(status);
      }
    } finally {
      await strict.close();
    }
  });
});
