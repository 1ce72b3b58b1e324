import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startListeningApp, type ListeningApp } from '../../../../test/app.js';
import { linkDiscord, signInWithDiscord } from '../../../../test/discord-sign-in.js';
import { DiscordPeer } from '../../../../test/discord-peer.js';
import { countLockWaits } from '../../../../test/lock-waits.js';
import { signIn } from '../../../../test/sign-in.js';
import { SocketClient, disableSocketChecks } from '../../../../test/sockets.js';
import { until } from '../../../../test/until.js';
import { PasswordHasher } from './password-hasher.js';
import { StartUserSession } from '../sessions/start-user-session.js';

jest.setTimeout(30_000);

type Agent = ReturnType<typeof request.agent>;

const OLD = 'the old way ☂';
const NEW = 'a new way in 7';

describe('setting a new password', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  let names = 0;
  let last = 739_052_694_417_768_000n;

  beforeAll(async () => {
    await peer.listen();
    shop = await startListeningApp(
      { ...peer.settings(), RATE_LIMIT_FACTOR: '5' },
      { prepare: disableSocketChecks },
    );
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const browser = (): Agent => request.agent(shop.app.getHttpServer());
  const registered = async (): Promise<{ agent: Agent; username: string }> => {
    names += 1;
    const username = `changer ${names}`;
    const agent = browser();
    await agent.post('/api/auth/register').send({ username, password: OLD }).expect(201);
    return { agent, username };
  };
  const login = async (username: string, password: string, agent = browser()): Promise<Agent | number> => {
    const answer = await agent.post('/api/auth/login').send({ username, password });
    return answer.status === 200 ? agent : answer.status;
  };
  const signedIn = async (username: string, password: string): Promise<Agent> => {
    const agent = browser();
    expect(await login(username, password, agent)).toBe(agent);
    return agent;
  };
  const change = async (agent: Agent, body: object): Promise<string> => {
    const answer = await agent.post('/api/account/password').send(body);
    return answer.status === 200 ? 'changed' : `${answer.status} ${answer.body.code}`;
  };
  const stateOf = async (agent: Agent) => (await agent.get('/api/account/password').expect(200)).body;
  const isIn = async (agent: Agent): Promise<boolean> => (await agent.get('/api/auth/me')).status === 200;
  /** Somebody at Discord. */
  const discordPerson = (): string => {
    last += 1n;
    peer.people.set(String(last), `person.${last}`.slice(0, 30));
    return String(last);
  };
  const withDiscord = async (agent: Agent, personId: string): Promise<void> => {
    expect((await signInWithDiscord(agent, peer, personId)).status).toBe(302);
  };
  /** An account with a password that linked Discord so many days ago. */
  const linked = async (days: number): Promise<{ agent: Agent; username: string; personId: string }> => {
    const { agent, username } = await registered();
    const personId = discordPerson();
    expect((await linkDiscord(agent, peer, { personId, currentPassword: OLD })).status).toBe(302);
    await shop.database.query(
      `UPDATE users SET discord_linked_at = now() - $2 * interval '1 day' WHERE username = $1`,
      [username, days],
    );
    return { agent, username, personId };
  };

  /** Begins acts while the account's row is locked, and lets them go on when so many wait for it. */
  const whileLocked = async <T>(username: string, many: number, begin: () => Promise<T>[]): Promise<T[]> => {
    const begun = await shop.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM users WHERE username = $1 FOR UPDATE', [username]);
      // Handed out in a list, since the transaction would wait for a promise.
      const acts = begin();
      await until(
        () => countLockWaits(shop),
        (waiting) => waiting === many,
      );
      return { acts };
    });
    return Promise.all(begun.acts);
  };

  it('takes the current password, which is refused afterwards (OWN-25)', async () => {
    const { agent, username } = await registered();
    expect(await stateOf(agent)).toEqual({ hasPassword: true, freeUntil: null, resetFrom: null });
    expect(await change(agent, { newPassword: NEW })).toBe('403 CURRENT_PASSWORD_REQUIRED');
    expect(await change(agent, { currentPassword: `${OLD} `, newPassword: NEW })).toBe(
      '403 CURRENT_PASSWORD_WRONG',
    );
    expect(await login(username, NEW)).toBe(401);
    expect(await change(agent, { currentPassword: OLD, newPassword: NEW })).toBe('changed');
    expect(await login(username, OLD)).toBe(401);
    await signedIn(username, NEW);
  });

  it('ends every other session and socket, and not the own (OWN-25)', async () => {
    const { agent, username } = await registered();
    const others = await Promise.all([signedIn(username, OLD), signedIn(username, OLD)]);
    const cookieOf = async (): Promise<string> => {
      const answer = await browser().post('/api/auth/login').send({ username, password: OLD });
      return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    };
    const [stranger, thief, own] = [await registered(), await cookieOf(), await cookieOf()];
    const [theirs, mine] = [thief, own].map(
      (cookie) => new SocketClient(shop.url, { origin: shop.url, cookie }),
    );
    await Promise.all([theirs?.waitForRooms(2), mine?.waitForRooms(2)]);
    const answer = await request(shop.app.getHttpServer())
      .post('/api/account/password')
      .set('cookie', own)
      .send({ currentPassword: OLD, newPassword: NEW });
    expect(answer.status).toBe(200);
    await theirs?.waitUntilEnded();
    expect(mine?.endings).toEqual([]);
    mine?.close();
    const isInBy = async (cookie: string): Promise<number> =>
      (await request(shop.app.getHttpServer()).get('/api/auth/me').set('cookie', cookie)).status;
    expect([await isInBy(own), await isInBy(thief)]).toEqual([200, 401]);
    expect(await isIn(agent)).toBe(false);
    for (const other of others) expect(await isIn(other)).toBe(false);
    expect(await isIn(stranger.agent)).toBe(true);
  });

  it('lets one of two concurrent changes succeed', async () => {
    const { agent, username } = await registered();
    const other = await signedIn(username, OLD);
    const answers = await Promise.all([
      change(agent, { currentPassword: OLD, newPassword: `${NEW} one` }),
      change(other, { currentPassword: OLD, newPassword: `${NEW} two` }),
    ]);
    expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1);
    const winner = answers[0] === 'changed' ? 'one' : 'two';
    await signedIn(username, `${NEW} ${winner}`);
    expect(await login(username, `${NEW} ${winner === 'one' ? 'two' : 'one'}`)).toBe(401);
  });

  it('lets one of two succeed that come from the same session (OWN-25)', async () => {
    const { agent, username } = await registered();
    const wishes = ['one', 'two'].map((which) => ({ currentPassword: OLD, newPassword: `${NEW} ${which}` }));
    // Both have the current password checked before either may write.
    const answers = await whileLocked(username, 2, () => wishes.map((wish) => change(agent, wish)));
    expect(answers.toSorted()).toEqual(['403 CURRENT_PASSWORD_WRONG', 'changed']);
    await signedIn(username, wishes[answers.indexOf('changed')]?.newPassword ?? '');
    expect(await isIn(agent)).toBe(true);
  });

  it('leaves no session of a login with the old password that was in progress', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { agent, username } = await registered();
      const [changed, ...logins] = await Promise.all([
        change(agent, { currentPassword: OLD, newPassword: NEW }),
        ...Array.from({ length: 4 }, () => login(username, OLD)),
      ]);
      expect(changed).toBe('changed');
      for (const who of logins) expect(typeof who === 'number' ? who : await isIn(who)).not.toBe(true);
    }
  });

  it('opens no session for a login whose password was changed before the session started', async () => {
    const { agent, username } = await registered();
    const starting = shop.app.get(StartUserSession);
    const execute = starting.execute.bind(starting);
    const held = jest.spyOn(starting, 'execute').mockImplementationOnce(async (input) => {
      expect(await change(agent, { currentPassword: OLD, newPassword: NEW })).toBe('changed');
      return execute(input);
    });
    expect(await login(username, OLD)).toBe(401);
    held.mockRestore();
    expect((await agent.get('/api/account/sessions').expect(200)).body).toHaveLength(1);
  });

  it('sets nothing for a session that was ended while the new password was hashed (OWN-364)', async () => {
    const { agent, username } = await registered();
    const thief = await signedIn(username, OLD);
    const hasher = shop.app.get(PasswordHasher);
    const hash = hasher.hashPassword.bind(hasher);
    const held = jest.spyOn(hasher, 'hashPassword').mockImplementationOnce(async (...asked) => {
      await agent.delete('/api/account/sessions').expect(200);
      return hash(...asked);
    });
    expect(await change(thief, { currentPassword: OLD, newPassword: NEW })).toBe('401 UNAUTHENTICATED');
    held.mockRestore();
    await signedIn(username, OLD);
  });

  it('needs no old password for ten minutes after a sign-in with the linked Discord account, once (OWN-25)', async () => {
    const { agent, username, personId } = await linked(8);
    await agent.post('/api/auth/logout').expect(200);
    const anew = browser();
    await withDiscord(anew, personId);
    const state = await stateOf(anew);
    expect(state.hasPassword).toBe(true);
    const inMs = Date.parse(state.freeUntil) - Date.now();
    expect(inMs).toBeGreaterThan(9 * 60_000);
    expect(inMs).toBeLessThanOrEqual(10 * 60_000);
    expect(await change(anew, { newPassword: NEW })).toBe('changed');
    await signedIn(username, NEW);
    expect(await stateOf(anew)).toMatchObject({ hasPassword: true, freeUntil: null });
    expect(await change(anew, { newPassword: `${NEW} again` })).toBe('403 CURRENT_PASSWORD_REQUIRED');
  });

  it('needs none either after a proof by a signed-in person, for ten minutes', async () => {
    const { agent, username, personId } = await linked(8);
    await withDiscord(agent, personId);
    expect((await stateOf(agent)).freeUntil).not.toBeNull();
    await shop.database.query(
      `UPDATE sessions SET discord_proven_at = now() - interval '10 minutes' WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
      [username],
    );
    expect(await stateOf(agent)).toMatchObject({ freeUntil: null });
    expect(await change(agent, { newPassword: NEW })).toBe('403 CURRENT_PASSWORD_REQUIRED');
  });

  it('needs it with a link younger than seven days, proven again or not (OWN-25)', async () => {
    const { agent, username, personId } = await linked(0);
    const state = await stateOf(agent);
    expect(state).toMatchObject({ hasPassword: true, freeUntil: null });
    const inDays = (Date.parse(state.resetFrom) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(6.99);
    expect(inDays).toBeLessThanOrEqual(7);
    await withDiscord(agent, personId);
    expect(await stateOf(agent)).toMatchObject({ freeUntil: null });
    expect(await change(agent, { newPassword: NEW })).toBe('403 CURRENT_PASSWORD_REQUIRED');
    await shop.database.query(
      `UPDATE users SET discord_linked_at = now() - interval '7 days' + interval '5 seconds' WHERE username = $1`,
      [username],
    );
    expect(await change(agent, { newPassword: NEW })).toBe('403 CURRENT_PASSWORD_REQUIRED');
    await shop.database.query(
      `UPDATE users SET discord_linked_at = now() - interval '7 days' WHERE username = $1`,
      [username],
    );
    expect(await change(agent, { newPassword: NEW })).toBe('changed');
  });

  it('notifies who had none that a password was set', async () => {
    const owner = browser();
    await withDiscord(owner, discordPerson());
    expect(await change(owner, { newPassword: NEW })).toBe('changed');
    const notices = (await owner.get('/api/account/security-notices').expect(200)).body;
    expect(notices.map(({ kind }: { kind: string }) => kind)).toEqual(['password_set']);
  });

  it('notifies the owner how the password was changed, and from where (OWN-366)', async () => {
    const { agent, personId } = await linked(8);
    expect(await change(agent, { currentPassword: OLD, newPassword: NEW })).toBe('changed');
    await withDiscord(agent, personId);
    expect(await change(agent, { newPassword: OLD })).toBe('changed');
    const notices = (await agent.get('/api/account/security-notices').expect(200)).body;
    expect(notices.map(({ kind }: { kind: string }) => kind)).toEqual([
      'password_reset',
      'password_changed',
      'discord_linked',
    ]);
  });

  it('needs it in a session that was opened otherwise', async () => {
    const personId = discordPerson();
    const owner = browser();
    await withDiscord(owner, personId);
    const other = await signIn(shop, { discordId: personId });
    expect(await stateOf(other.agent)).toEqual({ hasPassword: false, freeUntil: null, resetFrom: null });
    expect(await change(other.agent, { newPassword: NEW })).toBe('403 FRESH_SIGN_IN_REQUIRED');
    expect(await change(other.agent, { currentPassword: 'anything', newPassword: NEW })).toBe(
      '403 FRESH_SIGN_IN_REQUIRED',
    );
  });

  it('gives an account made with Discord its first password', async () => {
    const agent = browser();
    await withDiscord(agent, discordPerson());
    expect(await stateOf(agent)).toMatchObject({ hasPassword: false, freeUntil: expect.any(String) });
    const { username } = (await agent.get('/api/auth/me')).body;
    expect(await login(username, NEW)).toBe(401);
    expect(await change(agent, { newPassword: NEW })).toBe('changed');
    await signedIn(username, NEW);
  });

  it('consumes the proof once, however many requests are concurrent', async () => {
    const agent = browser();
    await withDiscord(agent, discordPerson());
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => change(agent, { newPassword: `${NEW} number ${n}` })),
    );
    expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1);
    const { username } = (await agent.get('/api/auth/me')).body;
    await signedIn(username, `${NEW} number ${answers.indexOf('changed') + 1}`);
  });

  it.each(['123456', 'PASSWORD', 'qwerty123', 'iloveyou', 'passwort', ' letmein '])(
    'refuses %j, which everybody guesses, here and at registration (OWN-252)',
    async (password) => {
      const { agent } = await registered();
      expect(await change(agent, { currentPassword: OLD, newPassword: password })).toBe(
        '400 PASSWORD_COMMON',
      );
      const answer = await browser().post('/api/auth/register').send({ username: 'too simple', password });
      expect([answer.status, answer.body.code]).toEqual([400, 'PASSWORD_COMMON']);
    },
  );

  it('refuses patterns and the names of user and shop, which no list holds, at both places (OWN-252)', async () => {
    const { agent, username } = await registered();
    const register = async (name: string, password: string): Promise<unknown> =>
      (await browser().post('/api/auth/register').send({ username: name, password })).body.code;
    for (const newPassword of [
      '654321',
      'aaaaaa',
      '121212',
      'zyxwvu',
      'mnbvcxmnb',
      '?!?!?!?!',
      'PAX-market',
    ]) {
      expect(await change(agent, { currentPassword: OLD, newPassword })).toBe('400 PASSWORD_COMMON');
      expect(await register('simple too', newPassword)).toBe('PASSWORD_COMMON');
    }
    expect(await change(agent, { currentPassword: OLD, newPassword: username })).toBe('400 PASSWORD_COMMON');
    expect(await register('-like name-', 'like name')).toBe('PASSWORD_COMMON');
    expect(await change(agent, { currentPassword: OLD, newPassword: 'aaaaab' })).toBe('changed');
  });

  it('refuses the own username as a password (OWN-252)', async () => {
    const answer = await browser()
      .post('/api/auth/register')
      .send({ username: 'Same As Name', password: 'same  as name' });
    expect([answer.status, answer.body.code]).toEqual([400, 'PASSWORD_COMMON']);
  });

  it.each([
    { newPassword: '12345' },
    { newPassword: 'x'.repeat(129) },
    { newPassword: 123_456 },
    { currentPassword: OLD },
    { currentPassword: '', newPassword: NEW },
    { currentPassword: 'x'.repeat(129), newPassword: NEW },
    { currentPassword: OLD, newPassword: NEW, userId: 1 },
  ])('refuses a malformed wish with 400 before anything is hashed: case %# (OWN-252)', async (body) => {
    const { agent } = await registered();
    expect(await change(agent, body)).toBe('400 VALIDATION');
  });

  it('counts and records wrong current passwords, not right ones (OWN-29)', async () => {
    const { agent, username } = await registered();
    for (let n = 0; n < 50; n += 1)
      expect(await change(agent, { currentPassword: 'wrong', newPassword: NEW })).toBe(
        '403 CURRENT_PASSWORD_WRONG',
      );
    expect(await change(agent, { currentPassword: OLD, newPassword: NEW })).toBe('429 RATE_LIMITED');
    await signedIn(username, OLD);
    const rows: { n: number }[] = await shop.database.query(
      `SELECT count(*)::int AS n FROM audit_log a JOIN users u ON a.actor = 'user:' || u.id
        WHERE a.action = 'password.refused' AND u.username = $1`,
      [username],
    );
    expect(rows).toEqual([{ n: 50 }]);
  });
});
