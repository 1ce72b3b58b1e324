import { describe, expect, it } from '@jest/globals';
import { CHANNEL_IDS, withPostingRig, type PostingRig } from '../../test/posting-rig.js';
import { anAlertPost, anOrder, anOrderPost } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

const COMPLETED = {
  title: '#1001 · 50M Coins × 1',
  description: expect.stringContaining('🟢 **Abgeschlossen**'),
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('posting to a channel', () => {
  let rig: PostingRig;
  const sent = withPostingRig((opened) => (rig = opened));
  /** Expected counts when each of so many posts is in the channel once. */
  const onceEach = (count: number) => new Map(numbers(count).map((id) => [`Post ${id}`, 1]));

  it('packs what waits into messages of at most ten, each event once and in order (OWN-134, OWN-136)', async () => {
    rig.shop.addPosts('orders', ...numbers(23).map((id) => anOrderPost(id)));
    rig.startPoster('orders');
    await sent();
    expect(rig.discord.messages.map(({ embeds }) => embeds.length)).toEqual([10, 10, 3]);
    expect(rig.discord.countPosts()).toEqual(onceEach(23));
  });

  it('keeps long posts below 6,000 characters a message (OWN-136)', async () => {
    rig.shop.addPosts('error', ...numbers(12).map((id) => anAlertPost(id, 'Fehler', '*'.repeat(1_000))));
    rig.startPoster('error');
    await sent();
    expect(rig.discord.countPosts()).toEqual(onceEach(12));
    expect(rig.discord.calls.filter(({ status }) => status === 400)).toEqual([]);
  });

  it('is woken by a job and finds work without one (F11)', async () => {
    const poster = rig.startPoster('orders');
    rig.shop.addPosts('orders', anOrderPost(1));
    poster.wakeLoop();
    await sent();
    rig.shop.addPosts('orders', anOrderPost(2));
    await sent();
    expect(rig.discord.countPosts()).toEqual(onceEach(2));
  });

  it('sends nothing of a claimed batch once the lease is lost (OWN-150)', async () => {
    rig.isLeaseHeld = false;
    rig.shop.addPosts('orders', anOrderPost(70));
    rig.startPoster('orders');
    await waitUntil(() => rig.shop.calls.some(({ path }) => path.endsWith('/edits/claim')), 'a whole round');
    expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'POST')).toEqual([]);
    rig.isLeaseHeld = true;
    await sent();
  });

  it.each(['before', 'after'] as const)(
    'posts each event once where another bot takes over while a message is under way: %s Discord took it (OWN-134)',
    async (when) => {
      const release = rig.discord.holdNextMessage(CHANNEL_IDS.orders, when);
      rig.shop.addPosts('orders', anOrderPost(1), anOrderPost(2));
      rig.startPoster('orders');
      await waitUntil(() => rig.discord.isHolding, 'the first bot sends');
      rig.shop.fence += 1;
      rig.shop.addPosts('orders', anOrderPost(3));
      rig.startPoster('orders');
      await sent();
      release();
      // The first one hears of its end with its report.
      await waitUntil(() => rig.confirmCount > 0, 'the first bot is refused');
      rig.shop.addPosts('orders', anOrderPost(4));
      await sent();
      expect(rig.discord.countPosts()).toEqual(onceEach(4));
    },
  );

  describe('when it breaks between acceptance and report', () => {
    const beginAndCrash = async (): Promise<void> => {
      rig.shop.failingCalls.set('report', 1_000);
      rig.shop.addPosts('orders', anOrderPost(1), anOrderPost(2));
      rig.startPoster('orders');
      await waitUntil(() => (rig.shop.failingCalls.get('report') ?? 0) < 1_000, 'accepted, report failed');
      await rig.crash();
      rig.shop.failingCalls.clear();
    };

    it('sends the same text under the same nonce, which makes one message (OWN-134, F8)', async () => {
      await beginAndCrash();
      rig.shop.addPosts('orders', anOrderPost(3));
      rig.startPoster('orders');
      await sent();
      const [first, again] = rig.discord.callsTo(CHANNEL_IDS.orders, 'POST');
      expect(again?.body).toEqual(first?.body);
      expect(rig.discord.countPosts()).toEqual(onceEach(3));
    });

    it('reports without sending again when only the report was lost', async () => {
      rig.shop.failingCalls.set('report', 2);
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders');
      await sent();
      expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'POST')).toHaveLength(1);
    });

    it.each([true, false])(
      'finds a message of more than two minutes ago in the history, nonce returned: %s (OWN-134)',
      async (tellsNonce) => {
        await beginAndCrash();
        rig.discord.forgetNonces();
        rig.discord.returnsNonces = tellsNonce;
        rig.shop.setAttemptAge(tellsNonce ? 300_000 : 121_000);
        rig.startPoster('orders');
        await sent();
        expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'POST')).toHaveLength(1);
        expect(rig.discord.countPosts()).toEqual(onceEach(2));
      },
    );

    it('sends when the history holds no such message', async () => {
      await beginAndCrash();
      rig.discord.forgetNonces();
      rig.discord.messages.splice(0);
      rig.shop.setAttemptAge(300_000);
      rig.startPoster('orders');
      await sent();
      expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'GET')).toHaveLength(1);
      expect(rig.discord.countPosts()).toEqual(onceEach(2));
    });
  });

  describe('with a database whose clock is wrong', () => {
    it('sends though the database is an hour behind', async () => {
      rig.shop.databaseAheadMs = -3_600_000;
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders');
      await sent();
      expect(rig.discord.countPosts()).toEqual(onceEach(1));
    });

    it('still finds an earlier message in the history when the database is ahead (OWN-134)', async () => {
      rig.shop.databaseAheadMs = 180_000;
      rig.shop.failingCalls.set('report', 1_000);
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders');
      await waitUntil(() => (rig.shop.failingCalls.get('report') ?? 0) < 1_000, 'accepted, report failed');
      await rig.crash();
      rig.shop.failingCalls.clear();
      rig.discord.forgetNonces();
      rig.discord.returnsNonces = false;
      rig.shop.setAttemptAge(121_000);
      rig.startPoster('orders');
      await sent();
      expect(rig.discord.countPosts()).toEqual(onceEach(1));
    });

    it('says so when too little is left of a claim', async () => {
      rig.shop.remainingMs = 4_000;
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders');
      await waitUntil(
        () => rig.logLines.some((line) => line.includes('too little is left of its claim')),
        'logged',
      );
      rig.shop.remainingMs = 60_000;
      await sent();
    });
  });

  it.each(['cut-after-accept', 'server-error'] as const)(
    'makes one message of a try that ends in %s (F20)',
    async (fault) => {
      rig.discord.scriptFaults(CHANNEL_IDS.orders, fault);
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders');
      await sent();
      expect(rig.discord.countPosts()).toEqual(onceEach(1));
      const [failed, accepted] = rig.discord.callsTo(CHANNEL_IDS.orders, 'POST');
      expect(accepted?.body).toEqual(failed?.body);
      // Not the library's own try at once, but a new claim after a wait.
      expect((accepted?.at ?? 0) - (failed?.at ?? 0)).toBeGreaterThan(300);
    },
  );

  it('waits as long as a 429 says, and never hits the limit twice (OWN-136)', async () => {
    rig.discord.scriptFaults(CHANNEL_IDS.orders, 'rate-limit');
    rig.shop.addPosts('orders', anOrderPost(1));
    const poster = rig.startPoster('orders');
    await waitUntil(() => rig.discord.calls.length === 1, 'first try');
    poster.wakeLoop();
    await sent();
    const [limited, accepted] = rig.discord.callsTo(CHANNEL_IDS.orders, 'POST');
    expect([limited?.status, accepted?.status]).toEqual([429, 200]);
    expect((accepted?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect(rig.discord.countPosts()).toEqual(onceEach(1));
  });

  it('waits for a limit between claims, so that edits go on meanwhile (OWN-134)', async () => {
    rig.shop.addPosts('orders', anOrderPost(1));
    const poster = rig.startPoster('orders');
    await sent();
    const relent = rig.discord.refuseMessages(CHANNEL_IDS.orders, 'rate-limit');
    rig.shop.addPosts('orders', anOrderPost(2));
    poster.wakeLoop();
    await waitUntil(() => rig.discord.callsTo(CHANNEL_IDS.orders, 'POST').length > 1, 'limited');
    const messageId = rig.discord.messages[0]?.id ?? '';
    rig.shop.edits.push({
      batchId: 'batch-1',
      channel: 'orders',
      messageId,
      editVersion: 1,
      posts: [anOrderPost(1)],
    });
    await waitUntil(() => rig.shop.reportedEdits.length === 1, 'edited');
    expect(rig.discord.messages).toHaveLength(1);
    relent();
    await sent();
    expect(rig.discord.countPosts()).toEqual(onceEach(2));
  });

  it('parks only the post that Discord refuses alone; the others go out (OWN-140)', async () => {
    rig.discord.rejectedText = 'Giftkraut';
    const orders = [anOrderPost(1), anOrderPost(2, { productName: 'Giftkraut' }), anOrderPost(3)];
    rig.shop.addPosts('orders', ...orders);
    rig.startPoster('orders');
    await waitUntil(() => !rig.shop.postStates().includes('waiting'), 'nothing waiting');
    expect(rig.shop.postStates()).toEqual(['sent', 'parked', 'sent']);
    expect(rig.discord.countPosts()).toEqual(
      new Map([
        ['Post 1', 1],
        ['Post 3', 1],
      ]),
    );
  });

  it('leaves a forbidden channel alone after one try, raises one alert, and posts to the others (OWN-140, F21)', async () => {
    rig.discord.scriptFaults(CHANNEL_IDS.orders, 'forbidden', 'forbidden');
    rig.shop.addPosts('orders', anOrderPost(1));
    rig.shop.addPosts('history', anOrderPost(2, { status: 'completed' }, 'order.completed'));
    const blocked = rig.startPoster('orders');
    rig.startPoster('history');
    await waitUntil(() => rig.shop.alerts.length === 1, 'alert raised');
    blocked.wakeLoop();
    await waitUntil(() => rig.shop.postStates()[1] === 'sent', 'other channel posted');
    rig.shop.addPosts('history', anOrderPost(3, { status: 'completed' }, 'order.completed'));
    await waitUntil(() => rig.shop.postStates()[2] === 'sent', 'other channel goes on');
    expect(rig.discord.callsTo(CHANNEL_IDS.orders, 'POST')).toHaveLength(1);
    expect(rig.shop.alerts).toMatchObject([{ title: 'Kanal orders nicht erreichbar' }]);
    expect(rig.shop.postStates()[0]).toBe('waiting');
  });

  it('reports that Discord rejects the token (F21)', async () => {
    rig.discord.scriptFaults(CHANNEL_IDS.orders, 'unauthorized');
    rig.shop.addPosts('orders', anOrderPost(1));
    rig.startPoster('orders');
    await waitUntil(() => rig.unauthorizedReasons.length === 1, 'told');
    expect(rig.discord.messages).toEqual([]);
  });

  it('drops the batch and asks for its lease when the fence is newer (OWN-134)', async () => {
    rig.shop.addPosts('orders', anOrderPost(1));
    rig.shop.fence = 5;
    rig.startPoster('orders');
    rig.shop.fence = 6;
    await waitUntil(() => rig.confirmCount > 0, 'lease confirmed');
    expect(rig.discord.calls).toEqual([]);
    expect(rig.shop.postStates()).toEqual(['waiting']);
  });

  it('waits for an unavailable shop and goes on when it is back', async () => {
    const { port } = rig.shop;
    await rig.shop.stop();
    rig.startPoster('orders');
    rig.shop.addPosts('orders', anOrderPost(1));
    await waitUntil(() => rig.logLines.some((line) => line.includes('posting interrupted')), 'noticed');
    await rig.shop.start(port);
    await sent();
    expect(rig.discord.countPosts()).toEqual(onceEach(1));
  });

  describe('edits', () => {
    const post = async (): Promise<string> => {
      rig.shop.addPosts('orders', anOrderPost(1));
      rig.startPoster('orders', '1184302765190463519');
      await sent();
      return rig.discord.messages[0]?.id ?? '';
    };
    const edit = (messageId: string, editVersion = 2) => {
      const order = anOrder({
        id: 1_001,
        status: 'completed',
        completedAt: '2026-03-01T12:10:00.000Z',
        version: 3,
      });
      const posts = [{ ...anOrderPost(1), content: { kind: 'order' as const, order } }];
      rig.shop.edits.push({ batchId: 'batch-1', channel: 'orders', messageId, editVersion, posts });
    };

    it('show the newest state, remove the buttons and ping nobody (OWN-142, OWN-143)', async () => {
      edit(await post());
      await waitUntil(() => rig.shop.reportedEdits.length === 1, 'edit reported');
      const [message] = rig.discord.messages;
      expect(message?.embeds[0]).toMatchObject(COMPLETED);
      expect(message?.components).toEqual([]);
      expect(message?.edits).toMatchObject([{ allowed_mentions: { parse: [] } }]);
      expect(rig.shop.reportedEdits).toEqual([{ batchId: 'batch-1', editVersion: 2 }]);
    });

    it('of a message that was deleted are reported as gone', async () => {
      await post();
      edit('1184303546217549907');
      await waitUntil(() => rig.shop.reportedEdits.length === 1, 'edit reported');
      expect(rig.shop.reportedEdits).toEqual([{ batchId: 'batch-1', editVersion: 2, gone: true }]);
    });

    it('of a message by an earlier application are gone, and posts go on (OWN-142)', async () => {
      const messageId = await post();
      for (const message of rig.discord.messages) message.author.id = '1184299640417775000';
      edit(messageId);
      await waitUntil(() => rig.discord.callsTo(messageId, 'PATCH').length === 1, 'edit refused');
      rig.shop.addPosts('orders', anOrderPost(2));
      await sent();
      expect(rig.shop.reportedEdits).toEqual([{ batchId: 'batch-1', editVersion: 2, gone: true }]);
    });

    it('that are forbidden are left alone, but posts go on (OWN-140)', async () => {
      const messageId = await post();
      rig.discord.scriptFaults(CHANNEL_IDS.orders, 'forbidden');
      edit(messageId);
      await waitUntil(() => rig.shop.alerts.length === 1, 'alert raised');
      rig.shop.addPosts('orders', anOrderPost(2));
      await sent();
      expect(rig.shop.alerts).toMatchObject([{ title: 'Nachrichten in Kanal orders nicht änderbar' }]);
      expect(rig.discord.callsTo(messageId, 'PATCH')).toHaveLength(1);
    });

    it('that Discord refuses for good are reported, so that later ones are made (OWN-140)', async () => {
      const messageId = await post();
      rig.discord.rejectedText = '#1001 · 50M Coins';
      edit(messageId);
      await waitUntil(() => rig.shop.reportedEdits.length === 1, 'edit reported');
      expect(rig.shop.reportedEdits).toEqual([{ batchId: 'batch-1', editVersion: 2 }]);
      expect(rig.discord.callsTo(messageId, 'PATCH')).toHaveLength(1);
      rig.discord.rejectedText = undefined;
      edit(messageId, 3);
      await waitUntil(() => rig.shop.reportedEdits.length === 2, 'later edit reported');
      expect(rig.discord.messages[0]?.embeds[0]).toMatchObject(COMPLETED);
    });

    it('come again after a failure', async () => {
      const messageId = await post();
      rig.discord.scriptFaults(messageId, 'server-error');
      edit(messageId);
      await waitUntil(() => rig.shop.reportedEdits.length === 2, 'edit reported');
      expect(rig.shop.reportedEdits.map(({ laterMs }) => laterMs)).toEqual([0, undefined]);
      expect(rig.discord.callsTo(messageId, 'PATCH')).toHaveLength(2);
    });

    it.each(['rate-limit', 'server-error'] as const)(
      'of one message that meets a %s do not hold up those of another (OWN-140)',
      async (fault) => {
        const slow = await post();
        rig.shop.addPosts('orders', anOrderPost(2));
        await sent();
        const other = rig.discord.messages[1]?.id ?? '';
        rig.discord.scriptFaults(slow, ...Array.from({ length: 50 }, () => fault));
        edit(slow, 2);
        edit(other, 3);
        await waitUntil(() => rig.discord.callsTo(other, 'PATCH').length === 1, 'the other is edited');
        await waitUntil(() => rig.shop.reportedEdits.some((one) => one.editVersion === 3), 'reported');
        expect(rig.shop.reportedEdits.some((one) => one.editVersion === 2 && one.laterMs === undefined)).toBe(
          false,
        );
      },
    );
  });
});
