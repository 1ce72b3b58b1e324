import { describe, expect, it } from '@jest/globals';
import { CHANNEL_IDS, withPostingRig, type PostingRig } from '../../test/posting-rig.js';
import { anOrderPost } from '../../test/samples.js';

describe('a post of an order', () => {
  let rig: PostingRig;
  const sent = withPostingRig((opened) => (rig = opened));

  it('mentions nobody but the role of the setting (OWN-143)', async () => {
    rig.shop.addPosts('orders', anOrderPost(1, { username: '@everyone' }));
    rig.shop.addPosts('history', anOrderPost(2, { status: 'completed' }, 'order.completed'));
    rig.startPoster('orders', '1184302765190463519');
    rig.startPoster('history', '1184302765190463519');
    await sent();
    const mentions = (channel: 'orders' | 'history') =>
      rig.discord.callsTo(CHANNEL_IDS[channel], 'POST').map(({ body }) => body);
    expect(mentions('orders')).toMatchObject([
      { content: '<@&1184302765190463519>', allowed_mentions: { parse: [], roles: ['1184302765190463519'] } },
    ]);
    expect(mentions('history')).toMatchObject([{ content: '', allowed_mentions: { parse: [] } }]);
    // A rush calls the staff once.
    rig.shop.addPosts('orders', anOrderPost(3));
    await sent();
    expect(mentions('orders')[1]).toMatchObject({ content: '', allowed_mentions: { parse: [] } });
  });

  it('calls the staff five minutes after it did, whatever was sent in between', async () => {
    let passed = 0;
    rig.now = () => passed;
    rig.startPoster('orders', '1184302765190463519');
    for (const [id, at] of [
      [1, 0],
      [2, 240_000],
      [3, 310_000],
    ] as const) {
      passed = at;
      rig.shop.addPosts('orders', anOrderPost(id));
      await sent();
    }
    const contents = rig.discord.callsTo(CHANNEL_IDS.orders, 'POST').map(({ body }) => Object(body).content);
    expect(contents).toEqual(['<@&1184302765190463519>', '', '<@&1184302765190463519>']);
  });
});
