import { describe, expect, it } from '@jest/globals';
import { findFreePort } from '../../test/free-port.js';
import { CHANNEL_IDS, withPostingRig, type PostingRig } from '../../test/posting-rig.js';
import { anOrderPost } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

const [FORMER, DELETED, CLOSED] = ['1184303412795904999', '1184303412795904998', '1184303412795904997'];

describe('posting after a channel changed in the settings', () => {
  let rig: PostingRig;
  const sent = withPostingRig((opened) => (rig = opened));

  it.each([0, 121_000])('sends what was under way %i ms ago where it may stand', async (ageMs) => {
    rig.discord.scriptFaults(FORMER, 'cut-after-accept');
    rig.shop.addPosts('orders', anOrderPost(1));
    rig.startPoster('orders', undefined, FORMER);
    await waitUntil(() => rig.discord.messages.length === 1, 'accepted');
    await rig.crash();
    if (ageMs > 0) rig.discord.forgetNonces();
    rig.shop.setAttemptAge(ageMs);
    rig.startPoster('orders');
    await sent();
    rig.shop.addPosts('orders', anOrderPost(2));
    await sent();
    expect(rig.discord.messages.map(({ channelId }) => channelId)).toEqual([FORMER, CHANNEL_IDS.orders]);
    expect(rig.discord.countPosts()).toEqual(
      new Map([
        ['Post 1', 1],
        ['Post 2', 1],
      ]),
    );
  });

  it.each([
    ['unknown-channel', 0],
    ['forbidden', 0],
    ['unknown-channel', 121_000],
  ] as const)(
    'sends it to the present one where the former answers %s, with the time of the first attempt %i ms ago',
    async (fault, ageMs) => {
      rig.discord.scriptFaults(FORMER, 'server-error');
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders', undefined, FORMER);
      await waitUntil(() => rig.discord.callsTo(FORMER, 'POST').length === 1, 'under way');
      await rig.crash();
      rig.shop.setAttemptAge(ageMs);
      const firstAttemptAt = rig.shop.batches[0]?.firstAttemptAt;
      rig.discord.scriptFaults(FORMER, fault);
      rig.startPoster('orders');
      await sent();
      expect(rig.discord.messages.map(({ channelId }) => channelId)).toEqual([CHANNEL_IDS.orders]);
      expect(rig.shop.batches.map((batch) => batch.firstAttemptAt)).toEqual([firstAttemptAt]);
      expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'GET')).toHaveLength(ageMs > 0 ? 1 : 0);
      expect(rig.shop.alerts).toEqual([]);
    },
  );

  it('edits a message where it stands, and gives up one of a deleted channel alone', async () => {
    rig.shop.addPosts('orders', anOrderPost(1));
    rig.startPoster('orders', undefined, FORMER);
    await sent();
    await rig.crash();
    const messageId = rig.discord.messages[0]?.id ?? '';
    const editIn = (channelId: string, editVersion: number): void =>
      void rig.shop.edits.push({
        batchId: 'batch-1',
        channel: 'orders',
        messageId,
        channelId,
        editVersion,
        posts: [anOrderPost(1)],
      });
    rig.discord.scriptFaults(DELETED, 'unknown-channel');
    rig.discord.scriptFaults(CLOSED, 'forbidden');
    editIn(DELETED, 1);
    editIn(CLOSED, 2);
    editIn(FORMER, 3);
    rig.startPoster('orders');
    await waitUntil(() => rig.shop.reportedEdits.length === 3, 'reported');
    const reported = rig.shop.reportedEdits.map(({ gone, laterMs }) => ({ gone, laterMs }));
    expect(reported).toEqual([{ gone: true }, { laterMs: 3_600_000 }, {}]);
    expect(rig.discord.messages[0]?.edits).toHaveLength(1);
    expect(rig.shop.alerts).toEqual([]);
  });

  it('edits what it sent to a channel that is no longer set up, and sends nothing there', async () => {
    rig.shop.addPosts('purchases', anOrderPost(1));
    rig.startPoster('purchases', undefined, FORMER);
    await sent();
    await rig.crash();
    const messageId = rig.discord.messages[0]?.id ?? '';
    const edit = { batchId: 'batch-1', channel: 'purchases' as const, messageId, posts: [anOrderPost(1)] };
    rig.shop.edits.push({ ...edit, editVersion: 1 }, { ...edit, channelId: FORMER, editVersion: 2 });
    rig.shop.addPosts('purchases', anOrderPost(2));
    const { purchases: _purchases, ...others } = CHANNEL_IDS;
    rig.startPosting(`redis://127.0.0.1:${await findFreePort()}`, 50, others);
    await waitUntil(() => rig.shop.reportedEdits.length === 2, 'reported');
    expect(rig.shop.reportedEdits.map(({ gone }) => gone)).toEqual([true, undefined]);
    expect(rig.discord.messages.map(({ edits }) => edits.length)).toEqual([1]);
    expect(rig.shop.postStates()).toEqual(['sent', 'waiting']);
    expect(rig.shop.alerts).toEqual([]);
  });
});
