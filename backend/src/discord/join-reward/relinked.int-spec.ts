import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { joinRewardAnswer } from '@pax/contracts';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { linkDiscord } from '../../../test/discord-sign-in.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { fillPool } from '../../../test/fill-stock.js';
import { insertCreationEvent } from '../../../test/creation-event.js';

jest.setTimeout(60_000);

const REWARD = 1_000_000;
const PASSWORD = 'the owner knows it';
type Agent = ReturnType<typeof request.agent>;

describe('the join reward of one Discord user with two accounts', () => {
  const peer = new DiscordPeer();
  let shop: TestApp;
  let names = 0;
  let last = 627_941_583_306_957_000n;
  beforeAll(async () => {
    await peer.listen();
    shop = await startTestApp({ ...DISCORD_SETTINGS, ...peer.settings(), RATE_LIMIT_FACTOR: '100' });
    const rows: { id: number }[] = await shop.database.query(
      `INSERT INTO products (name, category, price_cents, is_custom) VALUES ('Custom Coins', 'coins', 17, true) RETURNING id`,
    );
    await insertCreationEvent(shop.database, 'product.created', rows[0]?.id ?? 0);
    await fillPool(shop, [10 * REWARD]);
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const registered = async (): Promise<Agent> => {
    names += 1;
    const agent = request.agent(shop.app.getHttpServer());
    const form = { username: `relinker number ${names}`, password: PASSWORD };
    await agent.post('/api/auth/register').send(form).expect(201);
    return agent;
  };
  const link = (agent: Agent, personId: string) =>
    linkDiscord(agent, peer, { personId, currentPassword: PASSWORD });
  const wasGiven = (body: unknown): boolean => joinRewardAnswer.safeParse(body).data?.success === true;
  const claim = async (agent: Agent): Promise<boolean> =>
    wasGiven((await agent.post('/api/discord/join-rewards').send({})).body);
  const claimInDiscord = async (discordId: string): Promise<boolean> =>
    wasGiven(
      (
        await request(shop.app.getHttpServer())
          .post('/api/bot/join-rewards')
          .set('authorization', 'Bearer a-token-for-specs-only')
          .send({ discordId })
      ).body,
    );
  const poolOf = async (): Promise<number> => {
    const rows: { balance: number }[] = await shop.database.query(
      `SELECT balance FROM ledger_balances WHERE account = 'coins'`,
    );
    return rows[0]?.balance ?? 0;
  };

  it.each([
    ['before', true],
    ['while', false],
  ])(
    'is given once, claimed %s they go from one to the other by the real calls (OWN-153)',
    async (_, isBefore) => {
      const [first, second] = [await registered(), await registered()];
      last += 1n;
      const personId = String(last);
      peer.people.set(personId, 'of two accounts');
      peer.members.set(personId, []);
      const before = await poolOf();
      expect((await link(first, personId)).status).toBe(302);
      const given = [isBefore && (await claim(first))];
      expect(given).toEqual([isBefore]);
      const goOver = async (): Promise<boolean> => {
        const body = { currentPassword: PASSWORD };
        await first.post('/api/account/discord/unlink').send(body).expect(200);
        expect((await link(second, personId)).status).toBe(302);
        return claim(second);
      };
      given.push(...(await Promise.all([claim(first), claimInDiscord(personId), goOver()])));
      given.push(await claim(second), await claim(first));
      expect(given.filter(Boolean)).toHaveLength(1);
      expect(await poolOf()).toBe(before - REWARD);
    },
  );
});
