import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';

describe('posts that Discord refuses (OWN-140)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const refuse = async (): Promise<number[]> => {
    const batch = await shop.claim('orders', fence);
    await shop.register(batch, fence);
    const answer = await shop.call(`/posts/batches/${batch.id}/reject`, {
      fence,
      reason: 'Invalid Form Body',
    });
    expect(answer.status).toBe(204);
    return batch.posts.map((post) => post.id);
  };

  it('are retried one by one, and only the one that fails alone is parked with an alert', async () => {
    for (let n = 0; n < 3; n += 1) await shop.order();
    const pipelined = await refuse();
    expect(pipelined).toHaveLength(3);
    await shop.order();
    expect(await refuse()).toEqual([pipelined[0]]);
    expect((await shop.send('orders', fence)).posts.map((post) => post.id)).toEqual([pipelined[1]]);
    expect((await shop.send('orders', fence)).posts.map((post) => post.id)).toEqual([pipelined[2]]);
    expect((await shop.send('orders', fence)).posts).toHaveLength(1);
    expect(await shop.postStates('orders')).toEqual(['parked', 'sent', 'sent', 'sent']);
    await shop.relayed();
    const alerts = await shop.claim('error', fence);
    expect(alerts.posts.map(({ content }) => content)).toMatchObject([
      { kind: 'alert', alert: { kind: 'dead-letter' }, count: 1 },
    ]);
  });

  it('raise no further alert when the alert itself is refused', async () => {
    const batch = await shop.claim('error', fence);
    await shop.register(batch, fence);
    await shop.call(`/posts/batches/${batch.id}/reject`, { fence, reason: 'Invalid Form Body' });
    await shop.relayed();
    expect(await shop.postStates('error')).toEqual(['parked']);
    await shop.claimNothing('error', fence);
  });
});
