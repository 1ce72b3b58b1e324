import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  botPersonAnswer,
  botRewardsAnswer,
  createTicketAnswer,
  directMessagesAnswer,
  linkedTicket,
  redeemRewardAnswer,
} from '@pax/contracts';
import request from 'supertest';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { startFileHost, type FileHost } from '../../../test/file-host.js';
import { buildPng } from '../../../test/picture-files.js';
import { signIn } from '../../../test/sign-in.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { pointsAccount } from '../../people/ledger/accounts.js';
import { book } from '../../people/ledger/ledger.js';

const BUYER = '310457829164281001';
const FRIEND = '310457829164281002';
const BLOCKED = '310457829164281003';
const STRANGER = '310457829164281009';
const TOKEN = 'a-token-for-specs-only';

describe('customers in Discord', () => {
  let shop: DiscordShop;
  let buyerId: number;
  let cdn: FileHost;
  beforeAll(async () => {
    cdn = await startFileHost({
      '/cdn/a.png': buildPng({ width: 8, height: 8 }),
      '/cdn/b.png': buildPng({ width: 9, height: 9 }),
      '/cdn/text.png': Buffer.from('no picture'),
    });
    shop = await startDiscordShop({ RATE_LIMIT_FACTOR: '1', DISCORD_CDN_URL: cdn.url });
    buyerId = (await signIn(shop, { discordId: BUYER })).userId;
    await signIn(shop, { discordId: BLOCKED, blocked: true });
  });
  afterAll(async () => {
    await shop.close();
    cdn.close();
  });

  const patch = (body: object) =>
    request(shop.app.getHttpServer())
      .patch('/api/bot/people')
      .set('authorization', `Bearer ${TOKEN}`)
      .send(body);
  const personOf = async (discordId: string) =>
    botPersonAnswer.parse((await shop.read(`/people?discordId=${discordId}`)).body);

  describe('what they chose (OWN-621, OWN-622, OWN-615)', () => {
    it('is the default of who chose nothing, with the account that proved the id', async () => {
      expect(await personOf(STRANGER)).toEqual({
        language: null,
        directMessages: true,
        clientLanguage: null,
        messagesClosed: false,
        account: null,
      });
      expect(await personOf(BUYER)).toMatchObject({ account: { isBlocked: false } });
      expect(await personOf(BLOCKED)).toMatchObject({ account: { isBlocked: true } });
      expect((await shop.read('/people?discordId=12')).status).toBe(400);
    });

    it('changes what is named and nothing else, also at once', async () => {
      await Promise.all([
        patch({ discordId: STRANGER, language: 'de' }).expect(200),
        patch({ discordId: STRANGER, directMessages: false }).expect(200),
      ]);
      expect(await personOf(STRANGER)).toMatchObject({ language: 'de', directMessages: false });
      await patch({ discordId: STRANGER, language: null }).expect(200);
      expect(await personOf(STRANGER)).toMatchObject({ language: null, directMessages: false });
      await patch({ discordId: STRANGER, language: 'fr' }).expect(400);
      await patch({ discordId: STRANGER, isAdmin: true }).expect(400);
      expect(await personOf(STRANGER)).toMatchObject({ language: null, directMessages: false });
    });

    it('keeps the language of their Discord apart from a chosen one (OWN-621)', async () => {
      const person = '310457829164281010';
      await patch({ discordId: person, clientLanguage: 'de' }).expect(200);
      expect(await personOf(person)).toMatchObject({ language: null, clientLanguage: 'de' });
      await patch({ discordId: person, language: 'en' }).expect(200);
      expect(await personOf(person)).toMatchObject({ language: 'en', clientLanguage: 'de' });
      await patch({ discordId: person, clientLanguage: 'fr' }).expect(400);
    });

    it('is switched on the account page as well, by who linked a Discord account', async () => {
      const { agent } = await signIn(shop, { discordId: FRIEND });
      const path = '/api/account/direct-messages';
      const read = async () => directMessagesAnswer.parse((await agent.get(path).expect(200)).body);
      expect(await read()).toEqual({ isLinked: true, isEnabled: true });
      await agent.patch(path).send({ isEnabled: false }).expect(200, { isLinked: true, isEnabled: false });
      expect(await read()).toEqual({ isLinked: true, isEnabled: false });
      expect(await personOf(FRIEND)).toMatchObject({ directMessages: false });
      await agent.patch(path).send({ isEnabled: 'yes' }).expect(400);
      await agent.patch(path).send({ isEnabled: true, discordId: BUYER }).expect(400);
      const unlinked = await signIn(shop, {});
      await unlinked.agent.get(path).expect(200, { isLinked: false, isEnabled: false });
      await unlinked.agent
        .patch(path)
        .send({ isEnabled: true })
        .expect(409, /DISCORD_NOT_LINKED/);
    });
  });

  describe('rewards (OWN-615, OWN-255)', () => {
    const redeem = (discordId: string, requestId: string, rewardId = 'ten-percent-off') =>
      shop.call('/rewards/redeem', { discordId, rewardId, requestId });
    const balance = async () =>
      botRewardsAnswer.parse((await shop.read(`/rewards?discordId=${BUYER}`)).body).loyalty?.points;

    it('are redeemed once per question, however often and at once it is confirmed', async () => {
      await runTransaction(shop.database, (tx) =>
        book(tx, { idempotencyKey: 'spec:redeem', reason: 'spec', actor: 'shop' }, [
          { account: pointsAccount(buyerId), delta: 1_100 },
        ]),
      );
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => redeem(BUYER, 'question-of-a-spec-1')),
      );
      const codes = answers.map(({ body }) => redeemRewardAnswer.parse(body).reward.code);
      expect(new Set(codes).size).toBe(1);
      expect(await balance()).toBe(600);
      await redeem(BUYER, 'question-of-a-spec-2');
      const poor = await redeem(BUYER, 'question-of-a-spec-3');
      expect(poor).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_POINTS' } });
      const low = await redeem(BUYER, 'question-of-a-spec-4', 'early-access');
      expect(low).toMatchObject({ status: 409, body: { code: 'TIER_TOO_LOW' } });
      expect(await balance()).toBe(100);
    });

    it('are for accounts alone, and not for blocked ones (OWN-19)', async () => {
      expect((await shop.read(`/rewards?discordId=${STRANGER}`)).body).toEqual({ loyalty: null });
      const unlinked = await redeem(STRANGER, 'question-of-a-spec-5');
      expect(unlinked).toMatchObject({ status: 409, body: { code: 'DISCORD_NOT_LINKED' } });
      const blocked = { status: 403, body: { code: 'BLOCKED' } };
      expect(await redeem(BLOCKED, 'question-of-a-spec-6')).toMatchObject(blocked);
      for (const path of ['rewards', 'points', 'referral'])
        expect(await shop.read(`/${path}?discordId=${BLOCKED}`)).toMatchObject(blocked);
      expect((await shop.read(`/orders?discordId=${BLOCKED}`)).status).toBe(200);
      expect((await redeem(BUYER, 'short')).status).toBe(400);
      expect((await redeem(BUYER, 'question-of-a-spec-7', 'a-car')).status).toBe(400);
    });
  });

  describe('tickets (OWN-619)', () => {
    const written = { name: 'coalheart', subject: 'Where is it?', message: 'Not there.', priority: 'high' };
    const send = (discordId: string, more: object = {}) =>
      shop.call('/tickets', { discordId, ...written, ...more });
    const stored = async (id: number): Promise<unknown> => {
      const [row] = await shop.database.query(
        'SELECT user_id, name, email, subject, priority, status FROM tickets WHERE id = $1',
        [id],
      );
      return row;
    };

    it('are those of the account, which reads them on its page', async () => {
      const { status, body } = await send(BUYER);
      expect(status).toBe(201);
      const { id, token } = createTicketAnswer.parse(body);
      expect(token).toBeNull();
      expect(await stored(id)).toMatchObject({
        user_id: buyerId,
        email: '',
        priority: 'high',
        status: 'open',
      });
    });

    it('are read by a secret link by who has no account, and by blocked ones', async () => {
      for (const [person, userId] of [
        [STRANGER, null],
        [BLOCKED, expect.any(Number)],
      ] as const) {
        const { id, token } = createTicketAnswer.parse((await send(person)).body);
        expect(await stored(id)).toMatchObject({ user_id: userId, subject: 'Where is it?' });
        const { body } = await request(shop.app.getHttpServer())
          .get(`/api/support-tickets/by-token/${token}`)
          .expect(200);
        expect(linkedTicket.parse(body)).toMatchObject({ id, message: 'Not there.' });
      }
    });

    it('about an order are of its buyer alone', async () => {
      const orderId = await shop.order();
      const before = await shop.database.query('SELECT count(*) FROM tickets');
      for (const person of [FRIEND, '310457829164281010'])
        expect(await send(person, { orderId })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect(await shop.database.query('SELECT count(*) FROM tickets')).toEqual(before);
      await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = $2', [buyerId, orderId]);
      expect((await send(BUYER, { orderId })).status).toBe(201);
    });

    it('refuse what is no text, or too long, and store nothing', async () => {
      const before = await shop.database.query('SELECT count(*) FROM tickets');
      for (const more of [{ message: ' \n ' }, { message: 'x'.repeat(4_001) }, { subject: 'x'.repeat(151) }])
        expect((await send(FRIEND, more)).status).toBe(400);
      expect(await shop.database.query('SELECT count(*) FROM tickets')).toEqual(before);
    });

    it('take pictures from Discord’s file host, made anew, and none from elsewhere (OWN-619, OWN-745)', async () => {
      const person = '310457829164281013';
      const { id, token } = createTicketAnswer.parse(
        (await send(person, { pictures: [`${cdn.url}/a.png`, `${cdn.url}/b.png`] })).body,
      );
      const shown = await request(shop.app.getHttpServer()).get(`/api/support-tickets/by-token/${token}`);
      const { attachments = [] } = linkedTicket.parse(shown.body);
      expect(attachments.map(({ width, height }) => [width, height])).toEqual([
        [8, 8],
        [9, 9],
      ]);
      const before = await shop.database.query('SELECT count(*) FROM tickets WHERE id >= $1', [id]);
      const elsewhere = cdn.url.replace('127.0.0.1', 'localhost');
      for (const [address, status, code] of [
        [`${elsewhere}/a.png`, 400, 'VALIDATION'],
        [`${cdn.url}/missing.png`, 503, 'UNAVAILABLE'],
        [`${cdn.url}/text.png`, 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ] as const) {
        const answer = await send('310457829164281014', { pictures: [address] });
        expect(answer).toMatchObject({ status, body: { code } });
      }
      const four = Array.from({ length: 4 }, () => `${cdn.url}/a.png`);
      expect((await send(person, { pictures: four })).status).toBe(400);
      expect(await shop.database.query('SELECT count(*) FROM tickets WHERE id >= $1', [id])).toEqual(before);
    });

    it('take 20 MB of pictures a day of one person (OWN-619)', async () => {
      const person = '310457829164281018';
      const asks = async (): Promise<number> =>
        (await send(person, { pictures: [`${cdn.url}/a.png`] })).status;
      const began = Date.now();
      expect(await asks()).toBe(201);
      const [{ ms, key }] = await shop.database.query(
        `SELECT (expire - $1)::float8 AS ms, key FROM rate_limits WHERE key LIKE 'ticket-kib-discord:%'
          ORDER BY expire DESC LIMIT 1`,
        [began],
      );
      expect(Math.abs(ms / (24 * 3_600_000) - 1)).toBeLessThan(0.01);
      await shop.database.query('UPDATE rate_limits SET points = $1 WHERE key = $2', [20 * 1_024 - 1, key]);
      expect([await asks(), await asks()]).toEqual([201, 429]);
    });

    it('are stored once, however often and at once one window is sent, and their secret is not lost (OWN-826)', async () => {
      const person = '310457829164281015';
      const requestId = '1310457829164281015';
      const all = await Promise.all(Array.from({ length: 7 }, () => send(person, { requestId })));
      const late = await send(person, { requestId });
      const answers = [...all, late].map(({ body }) => createTicketAnswer.parse(body));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      const { id, token } = createTicketAnswer.parse(late.body);
      const { body } = await request(shop.app.getHttpServer())
        .get(`/api/support-tickets/by-token/${token}`)
        .expect(200);
      expect(linkedTicket.parse(body)).toMatchObject({ id });
      // Of the five an hour one is used.
      for (const other of ['11', '12', '13', '14'])
        expect((await send(person, { requestId: `131045782916428${other}00` })).status).toBe(201);
      expect((await send(person, { requestId: '1310457829164281600' })).status).toBe(429);
      expect((await send(person, { requestId })).body).toEqual({ id, token });
    });

    it('are the own ones alone, whoever names a request of somebody else (OWN-826)', async () => {
      const requestId = '1310457829164281016';
      const first = createTicketAnswer.parse((await send('310457829164281016', { requestId })).body);
      const other = createTicketAnswer.parse((await send('310457829164281017', { requestId })).body);
      expect(other.id).not.toBe(first.id);
      expect(other.token).not.toBe(first.token);
      expect((await send('310457829164281017', { requestId: 'x' })).status).toBe(400);
    });

    it('are five an hour of a person, and nobody else waits for it', async () => {
      const person = '310457829164281011';
      const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await send(person)).status));
      expect(statuses.filter((status) => status === 201)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
      expect((await send('310457829164281012')).status).toBe(201);
    });
  });
});
