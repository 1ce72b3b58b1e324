import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { leaseAnswer } from '@pax/contracts';
import request from 'supertest';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { BotLease } from './bot-lease.js';

describe('the bot lease (OWN-150)', () => {
  let shop: DiscordShop;
  beforeAll(async () => {
    shop = await startDiscordShop();
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.lapse());

  it('is for the service token only', async () => {
    const answer = await request(shop.app.getHttpServer())
      .post('/api/bot/lease')
      .send({ instanceId: 'bot-one-1' });
    expect(answer.status).toBe(401);
  });

  it('is renewed by its holder under the same fence and refused to another', async () => {
    const fence = await shop.takeLease('bot-one-1');
    const renewed = await shop.call('/lease', { instanceId: 'bot-one-1', fence });
    expect(renewed).toMatchObject({ status: 200, body: { fence } });
    const refused = await shop.call('/lease', { instanceId: 'bot-two-2' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'LEASE_TAKEN' } });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(15);
  });

  it('goes to the next one when it lapses, with a higher fence that shuts the old one out', async () => {
    const old = await shop.takeLease('bot-one-1');
    await shop.lapse();
    const fence = await shop.takeLease('bot-two-2');
    expect(fence).toBe(old + 1);
    const stale = await shop.call('/posts/claim', { channel: 'orders', fence: old });
    expect(stale).toMatchObject({ status: 409, body: { code: 'FENCED' } });
    await shop.claimNothing('orders', fence);
  });

  it('goes at once to the next process of a bot, and never back to the earlier one', async () => {
    const earlier = await shop.takeLease('bot-one-1');
    const later = await shop.takeLease('bot-one-1');
    expect(later).toBe(earlier + 1);
    const late = await shop.call('/lease', { instanceId: 'bot-one-1', fence: earlier });
    expect(late).toMatchObject({ status: 409, body: { code: 'LEASE_TAKEN' } });
    const stale = await shop.call('/posts/claim', { channel: 'orders', fence: earlier });
    expect(stale).toMatchObject({ status: 409, body: { code: 'FENCED' } });
    expect(await shop.call('/lease', { instanceId: 'bot-one-1', fence: later })).toMatchObject({
      status: 200,
    });
  });

  it('is handed out again to the process that read no answer, and to no other one (OWN-150)', async () => {
    const ask = (takeId: string, more: object = {}, instanceId = 'bot-one-1') =>
      shop.call('/lease', { instanceId, takeId, ...more });
    const fenceOf = ({ body }: Awaited<ReturnType<typeof ask>>): number => leaseAnswer.parse(body).fence;
    const known = fenceOf(await ask('process-1'));
    await shop.lapse();
    // The shop took it anew, and the answer was lost: the process still names its earlier fence.
    const unread = fenceOf(await ask('process-1', { fence: known }));
    expect(unread).toBe(known + 1);
    expect(fenceOf(await ask('process-1', { fence: known }))).toBe(unread);
    expect(fenceOf(await ask('process-1'))).toBe(unread);
    expect(await ask('process-2', { fence: known })).toMatchObject({ body: { code: 'LEASE_TAKEN' } });
    expect(await ask('process-1', {}, 'bot-two-2')).toMatchObject({ body: { code: 'LEASE_TAKEN' } });
    expect(fenceOf(await ask('process-2'))).toBe(unread + 1);
    expect(await ask('process-1', { fence: unread })).toMatchObject({ body: { code: 'LEASE_TAKEN' } });
  });

  it('keeps the gateway’s session for the next process until the bot says that it ended (OWN-993)', async () => {
    const session = {
      sessionId: 'a1b2',
      resumeUrl: 'wss://gateway-us-east1-b.discord.gg',
      sequence: 41,
      clientId: '1184299640417775616',
      intents: 1,
    };
    const kept = async (more: object, instanceId = 'bot-one-1'): Promise<unknown> =>
      leaseAnswer.parse((await shop.call('/lease', { instanceId, ...more })).body).session;
    await shop.database.query('UPDATE bot_lease SET session = NULL');
    expect(await kept({ session })).toEqual(session);
    expect(await kept({})).toEqual(session);
    expect(await kept({ session: { ...session, sequence: 42 } })).toMatchObject({ sequence: 42 });
    await shop.lapse();
    expect(await kept({}, 'bot-two-2')).toMatchObject({ sequence: 42 });
    expect(await kept({ session: null }, 'bot-two-2')).toBeNull();
    for (const wrong of [{ resumeUrl: 'https://x' }, { sequence: -1 }, { clientId: 'x' }, { more: 1 }]) {
      const body = { instanceId: 'bot-two-2', session: { ...session, ...wrong } };
      expect(await shop.call('/lease', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    }
    expect(await kept({}, 'bot-two-2')).toBeNull();
  });

  it('goes to one of many that want it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => shop.call('/lease', { instanceId: `bot-number-${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('reports whether a bot is connected', async () => {
    const lease = shop.app.get(BotLease);
    expect(await lease.isBotConnected()).toBe(false);
    const fence = await shop.takeLease('bot-one-1');
    expect(await lease.isBotConnected()).toBe(true);
    const report = { guild: 'known', commands: 'registered', unreadable: 0 };
    for (const gateway of ['away', 'logins_spent', 'connected'] as const) {
      await shop.call('/lease', { instanceId: 'bot-one-1', fence, report: { ...report, gateway } });
      expect(await lease.isBotConnected()).toBe(gateway === 'connected');
    }
  });
});
