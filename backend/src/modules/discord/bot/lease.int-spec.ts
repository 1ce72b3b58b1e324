import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startDiscordShop, type DiscordShop } from '../../../../test/discord-shop.js';
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

  it('goes to one of many that want it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => shop.call('/lease', { instanceId: `bot-number-${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('reports whether a bot is connected', async () => {
    const lease = shop.app.get(BotLease);
    expect(await lease.botConnected()).toBe(false);
    await shop.takeLease('bot-one-1');
    expect(await lease.botConnected()).toBe(true);
  });
});
