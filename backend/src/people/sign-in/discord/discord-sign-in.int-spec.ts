import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../../test/app.js';
import { DiscordPeer } from '../../../../test/discord-peer.js';
import { signIn } from '../../../../test/sign-in.js';
import { Clock } from '../../../platform/clock.js';
import { sha256 } from '../../../platform/secrets.js';

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
    shop = await startTestApp({ ...peer.settings(), RATE_LIMIT_FACTOR: '100', TRUST_PROXY: '1' });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });
  beforeEach(() => {
    peer.isUnavailable = false;
  });

  it('asks for identify only, with PKCE and a fixed callback (OWN-11, ADMIN-7.3)', async () => {
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

  it('registers a new person, finds the same account again, and keeps its name (OWN-9)', async () => {
    const id = person('lumen_oak');
    const agent = browser();
    const first = await whole(agent, id, '/account?tab=orders');
    expect([first.status, first.headers.location]).toEqual([302, '/account?tab=orders']);
    const me = await agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ username: 'lumen_oak', discordId: id, discordUsername: 'lumen_oak' });
    const [linked] = await shop.database.query(
      `SELECT discord_linked_at > now() - interval '1 hour' AS now FROM users WHERE discord_id = $1`,
      [id],
    );
    expect(linked).toEqual({ now: true });
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

  it('makes one account of two concurrent callbacks', async () => {
    const id = person('twofold');
    const both = await Promise.all([whole(browser(), id), whole(browser(), id)]);
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    const rows = await shop.database.query('SELECT count(*)::int AS n FROM users WHERE discord_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('refuses a state that is missing, wrong, used, or of another browser (OWN-11)', async () => {
    const id = person('careful');
    const used = browser();
    const usedCallback = peer.approve(await begin(used), id);
    await used.get(usedCallback).expect(302);
    const victim = browser();
    await begin(victim);
    const foreign = peer.approve(await begin(browser()), id);
    const fresh = browser();
    const right = peer.approve(await begin(fresh), id);
    const before = await counts();
    const tries: [Agent, string][] = [
      [used, usedCallback],
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

  it('refuses a state after ten minutes, and takes it until then (OWN-11)', async () => {
    const id = person('unhurried');
    // Aged after everybody has begun: whoever begins sweeps expired states away.
    const [slow, slower] = [browser(), browser()];
    const callbacks = [peer.approve(await begin(slow), id), peer.approve(await begin(slower), id)] as const;
    const age = (callback: string, by: string) =>
      shop.database.query(
        `UPDATE oauth_states SET expires_at = expires_at - $2::interval WHERE state_hash = $1`,
        [sha256(new URLSearchParams(callback.split('?')[1]).get('state') ?? ''), by],
      );
    await age(callbacks[0], '9 minutes 50 seconds');
    await age(callbacks[1], '10 minutes');
    const before = await counts();
    const refused = await slower.get(callbacks[1]).expect(400);
    expect(refused.body).toMatchObject({ code: 'OAUTH_STATE_INVALID' });
    expect(await counts()).toEqual(before);
    await slow.get(callbacks[0]).expect(302);
  });

  it('consumes a state even when another browser brings it', async () => {
    const id = person('robbed');
    const agent = browser();
    const callback = peer.approve(await begin(agent), id);
    await browser().get(callback).expect(400);
    const late = await agent.get(callback);
    expect(late.status).toBe(400);
  });

  it('redirects with a reason when the person refuses, the code was used, or Discord is unavailable', async () => {
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
    peer.isUnavailable = true;
    const away = await first.get(callback).set('sec-fetch-mode', 'navigate').expect(302);
    expect(away.headers.location).toBe('/login?error=OAUTH_FAILED');
    await first.get('/api/auth/me').expect(401);
  });

  it('asks Discord nothing where it limited a sign-in, goes on afterwards, and elsewhere at once (OWN-1342)', async () => {
    const past = new Date(Date.now() - 26_000);
    const now = jest.spyOn(shop.app.get(Clock), 'now').mockReturnValue(past);
    try {
      peer.tokenRefusals.push([
        429,
        { message: 'You are being rate limited.', retry_after: 25, global: true },
      ]);
      expect((await whole(browser(), person('flooding'))).body).toMatchObject({ code: 'OAUTH_FAILED' });
      const [here, elsewhere] = [browser(), browser()];
      const callback = peer.approve(await begin(here), person('patient'));
      const asked = peer.calls.length;
      expect((await here.get(callback)).body).toMatchObject({ code: 'OAUTH_FAILED' });
      expect(peer.calls).toHaveLength(asked);
      const other = peer.approve(await begin(elsewhere), person('elsewhere'));
      await elsewhere.get(other).set('x-forwarded-for', '203.0.113.9').expect(302);
      now.mockRestore();
      await here.get(callback).expect(302);
    } finally {
      now.mockRestore();
    }
  });

  it('redirects within the own origin only (OWN-12)', async () => {
    const id = person('traveller');
    for (const next of ['//evil.example', '/\\evil.example', 'https:evil.example', '%2f%2fevil.example']) {
      const answer = await whole(browser(), id, next);
      expect([answer.status, answer.headers.location]).toEqual([302, '/']);
    }
  });

  it.each(['image', 'script', 'iframe', 'empty', 'style', 'object'])(
    'takes and counts nothing that a page of another site asks for: %s (OWN-11)',
    async (dest) => {
      await shop.database.query('DELETE FROM rate_limits');
      const agent = browser();
      const back = peer.approve(await begin(agent), person(`by a page ${dest}`));
      const counted = async (): Promise<unknown> =>
        shop.database.query('SELECT key, points FROM rate_limits');
      const before = await counted();
      expect(before).toHaveLength(1);
      for (const mode of ['no-cors', 'navigate'])
        for (const path of ['/api/auth/discord', back]) {
          const declared = {
            'sec-fetch-dest': dest,
            'sec-fetch-mode': mode,
            'sec-fetch-site': 'cross-site',
          };
          expect((await agent.head(path).set(declared)).status).toBe(403);
          const answer = await agent.get(path).set(declared);
          expect([answer.status, answer.body.code]).toEqual([403, 'ORIGIN_FORBIDDEN']);
          expect(answer.headers).not.toHaveProperty('set-cookie');
        }
      expect(await counted()).toEqual(before);
      // Discord leads back from its own site, as a page.
      const page = {
        'sec-fetch-dest': 'document',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'cross-site',
      };
      expect((await agent.get(back).set(page).expect(302)).headers.location).toBe('/');
    },
  );

  it('proves the linked account again in a new session, and links nothing (OWN-360)', async () => {
    const id = person('proven_again');
    const agent = browser();
    await whole(agent, id);
    const before = await agent.get('/api/auth/me').expect(200);
    const again = await whole(agent, id, '/account');
    expect([again.status, again.headers.location]).toEqual([302, '/account']);
    expect((await agent.get('/api/auth/me').expect(200)).body).toEqual(before.body);
  });

  it('does not sign in to the account of another Discord account, known or not', async () => {
    const owned = person('owned');
    await whole(browser(), owned);
    const agent = browser();
    await whole(agent, person('mine'));
    const before = await counts();
    for (const other of [owned, person('unknown_here')]) {
      const answer = await whole(agent, other);
      expect([answer.status, answer.body.code]).toEqual([409, 'DISCORD_MISMATCH']);
      const page = await agent
        .get(peer.approve(await begin(agent), other))
        .set('accept', 'text/html')
        .expect(302);
      expect(page.headers.location).toBe('/account?error=DISCORD_MISMATCH#discord');
    }
    expect(await counts()).toEqual(before);
    expect((await agent.get('/api/auth/me').expect(200)).body.discordUsername).toBe('mine');
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
