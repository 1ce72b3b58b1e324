import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createHmac } from 'node:crypto';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { signInWithDiscord } from '../../../test/discord-sign-in.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { deleteNow } from '../../../test/own-data.js';
import { signIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { FormerIdentities } from '../accounts/former-identities.js';
import { usernameKey } from './username-key.js';

const PASSWORD = 'a lantern in the fog';

describe('names of accounts', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let last = 713_530_472_295_546_000n;

  beforeAll(async () => {
    await peer.listen();
    shop = await startTestApp({ ...peer.settings(), RATE_LIMIT_FACTOR: '50' }, { handMade: true });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const register = async (username: string, at = shop): Promise<string> => {
    const http = request(at.app.getHttpServer());
    const answer = await http.post('/api/auth/register').send({ username, password: PASSWORD });
    return answer.status === 201 ? 'made' : `${answer.status} ${answer.body.code}`;
  };
  const rename = async (agent: ReturnType<typeof request.agent>, username: string): Promise<string> => {
    const answer = await agent.put('/api/account/profile').send({ username });
    return answer.status === 200 ? 'renamed' : `${answer.status} ${answer.body.code}`;
  };

  it.each([
    ['mario', 'rnario'],
    ['Nova Lumen', 'nova  1umen'],
    ['coax', 'соах'],
    ['Ilja', 'lIja'],
    ['caspar', 'саѕраг'],
    ['ΜΑΡΑ', 'MAPA'],
    ['sablo', 'sablo.'],
    ['sorrel', '_-Sorrel'],
    ['_ember_', 'ember'],
    ['mira_vale', 'mira__vale'],
    ['xix.', '..xix'],
    ['Нинель', 'НИНЕЛЬ.'],
    ['Тамара', '.тамара'],
    ['ВИКТОР', '_виктор'],
    ['мИхАиЛ', 'МиХаИл.'],
    ['Ξένος', '.ΞΈΝΟΣ'],
    ['νυξη', 'ΝΥΞΗ.'],
    ['ΝΙΝΑ', 'nina'],
    ['HEKTOP', 'нектор'],
  ])('%s keeps %s from being made or taken, before and behind (OWN-371)', async (known, alike) => {
    expect(await register(known)).toBe('made');
    const refused = ['409 USERNAME_TOO_SIMILAR', '409 USERNAME_TAKEN', '400 VALIDATION'];
    expect(refused).toContain(await register(alike));
    const { agent } = await signIn(shop);
    expect(refused).toContain(await rename(agent, alike));
    expect((await agent.get('/api/auth/me')).body.username).toMatch(/^spec /);
  });

  it('says apart what is taken, what looks like it, and what is the shop’s (OWN-371, OWN-1168)', async () => {
    expect(await register('palermo')).toBe('made');
    expect(await register('Palermo')).toBe('409 USERNAME_TAKEN');
    expect(await register('palerrno')).toBe('409 USERNAME_TOO_SIMILAR');
    expect(await register('Pax Support')).toBe('409 USERNAME_RESERVED');
    expect(await register('pаlermo')).toBe('400 VALIDATION');
  });

  it.each([
    ['timo', ['ТІМО', 'TIMO', 'tlmo', 't1mo']],
    ['pip', ['ΡΙΡ', 'plp', 'p|p']],
    ['ian', ['lan', 'Ian', '1an']],
    ['OSKARl', ['oskari', 'OSKARI', 'oskar1']],
  ])('of an account refuse each that reads as %s by its i or l (OWN-371)', async (name, alike) => {
    expect(await register(name)).toBe('made');
    for (const other of alike)
      expect([other, await register(other)]).toEqual([
        other,
        expect.stringMatching(/USERNAME_TAKEN|USERNAME_TOO_SIMILAR|VALIDATION/),
      ]);
    expect(await register(`${name}2`)).toBe('made');
  });

  it('of before that come close by an i stay, sign in and edit their profile (OWN-371)', async () => {
    const names = ['emil', 'emll', 'Emii'];
    const agents = await Promise.all(names.map(async (username) => (await signIn(shop, { username })).agent));
    await shop.database.query(
      `UPDATE users SET username_skeleton = replace(lower(username), 'i', 'l') WHERE username = ANY($1)`,
      [names],
    );
    for (const [at, agent] of agents.entries()) {
      const { status, body } = await agent
        .put('/api/account/profile')
        .send({ username: names[at], minecraftName: 'Alex' });
      expect([status, body.username]).toEqual([200, names[at]]);
    }
    expect(await register('em1l')).toBe('409 USERNAME_TOO_SIMILAR');
  });

  it('keep away from those of the team: accents, signs, spaces and digits make no other one (OWN-1168)', async () => {
    const like = ['ástrid', 'as.trid', 'Astr1d', '45trid', 'as trid', '_a_s_t_r_i_d_'];
    const { userId } = await signIn(shop, { username: 'astrid' });
    expect(await register('åstrid')).toBe('made');
    const asTeam = async (statement: string): Promise<void> => {
      await shop.database.query(statement, [userId]);
      for (const name of like)
        expect([name, await register(name)]).toEqual([name, '409 USERNAME_TOO_SIMILAR']);
    };
    await asTeam('UPDATE users SET operator_since = now() WHERE id = $1');
    await shop.database.query('UPDATE users SET operator_since = NULL WHERE id = $1', [userId]);
    await asTeam('INSERT INTO second_steps (user_id, created_at) VALUES ($1, now())');
    const { agent } = await signIn(shop);
    expect(await rename(agent, 'ástrid')).toBe('409 USERNAME_TOO_SIMILAR');
    for (const other of ['astrid2', 'astrida', 'bastrid']) expect(await register(other)).toBe('made');
    await shop.database.query('DELETE FROM second_steps WHERE user_id = $1', [userId]);
    expect(await register('ástrid')).toBe('made');
    // Staff without a second step, once Discord was asked about them.
    last += 1n;
    peer.members.set(String(last), [PEER_STAFF_ROLE]);
    const staff = await signIn(shop, { username: 'gudrun', discordId: String(last) });
    await staff.agent.get('/api/admin/check-auth').expect(200);
    expect(await register('gúdrun')).toBe('409 USERNAME_TOO_SIMILAR');
    expect(await rename(staff.agent, 'Gúdrun')).toBe('renamed');
  });

  it('keep away from imitations of an admin’s: with articles, digits and words like official (OWN-1337)', async () => {
    const imitations = [
      'the st_move',
      'st_move2',
      'TheStMove',
      'St_Move Official',
      'xX_st_move_Xx',
      'real st-move',
    ];
    const { userId } = await signIn(shop, { username: 'st_move' });
    expect(await register('its st_move')).toBe('made');
    await shop.database.query('UPDATE users SET operator_since = now() WHERE id = $1', [userId]);
    for (const name of imitations)
      expect([name, await register(name)]).toEqual([name, expect.stringMatching(/^409/)]);
    for (const name of ['stmovement', 'st_mover', 'best move']) expect(await register(name)).toBe('made');
    await shop.database.query('UPDATE users SET operator_since = NULL WHERE id = $1', [userId]);
    expect(await register('st_move2')).toBe('made');
  });

  it('keep away from those that the team gave up, by change or by deletion, while these rest (OWN-1168)', async () => {
    const refused = '409 USERNAME_TOO_SIMILAR';
    const moved = await signIn(shop, { username: 'quirin_x' });
    const gone = await signIn(shop, { username: 'sigrun_x' });
    const setOperator = (since: string): Promise<unknown> =>
      shop.database.query(`UPDATE users SET operator_since = ${since} WHERE id = ANY($1)`, [
        [moved.userId, gone.userId],
      ]);
    await setOperator('now()');
    expect(await rename(moved.agent, 'Birch Tar')).toBe('renamed');
    await deleteNow(shop, gone);
    for (const name of ['quirin-x', 'qu1rin x', 'Quírinx', 'sigrun-x', 'Sigrún X'])
      expect([name, await register(name)]).toEqual([name, refused]);
    expect(await rename(moved.agent, 'quirin-x')).toBe('renamed');
    await setOperator('NULL');
    expect(await rename(moved.agent, 'Birch Oil')).toBe('renamed');
    expect(await register('qu1rin x')).toBe(refused);
    await shop.database.query(
      `UPDATE departed_identities SET rests_until = rests_until - interval '91 days'`,
    );
    for (const name of ['quirinx', 'sigrunx']) expect(await register(name)).toBe('made');
  });

  it('keep away from those of staff after a restart too, before Discord is asked (OWN-1168)', async () => {
    last += 1n;
    const discordId = String(last);
    peer.members.set(discordId, [PEER_STAFF_ROLE]);
    const known = { username: 'ingvar', discordId };
    const staff = await signIn(shop, known);
    await staff.agent.get('/api/admin/check-auth').expect(200);
    const isKept = (): Promise<boolean> =>
      sql(shop.database).exists('SELECT 1 FROM known_staff WHERE user_id = $1', [staff.userId]);
    await until(isKept, (kept) => kept);
    const settings = { ...peer.settings(), RATE_LIMIT_FACTOR: '50' };
    const again = await startTestApp(settings, { databaseUrl: shop.databaseUrl });
    try {
      peer.isUnavailable = true;
      expect(await register('\u00EDngvar', again)).toBe('409 USERNAME_TOO_SIMILAR');
      peer.isUnavailable = false;
      peer.members.delete(discordId);
      const { agent } = await signIn(again, known);
      await agent.get('/api/admin/check-auth').expect(200);
      await until(isKept, (kept) => !kept);
      expect(await register('\u00EDngvar', again)).toBe('made');
    } finally {
      peer.isUnavailable = false;
      await again.close();
    }
  });

  it('rest for others 90 days after their change, and may be taken back by their last owner (OWN-907)', async () => {
    const [owner, thief] = [await signIn(shop), await signIn(shop)];
    expect(await rename(owner.agent, 'Old Lantern')).toBe('renamed');
    expect(await rename(owner.agent, 'old lantern')).toBe('renamed');
    expect(await rename(owner.agent, 'New Lantern')).toBe('renamed');
    const refused = '409 USERNAME_TOO_SIMILAR';
    for (const name of ['Old Lantern', 'OLD LANTERN', '0ld Lantern']) {
      expect([name, await register(name)]).toEqual([name, refused]);
      expect([name, await rename(thief.agent, name)]).toEqual([name, refused]);
    }
    expect(await rename(owner.agent, 'Old Lantern')).toBe('renamed');
    expect(await rename(thief.agent, 'New Lantern')).toBe(refused);
    const age = (by: string) =>
      shop.database.query(`UPDATE departed_identities SET rests_until = rests_until - interval '${by}'`);
    await age('89 days 23 hours');
    expect(await rename(thief.agent, 'New Lantern')).toBe(refused);
    // Given up once more: it rests anew.
    expect(await rename(owner.agent, 'New Lantern')).toBe('renamed');
    expect(await rename(owner.agent, 'Last Lantern')).toBe('renamed');
    await age('89 days 23 hours');
    expect(await rename(thief.agent, 'New Lantern')).toBe(refused);
    await age('2 hours');
    expect(await rename(thief.agent, 'New Lantern')).toBe('renamed');
  });

  it('may be taken back after the deletion by who proves the same Discord id, and by nobody else (OWN-907)', async () => {
    last += 2n;
    const [username, discordId] = ['Larkspur', String(last)];
    await deleteNow(shop, await signIn(shop, { username, discordId }));
    const other = await signIn(shop, { discordId: String(last - 1n) });
    expect(await rename(other.agent, username)).toBe('409 USERNAME_TOO_SIMILAR');
    // A typed id proves nothing.
    const claiming = await signIn(shop);
    await claiming.agent.put('/api/account/profile').send({ discordId }).expect(200);
    expect(await rename(claiming.agent, username)).toBe('409 USERNAME_TOO_SIMILAR');
    expect(await rename((await signIn(shop, { discordId })).agent, username)).toBe('renamed');
  });

  it('rest not for a Discord sign-in of their last owner after the deletion (OWN-907)', async () => {
    const names: [string, string][] = [];
    for (const mine of [true, false]) {
      last += 1n;
      const [discordId, username] = [String(last), mine ? 'Tamarisk' : 'Juniper'];
      await deleteNow(shop, await signIn(shop, { discordId, username }));
      if (!mine) last += 1n;
      peer.people.set(String(last), username);
      const agent = request.agent(shop.app.getHttpServer());
      expect((await signInWithDiscord(agent, peer, String(last))).status).toBe(302);
      names.push([username, (await agent.get('/api/auth/me').expect(200)).body.username]);
    }
    const neutral = `discord-${String(last).slice(-6)}`;
    expect(names).toEqual([
      ['Tamarisk', 'Tamarisk'],
      ['Juniper', neutral],
    ]);
  });

  it('rest also where they were given up when the signs around them still counted (OWN-907)', async () => {
    const owner = await signIn(shop);
    expect(await rename(owner.agent, '_Thistle_')).toBe('renamed');
    expect(await rename(owner.agent, 'Burdock')).toBe('renamed');
    const { sessionSecret } = shop.app.get<Settings>(SETTINGS);
    await shop.database.query('UPDATE departed_identities SET hash = $2 WHERE hash = $1', [
      shop.app.get(FormerIdentities).hashIdentity('username', '_Thistle_'),
      createHmac('sha256', sessionSecret).update('departed:username:_thistle_').digest('hex'),
    ]);
    expect(await register('_thistle_')).toBe('409 USERNAME_TOO_SIMILAR');
    expect(await rename(owner.agent, '_Thistle_')).toBe('renamed');
  });

  it('rest five at a time for one account, which may always take back one of them (OWN-907)', async () => {
    const { agent } = await signIn(shop);
    const names = ['Fox One', 'Fox Two', 'Fox Three', 'Fox Four', 'Fox Five', 'Fox Six'];
    // The spec's own name rests as well, and for a later time than theirs.
    await rename(agent, 'Fox Zero');
    await shop.database.query(`UPDATE departed_identities SET rests_until = now() WHERE kind = 'username'`);
    for (const name of names.slice(0, 5))
      expect([name, await rename(agent, name)]).toEqual([name, 'renamed']);
    const refused = await agent.put('/api/account/profile').send({ username: 'Fox Six' });
    expect([refused.status, refused.body.code]).toEqual([409, 'USERNAME_CHANGES_SPENT']);
    expect(Date.parse(refused.body.until)).toBeGreaterThan(Date.now() + 89 * 86_400_000);
    expect((await agent.get('/api/auth/me')).body.username).toBe('Fox Five');
    expect(await register('Fox Six')).toBe('made');
    expect(await rename(agent, 'fox five')).toBe('renamed');
    for (const own of ['Fox Two', 'Fox Four', 'Fox Zero']) expect(await rename(agent, own)).toBe('renamed');
    expect(await rename(agent, 'Fox Seven')).toBe('409 USERNAME_CHANGES_SPENT');
    await shop.database.query(
      `UPDATE departed_identities SET rests_until = rests_until - interval '91 days'`,
    );
    expect(await rename(agent, 'Fox Seven')).toBe('renamed');
  });

  it('makes one of two that look alike at the same time', async () => {
    const { agent } = await signIn(shop);
    for (const round of ['umber', 'vampire', 'wombat', 'amalia']) {
      const alike = round.replaceAll('m', 'rn');
      const answers = await Promise.all([register(round), register(alike), rename(agent, `${alike} `)]);
      expect(answers.filter((answer) => answer === 'made' || answer === 'renamed')).toHaveLength(1);
    }
  });

  it('lets a name stay that was there before the rules, whatever else changes (OWN-371)', async () => {
    const old = 'Оld Аdmin';
    const { agent } = await signIn(shop, { username: old });
    const answer = await agent.put('/api/account/profile').send({ username: old, minecraftName: 'Steve' });
    expect([answer.status, answer.body.username, answer.body.minecraftName]).toEqual([200, old, 'Steve']);
    expect(await rename(agent, 'Оld Аdmin 2')).toBe('400 VALIDATION');
    expect(await rename(agent, 'Somebody Else')).toBe('renamed');
    expect(await rename(agent, 'somebody  else')).toBe('renamed');
  });

  it('lets two that differ in signs alone stay, and makes no third (OWN-371)', async () => {
    expect(await register('tansy')).toBe('made');
    const { agent } = await signIn(shop, { username: 'tansy.' });
    const answer = await agent
      .put('/api/account/profile')
      .send({ username: 'tansy.', minecraftName: 'Alex' });
    expect([answer.status, answer.body.username]).toEqual([200, 'tansy.']);
    const http = request(shop.app.getHttpServer());
    await http.post('/api/auth/login').send({ username: 'tansy', password: PASSWORD }).expect(200);
    expect(await register('tansy_')).toBe('409 USERNAME_TOO_SIMILAR');
  });

  it('lets an old name with letters of two scripts sign in', async () => {
    expect(await register('ancient')).toBe('made');
    await shop.database.query(
      `UPDATE users SET username = $1, username_key = $2 WHERE username = 'ancient'`,
      ['аncient', usernameKey('аncient')],
    );
    const http = request(shop.app.getHttpServer());
    await http.post('/api/auth/login').send({ username: 'аncient', password: PASSWORD }).expect(200);
  });

  it.each([
    ['reserved', 'admin'],
    ['of two scripts', 'nоvа_x'],
    ['made of wide letters', 'ｎｏｖａ'],
    ['invisible', '\u3164\u3164\u3164'],
    ['like another account’s', 'rnirnosa'],
  ])('gives a Discord name that is %s a neutral one, and refuses nobody', async (_, name) => {
    await register('mimosa');
    last += 1n;
    peer.people.set(String(last), name);
    const agent = request.agent(shop.app.getHttpServer());
    expect((await signInWithDiscord(agent, peer, String(last))).status).toBe(302);
    const { body } = await agent.get('/api/auth/me').expect(200);
    expect(body.username).toBe(`discord-${String(last).slice(-6)}`);
    expect(body.discordUsername).toBe(name);
  });

  it('answers no more than sixty questions about names from one address, whoever asks', async () => {
    await shop.database.query('DELETE FROM rate_limits');
    const plain = await startTestApp({}, { databaseUrl: shop.databaseUrl });
    try {
      const askers = await Promise.all(Array.from({ length: 4 }, () => signIn(plain)));
      const answers: number[] = [];
      for (let n = 0; n < 61; n += 1) {
        const call = askers[n % 4]?.agent.put('/api/account/profile').send({ username: 'palermo' });
        answers.push((await call)?.status ?? 0);
      }
      expect(answers).toEqual([...Array.from({ length: 60 }, () => 409), 429]);
    } finally {
      await plain.close();
    }
  });

  it('measures a name before it composes or compares it: 120 kB cost nothing', async () => {
    const long = `a${'\u0301'.repeat(60_000)}`;
    const { agent } = await signIn(shop);
    const composed = jest.spyOn(String.prototype, 'normalize');
    try {
      expect(await register(long)).toMatch(/^4/);
      expect(await rename(agent, long)).toMatch(/^4/);
      expect(await register('a short one')).toBe('made');
      const lengths = composed.mock.contexts.map((text) => String(text).length);
      expect(lengths).toContain('a short one'.length);
      expect(Math.max(...lengths)).toBeLessThan(1_000);
    } finally {
      composed.mockRestore();
    }
  });
});
