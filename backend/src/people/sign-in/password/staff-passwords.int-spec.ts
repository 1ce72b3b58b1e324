import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../../test/discord-peer.js';
import { TEST_ADMIN_ID } from '../../../../test/settings.js';
import { signIn } from '../../../../test/sign-in.js';
import { Clock } from '../../../platform/clock.js';
import { PasswordHasher } from './password-hasher.js';

type Agent = ReturnType<typeof request.agent>;
const ELEVEN = 'tulip 7 gat';
const TWELVE = 'tulip 7 gate';
const LONG = 'seven tulips';

/** Something that others wait for. */
class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

describe('passwords of admins and staff (OWN-348)', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let ids = 427_196_530_852_987_000n;
  beforeAll(async () => {
    await peer.listen();
    shop = await startTestApp({ ...peer.settings(), RATE_LIMIT_FACTOR: '100' });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const browser = (): Agent => request.agent(shop.app.getHttpServer());
  /** Registers an account, which then turns out to be a staff member's, an admin's, an operator's or a customer's. */
  const account = async (role: 'staff' | 'admin' | 'operator' | 'customer', password: string) => {
    ids += 1n;
    const [username, agent, staffId] = [`holder ${ids % 1000n}`, browser(), String(ids)];
    await agent.post('/api/auth/register').send({ username, password }).expect(201);
    peer.members.set(staffId, role === 'staff' ? [PEER_STAFF_ROLE] : []);
    if (role === 'admin')
      await shop.database.query('UPDATE users SET discord_id = NULL WHERE discord_id = $1', [TEST_ADMIN_ID]);
    await shop.database.query(
      `UPDATE users SET discord_id = $2, discord_username = 'somebody', discord_linked_at = now(),
              operator_since = CASE WHEN $3 THEN now() END WHERE username = $1`,
      [username, role === 'admin' ? TEST_ADMIN_ID : staffId, role === 'operator'],
    );
    return { username, agent };
  };
  const login = (username: string, password: string, newPassword?: string, agent = browser()) =>
    agent
      .post('/api/auth/login')
      .send({ username, password, ...(newPassword === undefined ? {} : { newPassword }) });

  it.each(['staff', 'admin', 'operator'] as const)(
    'of %s: a sign-in with eleven characters goes on with a longer one only',
    async (role) => {
      const { username, agent } = await account(role, ELEVEN);
      const refused = await login(username, ELEVEN).expect(403);
      expect(refused.body).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED', minLength: 12 });
      const sessionCookies = [refused.headers['set-cookie'] ?? []].flat();
      expect(sessionCookies).toEqual([]);
      for (const [newPassword, code] of [
        ['tulips 7 8!', 'PASSWORD_TOO_SHORT'],
        ['aaaaaaaaaaaa', 'PASSWORD_COMMON'],
        ['short', 'VALIDATION'],
      ] as const) {
        const answer = await login(username, ELEVEN, newPassword).expect(400);
        expect(answer.body).toMatchObject({ code });
      }
      await agent.get('/api/auth/me').expect(200);
      const renewed = browser();
      await login(username, ELEVEN, LONG, renewed).expect(200);
      const me = await renewed.get('/api/auth/me').expect(200);
      expect(me.body).toMatchObject({ username, role: 'customer', isAuthorizedUser: false });
      // As with every change of a password: the others are out, the old one is worthless, the owner is told.
      await agent.get('/api/auth/me').expect(401);
      expect((await login(username, ELEVEN)).status).toBe(401);
      expect((await login(username, LONG)).status).toBe(200);
      const told = await shop.database.query(
        `SELECT (SELECT array_agg(kind) FROM security_notices WHERE user_id = u.id) AS notices,
              (SELECT count(*)::int FROM audit_log
                WHERE action = 'password.change' AND subject = 'user:' || u.id) AS audited
         FROM users u WHERE username = $1`,
        [username],
      );
      expect(told).toEqual([{ notices: expect.arrayContaining(['password_changed']), audited: 1 }]);
    },
  );

  it('too short, of an account with a second step, are renewed by no password (OWN-665)', async () => {
    const { username, agent } = await account('staff', ELEVEN);
    await shop.database.query(
      `INSERT INTO second_steps (user_id, created_at, totp_since, totp_sealed)
       SELECT id, now(), now(), 'x' FROM users WHERE username = $1`,
      [username],
    );
    for (const newPassword of [undefined, LONG]) {
      const refused = await login(username, ELEVEN, newPassword);
      expect([refused.status, refused.body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED']);
    }
    await agent.get('/api/auth/me').expect(200);
    expect((await login(username, LONG)).status).toBe(401);
  });

  it('of staff: twelve characters are enough, and six are for customers', async () => {
    const staff = await account('staff', TWELVE);
    expect((await login(staff.username, TWELVE)).status).toBe(200);
    const customer = await account('customer', 'kw7!zq');
    expect((await login(customer.username, 'kw7!zq')).status).toBe(200);
  });

  it('that are long enough are not changed by a sign-in, which asks for no second step', async () => {
    for (const role of ['staff', 'customer'] as const) {
      const { username, agent } = await account(role, TWELVE);
      const refused = await login(username, TWELVE, LONG).expect(400);
      expect(refused.body).toMatchObject({ code: 'VALIDATION' });
      await agent.get('/api/auth/me').expect(200);
      await login(username, TWELVE).expect(200);
    }
  });

  it('of who has just become staff are too short after half a minute (OWN-7)', async () => {
    const { username } = await account('customer', ELEVEN);
    expect((await login(username, ELEVEN)).status).toBe(200);
    peer.members.set(String(ids), [PEER_STAFF_ROLE]);
    const later = new Date(Date.now() + 31_000);
    const now = jest.spyOn(shop.app.get(Clock), 'now').mockImplementation(() => later);
    try {
      expect((await login(username, ELEVEN)).body).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' });
    } finally {
      now.mockRestore();
    }
  });

  it('counts characters, not units', async () => {
    const { username } = await account('staff', '🌷🌼🌻🌹🌺🌸');
    expect((await login(username, '🌷🌼🌻🌹🌺🌸')).body).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' });
  });

  it('does not tell who has the wrong password', async () => {
    const { username } = await account('staff', ELEVEN);
    const refused = await login(username, 'tulip 7 gaty', LONG).expect(401);
    expect(refused.body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect((await login(username, ELEVEN)).status).toBe(403);
  });

  it('lets one of two concurrent renewals succeed', async () => {
    const { username } = await account('staff', ELEVEN);
    const hasher = shop.app.get(PasswordHasher);
    const hash = hasher.hashPassword.bind(hasher);
    const [bothChecked, oneDone] = [new Signal(), new Signal()];
    // Both are let in by the old password; the second one's new password is ready when the first is signed in.
    const hashing = jest
      .spyOn(hasher, 'hashPassword')
      .mockImplementationOnce(async (...asked) => {
        await bothChecked.given;
        return hash(...asked);
      })
      .mockImplementationOnce(async (...asked) => {
        bothChecked.give();
        await oneDone.given;
        return hash(...asked);
      });
    const renew = async (newPassword: string): Promise<number> => {
      const { status } = await login(username, ELEVEN, newPassword);
      oneDone.give();
      return status;
    };
    const told = await Promise.all([renew(`${LONG} 1`), renew(`${LONG} 2`)]);
    hashing.mockRestore();
    expect(told.toSorted((x, y) => x - y)).toEqual([200, 401]);
    expect((await login(username, `${LONG} ${told[0] === 200 ? 1 : 2}`)).status).toBe(200);
  });

  it('of staff have twelve characters where they are changed, too', async () => {
    const { username, agent } = await account('staff', LONG);
    const change = (newPassword: string) =>
      agent.post('/api/account/password').send({ currentPassword: LONG, newPassword });
    expect((await change(ELEVEN)).body).toMatchObject({ code: 'PASSWORD_TOO_SHORT', minLength: 12 });
    expect((await login(username, LONG)).status).toBe(200);
    await change(TWELVE).expect(200);
  });

  it('are not asked for at a sign-in with Discord, nor while Discord is unavailable', async () => {
    const { username } = await account('staff', ELEVEN);
    const bySession = await signIn(shop, { discordId: String(ids) });
    await bySession.agent.get('/api/admin/coin-stock').expect(200);
    const other = await account('staff', ELEVEN);
    peer.isUnavailable = true;
    try {
      // Who is staff is not known then; what a password opens is a customer's session anyway.
      expect((await login(other.username, ELEVEN)).status).toBe(200);
    } finally {
      peer.isUnavailable = false;
    }
    expect((await login(username, ELEVEN)).status).toBe(403);
  });
});
