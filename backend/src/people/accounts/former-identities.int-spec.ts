import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { buy, onePieceOf } from '../../../test/buying.js';
import { linkDiscord, signInWithDiscord } from '../../../test/discord-sign-in.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { runJob } from '../../../test/jobs.js';
import { deleteNow } from '../../../test/own-data.js';
import { countLockWaits } from '../../../test/lock-waits.js';
import { listAlertsAbout, OWN_ORDER_ALERT } from '../../../test/stripe.js';
import { TEST_ADMIN_ID, TEST_BOT_TOKEN } from '../../../test/settings.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { RoleSource } from '../rights/role-source.js';
import { BlockUser } from './block-user.js';
import { FormerIdentities } from './former-identities.js';

jest.setTimeout(60_000);

const PASSWORD = 'the owner knows it';
const SECOND_ADMIN_ID = '310457829164285953';

describe('a Discord account that another account of the shop had before', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  let people = 0;

  beforeAll(async () => {
    await peer.listen();
    shop = await startShop({
      ...peer.settings(),
      ADMIN_DISCORD_IDS: `${TEST_ADMIN_ID},${SECOND_ADMIN_ID}`,
    });
    admin = await shop.signIn({ admin: true });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  /** Somebody at Discord, a member of the server with these roles. */
  const newPerson = (...roles: string[]): string => {
    people += 1;
    const id = `8201928374650${String(people).padStart(5, '0')}`;
    peer.people.set(id, `person_${people}`);
    peer.members.set(id, roles);
    return id;
  };
  const registered = async (): Promise<SignedIn> => {
    people += 1;
    const username = `former ${people}`;
    const agent = request.agent(shop.url);
    const { body } = await agent
      .post('/api/auth/register')
      .send({ username, password: PASSWORD })
      .expect(201);
    return { agent, userId: body.user.id, username, cookie: '' };
  };
  const link = ({ agent }: SignedIn, personId: string) =>
    linkDiscord(agent, peer, { personId, currentPassword: PASSWORD });
  const unlink = ({ agent }: SignedIn) =>
    agent.post('/api/account/discord/unlink').send({ currentPassword: PASSWORD }).expect(200);
  const linked = async (personId: string): Promise<SignedIn> => {
    const person = await registered();
    expect((await link(person, personId)).status).toBe(302);
    return person;
  };
  const unlinked = async (personId: string): Promise<SignedIn> => {
    const person = await linked(personId);
    await unlink(person);
    return person;
  };
  /** Signs up, or in, with Discord alone. */
  const byDiscord = async (personId: string): Promise<SignedIn> => {
    const agent = request.agent(shop.url);
    expect((await signInWithDiscord(agent, peer, personId)).status).toBe(302);
    const { body } = await agent.get('/api/auth/me').expect(200);
    return { agent, userId: body.id, username: body.username, cookie: '' };
  };
  const isBlocked = async ({ userId }: SignedIn): Promise<boolean> => {
    const [row] = await shop.database.query('SELECT blocked_at IS NOT NULL AS is FROM users WHERE id = $1', [
      userId,
    ]);
    return row.is;
  };
  const setBlocked = async ({ userId }: SignedIn, blocked: boolean): Promise<void> => {
    const input = blocked ? { blocked, reason: 'fraud' } : { blocked };
    await admin.agent.patch(`/api/admin/users/${userId}/block`).send(input).expect(200);
  };
  const blockByShop = ({ userId }: SignedIn) =>
    shop.app.get(BlockUser).execute({ userId, reason: 'dispute lost', actor: 'shop' });
  const alertsAbout = ({ userId }: SignedIn) => listAlertsAbout(shop, `user:${userId}`);

  describe('makes an order of the former account an own order (OWN-890)', () => {
    const inDiscord = (discordId: string, path: string, body: object = {}) =>
      request(shop.url)
        .post(`/api/bot/orders/${path}`)
        .set('authorization', `Bearer ${TEST_BOT_TOKEN}`)
        .send({ discordId, ...body });
    const inPanel = ({ agent }: SignedIn, path: string, body: object = {}) =>
      path.endsWith('refund')
        ? agent.post(`/api/admin/orders/${path}`).send(body)
        : agent.patch(`/api/admin/orders/${path}`).send(body);
    const said = ({ status, body }: { status: number; body: { code?: string } }): string =>
      [status, body.code].join(' ').trim();
    const orderOf = async (buyer: SignedIn): Promise<number | undefined> =>
      (await buy(buyer, onePieceOf(await shop.addProduct({ priceCents: 500 })))).orders[0];
    const OWN = '403 OWN_ORDER';

    it('for staff, in Discord and with a new account, also after the former one was deleted', async () => {
      const [staffId, secondId, otherId] = [newPerson(), newPerson(), newPerson()];
      const former = await linked(staffId);
      const before = await orderOf(former);
      await unlink(former);
      const after = await orderOf(former);
      const team = new Set<string | null>([staffId, secondId, otherId]);
      const rights = jest
        .spyOn(shop.app.get(RoleSource), 'readRights')
        .mockImplementation(async (discordId) =>
          team.has(discordId)
            ? { role: 'staff', rights: ['orders', 'move', 'refund'] }
            : { role: 'customer', rights: [] },
        );
      try {
        for (const order of [before, after])
          for (const move of ['process', 'complete'])
            expect(said(await inDiscord(staffId, `${order}/${move}`))).toBe(OWN);
        const [successor, other] = [await byDiscord(staffId), await byDiscord(otherId)];
        for (const move of ['process', 'complete', 'cancel'])
          expect(said(await inPanel(successor, `${before}/${move}`))).toBe(OWN);
        // The other way round, where one person has two Discord accounts of the team.
        const theirs = await orderOf(successor);
        expect((await link(former, secondId)).status).toBe(302);
        expect(said(await inPanel(former, `${theirs}/complete`))).toBe(OWN);
        for (const order of [before, after, theirs])
          expect(said(await inPanel(other, `${order}/complete`))).toBe('200');
        await unlink(former);
        expect(said(await inDiscord(secondId, `${before}/archive`))).toBe(OWN);
        await deleteNow(shop, former);
        expect(said(await inPanel(successor, `${before}/refund`))).toBe(OWN);
        expect(said(await inPanel(other, `${before}/refund`))).toBe('200');
      } finally {
        rights.mockRestore();
      }
    });

    it('before a refund in Discord is asked about, and when it is made', async () => {
      const staffId = newPerson(PEER_STAFF_ROLE);
      const former = await linked(staffId);
      const id = await orderOf(former);
      await admin.agent.patch(`/api/admin/orders/${id}/complete`).send({}).expect(200);
      await unlink(former);
      const rights = jest
        .spyOn(shop.app.get(RoleSource), 'readRights')
        .mockResolvedValue({ role: 'staff', rights: ['orders', 'refund'] });
      try {
        const asked = await request(shop.url)
          .get(`/api/bot/orders/${id}/refund`)
          .query({ discordId: staffId })
          .set('authorization', `Bearer ${TEST_BOT_TOKEN}`);
        expect(said(asked)).toBe(OWN);
        const [{ version }] = await shop.database.query('SELECT version FROM orders WHERE id = $1', [id]);
        expect(said(await inDiscord(staffId, `${id}/refund`, { version }))).toBe(OWN);
      } finally {
        rights.mockRestore();
      }
    });

    it('and its ticket an own ticket (OWN-890)', async () => {
      const staffId = newPerson(PEER_STAFF_ROLE);
      const former = await linked(staffId);
      const form = { name: 'x', email: 'x@example.org', subject: 'Where?', message: 'Not there.' };
      const { body } = await former.agent.post('/api/support-tickets').send(form).expect(201);
      await unlink(former);
      const answer = await request(shop.url)
        .post(`/api/bot/tickets/${body.id}/respond`)
        .set('authorization', `Bearer ${TEST_BOT_TOKEN}`)
        .send({ discordId: staffId, response: 'Yes.' });
      expect(said(answer)).toBe('403 OWN_TICKET');
    });

    it('for an admin too, who may: the error channel is told', async () => {
      peer.people.set(SECOND_ADMIN_ID, 'the_second_admin');
      const former = await unlinked(SECOND_ADMIN_ID);
      const id = await orderOf(former);
      expect(said(await inDiscord(SECOND_ADMIN_ID, `${id}/complete`))).toBe('200');
      expect(await listAlertsAbout(shop, `order:${id}`)).toEqual([OWN_ORDER_ALERT]);
    });
  });

  it('brings a friend’s code to nobody twice (OWN-585)', async () => {
    const friend = await shop.signIn();
    await friend.agent.post('/api/referrals/set-code').send({ customCode: 'PAXTWICE1' }).expect(200);
    const apply = ({ agent }: SignedIn) =>
      agent.post('/api/referrals/apply').send({ referralCode: 'PAXTWICE1' });
    const id = newPerson();
    const former = await linked(id);
    await apply(former).expect(200);
    await unlink(former);
    expect((await apply(await byDiscord(id))).body.code).toBe('REFERRAL_ALREADY_APPLIED');
    await apply(await byDiscord(newPerson())).expect(200);
  });

  describe('goes on with the block of the former account (OWN-1184)', () => {
    it('that came after it was unlinked, whoever took the id before or takes it later', async () => {
      const [earlyId, lateId] = [newPerson(), newPerson()];
      const [first, second] = [await unlinked(earlyId), await unlinked(lateId)];
      const early = await byDiscord(earlyId);
      for (const former of [first, second]) await setBlocked(former, true);
      await runJob(shop.app, 'blocked-names');
      expect(await isBlocked(early)).toBe(true);
      const late = await byDiscord(lateId);
      expect(await isBlocked(late)).toBe(true);
      await setBlocked(second, false);
      const third = await registered();
      const freeId = newPerson();
      expect((await link(third, freeId)).status).toBe(302);
      expect(await isBlocked(third)).toBe(false);
    });

    it('at once, along all accounts that follow one another, and again after all were unblocked (OWN-1184)', async () => {
      const [id, nextId] = [newPerson(), newPerson()];
      const former = await unlinked(id);
      const successor = await unlinked(nextId);
      expect((await link(successor, id)).status).toBe(302);
      const next = await byDiscord(nextId);
      await setBlocked(former, true);
      for (const person of [successor, next]) {
        expect(await isBlocked(person)).toBe(true);
        await person.agent.get('/api/auth/me').expect(401);
      }
      const audited = await shop.database.query(
        `SELECT actor FROM audit_log WHERE action = 'user.block' AND subject = $1`,
        [`user:${next.userId}`],
      );
      expect(audited).toEqual([{ actor: 'shop' }]);
      for (const person of [former, successor, next]) await setBlocked(person, false);
      await setBlocked(former, true);
      expect([await isBlocked(successor), await isBlocked(next)]).toEqual([true, true]);
    });

    it('at once, where the account that gets the id has let go another one itself (OWN-1184)', async () => {
      const [id, nextId] = [newPerson(), newPerson()];
      await setBlocked(await unlinked(id), true);
      const successor = await unlinked(nextId);
      const next = await byDiscord(nextId);
      await link(successor, id);
      expect([await isBlocked(successor), await isBlocked(next)]).toEqual([true, true]);
    });

    it('of an admin at once while Discord hangs, with its successor as soon as Discord answers (OWN-18)', async () => {
      const id = newPerson();
      const former = await unlinked(id);
      const successor = await byDiscord(id);
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const asked = new Promise<void>((resolve) => {
        peer.beforeMemberAnswer = () => {
          resolve();
          return answered;
        };
      });
      try {
        const blocking = setBlocked(former, true);
        await asked;
        expect([await isBlocked(former), await isBlocked(successor)]).toEqual([true, false]);
        await former.agent.get('/api/auth/me').expect(401);
        answer();
        await blocking;
      } finally {
        answer();
        peer.beforeMemberAnswer = async () => undefined;
      }
      expect(await isBlocked(successor)).toBe(true);
    });

    it('but to none that an admin unblocked since, also where the job looks later (OWN-1184)', async () => {
      const [id, nextId] = [newPerson(), newPerson()];
      const former = await unlinked(id);
      const successor = await unlinked(nextId);
      expect((await link(successor, id)).status).toBe(302);
      const next = await byDiscord(nextId);
      await setBlocked(former, true);
      for (const person of [next, successor]) await setBlocked(person, false);
      await runJob(shop.app, 'blocked-names');
      expect([await isBlocked(former), await isBlocked(successor), await isBlocked(next)]).toEqual([
        true,
        false,
        false,
      ]);
      await setBlocked(successor, true);
      expect(await isBlocked(next)).toBe(true);
    });

    it.each([
      ['signs up', byDiscord],
      [
        'is linked',
        async (id: string) => {
          const person = await registered();
          await link(person, id);
          return person;
        },
      ],
    ])('that comes while the one with the id %s', async (_how, come) => {
      const id = newPerson();
      const former = await unlinked(id);
      const departed = shop.app.get(FormerIdentities);
      const remember = departed.recordNewOwner.bind(departed);
      let goOn: () => void = () => undefined;
      const blocked = new Promise<void>((resolve) => (goOn = resolve));
      const isTaken = new Promise<void>((resolve) => {
        jest.spyOn(departed, 'recordNewOwner').mockImplementation(async (...taken) => {
          await remember(...taken);
          resolve();
          await blocked;
        });
      });
      try {
        const coming = come(id);
        await isTaken;
        const followed = setBlocked(former, true).then(() => runJob(shop.app, 'blocked-names'));
        const waits = until(
          () => countLockWaits(shop),
          (n) => n > 0,
        );
        await Promise.race([followed, waits]);
        goOn();
        await followed;
        expect(await isBlocked(await coming)).toBe(true);
      } finally {
        goOn();
        jest.restoreAllMocks();
      }
    });

    it('blocks nobody who let the id go, nor who had it before', async () => {
      const id = newPerson();
      const [first, second] = [await unlinked(id), await unlinked(id)];
      const third = await linked(id);
      await setBlocked(second, true);
      await runJob(shop.app, 'blocked-names');
      expect([await isBlocked(first), await isBlocked(third)]).toEqual([false, true]);
    });

    it('but blocks no staff by itself: the error channel is told, and asked where Discord is silent', async () => {
      const [staffId, silentId] = [newPerson(PEER_STAFF_ROLE), newPerson()];
      const [first, second] = [await unlinked(staffId), await unlinked(silentId)];
      const [staff, silent] = [await byDiscord(staffId), await byDiscord(silentId)];
      await setBlocked(first, true);
      await runJob(shop.app, 'blocked-names');
      const standing = jest.spyOn(shop.app.get(RoleSource), 'readStanding').mockResolvedValue('unknown');
      try {
        await setBlocked(second, true);
        await runJob(shop.app, 'blocked-names');
      } finally {
        standing.mockRestore();
      }
      for (const person of [staff, silent]) {
        expect(await isBlocked(person)).toBe(false);
        expect(await alertsAbout(person)).toHaveLength(1);
      }
    });

    it('for staff where an admin set it; where the shop did, only for customers', async () => {
      const [byAdminId, byShopId] = [newPerson(PEER_STAFF_ROLE), newPerson(PEER_STAFF_ROLE)];
      const [first, second] = [await unlinked(byAdminId), await unlinked(byShopId)];
      await setBlocked(first, true);
      await blockByShop(second);
      expect(await isBlocked(await byDiscord(byAdminId))).toBe(true);
      const staff = await byDiscord(byShopId);
      expect(await isBlocked(staff)).toBe(false);
      expect(await alertsAbout(staff)).toHaveLength(1);
    });

    it('for nobody while Discord does not say whether it is staff’s: nobody signs up, and nothing is linked', async () => {
      const id = newPerson();
      await blockByShop(await unlinked(id));
      const other = await registered();
      const standing = jest.spyOn(shop.app.get(RoleSource), 'readStanding').mockResolvedValue('unknown');
      try {
        const refused = await signInWithDiscord(request.agent(shop.url), peer, id);
        expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
        expect((await link(other, id)).body.code).toBe('UNAVAILABLE');
      } finally {
        standing.mockRestore();
      }
      expect(await isBlocked(other)).toBe(false);
      expect(await shop.database.query('SELECT 1 FROM users WHERE discord_id = $1', [id])).toEqual([]);
      expect(await isBlocked(await byDiscord(id))).toBe(true);
    });
  });
});
