import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimLastingAnswer, type LastingMessage } from '@pax/contracts';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';

const CHANNEL = '500000000000000013';
const HASH = 'a'.repeat(32);

describe('lasting messages (OWN-759)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const claim = async (key = 'stock-board', channelId = CHANNEL): Promise<LastingMessage | null> =>
    claimLastingAnswer.parse((await shop.call('/lasting-messages/claim', { key, channelId, fence })).body)
      .message;
  const claimed = async (key?: string, channelId?: string): Promise<LastingMessage> => {
    const message = await claim(key, channelId);
    if (!message) throw new Error('nothing was claimed');
    return message;
  };
  const report = async ({ nonce }: { nonce: string }, outcome: object, key = 'stock-board', by = fence) =>
    (await shop.call('/lasting-messages/report', { key, nonce, fence: by, outcome })).status;
  const rest = (): Promise<unknown> =>
    shop.database.query(`UPDATE lasting_messages SET changed_at = changed_at - interval '16 seconds'`);

  it('keep their nonce until one is sent, then rest for 15 s between two changes', async () => {
    const first = await claimed();
    expect(first).toMatchObject({
      messageId: null,
      contentHash: null,
      isPinned: false,
      firstAttemptAt: null,
      firstAttemptAgeMs: null,
    });
    const again = await claimed();
    expect(again.nonce).toBe(first.nonce);
    expect(again.firstAttemptAgeMs).toBeGreaterThanOrEqual(0);
    expect(await report(again, { kind: 'sent', messageId: CHANNEL, contentHash: HASH })).toBe(204);
    expect(await claim()).toBeNull();
    await rest();
    expect(await claimed()).toMatchObject({ messageId: CHANNEL, contentHash: HASH, isPinned: false });
    expect(await report(first, { kind: 'pinned' })).toBe(204);
    expect(await report(first, { kind: 'edited', contentHash: `${HASH}b` })).toBe(204);
    expect(await claim()).toBeNull();
    await rest();
    expect(await claimed()).toMatchObject({ contentHash: `${HASH}b`, isPinned: true });
  });

  it('begin anew when they were deleted, and in another channel; late reports change nothing', async () => {
    await rest();
    const first = await claimed();
    expect(await report(first, { kind: 'gone' })).toBe(204);
    const second = await claimed();
    expect(second).toMatchObject({ messageId: null, contentHash: null, isPinned: false });
    expect(second.nonce).not.toBe(first.nonce);
    expect(await report(first, { kind: 'sent', messageId: CHANNEL, contentHash: null })).toBe(409);
    expect(await report(second, { kind: 'sent', messageId: CHANNEL, contentHash: null })).toBe(204);
    const moved = await claimed('stock-board', '500000000000000014');
    expect(moved).toMatchObject({ messageId: null, isPinned: false });
    expect(moved.nonce).not.toBe(second.nonce);
  });

  it('are the next bot’s to write again, and no former bot’s', async () => {
    const welcome = await claimed('welcome');
    await report(welcome, { kind: 'sent', messageId: CHANNEL, contentHash: HASH }, 'welcome');
    await rest();
    expect(await claimed('welcome')).toMatchObject({ contentHash: HASH });
    const former = fence;
    await shop.lapse();
    fence = await shop.takeLease('bot-two-2');
    expect(await report(welcome, { kind: 'gone' }, 'welcome', former)).toBe(409);
    const late = await shop.call('/lasting-messages/claim', {
      key: 'welcome',
      channelId: CHANNEL,
      fence: former,
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'FENCED' } });
    expect(await claimed('welcome')).toMatchObject({ messageId: CHANNEL, contentHash: null });
  });

  it.each([
    { key: 'another', channelId: CHANNEL, fence: 1 },
    { key: 'welcome', channelId: 'x', fence: 1 },
    { key: 'welcome', channelId: CHANNEL },
  ])('are not claimed by %j', async (body) => {
    expect((await shop.call('/lasting-messages/claim', body)).status).toBe(400);
  });
});
