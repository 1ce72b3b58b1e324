import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../../test/discord-peer.js';
import { signIn, issueAdminCode } from '../../../../test/sign-in.js';
import { sha256 } from '../../../platform/secrets.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { usernameKey } from '../../usernames/username-key.js';
import { PasswordHasher } from './password-hasher.js';
import { ADMIN_CODE_OVER_ALL, LOGIN_PER_ACCOUNT } from '../sign-in-limits.js';

jest.setTimeout(30_000);

const password = 'right password';
const STAFF_ID = '427196530852986880';
const HERE = '198.51.100.7';

describe('a try that was refused before it was checked', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let names = 0;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startTestApp({ ...peer.settings(), TRUST_PROXY: '1' });
  });
  afterEach(async () => {
    peer.isUnavailable = false;
    await shop.database.query('DELETE FROM rate_limits');
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const browser = () => request.agent(shop.app.getHttpServer());
  const registered = async () => {
    names += 1;
    const [username, agent] = [`refused ${names}`, browser()];
    await agent.post('/api/auth/register').send({ username, password }).expect(201);
    return { username, agent };
  };
  const login = async (username: string): Promise<number> => {
    const call = browser().post('/api/auth/login').set('x-forwarded-for', HERE);
    return (await call.send({ username, password })).status;
  };
  const codeOf = (userId: number) => issueAdminCode(shop, userId);
  const enter = async (adminCode: string): Promise<number> => {
    const call = browser().post('/api/auth/admin-login').set('x-forwarded-for', HERE);
    return (await call.send({ adminCode })).status;
  };
  /** Forty at once: thirty are refused by their number while ten passwords are looked at. */
  const fortyAtOnce = async <T>(act: () => Promise<T>): Promise<T[]> => {
    const hasher = shop.app.get(PasswordHasher);
    const verify = hasher.verifyPassword.bind(hasher);
    let goOn: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const looking = jest.spyOn(hasher, 'verifyPassword').mockImplementation(async (...asked) => {
      await refused;
      return verify(...asked);
    });
    let answered = 0;
    const acts = Array.from({ length: 40 }, async () => {
      const answer = await act();
      answered += 1;
      if (answered === 30) goOn();
      return answer;
    });
    const answers = await Promise.all(acts);
    looking.mockRestore();
    return answers;
  };
  /** As if the quarter of an hour of one rule was over. */
  const isOver = (rule: { name: string }) =>
    shop.database.query('UPDATE rate_limits SET expire = 0 WHERE key LIKE $1', [`${rule.name}:%`]);

  it('does not count at the address, when guessing elsewhere used up the limit (OWN-29, OWN-344)', async () => {
    const { username } = await registered();
    const limits = shop.app.get(RateLimiter);
    for (let n = 0; n < 50; n += 1) await limits.take(LOGIN_PER_ACCOUNT, sha256(usernameKey(username)));
    for (let n = 0; n < 10; n += 1) expect(await login(username)).toBe(429);
    await isOver(LOGIN_PER_ACCOUNT);
    expect(await login(username)).toBe(200);
  });

  it('does not count as a wrong password, however many right ones come at once (OWN-29)', async () => {
    const { username } = await registered();
    const told = await fortyAtOnce(() => login(username));
    expect(told.filter((status) => status === 429)).toHaveLength(30);
    expect(await login(username)).toBe(200);
  });

  it('does not count as a wrong current password (OWN-29)', async () => {
    const { agent } = await registered();
    const ask = async (): Promise<string> => {
      const answer = await agent.post('/api/account/discord/link').send({ currentPassword: password });
      return answer.status === 200 ? 'may link' : String(answer.body.code);
    };
    const told = await fortyAtOnce(ask);
    expect(told.filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(30);
    expect(await ask()).toBe('may link');
  });

  it('of an admin code does not count at the address, when guessing elsewhere used up the limit (OWN-3)', async () => {
    const { userId } = await signIn(shop, { admin: true });
    const limits = shop.app.get(RateLimiter);
    for (let n = 0; n < 50; n += 1) await limits.take(ADMIN_CODE_OVER_ALL, 'all');
    const code = await codeOf(userId);
    for (let n = 0; n < 5; n += 1) expect(await enter(code)).toBe(429);
    await isOver(ADMIN_CODE_OVER_ALL);
    expect(await enter(code)).toBe(200);
  });

  it('of an admin code does not count when the role could not be read (OWN-3)', async () => {
    const { userId } = await signIn(shop, { discordId: STAFF_ID });
    const code = await codeOf(userId);
    peer.isUnavailable = true;
    for (let n = 0; n < 6; n += 1) expect(await enter(code)).toBe(503);
    peer.isUnavailable = false;
    expect(await enter(code)).toBe(200);
  });

  it('of an admin code is recorded when the role could not be read (OWN-3)', async () => {
    const { userId } = await signIn(shop, { discordId: STAFF_ID });
    const code = await codeOf(userId);
    peer.isUnavailable = true;
    expect(await enter(code)).toBe(503);
    const rows: object[] = await shop.database.query(
      `SELECT actor, subject, address_hash IS NOT NULL AS addressed FROM audit_log WHERE action = $1 ORDER BY id DESC LIMIT 1`,
      ['admin-code.unchecked'],
    );
    expect(rows).toEqual([{ actor: 'visitor', subject: 'admin-code', addressed: true }]);
    const alerts: object[] = await shop.database.query(
      `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised' ORDER BY id DESC LIMIT 1`,
    );
    expect(alerts).toEqual([{ title: 'An admin code could not be checked' }]);
  });
});
