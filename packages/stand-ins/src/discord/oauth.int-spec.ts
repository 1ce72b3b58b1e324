import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { discordWorld, GENERAL_CHANNEL_ID, worldUser } from '../fixed-ids.js';
import { textFields } from './core/json-values.js';
import { specCredentials, startStandIn, type RunningStandIn } from './spec-support/start-stand-in.js';

const VERIFIER = 'spec-verifier-spec-verifier-spec-verifier-0';
const REDIRECT = `${specCredentials.publicUrl}/api/auth/discord/callback`;

describe('signing in with Discord', () => {
  let standIn: RunningStandIn;
  let now: number;

  beforeEach(async () => {
    now = Date.now();
    standIn = await startStandIn({ clock: () => now });
  });

  afterEach(async () => {
    await standIn.stop();
  });

  const authorizeUrl = (changes: Record<string, string> = {}): string => {
    const query = new URLSearchParams({
      client_id: specCredentials.clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'identify guilds.join',
      state: 'spec-state',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    });
    return `${standIn.base}/oauth2/authorize?${query.toString()}`;
  };

  const post = (url: string, form: Record<string, string>): Promise<Response> =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

  const consent = async (user: string, changes: Record<string, string> = {}): Promise<URL> => {
    const answer = await post(authorizeUrl(changes), { user });
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get('location') ?? '');
  };

  const token = async (
    form: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, string> }> => {
    const answer = await post(`${standIn.apiUrl}/oauth2/token`, {
      client_id: specCredentials.clientId,
      client_secret: specCredentials.clientSecret,
      ...form,
    });
    return { status: answer.status, body: textFields(await answer.json()) };
  };

  const exchange = (code: string, changes: Record<string, string> = {}) =>
    token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    });

  it('asks a persona, comes back with code and state, and returns the user', async () => {
    const page = await (await fetch(authorizeUrl())).text();
    expect(page).toContain('value="coalheart"');
    expect(page).toMatch(/<form[^>]* method="post"/i);
    expect(page).not.toContain('<script');
    const back = await consent('coalheart');
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(back.searchParams.get('state')).toBe('spec-state');
    const { body } = await exchange(back.searchParams.get('code') ?? '');
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'identify guilds.join' });
    const me = await standIn.rest('GET', '/users/@me', undefined, {
      authorization: `Bearer ${body['access_token']}`,
    });
    expect(me.body).toMatchObject({ username: 'coalheart', id: worldUser('customer').id });
    const guilds = await standIn.rest('GET', '/users/@me/guilds', undefined, {
      authorization: `Bearer ${body['access_token']}`,
    });
    expect(guilds.status).toBe(401);
  });

  it('refuses a code that was used, is too old, or comes with another verifier, address or secret', async () => {
    const code = async (): Promise<string> => (await consent('coalheart')).searchParams.get('code') ?? '';
    const used = await code();
    expect((await exchange(used)).status).toBe(200);
    expect(await exchange(used)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await exchange(await code(), { code_verifier: 'another' })).body['error']).toBe('invalid_grant');
    expect((await exchange(await code(), { redirect_uri: `${REDIRECT}/` })).body['error']).toBe(
      'invalid_grant',
    );
    expect(await exchange(await code(), { client_secret: 'no' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    const old = await code();
    now += 10 * 60_000 + 1;
    expect((await exchange(old)).body['error']).toBe('invalid_grant');
  });

  it('never redirects to an address that is not the shop’s', async () => {
    for (const redirect of [`${REDIRECT}/`, 'https://evil.test/', `${REDIRECT}?x=1`]) {
      const answer = await fetch(authorizeUrl({ redirect_uri: redirect }), { redirect: 'manual' });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
    }
    const unknown = await fetch(authorizeUrl({ client_id: '1' }), { redirect: 'manual' });
    expect(unknown.status).toBe(400);
  });

  it('reports a refusal and unknown scopes to the shop', async () => {
    const denied = await post(authorizeUrl(), { user: 'coalheart', decision: 'deny' });
    expect(denied.headers.get('location')).toContain('error=access_denied');
    const scope = await fetch(authorizeUrl({ scope: 'identify everything' }), { redirect: 'manual' });
    expect(scope.headers.get('location')).toContain('error=invalid_scope');
  });

  it('refreshes and revokes', async () => {
    const { body } = await exchange((await consent('tinkerfox')).searchParams.get('code') ?? '');
    const fresh = await token({ grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '' });
    expect(fresh.status).toBe(200);
    const me = (access: string | undefined) =>
      standIn.rest('GET', '/users/@me', undefined, { authorization: `Bearer ${access}` });
    expect((await me(body['access_token'])).status).toBe(401);
    expect((await me(fresh.body['access_token'])).status).toBe(200);
    await post(`${standIn.apiUrl}/oauth2/token/revoke`, {
      client_id: specCredentials.clientId,
      client_secret: specCredentials.clientSecret,
      token: fresh.body['access_token'] ?? '',
    });
    expect((await me(fresh.body['access_token'])).status).toBe(401);
  });

  it('lets the bot add a stranger who granted guilds.join, and nobody else', async () => {
    const stranger = worldUser('stranger');
    const path = `/guilds/${discordWorld.guildId}/members/${stranger.id}`;
    const without = await exchange(
      (await consent('passer_by', { scope: 'identify' })).searchParams.get('code') ?? '',
    );
    const refused = await standIn.rest('PUT', path, { access_token: without.body['access_token'] });
    expect(refused.body['code']).toBe(50026);
    const { body } = await exchange((await consent(stranger.id)).searchParams.get('code') ?? '');
    const joined = await standIn.rest('PUT', path, { access_token: body['access_token'] });
    expect(joined.status).toBe(201);
    const again = await standIn.rest('PUT', path, { access_token: body['access_token'] });
    expect(again.status).toBe(204);
    expect(again.headers.get('content-type')).toBeNull();
  });

  it('keeps out who is banned', async () => {
    const { id } = worldUser('stranger');
    await standIn.act('/actions/ban', { user: id });
    const { body } = await exchange((await consent(id)).searchParams.get('code') ?? '');
    const path = `/guilds/${discordWorld.guildId}/members/${id}`;
    const refused = await standIn.rest('PUT', path, { access_token: body['access_token'] });
    expect([refused.status, refused.body['code']]).toEqual([403, 40007]);
  });

  it('lets an invite for one be used by one, and gives an equal one again unless it has to be unique', async () => {
    const path = `/channels/${GENERAL_CHANNEL_ID}/invites`;
    const invite = (unique: boolean, changes: object = {}) =>
      standIn.rest('POST', path, { max_uses: 1, max_age: 3600, unique, ...changes });
    const code = String((await invite(true)).body['code']);
    expect((await invite(false)).body['code']).toBe(code);
    expect((await invite(true)).body['code']).not.toBe(code);
    const { id } = worldUser('stranger');
    const page = await fetch(`${standIn.base}/invite/${code}`);
    expect(await page.text()).toContain(worldUser('stranger').username);
    expect((await post(`${standIn.base}/invite/${code}`, { user: id })).status).toBe(303);
    await standIn.act('/actions/leave', { user: id });
    expect((await standIn.act('/actions/join', { user: id, invite: code })).body['code']).toBe(10006);
    expect((await fetch(`${standIn.base}/invite/${code}`)).status).toBe(404);
    const lasting = String((await invite(true, { max_age: 60 })).body['code']);
    now += 60_000;
    expect((await standIn.rest('GET', `/invites/${lasting}`)).body['code']).toBe(10006);
  });
});
