import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf, readCheckout } from '../../../test/buying.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import {
  postSignedEvent,
  objectId,
  refundWithRowId,
  findSession,
  steerStripe,
} from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { REFUNDS, RefundSteps, whileRefundsAnswered, whileRefundsRefused } from '../../../test/refunds.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import { until } from '../../../test/until.js';
import { RefundSender, SendRefund } from './send-refunds.js';

jest.setTimeout(40_000);

const NO_REFUNDS = { object: 'list', url: '/v1/refunds', has_more: false, data: [] };

describe('a manual refund', () => {
  let shop: Shop;
  let refunds: RefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop(DISCORD_SETTINGS);
    refunds = new RefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  it('becomes manual, once, when the provider refuses it (OWN-96)', async () => {
    const id = await refunds.requestRefused();
    expect(await refunds.listAlertTitles(id)).toEqual(['Manual refund needed']);
    expect(await refunds.listSent(id)).toEqual([]);
  });

  it('is not answered by a refund of another purchase that names its number (OWN-96)', async () => {
    const id = await refunds.requestRefused();
    const { amount_cents: cents } = await refunds.readRow(id);
    const stranger = await shop.signIn();
    const { checkout } = await buy(stranger, onePieceOf(await shop.addProduct({ priceCents: cents })));
    await refundWithRowId(shop, objectId((await findSession(shop, checkout)).payment_intent), cents, id);
    await awaitMessages(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
    expect(await readCheckout(stranger, checkout)).toMatchObject({ refundedCents: cents });
  });

  it('is done where the provider tells that it had made it, so that nobody makes it again (OWN-96)', async () => {
    const id = await refunds.requestRefused();
    const { payment_ref: payment, amount_cents: cents } = await refunds.readRow(id);
    const told = (ref: string, status: string) => ({
      id: `evt_${ref}`,
      object: 'event',
      type: 'refund.created',
      livemode: false,
      data: {
        object: {
          id: ref,
          amount: cents,
          currency: 'usd',
          payment_intent: payment,
          status,
          metadata: { refund: String(id) },
        },
      },
    });
    // One that came to nothing at once is none.
    await postSignedEvent(shop, told(`re_nothing_${id}`, 'failed'));
    await awaitMessages(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
    await refundWithRowId(shop, payment, cents, id);
    await awaitMessages(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    const [made] = await refunds.listSent(id);
    await postSignedEvent(shop, { ...told(made?.id ?? '', 'succeeded'), id: `evt_again_${id}` });
    await awaitMessages(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    expect(await refunds.listAlertTitles(id)).toEqual(['Manual refund needed']);
  });

  it('that is requested is done where the provider tells that it made it, though the retry is refused (OWN-97)', async () => {
    const id = await refunds.requestForLater();
    const { payment_ref: payment, amount_cents: cents } = await refunds.readRow(id);
    await refundWithRowId(shop, payment, cents, id);
    await awaitMessages(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    const retry = { ...(await refunds.staleClaim(id)), attempts: 2 };
    const fault = { kind: 'fail', status: 200, body: NO_REFUNDS } as const;
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: 'GET /v1/refunds', fault });
    await whileRefundsRefused(shop, () => shop.app.get(SendRefund).execute(retry));
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    expect(await refunds.listAlertTitles(id)).not.toContain('Manual refund needed');
    expect(await refunds.listSent(id)).toHaveLength(1);
  });

  it('stays manual where it is told first that the provider’s came to nothing, and then that it was made (OWN-97)', async () => {
    const id = await refunds.requestRefused();
    const { payment_ref: payment, amount_cents: cents } = await refunds.readRow(id);
    for (const [type, status] of [
      ['refund.failed', 'failed'],
      ['refund.created', 'succeeded'],
    ]) {
      const made = { id: `re_late_${id}`, object: 'refund', amount: cents, currency: 'usd', status };
      const object = { ...made, payment_intent: payment, metadata: { refund: String(id) } };
      await postSignedEvent(shop, {
        id: `evt_${type}_${id}`,
        object: 'event',
        type,
        livemode: false,
        data: { object },
      });
      await awaitMessages(shop);
    }
    expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
    expect(await refunds.listAlertTitles(id)).toEqual(['Manual refund needed']);
  });

  it('stays done when a try that began before it is refused (OWN-96)', async () => {
    const id = await refunds.requestAndSend();
    await refunds.waitForState(id, 'done');
    const first = { ...(await refunds.staleClaim(id)), next_try_at: new Date(Date.now() + 60_000) };
    await whileRefundsRefused(shop, () => shop.app.get(SendRefund).execute(first));
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    expect(await refunds.listAlertTitles(id)).toEqual([]);
  });

  it('that the shop still sends is not the answer to other money (OWN-99)', async () => {
    const id = await refunds.requestForLater();
    const { payment_ref: payment, amount_cents: cents } = await refunds.readRow(id);
    await steerStripe(shop, `payments/${payment}/refund`, { cents });
    await awaitMessages(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'requested' });
    await refunds.setDue(id, '-1 second');
    await refunds.waitForState(id, 'done');
    expect(await refunds.listSent(id)).toHaveLength(1);
  });

  it.each(['failed', 'canceled'])(
    'becomes manual when the provider takes it and says that it is %s (OWN-96)',
    async (status) => {
      const body = { id: 're_refused', object: 'refund', status };
      const id = await whileRefundsAnswered(shop, { status: 200, body }, async () => {
        const sent = await refunds.requestAndSend();
        await refunds.waitForState(sent, 'manual');
        return sent;
      });
      expect(await refunds.listAlertTitles(id)).toEqual(['Manual refund needed']);
    },
  );

  it.each(['failed', 'canceled'])(
    'becomes manual when a retry finds it %s at the provider (OWN-97, OWN-96)',
    async (status) => {
      shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: REFUNDS,
        fault: { kind: 'fail', status: 503 },
        times: 50,
      });
      const id = await refunds.requestAndSend();
      await refunds.waitForAttempts(id, 1);
      const known = { id: `re_known_${id}`, object: 'refund', status, metadata: { refund: String(id) } };
      const body = { object: 'list', url: '/v1/refunds', has_more: false, data: [known] };
      shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: 'GET /v1/refunds',
        fault: { kind: 'fail', status: 200, body },
      });
      await shop.database.query('UPDATE refunds SET next_try_at = now() WHERE id = $1', [id]);
      await awaitRefunds(shop);
      expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
      expect(await refunds.listAlertTitles(id)).toContain('Manual refund needed');
      expect(await refunds.listSent(id)).toEqual([]);
    },
  );

  it('becomes manual, once, when the bank sends it back days later (OWN-96)', async () => {
    const id = await refunds.requestAndSend();
    await awaitRefunds(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    const [refund] = await refunds.listSent(id);
    const message = (name: string, type: string, livemode = false) => ({
      id: `evt_${name}_${id}`,
      object: 'event',
      type,
      livemode,
      data: { object: { ...refund, status: 'failed' } },
    });
    const receive = async (event: object) => {
      expect(await postSignedEvent(shop, event)).toBe(200);
      await awaitMessages(shop);
    };
    await receive(message('live', 'refund.failed', true));
    await receive(message('created', 'refund.created'));
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    const elsewhere = { ...refund, payment_intent: 'pi_of_another_shop' };
    await receive({ ...message('elsewhere', 'refund.failed'), data: { object: elsewhere } });
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    await receive(message('first', 'refund.failed'));
    await receive(message('again', 'refund.failed'));
    // Told again that it was made, as before the bank had it back.
    const late = message('late', 'refund.created');
    await receive({ ...late, data: { object: { ...refund, status: 'succeeded' } } });
    expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
    expect(await refunds.listAlertTitles(id)).toEqual(['Manual refund needed']);
    await receive({
      ...message('foreign', 'refund.failed'),
      data: { object: { id: 're_other', metadata: {} } },
    });
  });

  it('stays manual when the bank sent it back before the provider answered (OWN-96)', async () => {
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: REFUNDS,
      fault: { kind: 'fail', status: 503 },
      times: 50,
    });
    const id = await refunds.requestAndSend();
    await refunds.waitForAttempts(id, 1);
    const [payment]: { amount_cents: number; provider_ref: string }[] = await shop.database.query(
      'SELECT r.amount_cents, p.provider_ref FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1',
      [id],
    );
    const returned = {
      id: `re_${id}`,
      object: 'refund',
      amount: payment?.amount_cents,
      currency: 'usd',
      status: 'failed',
      metadata: { refund: String(id) },
    };
    await postSignedEvent(shop, {
      id: `evt_early_${id}`,
      object: 'event',
      type: 'refund.failed',
      livemode: false,
      data: { object: { ...returned, payment_intent: payment?.provider_ref } },
    });
    await refunds.waitForState(id, 'manual');
    shop.peers.faults.clear();
    // The answer that was under way is of that very refund.
    const body = { ...returned, status: 'succeeded' };
    const fault = { kind: 'fail', status: 200, body } as const;
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault });
    const late = {
      id,
      attempts: 2,
      provider_attempt: 1,
      next_try_at: new Date(),
      created_at: new Date(),
      provider: 'stripe',
      order_id: null,
      amount_cents: 0,
      currency: 'usd',
      provider_ref: '',
      ...payment,
    };
    await shop.app.get(SendRefund).execute(late);
    expect(shop.peers.faults.list()).toEqual([]);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
  });

  it('is a post of its own with what staff need to make it (OWN-96)', async () => {
    const message = `Charge ch_1 was\ncharged back, says sk_live_abc.\u202e ${'x'.repeat(1_000)}`;
    const ids = await whileRefundsRefused(
      shop,
      async () => {
        const requested = [await refunds.request(), await refunds.request()];
        await shop.app.get(RefundSender).sendDueRefunds();
        for (const id of requested) await refunds.waitForState(id, 'manual');
        return requested;
      },
      message,
    );
    const posts = await until(
      () =>
        shop.database.query<{ detail: string; fold_key: string }[]>(
          `SELECT content->'alert'->>'detail' AS detail, fold_key FROM posts
            WHERE channel = 'error' AND content->'alert'->>'detail' LIKE '%charged back%' ORDER BY id`,
        ),
      ({ length }) => length === 2,
    );
    expect(new Set(posts.map(({ fold_key: key }) => key)).size).toBe(2);
    for (const id of ids) {
      const { order_id: order, amount_cents: cents, payment_ref: payment } = await refunds.readRow(id);
      const detail = posts.find((post) => post.detail.startsWith(`Refund ${id} `))?.detail ?? 'none';
      expect(detail).toContain(`of ${(cents / 100).toFixed(2)} USD for order ${order}`);
      expect(detail).toContain(`payment ${payment}`);
      expect(detail).toContain('refused: Charge ch_1 was charged back, says sk_…. xxx');
      expect(detail.length).toBeLessThan(600);
    }
  });
});
