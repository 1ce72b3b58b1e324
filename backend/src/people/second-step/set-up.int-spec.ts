import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestApp } from '../../../test/app.js';
import {
  startAppSetup,
  passSecondStep,
  describeAnswer,
  startSecondStepShop,
  readSecondStep,
  STEP_STAFF_ID,
  type SecondStepShop,
} from '../../../test/second-step.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const STEP = '/api/account/second-step';
const MINUTE_MS = 60_000;

describe('setting up a second step (OWN-572)', () => {
  let shop: SecondStepShop;
  beforeAll(async () => {
    shop = await startSecondStepShop();
  });
  afterEach(() => shop.reset());
  afterAll(() => shop.close());

  const pool = async ({ agent }: Pick<SignedIn, 'agent'>): Promise<string> =>
    describeAnswer(await agent.get('/api/admin/coin-stock'));

  /** How often the use of a recovery code was posted. */
  const alerts = async (userId: number): Promise<number> => {
    const rows: unknown[] = await shop.database.query(
      `SELECT 1 FROM outbox_events WHERE data->>'title' = 'A recovery code was used' AND data->>'detail' LIKE $1`,
      [`%user:${userId}`],
    );
    return rows.length;
  };

  it('is for admins and staff, after a recent sign-in with Discord or an admin code', async () => {
    const customer = await signIn(shop);
    expect(describeAnswer(await customer.agent.post(`${STEP}/totp`))).toBe('409 METHOD_DISABLED');
    expect((await readSecondStep(customer.agent)).offers).toEqual([]);
    const old = await shop.admin();
    expect(describeAnswer(await old.agent.post(`${STEP}/totp`))).toBe('403 FRESH_SIGN_IN_REQUIRED');
    const byPassword = await shop.admin({ openedBy: 'password' });
    expect(describeAnswer(await byPassword.agent.post(`${STEP}/totp`))).toBe('403 FRESH_SIGN_IN_REQUIRED');
    const byCode = await shop.admin({ openedBy: 'admin-code' });
    expect(await readSecondStep(byCode.agent)).toMatchObject({ offers: ['totp'] });
    await startAppSetup(shop, byCode.agent);
    shop.moveClock(11 * MINUTE_MS);
    expect(describeAnswer(await byCode.agent.post(`${STEP}/totp`))).toBe('403 FRESH_SIGN_IN_REQUIRED');
    shop.moveClock(0);
    const staff = await signIn(shop, { discordId: STEP_STAFF_ID, proven: true });
    await startAppSetup(shop, staff.agent);
  });

  it('counts with a code of the newest key of this session, once', async () => {
    const { agent } = await shop.admin({ proven: true });
    const confirm = async (code: string) =>
      describeAnswer(await agent.post(`${STEP}/totp/confirm`).send({ code }));
    expect(await confirm('123456')).toBe('409 CONFLICT');
    const first = await startAppSetup(shop, agent);
    const second = await startAppSetup(shop, agent);
    expect(await confirm(first.code())).toBe('403 SECOND_STEP_WRONG');
    expect((await readSecondStep(agent)).status).toBe('none');
    const other = await shop.admin({ proven: true });
    expect(describeAnswer(await other.agent.post(`${STEP}/totp/confirm`).send({ code: second.code() }))).toBe(
      '409 CONFLICT',
    );
    const answers = await Promise.all([confirm(second.code()), confirm(second.code())]);
    expect(answers.toSorted()).toEqual(['200', '409 CONFLICT']);
    expect(await passSecondStep(agent, second.code())).toBe('403 SECOND_STEP_WRONG');
    expect(await readSecondStep(agent)).toMatchObject({
      status: 'fresh',
      ways: ['totp', 'recovery-code'],
      recoveryCodesLeft: 10,
    });
  });

  it('of two sessions at once happens in one, and the other has to pass it first', async () => {
    const people = [await shop.admin({ proven: true }), await shop.admin({ proven: true })];
    const begun = [];
    for (const { agent } of people) begun.push({ agent, app: await startAppSetup(shop, agent) });
    const answers = await Promise.all(
      begun.map(async ({ agent, app }) =>
        describeAnswer(await agent.post(`${STEP}/totp/confirm`).send({ code: app.code() })),
      ),
    );
    expect(answers.toSorted()).toEqual(['200', '403 SECOND_STEP_REQUIRED']);
  });

  it('asks for the present step before anything is changed or removed', async () => {
    const { app: authenticator } = await shop.adminWithApp();
    const { agent } = await shop.admin({ proven: true });
    const calls = ['/totp', '/totp/confirm', '/recovery-codes'];
    for (const path of calls)
      expect(
        describeAnswer(
          await agent.post(`${STEP}${path}`).send(path === '/totp/confirm' ? { code: '1' } : undefined),
        ),
      ).toBe('403 SECOND_STEP_REQUIRED');
    expect(describeAnswer(await agent.delete(`${STEP}/totp`))).toBe('403 SECOND_STEP_REQUIRED');
    expect(await passSecondStep(agent, authenticator.code())).toBe('200');
    const next = await startAppSetup(shop, agent);
    await agent
      .post(`${STEP}/totp/confirm`)
      .send({ code: next.code(-1) })
      .expect(200, { recoveryCodes: [] });
    expect(await passSecondStep(agent, next.code())).toBe('200');
    expect(await passSecondStep(agent, authenticator.code(1))).toBe('403 SECOND_STEP_WRONG');
  });

  it('taken back ends the other sessions, which would have got their rights by it, and tells the owner', async () => {
    const { agent, userId } = await shop.adminWithApp();
    const waiting = await shop.admin();
    expect(describeAnswer(await agent.delete(`${STEP}/totp`))).toBe('200');
    expect(describeAnswer(await agent.delete(`${STEP}/totp`))).toBe('404 NOT_FOUND');
    expect(describeAnswer(await waiting.agent.get('/api/auth/me'))).toBe('401 UNAUTHENTICATED');
    expect(await pool({ agent })).toBe('200');
    expect(await readSecondStep(agent)).toMatchObject({ status: 'none', recoveryCodesLeft: 0 });
    const notices = await agent.get('/api/account/security-notices').expect(200);
    expect(notices.body.slice(0, 2).map(({ kind }: { kind: string }) => kind)).toEqual([
      'second_step_removed',
      'second_step_added',
    ]);
    expect(await shop.listAudited(userId)).toEqual(
      expect.arrayContaining(['second-step.add totp', 'second-step.remove totp']),
    );
  });

  describe('a recovery code (OWN-567)', () => {
    it('is shown once, stored hashed, and works once, also for many at the same time', async () => {
      const { agent, recoveryCodes, userId } = await shop.adminWithApp();
      const before = await alerts(userId);
      expect(recoveryCodes).toHaveLength(10);
      const stored = JSON.stringify(await shop.database.query('SELECT * FROM recovery_codes'));
      expect(recoveryCodes.filter((code) => stored.includes(code.replaceAll('-', '')))).toEqual([]);
      const [code = '', next = ''] = recoveryCodes;
      const sessions = await Promise.all(Array.from({ length: 4 }, () => shop.admin()));
      const answers = await Promise.all(sessions.map((session) => passSecondStep(session.agent, code)));
      expect(answers.toSorted()).toEqual([
        '200',
        ...Array.from({ length: 3 }, () => '403 SECOND_STEP_WRONG'),
      ]);
      expect(await passSecondStep(agent, ` ${next.toUpperCase().replaceAll('-', ' ')} `)).toBe('200');
      expect((await readSecondStep(agent)).recoveryCodesLeft).toBe(8);
      const notices = await agent.get('/api/account/security-notices').expect(200);
      expect(notices.body[0]).toMatchObject({ kind: 'recovery_code_used' });
      expect((await alerts(userId)) - before).toBe(2);
    });

    it('of one account is worth nothing in another, and new ones replace the old', async () => {
      const staff = await shop.adminWithApp({ discordId: STEP_STAFF_ID });
      const person = await shop.adminWithApp();
      expect(await passSecondStep(person.agent, staff.recoveryCodes[0] ?? '')).toBe('403 SECOND_STEP_WRONG');
      const { body } = await person.agent.post(`${STEP}/recovery-codes`).expect(200);
      expect(body.recoveryCodes).toHaveLength(10);
      expect(await passSecondStep(person.agent, person.recoveryCodes[0] ?? '')).toBe('403 SECOND_STEP_WRONG');
      expect(await passSecondStep(person.agent, body.recoveryCodes[0])).toBe('200');
    });
  });
});

describe('a shop without TOKEN_KEY, at an address of numbers', () => {
  it('offers neither app nor passkey (OWN-567)', async () => {
    const shop = await startTestApp();
    const { agent } = await signIn(shop, { admin: true, proven: true });
    expect((await readSecondStep(agent)).offers).toEqual([]);
    for (const path of ['totp', 'passkeys/challenge'])
      expect(describeAnswer(await agent.post(`${STEP}/${path}`))).toBe('409 METHOD_DISABLED');
    await shop.close();
  });
});
