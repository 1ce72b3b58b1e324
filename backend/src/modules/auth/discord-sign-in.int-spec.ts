import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { signIn } from '../../../test/sign-in.js';

type Agent = ReturnType<typeof request.agent>;

describe('signing in with Discord', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  const browser = (): Agent => request.agent(shop.app.getHttpServer());
  /** Begins in a browser. @returns Discord's page with what it was asked */
  const begin = async (agent: Agent, next?: string): Promise<string> => {
    const start = agent.get('/api/auth/discord').query(next === undefined ? {} : { next });
    return (await start.expect(302)).headers.location ?? '';
  };
  const whole = async (agent: Agent, personId: string, next?: string) =>
    agent.get(peer.approve(await begin(agent, next), personId));
  const counts = async () => {
    const rows = await shop.database.query(
      'SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM sessions) AS sessions',
    );
    return rows[0];
  };
  let last = 516_830_472_295_546_000n;
  /** Somebody new at Discord. */
  const person = (name: string): string => {
    last += 1n;
    peer.people.set(String(last), name);
    return String(last);
  };

  beforeAll(async () => {
    await peer.listen();
    shop = await startTestApp({ ...peer.settings(), RATE_LIMIT_FACTOR: '100' });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });
  beforeEach(() => {
    peer.isAway = false;
  });

  it('asks for identify only, with PKCE and a fixed way back (OWN-11)', async () => {
    const agent = browser();
    const answer = await agent.get('/api/auth/discord?redirect_uri=https://evil.example').expect(302);
    const asked = Object.fromEntries(new URL(answer.headers.location ?? '').searchParams);
    expect(asked).toEqual({
      response_type: 'code',
      client_id: expect.any(String),
      redirect_uri: 'http://127.0.0.1:3000/api/auth/discord/callback',
      scope: 'identify',
      state: expect.stringMatching(/^[\w-]{22}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^pax_oauth=.*HttpOnly; SameSite=Lax$/);
    const rows = await shop.database.query('SELECT * FROM oauth_states WHERE state_hash = $1', [asked.state]);
    expect(rows).toEqual([]);
  });

  it('registers a new person, finds the same account again, and keeps its name (OWN-10)', async () => {
    const id = person('lumen_oak');
    const agent = browser();
    const first = await whole(agent, id, '/account?tab=orders');
    expect([first.status, first.headers.location]).toEqual([302, '/account?tab=orders']);
    const me = await agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ username: 'lumen_oak', discordId: id, discordUsername: 'lumen_oak' });
    peer.people.set(id, 'lumen.renamed');
    const again = browser();
    expect((await whole(again, id)).headers.location).toBe('/');
    const other = await again.get('/api/auth/me').expect(200);
    expect(other.body).toMatchObject({
      id: me.body.id,
      username: 'lumen_oak',
      discordUsername: 'lumen.renamed',
    });
  });

  it('gives another username when the Discord name is taken or is none', async () => {
    await signIn(shop, { username: 'Taken' });
    const names = [];
    for (const name of ['taken', '!!', '日本']) {
      const agent = browser();
      await whole(agent, person(name));
      names.push((await agent.get('/api/auth/me').expect(200)).body.username);
    }
    expect(names).toEqual([
      expect.stringMatching(/^taken-\d{6}$/),
      expect.stringMatching(/^discord-\d{6}$/),
      expect.stringMatching(/^discord-\d{6}$/),
    ]);
  });

  it('makes one account of two callbacks at the same time', async () => {
    const id = person('twofold');
    const both = await Promise.all([whole(browser(), id), whole(browser(), id)]);
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    const rows = await shop.database.query('SELECT count(*)::int AS n FROM users WHERE discord_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('refuses a state that is missing, wrong, used, expired, or of another browser (OWN-11)', async () => {
    const id = person('careful');
    const used = browser();
    const usedCallback = peer.approve(await begin(used), id);
    await used.get(usedCallback).expect(302);
    const old = browser();
    const oldCallback = peer.approve(await begin(old), id);
    await shop.database.query(`UPDATE oauth_states SET expires_at = now() - interval '1 second'`);
    const victim = browser();
    await begin(victim);
    const foreign = peer.approve(await begin(browser()), id);
    const fresh = browser();
    const right = peer.approve(await begin(fresh), id);
    const before = await counts();
    const tries: [Agent, string][] = [
      [used, usedCallback],
      [old, oldCallback],
      [victim, foreign],
      [browser(), foreign],
      [fresh, right.replace(/&state=.*/, '')],
      [fresh, right.replace(/&state=.*/, '&state=AAAAAAAAAAAAAAAAAAAAAA')],
      [fresh, `${right}&state=twice`],
      [fresh, '/api/auth/discord/callback'],
      [fresh, '/api/auth/discord/callback?code='],
    ];
    for (const [agent, path] of tries) {
      const refused = await agent.get(path).expect(400);
      expect(refused.body).toMatchObject({ code: 'OAUTH_STATE_INVALID' });
      expect(refused.headers['set-cookie']).toBeUndefined();
    }
    const page = await fresh.get('/api/auth/discord/callback').set('accept', 'text/html').expect(302);
    expect(page.headers.location).toBe('/login?error=OAUTH_STATE_INVALID');
    expect(await counts()).toEqual(before);
  });

  it('uses a state up even when another browser brings it', async () => {
    const id = person('robbed');
    const agent = browser();
    const callback = peer.approve(await begin(agent), id);
    await browser().get(callback).expect(400);
    const late = await agent.get(callback);
    expect(late.status).toBe(400);
  });

  it('ends politely when the person says no, the code was used, or Discord is away', async () => {
    const id = person('denier');
    const agent = browser();
    const denied = await agent.get('/api/auth/discord/callback?error=access_denied&state=x').expect(302);
    expect(denied.headers.location).toBe('/login?error=ACCESS_DENIED');

    const first = browser();
    const code = new URLSearchParams(peer.approve(await begin(first), id).split('?')[1]).get('code') ?? '';
    const state = new URL(await begin(first)).searchParams.get('state') ?? '';
    const replayed = new URLSearchParams({ code, state }).toString();
    const wrongVerifier = await first.get(`/api/auth/discord/callback?${replayed}`).expect(400);
    expect(wrongVerifier.body).toMatchObject({ code: 'OAUTH_FAILED' });

    const callback = peer.approve(await begin(first), id);
    peer.isAway = true;
    const away = await first.get(callback).set('sec-fetch-mode', 'navigate').expect(302);
    expect(away.headers.location).toBe('/login?error=OAUTH_FAILED');
    await first.get('/api/auth/me').expect(401);
  });

  it('stays on the own origin wherever it was asked to go (OWN-12)', async () => {
    const id = person('traveller');
    for (const next of ['//evil.example', '/\\evil.example', 'https:evil.example', '%2f%2fevil.example']) {
      const answer = await whole(browser(), id, next);
      expect([answer.status, answer.headers.location]).toEqual([302, '/']);
    }
  });

  it('links a signed-in account, replaces its claim, and makes a new session', async () => {
    const id = person('linked_one');
    const { agent, userId, cookie } = await signIn(shop, { username: 'linker' });
    await agent.put('/api/account/profile').send({ discordId: '888888888888888888' }).expect(200);
    expect((await whole(agent, id)).status).toBe(302);
    const profile = await agent.get('/api/account/profile').expect(200);
    expect(profile.body).toMatchObject({
      id: userId,
      username: 'linker',
      discordId: id,
      discordUsername: 'linked_one',
      claimedDiscordId: null,
    });
    await request(shop.app.getHttpServer()).get('/api/auth/me').set('cookie', cookie).expect(401);
    const typed = await agent
      .put('/api/account/profile')
      .send({ discordId: '777777777777777777' })
      .expect(409);
    expect(typed.body).toMatchObject({ code: 'CONFLICT' });
    await agent.put('/api/account/profile').send({ discordId: id }).expect(200);
  });

  it('never merges: neither a second id for an account nor an id of another account (OWN-10)', async () => {
    const owned = person('owned');
    await whole(browser(), owned);
    const { agent } = await signIn(shop);
    const taken = await whole(agent, owned);
    expect([taken.status, taken.body.code]).toEqual([409, 'CONFLICT']);
    await whole(agent, person('mine'));
    const second = await whole(agent, person('another'));
    expect([second.status, second.body.code]).toEqual([409, 'CONFLICT']);
    const me = await agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ discordUsername: 'mine' });
  });

  it('links one of two accounts that want the same id at the same time', async () => {
    const id = person('wanted');
    const [one, two] = [await signIn(shop), await signIn(shop)];
    const both = await Promise.all([whole(one.agent, id), whole(two.agent, id)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([302, 409]);
  });

  it('refuses to link after the session that began is gone, or for a blocked account', async () => {
    const id = person('leaver');
    const { agent } = await signIn(shop);
    const callback = peer.approve(await begin(agent), id);
    await agent.post('/api/auth/logout').expect(200);
    await agent.get(callback).expect(400);
    const blocked = await signIn(shop, { blocked: true });
    const refused = await whole(blocked.agent, id);
    expect([refused.status, refused.body.code]).toEqual([403, 'BLOCKED']);
  });

  it('says so when Discord is not configured', async () => {
    const plain = await startTestApp();
    try {
      const page = await request(plain.app.getHttpServer())
        .get('/api/auth/discord')
        .set('accept', 'text/html');
      expect([page.status, page.headers.location]).toEqual([302, '/login?error=METHOD_DISABLED']);
    } finally {
      await plain.close();
    }
  });
});
