import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { repeatInTurn, isTurnedAway, startTogether } from '../../../test/races/race.js';
import { insertCreationEvent } from '../../../test/creation-event.js';
import { fillPool } from '../../../test/fill-stock.js';
import { raceSizes } from '../../../test/settings.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { Relay } from '../../platform/outbox/relay.js';

jest.setTimeout(60_000);

const REWARD = 1_000_000;

describe('the join reward', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let admin: SignedIn;
  let last = 627_941_583_306_657_000n;

  beforeAll(async () => {
    await peer.listen();
    shop = await startShop();
    admin = await signIn(shop, { admin: true });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });
  beforeEach(() => {
    peer.isUnavailable = false;
  });

  /** A shop with coins to sell and Discord's members at hand. */
  async function startShop(overrides: Record<string, string> = {}, coins = 500 * REWARD): Promise<TestApp> {
    const made = await startTestApp({
      ...DISCORD_SETTINGS,
      ...peer.settings(),
      DISCORD_INVITE_URL: 'https://discord.gg/pax',
      RATE_LIMIT_FACTOR: '100',
      ...overrides,
    });
    const rows: { id: number }[] = await made.database.query(
      `INSERT INTO products (name, category, price_cents, is_custom) VALUES ('Custom Coins', 'coins', 17, true) RETURNING id`,
    );
    await insertCreationEvent(made.database, 'product.created', rows[0]?.id ?? 0);
    if (coins > 0) await fillPool(made, [coins]);
    return made;
  }
  const newDiscordId = (): string => {
    last += 1n;
    return String(last);
  };
  /** A person with a proven Discord id, by default a member of the server. */
  const person = async (on: TestApp = shop, isMember = true): Promise<SignedIn & { discordId: string }> => {
    const discordId = newDiscordId();
    if (isMember) peer.members.set(discordId, []);
    return { ...(await signIn(on, { discordId })), discordId };
  };
  const claim = async ({ agent }: SignedIn, inGameName?: string) => {
    const answer = await agent
      .post('/api/discord/join-rewards')
      .send(inGameName === undefined ? {} : { inGameName });
    return { status: answer.status, ...answer.body };
  };
  const fromDiscord = async (discordId: string, inGameName?: string) => {
    const answer = await request(shop.app.getHttpServer())
      .post('/api/bot/join-rewards')
      .set('authorization', 'Bearer a-token-for-specs-only')
      .send({ discordId, inGameName });
    return { status: answer.status, ...answer.body };
  };
  const poolOf = async (on: TestApp = shop): Promise<number> => {
    const rows: { balance: number }[] = await on.database.query(
      `SELECT balance FROM ledger_balances WHERE account = 'coins'`,
    );
    return rows[0]?.balance ?? 0;
  };
  const ordersOf = async ({ agent }: SignedIn) => (await agent.get('/api/orders').expect(200)).body;
  const cancel = (id: number) => admin.agent.patch(`/api/admin/orders/${id}/cancel`).send({}).expect(200);
  const refused = (reason: string) => ({
    status: 200,
    success: false,
    reason,
    message: expect.stringMatching(/\w{3,}.*\.$/),
    inviteUrl: 'https://discord.gg/pax',
  });

  it('is an order of a million coins at price 0 that staff see like any other (OWN-153, OWN-154, SHOP-9.18)', async () => {
    const who = await person();
    const before = await poolOf();
    const given = await claim(who, '.Mining Fan 77');
    expect(given).toEqual({
      status: 200,
      success: true,
      message: expect.stringContaining('1M Coins'),
      coins: REWARD,
      order: expect.any(Number),
    });
    expect(await poolOf()).toBe(before - REWARD);
    const expected = {
      id: given.order,
      kind: 'join_reward',
      status: 'pending',
      paymentStatus: 'paid',
      totalPrice: '0.00',
      coins: REWARD,
      quantity: 1,
      checkout: null,
      minecraftName: '.Mining Fan 77',
      discordUsername: `discord_${who.discordId.slice(-6)}`,
      version: 1,
    };
    expect(await ordersOf(who)).toEqual([expect.objectContaining(expected)]);
    const active = await admin.agent.get('/api/admin/orders').expect(200);
    expect(active.body).toContainEqual(expect.objectContaining(expected));
    const profile = await who.agent.get('/api/account/profile').expect(200);
    expect(profile.body).toMatchObject({ loyaltyPoints: 0, totalSpent: '0.00', membershipTier: 'bronze' });
    await shop.app.get(Relay).drain();
    const posts = await shop.database.query('SELECT channel FROM posts WHERE order_id = $1', [given.order]);
    expect(posts).toEqual([{ channel: 'orders' }]);
    for (const move of ['process', 'complete', 'archive'])
      await admin.agent.patch(`/api/admin/orders/${given.order}/${move}`).send({}).expect(200);
    expect(await claim(who)).toEqual(refused('ALREADY_CLAIMED'));
    expect(await poolOf()).toBe(before - REWARD);
  });

  it('is given once, however often and however many at once claim it (OWN-153)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await person();
      const before = await poolOf();
      const answers = await Promise.all(Array.from({ length: 6 }, () => claim(who)));
      expect(answers.filter(({ success }) => success === true)).toHaveLength(1);
      for (const answer of answers.filter(({ success }) => success !== true))
        expect(answer).toEqual(refused('ALREADY_CLAIMED'));
      expect(await ordersOf(who)).toHaveLength(1);
      expect(await poolOf()).toBe(before - REWARD);
    }
  });

  it.each(raceSizes())(
    'is given once to one who claims it %i times at once, in either way (OWN-153, OWN-512)',
    async (n) => {
      const who = await person();
      const before = await poolOf();
      const given: unknown[] = [];
      const act = (way: () => Promise<{ status: number; success?: boolean }>) => async () => {
        const { status, success } = await way();
        if (success === true) given.push(status);
        return status;
      };
      const acts = repeatInTurn([act(() => claim(who)), act(() => fromDiscord(who.discordId))], n);
      const statuses = await startTogether(shop, { buyers: [who] }, acts);
      expect(statuses.filter((status) => status !== 200 && !isTurnedAway(status, n))).toEqual([]);
      expect(given).toEqual([200]);
      expect(await ordersOf(who)).toHaveLength(1);
      expect(await poolOf()).toBe(before - REWARD);
    },
  );

  it('is given once per game name, however it is written, to one of those who claim at once (OWN-153)', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    const both = await Promise.all([claim(first, 'Twin_Name'), claim(second, 'tWIN_nAME')]);
    expect(both.filter(({ success }) => success === true)).toHaveLength(1);
    expect(both.find(({ success }) => success === false)).toEqual(refused('NAME_CLAIMED'));
    for (const name of ['twin name', '.Twin_Name', '.twin name'])
      expect(await claim(third, name)).toEqual(refused('NAME_CLAIMED'));
    // The name was refused, not the person.
    expect(await claim(third, 'another_one')).toMatchObject({ success: true });
  });

  it('takes the game name of the profile when none is given (OWN-153)', async () => {
    const [one, other] = [await person(), await person()];
    for (const { agent } of [one, other])
      await agent.put('/api/account/profile').send({ minecraftName: 'Profile_Name' }).expect(200);
    expect(await claim(one)).toMatchObject({ success: true });
    expect((await ordersOf(one))[0]).toMatchObject({ minecraftName: 'Profile_Name' });
    expect(await claim(other)).toEqual(refused('NAME_CLAIMED'));
  });

  it('takes the game name that comes with the claim before that of the profile', async () => {
    const [site, chat] = [await person(), await person()];
    for (const { agent } of [site, chat])
      await agent.put('/api/account/profile').send({ minecraftName: 'Kept_Name' }).expect(200);
    for (const claimed of [await claim(site, 'Typed_1'), await fromDiscord(chat.discordId, 'Typed_2')])
      expect(claimed).toMatchObject({ success: true });
    const names = [await ordersOf(site), await ordersOf(chat)].map(([order]) => order.minecraftName);
    expect(names).toEqual(['Typed_1', 'Typed_2']);
  });

  it('leaves the name open when there is none', async () => {
    const [one, other] = [await person(), await person()];
    for (const who of [one, other]) {
      expect(await claim(who)).toMatchObject({ success: true });
      expect((await ordersOf(who))[0]).toMatchObject({ minecraftName: null });
    }
  });

  it('stays given to a Discord id that comes back with another account (OWN-153)', async () => {
    const who = await person();
    expect(await claim(who, 'first_name')).toMatchObject({ success: true });
    // As if an operator had removed the link, which people cannot.
    await shop.database.query(`UPDATE users SET discord_id = NULL WHERE id = $1`, [who.userId]);
    const again = await signIn(shop, { discordId: who.discordId });
    expect(again.userId).not.toBe(who.userId);
    expect(await claim(again, 'second_name')).toEqual(refused('ALREADY_CLAIMED'));
    const relinked = newDiscordId();
    peer.members.set(relinked, []);
    await shop.database.query(`UPDATE users SET discord_id = $2 WHERE id = $1`, [who.userId, relinked]);
    expect(await claim(who, 'third_name')).toEqual(refused('ALREADY_CLAIMED'));
  });

  it('needs a proven id; a typed one is none (OWN-153, OWN-9)', async () => {
    const who = await signIn(shop);
    const member = newDiscordId();
    peer.members.set(member, []);
    await who.agent.put('/api/account/profile').send({ discordId: member }).expect(200);
    expect(await claim(who)).toEqual(refused('NO_DISCORD'));
  });

  it('asks Discord itself about the membership, each time (OWN-153)', async () => {
    const who = await person(shop, false);
    expect(await claim(who)).toEqual(refused('NOT_MEMBER'));
    peer.members.set(who.discordId, []);
    expect(await claim(who)).toMatchObject({ success: true });
    const left = await person();
    await left.agent.get('/api/auth/me').expect(200);
    peer.members.delete(left.discordId);
    expect(await claim(left)).toEqual(refused('NOT_MEMBER'));
  });

  it('is not used up while Discord is unavailable', async () => {
    const who = await person();
    peer.isUnavailable = true;
    expect(await claim(who)).toEqual(refused('DISCORD_AWAY'));
    peer.isUnavailable = false;
    expect(await claim(who)).toMatchObject({ success: true });
  });

  it('comes free again with its coins when staff cancel it, once (OWN-154)', async () => {
    const who = await person();
    const before = await poolOf();
    const first = await claim(who, 'cancel_me');
    await admin.agent.patch(`/api/admin/orders/${first.order}/process`).send({}).expect(200);
    await cancel(first.order);
    expect(await poolOf()).toBe(before);
    const again = await Promise.all([claim(who, 'cancel_me'), claim(who, 'cancel_me')]);
    expect(again.filter(({ success }) => success === true)).toHaveLength(1);
    expect(await poolOf()).toBe(before - REWARD);
    const [order] = await ordersOf(who);
    await cancel(order.id);
    const other = await person();
    expect(await claim(other, 'cancel_me')).toMatchObject({ success: true });
    expect(await claim(who, 'cancel_me')).toEqual(refused('NAME_CLAIMED'));
    await shop.app.get(Relay).drain();
    const posts = await shop.database.query('SELECT channel FROM posts WHERE order_id = $1 ORDER BY id', [
      first.order,
    ]);
    expect(posts).toEqual([{ channel: 'orders' }, { channel: 'history' }]);
  });

  it.each([
    { inGameName: 'x' },
    { inGameName: 7 },
    { inGameName: 'a\u0000b' },
    { coins: 5 },
    { discordId: '1' },
  ])('refuses %j with 400 and gives nothing', async (body) => {
    const who = await person();
    const answer = await who.agent.post('/api/discord/join-rewards').send(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION']);
    expect(await ordersOf(who)).toEqual([]);
  });

  it('is nothing for the blocked and the suspended (OWN-19)', async () => {
    const [blocked, suspended] = [await person(), await person()];
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [blocked.userId]);
    await shop.database.query('UPDATE users SET purchases_suspended = true WHERE id = $1', [
      suspended.userId,
    ]);
    for (const who of [blocked, suspended])
      expect(await claim(who)).toMatchObject({ status: 403, code: 'BLOCKED' });
  });

  it('is claimed from Discord by the same rules, for the account that proved the id', async () => {
    const who = await person();
    expect(await fromDiscord(newDiscordId())).toEqual(refused('NO_DISCORD'));
    const answers = await Promise.all([
      fromDiscord(who.discordId, 'from_discord'),
      claim(who, 'from_site'),
      fromDiscord(who.discordId, 'from_discord'),
    ]);
    expect(answers.filter(({ success }) => success === true)).toHaveLength(1);
    expect(await ordersOf(who)).toHaveLength(1);
    const blocked = await person();
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [blocked.userId]);
    expect(await fromDiscord(blocked.discordId)).toMatchObject({ status: 403, code: 'BLOCKED' });
  });

  it('is one for each of two who claim at once in all ways, leave, come back and link other accounts (OWN-153, OWN-756)', async () => {
    const people = [await person(), await person()];
    const before = await poolOf();
    const ways = (who: SignedIn & { discordId: string }) => [
      claim(who),
      fromDiscord(who.discordId),
      claim(who, `name_of_${who.userId}`),
      fromDiscord(who.discordId, `name_of_${who.userId}`),
    ];
    const answers = await Promise.all(people.flatMap(ways));
    expect(answers.filter(({ success }) => success === true)).toHaveLength(2);
    for (const who of people) {
      expect(await ordersOf(who)).toHaveLength(1);
      const roles = peer.members.get(who.discordId) ?? [];
      peer.members.delete(who.discordId);
      expect(await claim(who)).toEqual(refused('ALREADY_CLAIMED'));
      peer.members.set(who.discordId, roles);
    }
    // Each goes on with the Discord account of the other, as if both had been unlinked and linked again.
    const [one, other] = people;
    await shop.database.query('UPDATE users SET discord_id = NULL WHERE id = ANY($1)', [
      people.map(({ userId }) => userId),
    ]);
    for (const [who, id] of [[one, other?.discordId] as const, [other, one?.discordId] as const])
      await shop.database.query('UPDATE users SET discord_id = $2 WHERE id = $1', [who?.userId, id]);
    const later = await Promise.all(people.flatMap(ways));
    for (const answer of later) expect(answer).toEqual(refused('ALREADY_CLAIMED'));
    expect(await poolOf()).toBe(before - 2 * REWARD);
  });

  it('asks for the ages that the operator set, and says from when they are reached (OWN-756)', async () => {
    const strict = await startShop({ JOIN_REWARD_ACCOUNT_DAYS: '30', JOIN_REWARD_MEMBER_HOURS: '2' });
    const oneAge = await startShop({ JOIN_REWARD_ACCOUNT_DAYS: '30' });
    try {
      const at = (ms: number): string => new Date(ms).toISOString();
      /** An account that Discord made so many days ago, a member since so many hours. */
      const aged = async (days: number, hours: number | null, of = strict) => {
        const madeAt = Date.now() - days * 86_400_000;
        const discordId = String((BigInt(madeAt - 1_420_070_400_000) << 22n) + BigInt(Math.round(days * 10)));
        peer.members.set(discordId, []);
        peer.joinTimes.set(discordId, hours === null ? null : at(Date.now() - hours * 3_600_000));
        return { ...(await signIn(of, { discordId })), discordId, madeAt };
      };
      const young = await aged(29.9, 100);
      const refusedYoung = { ...refused('ACCOUNT_TOO_NEW'), availableAt: at(young.madeAt + 30 * 86_400_000) };
      expect(await claim(young)).toEqual(refusedYoung);
      const fresh = await aged(31, 1.9);
      const joined = Date.parse(peer.joinTimes.get(fresh.discordId) ?? '');
      expect(await claim(fresh)).toEqual({
        ...refused('MEMBER_TOO_NEW'),
        availableAt: at(joined + 2 * 3_600_000),
      });
      expect(await claim(await aged(32, null))).toEqual(refused('MEMBER_TOO_NEW'));
      expect(await claim(await aged(30.1, 2.1))).toMatchObject({ success: true });
      // Nothing was used up.
      peer.joinTimes.set(fresh.discordId, at(Date.now() - 2.1 * 3_600_000));
      expect(await claim(fresh)).toMatchObject({ success: true });
      expect(await claim(await aged(28, 100, oneAge))).toMatchObject(refused('ACCOUNT_TOO_NEW'));
      expect(await claim(await aged(33, null, oneAge))).toMatchObject({ success: true });
    } finally {
      await strict.close();
      await oneAge.close();
    }
  });

  it('waits for the pool: exactly as many are given as there are coins for (OWN-154)', async () => {
    const poor = await startShop({ RATE_LIMIT_FACTOR: '1' }, 3 * REWARD - 1);
    try {
      const people = await Promise.all(Array.from({ length: 5 }, () => person(poor)));
      const answers = await Promise.all(people.map((who) => claim(who)));
      expect(answers.filter(({ success }) => success === true)).toHaveLength(2);
      expect(answers.filter(({ reason }) => reason === 'POOL_TOO_SMALL')).toHaveLength(3);
      expect(await poolOf(poor)).toBe(REWARD - 1);
      await fillPool(poor, [2 * REWARD + 1]);
      const later = await Promise.all(people.map((who) => claim(who)));
      expect(later.filter(({ success }) => success === true)).toHaveLength(3);
    } finally {
      await poor.close();
    }
  });

  it('is refused and not offered when it is switched off (OWN-756)', async () => {
    const off = await startShop({ JOIN_REWARD: 'off' });
    try {
      const who = await person(off);
      expect(await claim(who)).toEqual(refused('OFF'));
      const info = await who.agent.get('/api/discord/server-info').expect(200);
      expect(info.body).toMatchObject({ joinReward: false });
    } finally {
      await off.close();
    }
  });
});
