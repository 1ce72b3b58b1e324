import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ownDataAnswer, type OwnDataAnswer } from '@pax/contracts';
import request from 'supertest';
import {
  readBalances,
  buy,
  onePieceOf,
  actOnPayPage,
  place,
  placementFor,
  waitForState,
} from '../../../test/buying.js';
import { readValue } from '../../../test/database.js';
import { runDeletionNow, deleteNow } from '../../../test/own-data.js';
import { holdMessages, releaseMessages } from '../../../test/stripe.js';
import { awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { EndCheckout } from '../../shop/checkout/settle/end-checkout.js';
import { RunDeletions } from './account-deletions.js';

jest.setTimeout(60_000);

const PASSWORD = 'a lantern in the fog';

describe('deleting the own account', () => {
  let shop: Shop;
  let admin: SignedIn;
  let names = 0;
  beforeAll(async () => {
    shop = await startShop({ RATE_LIMIT_FACTOR: '1000' });
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const newName = (): string => `leaver ${(names += 1)}`;
  const stateOf = async ({ agent }: SignedIn): Promise<OwnDataAnswer> =>
    ownDataAnswer.parse((await agent.get('/api/account/own-data').expect(200)).body);
  const ask = ({ agent }: SignedIn) => agent.delete('/api/account');
  const makeOld = ({ userId }: SignedIn) =>
    shop.database.query(
      `UPDATE sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1`,
      [userId],
    );
  const nameOf = async (userId: number): Promise<string> =>
    (await readValue<string>(shop, 'SELECT username AS value FROM users WHERE id = $1', [userId])) ?? '';
  const deliver = async (order: number | undefined): Promise<void> => {
    for (const move of ['process', 'complete'])
      await admin.agent.patch(`/api/admin/orders/${order}/${move}`).send({}).expect(200);
  };
  const deliverTo = async (person: SignedIn, inGameName: string): Promise<void> => {
    const { orders } = await buy(person, onePieceOf(await shop.addProduct({})), { inGameName });
    await deliver(orders[0]);
  };
  const register = (username: string) =>
    request(shop.url).post('/api/auth/register').send({ username, password: PASSWORD });

  describe('asks for a fresh sign-in or proof (OWN-580)', () => {
    it('takes one of the last ten minutes, and none that is older', async () => {
      const person = await shop.signIn();
      expect((await stateOf(person)).provenUntil).not.toBeNull();
      await makeOld(person);
      expect((await stateOf(person)).provenUntil).toBeNull();
      for (const call of [ask(person), person.agent.get('/api/account/export')])
        expect((await call).body.code).toBe('FRESH_SIGN_IN_REQUIRED');
      const proof = await person.agent.post('/api/account/proof').send({});
      expect(proof.body.code).toBe('FRESH_SIGN_IN_REQUIRED');
    });

    it('takes the password, and refuses a wrong one, none and a strange one', async () => {
      const agent = request.agent(shop.url);
      const { body } = await agent
        .post('/api/auth/register')
        .send({ username: newName(), password: PASSWORD });
      const person = { agent, userId: body.user.id, username: body.user.username, cookie: '' };
      await makeOld(person);
      const prove = (sent: object) => agent.post('/api/account/proof').send(sent);
      expect((await prove({ currentPassword: 'another one' })).body.code).toBe('CURRENT_PASSWORD_WRONG');
      expect((await prove({})).body.code).toBe('CURRENT_PASSWORD_REQUIRED');
      for (const sent of [
        { currentPassword: 7 },
        { currentPassword: 'x'.repeat(129) },
        { password: PASSWORD },
      ])
        expect((await prove(sent)).body.code).toBe('VALIDATION');
      expect((await ask(person)).body.code).toBe('FRESH_SIGN_IN_REQUIRED');
      const proven = ownDataAnswer.parse((await prove({ currentPassword: PASSWORD }).expect(200)).body);
      expect(proven).toMatchObject({ hasPassword: true, deletion: null, obstacles: [] });
      expect((await ask(person).expect(200)).body.deletion).not.toBeNull();
    });

    it('is nobody else’s, and no visitor’s', async () => {
      for (const call of [
        request(shop.url).delete('/api/account'),
        request(shop.url).get('/api/account/export'),
        request(shop.url).post('/api/account/keep'),
      ])
        expect((await call).status).toBe(401);
    });
  });

  describe('waits seven days (OWN-581)', () => {
    it('is asked for once, told to the owner, and taken back', async () => {
      const person = await shop.signIn();
      const first = ownDataAnswer.parse((await ask(person).expect(200)).body);
      const days = Date.parse(first.deletion?.dueAt ?? '') - Date.parse(first.deletion?.askedAt ?? '');
      expect(days).toBe(7 * 86_400_000);
      const again = ownDataAnswer.parse((await ask(person).expect(200)).body);
      expect(again.deletion).toEqual(first.deletion);
      await shop.app.get(RunDeletions).runDueDeletions();
      expect(await nameOf(person.userId)).toBe(person.username);
      await makeOld(person);
      const kept = await person.agent.post('/api/account/keep').expect(200);
      expect(kept.body.deletion).toBeNull();
      await person.agent.post('/api/account/keep').expect(200);
      const told = await person.agent.get('/api/account/security-notices').expect(200);
      const kinds = told.body.map(({ kind }: { kind: string }) => kind);
      expect(kinds).toEqual(['deletion_taken_back', 'deletion_asked']);
    });

    it('carries out or keeps, when both come at once, and nothing between', async () => {
      for (let round = 0; round < 4; round += 1) {
        const person = await shop.signIn();
        await ask(person).expect(200);
        const [kept] = await Promise.all([
          person.agent.post('/api/account/keep'),
          runDeletionNow(shop, person.userId),
          runDeletionNow(shop, person.userId),
        ]);
        const name = await nameOf(person.userId);
        expect([200, 401]).toContain(kept.status);
        expect(name).toBe(kept.status === 200 ? person.username : `deleted-${person.userId}`);
      }
    });
  });

  describe('is refused or put off while something is open or owed (OWN-582)', () => {
    const refusedFor = async (person: SignedIn): Promise<unknown> => {
      const { status, body } = await ask(person);
      return [status, body.code, body.obstacles];
    };
    const refusal = (...obstacles: string[]) => [409, 'DELETION_REFUSED', obstacles];

    it('for an open checkout, also while its payment is being confirmed', async () => {
      const person = await shop.signIn();
      const { url, checkout } = await place(person, onePieceOf(await shop.addProduct({})));
      expect(await refusedFor(person)).toEqual(refusal('open_checkout'));
      expect((await stateOf(person)).obstacles).toEqual(['open_checkout']);
      await actOnPayPage(url, 'pay_later');
      await waitForState(person, checkout, 'confirming');
      expect(await refusedFor(person)).toEqual(refusal('open_checkout'));
    });

    it('for an order that is not delivered, and not after that', async () => {
      const person = await shop.signIn();
      const { orders } = await buy(person, onePieceOf(await shop.addProduct({})));
      expect(await refusedFor(person)).toEqual(refusal('open_order'));
      await admin.agent.patch(`/api/admin/orders/${orders[0]}/process`).send({}).expect(200);
      expect(await refusedFor(person)).toEqual(refusal('open_order'));
      await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
      expect((await ask(person)).status).toBe(200);
    });

    it('for a refund on its way, a dispute, and what is owed', async () => {
      const person = await shop.signIn();
      const { checkout, orders } = await buy(person, onePieceOf(await shop.addProduct({})));
      await deliver(orders[0]);
      const payment = `(SELECT p.id FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = '${checkout}')`;
      await shop.database.query(
        `INSERT INTO disputes (payment_id, provider_ref, amount_cents) SELECT ${payment}, 'dp_spec', 100`,
      );
      await shop.database.query(
        `INSERT INTO refunds (payment_id, amount_cents, reason, state) SELECT ${payment}, 100, 'spec', 'manual'`,
      );
      expect(await refusedFor(person)).toEqual(refusal('open_refund', 'open_dispute'));
      await shop.database.query(`DELETE FROM refunds WHERE reason = 'spec'`);
      await shop.database.query(`DELETE FROM disputes WHERE provider_ref = 'dp_spec'`);
      const points = `points:${person.userId}`;
      const [earned = 0] = await readBalances(shop, points);
      const setPoints = (balance: number) =>
        shop.database.query('UPDATE ledger_balances SET balance = $2 WHERE account = $1', [points, balance]);
      await setPoints(-1);
      expect(await refusedFor(person)).toEqual(refusal('negative_balance'));
      await setPoints(earned);
    });

    it('puts off what became open while it waited, until it is done', async () => {
      const person = await shop.signIn();
      await ask(person).expect(200);
      const { orders } = await buy(person, onePieceOf(await shop.addProduct({})));
      await runDeletionNow(shop, person.userId);
      expect(await nameOf(person.userId)).toBe(person.username);
      expect(await stateOf(person)).toMatchObject({ obstacles: ['open_order'] });
      await deliver(orders[0]);
      await runDeletionNow(shop, person.userId);
      expect(await nameOf(person.userId)).toBe(`deleted-${person.userId}`);
    });

    it('leaves no purchase of an account that is gone, however they race', async () => {
      for (let round = 0; round < 4; round += 1) {
        const person = await shop.signIn();
        const placement = await placementFor(person, onePieceOf(await shop.addProduct({})));
        await ask(person).expect(200);
        const [placed] = await Promise.all([
          person.agent.post('/api/payments/stripe/create-checkout-session').send(placement),
          runDeletionNow(shop, person.userId),
        ]);
        const isGone = (await nameOf(person.userId)) !== person.username;
        const placedBy = 'SELECT 1 FROM checkouts WHERE user_id = $1';
        const rows: unknown[] = await shop.database.query(placedBy, [person.userId]);
        expect(rows).toHaveLength(isGone ? 0 : 1);
        expect(placed.status === 201).toBe(!isGone);
      }
    });

    it('gives late money of an account that is gone back, and sells nothing (OWN-582)', async () => {
      const person = await shop.signIn();
      const id = await shop.addProduct({ stock: 5 });
      holdMessages(shop);
      const { url, checkout } = await place(person, onePieceOf(id));
      await actOnPayPage(url, 'pay');
      await shop.app.get(EndCheckout).execute(checkout, 'expired');
      await deleteNow(shop, person);
      await releaseMessages(shop);
      await awaitMessages(shop);
      await awaitRefunds(shop);
      const rows: unknown[] = await shop.database.query(
        `SELECT c.state, p.state AS payment, r.state AS refund, r.amount_cents = p.amount_cents AS whole
           FROM checkouts c JOIN payments p ON p.checkout_id = c.id JOIN refunds r ON r.payment_id = p.id
          WHERE c.ref = $1`,
        [checkout],
      );
      expect(rows).toEqual([{ state: 'expired', payment: 'stranded', refund: 'done', whole: true }]);
      const orders = await shop.database.query('SELECT 1 FROM orders WHERE user_id = $1', [person.userId]);
      expect(orders).toEqual([]);
      expect(await readBalances(shop, `stock:${id}`, `points:${person.userId}`)).toEqual([5, 0]);
    });
  });

  describe('ends every way in (OWN-583)', () => {
    it('ends sessions and sockets, and no password signs in', async () => {
      const username = newName();
      const agent = request.agent(shop.url);
      const { body, headers } = await agent.post('/api/auth/register').send({ username, password: PASSWORD });
      const cookie = [headers['set-cookie']]
        .flat()
        .map((one) => String(one).split(';', 1)[0])
        .join('; ');
      const socket = new SocketClient(shop.url, { origin: shop.url, cookie });
      await socket.waitForRooms(2);
      await deleteNow(shop, { agent, userId: body.user.id, username, cookie });
      await socket.waitUntilEnded();
      await agent.get('/api/auth/me').expect(401);
      const login = await request(shop.url).post('/api/auth/login').send({ username, password: PASSWORD });
      expect(login.body.code).toBe('INVALID_CREDENTIALS');
    });

    it('books out what remains, once, and empties it once more later', async () => {
      const person = await shop.signIn();
      const accounts = ['credit', 'bonus', 'points'].map((name) => `${name}:${person.userId}`);
      for (const account of accounts) await shop.fill(account, 700);
      await deleteNow(shop, person);
      expect(await readBalances(shop, ...accounts)).toEqual([0, 0, 0]);
      const lateWrite = `UPDATE users SET minecraft_name = 'late_write' WHERE id = $1`;
      await shop.database.query(lateWrite, [person.userId]);
      // What a call under way booked after the first time.
      for (const account of accounts) await shop.fill(account, 30);
      await runDeletionNow(shop, person.userId);
      await runDeletionNow(shop, person.userId);
      expect(await readBalances(shop, ...accounts)).toEqual([0, 0, 0]);
      const readName = 'SELECT minecraft_name AS name FROM users WHERE id = $1';
      const [user] = await shop.database.query(readName, [person.userId]);
      expect(user).toEqual({ name: null });
      const audited = await shop.database.query(
        `SELECT action FROM audit_log WHERE subject = $1 AND action LIKE 'account.%' ORDER BY id`,
        [`user:${person.userId}`],
      );
      expect(audited).toEqual([{ action: 'account.delete-asked' }, { action: 'account.delete' }]);
    });
  });

  describe('does not make “once” twice (OWN-585)', () => {
    const DISCORD = '771900112233440001';

    it('lets the username rest for 90 days, whoever wants it or one like it', async () => {
      const username = newName();
      await deleteNow(shop, await shop.signIn({ username }));
      for (const wanted of [username, username.toUpperCase()])
        expect((await register(wanted)).body.code).toBe('USERNAME_TOO_SIMILAR');
      await shop.database.query(`UPDATE departed_identities SET rests_until = now() WHERE kind = 'username'`);
      await shop.app.get(RunDeletions).runDueDeletions();
      expect((await register(username)).status).toBe(201);
    });

    it('keeps nobody from a name that only its number has', async () => {
      expect((await register('deleted-7')).body.code).toBe('USERNAME_RESERVED');
    });

    it('keeps a friend’s code applied for ever, by the Discord account and no game name', async () => {
      const friend = await shop.signIn();
      const [{ code }] = await shop.database.query('SELECT referral_code AS code FROM users WHERE id = $1', [
        friend.userId,
      ]);
      const apply = (person: SignedIn) =>
        person.agent.post('/api/referrals/apply').send({ referralCode: code });
      const person = await shop.signIn({ discordId: DISCORD });
      await apply(person).expect(200);
      await deliverTo(person, '.Once Only');
      await deleteNow(shop, person);
      const repeated = await apply(await shop.signIn({ discordId: DISCORD }));
      expect(repeated.body.code).toBe('REFERRAL_ALREADY_APPLIED');
      // Anybody may have ordered for a name.
      const other = await shop.signIn();
      await other.agent.put('/api/account/profile').send({ minecraftName: 'once_only' }).expect(200);
      await apply(other).expect(200);
    });

    it('gives the referral codes of who is gone to nobody', async () => {
      const person = await shop.signIn();
      await person.agent.post('/api/referrals/set-code').send({ customCode: 'PAXLAMP01' }).expect(200);
      await person.agent.post('/api/referrals/set-code').send({ customCode: 'PAXLAMP02' }).expect(200);
      await deleteNow(shop, person);
      const other = await shop.signIn();
      for (const customCode of ['PAXLAMP01', 'PAXLAMP02'])
        expect((await other.agent.post('/api/referrals/set-code').send({ customCode })).body.code).toBe(
          'REFERRAL_CODE_TAKEN',
        );
      const applied = await other.agent.post('/api/referrals/apply').send({ referralCode: 'PAXLAMP01' });
      expect(applied.body.code).toBe('REFERRAL_CODE_UNKNOWN');
    });

    it('is known of when SESSION_SECRET changes, and when a shop gets its TOKEN_KEY (OWN-585)', async () => {
      const { userId } = await shop.signIn();
      const people = (change: Partial<Settings>) =>
        new FormerIdentities(shop.app.get(Clock), { ...shop.app.get<Settings>(SETTINGS), ...change });
      const { manager } = shop.database;
      const keep = (kept: FormerIdentities, value: string) =>
        shop.app
          .get(Transactions)
          .run((tx) => kept.storeIdentities(tx, userId, [{ kind: 'referral-code', value }]));
      const tokenKey = 'a key that stays as long as the shop does';
      await keep(people({ tokenKey, sessionSecret: 'one that leaks' }), 'PAXROTATE1');
      await keep(people({ tokenKey: undefined, sessionSecret: 'one that stays' }), 'PAXROTATE2');
      const now = people({ tokenKey, sessionSecret: 'one that stays' });
      for (const code of ['PAXROTATE1', 'paxrotate2'])
        expect(await now.hadReferralCode(manager, code)).toBe(true);
      expect(await now.hadReferralCode(manager, 'PAXROTATE3')).toBe(false);
    });

    it('bars nobody from a friend’s code by a name that a gone account only claimed, or did not get anything for (OWN-1179)', async () => {
      const friend = await shop.signIn();
      await friend.agent.post('/api/referrals/set-code').send({ customCode: 'PAXVICT01' }).expect(200);
      const person = await shop.signIn();
      await person.agent.put('/api/account/profile').send({ minecraftName: 'Victim_01' }).expect(200);
      const { orders } = await buy(person, onePieceOf(await shop.addProduct({})), {
        inGameName: 'Victim_01',
      });
      await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
      await until(
        async () => (await stateOf(person)).obstacles,
        (obstacles) => obstacles.length === 0,
      );
      await person.agent.post('/api/referrals/apply').send({ referralCode: 'PAXVICT01' }).expect(200);
      await deleteNow(shop, person);
      expect(await nameOf(person.userId)).toBe(`deleted-${person.userId}`);
      const victim = await shop.signIn();
      await victim.agent.put('/api/account/profile').send({ minecraftName: 'Victim_01' }).expect(200);
      await victim.agent.post('/api/referrals/apply').send({ referralCode: 'PAXVICT01' }).expect(200);
    });

    it('locks nobody out by a name that a blocked account got goods for: staff are told until the block is taken back (OWN-1184)', async () => {
      const person = await shop.signIn();
      await deliverTo(person, '.Blocked 01');
      await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [person.userId]);
      await deleteNow(shop, person);
      const victim = await shop.signIn();
      const markOf = async () => {
        const { orders } = await buy(victim, onePieceOf(await shop.addProduct({})), {
          inGameName: 'blocked_01',
        });
        const { body } = await admin.agent.get(`/api/admin/orders?q=${orders[0]}`).expect(200);
        return body.find(({ id }: { id: number }) => id === orders[0]).blockedName;
      };
      expect(await markOf()).toBe(true);
      const { body } = await victim.agent.get('/api/orders').expect(200);
      expect(JSON.stringify(body)).not.toContain('blockedName');
      await admin.agent.patch(`/api/admin/users/${person.userId}/block`).send({ blocked: false }).expect(200);
      expect(await markOf()).toBeUndefined();
    });
  });
});
